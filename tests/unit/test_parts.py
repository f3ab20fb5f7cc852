"""A gym without a part or a service: `gym.toml` alone takes it from every page."""

import json
import re

import pytest

from gym_site.brand import BRAND
from gym_site.routes import ROUTES
from tests.staff_tree import plant

EVALUATE = """
import json, re
from gym_site.gym_site import app
from gym_site.routes import ROUTES, post_alias, post_path
from gym_site.content.posts import POSTS
shown = {page.route: str(page.component().render()) for page in app._unevaluated_pages.values()}
links = sorted({link for page in shown.values() for link in re.findall(r'href:"(/[^"#?]*)', page)})
paths = ["/"] + ["/" + route for route in shown]
print(json.dumps([paths, links, shown]))
"""
SPOKEN_OF = {"expansion": r"expansion|new space|6,500|countdown", "blog": r"\bblog\b", "trainers": "trainer-0",
             "transformations": "transformation gallery", "booking": "book an? appointment", "map": "drawn map",
             "kickboxing-boxing": "boxing|ringside", "online-coaching": "online (fitness )?coaching",
             "group-fitness": "group fitness(?! room)", "prenatal-postnatal": "natal"}  # fmt: skip
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
    if name:
        switch_off(tree, name)
    assert [finding for finding in tree.check() if finding["level"] == "error"] == []
    done = tree.run("-c", EVALUATE)
    assert done.returncode == 0, done.stderr[-3000:]
    paths, links, shown = json.loads(done.stdout.splitlines()[-1])
    dead = [link for link in links if link.rstrip("/") not in {path.rstrip("/") for path in paths} and "." not in link]
    assert dead == []
    assert len(paths) > len(ROUTES)
    if name in SPOKEN_OF:
        spoken = {path: found[0] for path, page in shown.items() if (found := re.search(SPOKEN_OF[name], page, re.I))}
        assert spoken == {}
