"""Things that are not in the gym's folder are not on the site: each part and service is taken away, with its texts and links."""

import json
import re

import pytest

from gym_site.brand import BRAND, PART_FILES
from gym_site.routes import FEED_PATH, ROUTES

EVALUATE = """
import json, re
from gym_site.cli import main
main(["check", "--json"])
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
# The words by which texts speak of a part or service; of others, their label.
WORDS = {
    "expansion": r"expansion|new space|countdown",
    "trainers": r"meet the trainers|trainers' page",
    "transformations": r"transformation gallery",
    "blog": r"\bblog\b",
    "booking": r"booking calendar|book an appointment",
    "map": r"drawn map",
    "facility": r"see the facility",
    "social": r"sample posts",
    "personal-training": r"(?<!online )personal training",
    "group-fitness": r"group fitness(?! (room|studio))|group class",
    "physiotherapy-kinesiology": r"physio|kinesio|\bICBC\b|\bEMS\b|treatment (room|table)",
    "kickboxing-boxing": r"boxing|ringside|boxer|\b(the|a) ring\b",
    "prenatal-postnatal": r"natal\b",
    "online-coaching": r"online (fitness )?coaching",
}
OPTIONAL = [name for name in BRAND.known if BRAND.has(name)]
_, *OTHERS = filter(BRAND.has, BRAND.services)
# Paths of pages with texts about trainers and blog posts, which staff reword or remove.
THEIRS = {path for one in ROUTES if one.key in ("trainers", "blog") for path in (one.path, one.alias)} | {FEED_PATH}


def take_away(tree, *names):
    for name in names:
        if name in BRAND.services:
            tree.replace("gym/services.toml", f'key = "{name}"\n', f'key = "{name}"\noffered = false\n')
        else:
            (tree.root / "gym" / PART_FILES[name]).unlink()


@pytest.mark.parametrize(
    "names",
    [
        pytest.param((*filter(BRAND.has, PART_FILES), *OTHERS), id="everything but one service"),
        *(pytest.param((name,), id=name, marks=pytest.mark.long) for name in OPTIONAL),
    ],
)
def test_parts_that_are_taken_away_are_neither_shown_nor_linked(names, tree):
    tree.database.unlink()  # its records describe the gym with all its parts
    take_away(tree, *names)
    (tree.root / ".env").write_text("GYM_MAP_EMBED_URL=https://maps.example/embed\n", encoding="utf-8")
    done = tree.run("-c", EVALUATE)
    assert done.returncode == 0, done.stderr[-3000:]
    *findings, evaluated = done.stdout.splitlines()
    assert [finding for finding in json.loads("".join(findings)) if finding["level"] == "error"] == []
    links, shown = json.loads(evaluated)
    shown = {path: page for path, page in shown.items() if not path.endswith("pictures")}  # lists all pictures
    assert [link for link in links if link not in shown and "." not in link] == []
    assert ("map" in OPTIONAL and "map" not in names) == any("/images/map-" in page for page in shown.values())
    for name in names:
        label = BRAND.services[name].label if name in BRAND.services else name
        word = re.compile(f".{{40}}({WORDS.get(name, re.escape(label))}).{{20}}", re.IGNORECASE)
        spoken = {path: found[0] for path, page in shown.items() if (found := word.search(page))}
        assert {path: words for path, words in spoken.items() if not path.startswith(tuple(THEIRS))} == {}
