"""The production site of another gym, ``tests/small_gym``, with the code of docs/for-developers.md added."""

import json
import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from gym_site.built import built_folder
from tests.browsing import go
from tests.build import SMALL_GYM, WEB_OF_SECOND_GYM, build_second_gym
from tests.markup import read
from tests.posting import Stranger
from tests.site import PrebuiltSite, python, site_environment, wait_for
from tests.supplied import SUPPLIED, gym_of, searched, words_of

PARKING, NUTRITION = "parking-victoria", "nutrition-coaching-victoria"  # paths of the guide's page and service
READ = {".html", ".js", ".css", ".xml", ".txt", ".svg", ".webmanifest"}
LEFT_OPEN = set(
    "addresses-gym addresses-trainers alerts dns first-restore form-endpoint https people privacy-officer privacy-text "
    "search-console service-pictures telephones-gym telephones-trainers test-alert test-form".split()
)


@pytest.fixture(scope="module")
def project(tmp_path_factory) -> Path:
    """The other gym's project, built."""
    folder = tmp_path_factory.mktemp("second") / "project"
    build_second_gym(folder)
    return folder


@pytest.fixture(scope="module")
def its_pages(project) -> Path:
    """The folder of its pages."""
    return built_folder(WEB_OF_SECOND_GYM)


@pytest.fixture(scope="module")
def its_site(project, _service, tmp_path_factory):
    """Its site, with a form service."""
    places = {"REFLEX_WEB_WORKDIR": str(WEB_OF_SECOND_GYM), "GYM_FORM_ENDPOINT": _service.endpoint}
    with PrebuiltSite(tmp_path_factory.mktemp("site"), project, **places) as site:
        yield site


def test_the_pages_of_another_gym_contain_nothing_of_the_first_gym(its_pages):
    first, second = gym_of(SUPPLIED), gym_of(SMALL_GYM)
    colours = {*first["colours"].values()} - {*second["colours"].values()}
    words = words_of(SUPPLIED) - words_of(SMALL_GYM) | colours
    pattern = searched({*words, *(word.lower() for word in (first["name"], first["short_name"]))})
    left = {
        f"{file.relative_to(its_pages)}: {found[0]}"
        for file in its_pages.rglob("*")
        if file.suffix in READ and (found := pattern.search(file.read_text(encoding="utf-8")))
    }
    assert left == set()
    towns = {town.lower().replace(" ", "-") for town in first["towns"] if town not in second["towns"]}
    assert [path for path in its_pages.iterdir() if searched(towns).search(path.name)] == []


def test_what_the_gym_lacks_is_not_exported(its_pages):
    text = " ".join(file.read_text(encoding="utf-8").lower() for file in its_pages.rglob("*.html"))
    assert "new space" not in text
    assert "countdown" not in re.sub(r"<(style|script).*?</\1>", "", text, flags=re.DOTALL)
    assert "open all night" not in text
    for path in ("kickboxing-boxing", "blog", "before-after", "facility-expansion"):
        assert not (its_pages / path).exists()
    manifest = json.loads((its_pages / "site.webmanifest").read_text(encoding="utf-8"))
    assert (manifest["name"], manifest["short_name"]) == ("Harbourline Fitness", "Harbourline")


def test_only_pictures_and_clips_that_pages_use_are_exported(its_pages):
    texts = (file.read_text(encoding="utf-8") for file in its_pages.rglob("*") if file.suffix in READ)
    named = {name for text in texts for name in re.findall(r"/((?:images|clips)/[\w-][\w.-]+)", text)}
    there = {
        file.relative_to(its_pages).as_posix()
        for folder in ("images", "clips")
        for file in (its_pages / folder).rglob("*")
    }
    assert "images/card-home.jpg" in there
    assert there == named


