"""Another gym's website, made as in docs/launch.md, contains nothing of the first gym."""

import json
import re

import pytest

from gym_site.check.launch import SUPPLIED
from gym_site.settings import built_folder
from tests.build import WEB_OF_SECOND_GYM, build_second_gym
from tests.site import PrebuiltSite, python, site_environment

READ = {".html", ".js", ".css", ".xml", ".txt", ".svg", ".webmanifest"}
LEFT_OPEN = set(
    "addresses-business addresses-forms addresses-trainers alerts claims-facility claims-home claims-services dns drawn first-restore form-endpoint gym-mark https "
    "illustrations-footer illustrations-gallery illustrations-social illustrations-trainers "
    "illustrations-transformations links-calendar links-directions links-instagram links-physio links-portal "
    "links-reviews links-site links-trial prices privacy-officer search-console telephones-business telephones-forms "
    "telephones-trainers test-alert test-form".split()
)


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """The other gym's project and the folder of its pages."""
    folder = tmp_path_factory.mktemp("second") / "project"
    return folder, built_folder(build_second_gym(folder))


def test_nothing_of_the_first_gym_is_left(project):
    _, pages = project
    accents = (SUPPLIED.colours.ember, SUPPLIED.colours.ember_light, SUPPLIED.colours.ember_dark)
    numbers = (re.sub(r"\D", ".?", SUPPLIED.phone), re.sub(r"\D", "", SUPPLIED.phone), SUPPLIED.phone[:8])
    name = SUPPLIED.name.split()[0]
    towns = [f"{town}\\b" for town in SUPPLIED.towns]  # whole words only, as scripts contain "delta"
    words = [name, name.upper(), name.lower(), *towns, *numbers, SUPPLIED.postal_code, *accents]
    pattern = re.compile(rf".{{0,40}}\b({'|'.join(words)}).{{0,20}}")
    left = {
        f"{file.relative_to(pages)}: {found[0]}"
        for file in pages.rglob("*")
        if file.suffix in READ and (found := pattern.search(file.read_text(encoding="utf-8")))
    }
    assert left == set()


def test_parts_that_the_gym_lacks_are_not_exported(project):
    _, pages = project
    text = " ".join(file.read_text(encoding="utf-8").lower() for file in pages.rglob("*.html"))
    assert "new space" not in text
    assert "countdown" not in re.sub(r"<(style|script).*?</\1>", "", text, flags=re.DOTALL)
    assert not (pages / "kickboxing-boxing.html").exists()
    manifest = json.loads((pages / "site.webmanifest").read_text(encoding="utf-8"))
    assert (manifest["name"], manifest["short_name"]) == ("Harbourline Fitness", "Harbourline")


def test_exported_media_match_the_media_that_pages_refer_to(project):
    _, pages = project
    texts = (file.read_text(encoding="utf-8") for file in pages.rglob("*") if file.suffix in READ)
    named = {name for text in texts for name in re.findall(r"/((?:images|clips)/[\w-][\w.-]+)", text)}
    there = {
        file.relative_to(pages).as_posix() for folder in ("images", "clips") for file in (pages / folder).iterdir()
    }
    assert len(there) > 300
    assert there == named


def test_every_page_works_in_a_browser(project, opener, tmp_path):
    folder, pages = project
    paths = re.findall(r"<loc>https://[^/]+(/[^<]*)</loc>", (pages / "sitemap.xml").read_text(encoding="utf-8"))
    assert len(paths) > 15
    with PrebuiltSite(tmp_path, folder, REFLEX_WEB_WORKDIR=str(WEB_OF_SECOND_GYM)) as site:
        for path in paths:
            page = opener.open(site.url + path)
            assert page.locator("h1").count() == 1, path
            assert page.watch.errors == [], path


def test_the_launch_list_names_exactly_the_open_tasks(project):
    folder, _ = project
    environment = site_environment(REFLEX_DB_URL=f"sqlite:///{folder / 'none.db'}") | {"PYTHONPATH": str(folder)}
    done = python("-m", "gym_site", "check", "--launch", "--json", cwd=folder, env=environment)
    assert {task["name"] for task in json.loads(done.stdout)} == LEFT_OPEN
