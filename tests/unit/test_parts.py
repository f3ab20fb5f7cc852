"""`gym.toml` alone removes a part or service from every page, and `check` lists texts that still mention it."""

import json
import re

import pytest

from gym_site.brand import BRAND
from gym_site.check.gone import words_of
from gym_site.routes import FEED_PATH, ROUTES

EVALUATE = """
import json, re
from gym_site.gym_site import app
shown = {}
for page in app._unevaluated_pages.values():
    shown |= {f"/{name}": text for name, text in page.context.get("files", {}).items()}
    head = [one.render() if hasattr(one, "render") else one for one in page.meta]
    parts = page.component().render(), page.title, page.description, head, page.context.get("structured_data")
    shown[f"/{page.route}".replace("/index", "/")] = " ".join(map(str, parts))
links = sorted({link for page in shown.values() for link in re.findall(r'href:"(/[^"#?]*)', page)})
print(json.dumps([links, shown]))
"""
OPTIONAL = [name for name in (*BRAND.parts.model_dump(), *BRAND.services) if BRAND.has(name)]
_, *OTHERS = filter(BRAND.has, BRAND.services)
# Paths of pages with texts about trainers and blog posts, which staff reword or remove.
THEIRS = {path for one in ROUTES if one.key in ("trainers", "blog") for path in (one.path, one.alias)} | {FEED_PATH}


def switch_off(tree, *names):
    file = "gym_site/content/gym.toml"
    for name in names:
        if name in BRAND.services:
            tree.replace(file, re.compile(rf"(?m)^{name} = {{"), f"{name} = {{ offered = false,")
        else:
            tree.replace(file, re.compile(rf"(?m)^{name} = true"), f"{name} = false")


@pytest.mark.parametrize(
    "names",
    [
        pytest.param((*filter(BRAND.has, BRAND.parts.model_dump()), *OTHERS), id="everything but one service"),
        *(pytest.param((name,), id=name, marks=pytest.mark.long) for name in OPTIONAL),
    ],
)
def test_parts_that_are_switched_off_are_neither_shown_nor_linked(names, tree):
    tree.database.unlink()  # its records describe another gym
    switch_off(tree, *names)
    (tree.root / ".env").write_text("GYM_MAP_EMBED_URL=https://maps.example/embed\n", encoding="utf-8")
    findings = tree.check()
    assert [finding for finding in findings if finding["level"] == "error"] == []
    done = tree.run("-c", EVALUATE)
    assert done.returncode == 0, done.stderr[-3000:]
    links, shown = json.loads(done.stdout.splitlines()[-1])
    shown = {path: page for path, page in shown.items() if not path.endswith("pictures")}  # lists all pictures
    assert [link for link in links if link not in shown and "." not in link] == []
    assert ("map" in OPTIONAL and "map" not in names) == any("/images/map-" in page for page in shown.values())
    for name in names:
        word = re.compile(f".{{40}}({words_of(name)}).{{20}}", re.IGNORECASE)
        spoken = {path: found[0] for path, page in shown.items() if (found := word.search(page))}
        assert {path: words for path, words in spoken.items() if not path.startswith(tuple(THEIRS))} == {}
        named = [finding for finding in findings if f"but {name} is off" in finding["message"]]
        assert bool(spoken) == bool(named), (spoken, named)