def test_icons_and_cards_are_drawn_anew(project):
    recorded = json.loads((project / "gym/pictures/drawn.json").read_text(encoding="utf-8"))
    assert {
        "public/favicon.ico",
        "public/images/card-parking.jpg",
        "public/images/card-nutrition.jpg",
    } < recorded.keys()
    for file in ("public/favicon.ico", "public/images/card-home.jpg"):
        assert (project / "gym" / file).read_bytes() != (SUPPLIED / file).read_bytes()


def test_every_page_works_in_a_browser(its_pages, its_site, opener):
    paths = re.findall(r"<loc>https://[^/]+(/[^<]*)</loc>", (its_pages / "sitemap.xml").read_text(encoding="utf-8"))
    assert {f"/{PARKING}", f"/{NUTRITION}"} < set(paths)
    page = opener.open(its_site.url)
    for path in paths:
        assert go(page, path).locator("h1").count() == 1, path
        assert page.watch.errors == [], path


def test_the_launch_list_contains_exactly_the_open_tasks(project):
    variables = {"REFLEX_DB_URL": f"sqlite:///{project / 'none.db'}", "GYM_FOLDER": "gym"}
    environment = site_environment(**variables) | {"PYTHONPATH": str(project)}
    done = python("-m", "gym_site", "check", "--launch", "--json", cwd=project, env=environment)
    assert {task["name"] for task in json.loads(done.stdout)} == LEFT_OPEN


@pytest.mark.parametrize("path", [PARKING, "parking"])
def test_a_page_added_as_documented_is_on_its_path_and_its_alias(its_pages, path):
    page = read(its_pages / path / "index.html")
    assert page.one("h1").text == "Free parking"
    assert page.one("title").text == "Free Parking at the Gym | Harbourline Fitness"


@pytest.mark.parametrize("path", [NUTRITION, "nutrition"])
def test_a_service_added_as_documented_has_a_page_a_form_and_a_share_card(its_pages, path):
    page = read(its_pages / path / "index.html")
    assert page.one("h1").text == "Nutrition Coaching"
    assert page.one("input", name="service").attrs["value"] == "nutrition"
    card = urlsplit(page.one("meta", property="og:image").attrs["content"]).path
    assert (its_pages / card.strip("/")).is_file()


def test_a_service_added_as_documented_is_in_every_list_of_services(its_pages):
    home = read(its_pages / "index.html")
    services = home.one(id="services")
    assert home.one(id="services-title").text == "Three ways in"
    assert len(services.all("article")) == 3
    assert "From $55/session" in services.text
    assert home.one("option", value="nutrition").text == "Nutrition Coaching"
    assert len(home.all("a", href=f"/{NUTRITION}")) == 4  # bar, menu sheet, section, footer


def test_a_section_added_as_documented_is_labelled_by_its_heading(its_pages):
    section = read(its_pages / "faq" / "index.html").one("section", id="lost-property")
    assert section.one("h2", id=section.attrs["aria-labelledby"]).text == "Lost something?"


def test_a_form_field_added_as_documented_reaches_the_form_service(its_site, service):
    visitor = Stranger(its_site.url)
    visitor.entries["heardFrom"] = "A friend"
    assert visitor.send().is_success
    wait_for(lambda: service.posts(visitor.mark))
    (post,) = service.posts(visitor.mark)
    assert "How did you hear about us?: A friend" in post["body"]["message"]


def test_a_quiz_added_as_documented_works_without_the_server(its_site, opener):
    page = opener.open(f"{its_site.url}/{PARKING}")
    page.get_by_role("button", name="At night").click()
    expect(page.get_by_text("Then you want the 24 Hours plan.")).to_be_visible()
    assert page.watch.websockets == []


def test_a_counter_added_as_documented_keeps_its_count_after_a_reload(its_site, opener):
    page = opener.open(f"{its_site.url}/faq")
    assert page.watch.websockets == []
    button = page.get_by_role("button", name="Pressed:")
    for _ in range(3):
        button.click()
    expect(button).to_have_text("Pressed: 3")
    page.reload()
    expect(button).to_have_text("Pressed: 3")
    assert page.watch.errors == []
