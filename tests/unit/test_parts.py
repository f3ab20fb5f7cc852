"""A gym without a part or a service: `gym.toml` alone takes it from every page."""

import json
import re

import pytest

from gym_site.brand import BRAND
from gym_site.check.gone import words_of
from gym_site.routes import ROUTES, alias_for, url_for
from tests.staff_tree import plant

EVALUATE = """
import json, re
from gym_site.gym_site import app
from gym_site.check.gone import words_of
from gym_site.routes import ROUTES, alias_for, url_for, post_alias, post_path
from gym_site.content.posts import POSTS
shown = {page.route: str(page.component().render()) for page in app._unevaluated_pages.values()}
links = sorted({link for page in shown.values() for link in re.findall(r'href:"(/[^"#?]*)', page)})
paths = ["/"] + ["/" + route for route in shown]
print(json.dumps([paths, links, shown]))
"""
OWN_WORDS = [
    path.removeprefix("/") for key in ("trainers", "blog", "before-after") for path in (url_for(key), alias_for(key))
]
OPTIONAL = [*BRAND.parts.model_dump(), *BRAND.services]


def switch_off(tree, name):
    file = "gym_site/content/gym.toml"
    if name in BRAND.services:
        tree.replace(file, re.compile(rf"(?m)^{name} = {{"), f"{name} = {{ offered = false,")
    else:
        tree.replace(file, re.compile(rf"(?m)^{name} = true"), f"{name} = false")


@pytest.mark.parametrize("name", [None, *(name for name in OPTIONAL if BRAND.has(name))])
def test_what_the_gym_does_not_have_is_on_no_page_and_no_link_leads_to_it(name, tmp_path, prepared):
    tree = plant(tmp_path / "site", prepared)
    tree.database.unlink()  # its records are another gym's
    if name:
        switch_off(tree, name)
    findings = tree.check()
    assert [finding for finding in findings if finding["level"] == "error"] == []
    done = tree.run("-c", EVALUATE)
    assert done.returncode == 0, done.stderr[-3000:]
    paths, links, shown = json.loads(done.stdout.splitlines()[-1])
    dead = [link for link in links if link.rstrip("/") not in {path.rstrip("/") for path in paths} and "." not in link]
    assert dead == []
    assert len(paths) > len(ROUTES)
    if name:
        word = re.compile(f".{{40}}({words_of(name)}).{{20}}", re.IGNORECASE)
        spoken = {path: found[0] for path, page in shown.items() if (found := word.search(page))}
        named = [finding["message"] for finding in findings if f"but {name} is off" in finding["message"]]
        left = [path for path in spoken if not path.startswith(tuple(OWN_WORDS))]  # what people and posts say is theirs
        assert bool(spoken) <= bool(named), spoken
        assert not left or name in BRAND.services, spoken
