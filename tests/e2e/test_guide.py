"""The code of docs/for-developers.md in production, and the whole site as ``reflex run`` shows it."""

import re
import socket
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from bench.develop import change_a_price, develop
from gym_site.brand import BRAND
from gym_site.components.picture import pictures
from gym_site.content.forms import SELECTABLE_TRAINERS
from gym_site.content.gallery import TOUR
from gym_site.content.navigation import ERROR_SCREEN
from gym_site.content.plans import PLAN_TABS
from gym_site.content.text import number
from gym_site.routes import ROUTES, alias_for, url_for
from gym_site.settings import Settings, built_folder
from tests.browsing import PHONE, until
from tests.build import OPENING_AHEAD, WEB_OF_GUIDE, build_guide
from tests.forms import INQUIRY_FORM, Visitor
from tests.markup import read
from tests.posting import Stranger
from tests.site import PrebuiltSite, wait_for

COMPILED_WITHIN = 120_000  # milliseconds: under `reflex run` a page is compiled when it is asked for
PAGE, SERVICE = BRAND.path("/parking-{town}"), BRAND.path("/nutrition-coaching-{town}")


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """A built copy of the project in which the guide was followed."""
    project = tmp_path_factory.mktemp("guide")
    build_guide(project)
    return project


@pytest.fixture(scope="module")
def developing(project, _service):
    """The URL of that copy under ``reflex run``."""
    settings = {"GYM_EXPANSION_OPENS_AT": OPENING_AHEAD, "GYM_FORM_ENDPOINT": _service.endpoint}
    with develop(project, **settings, REFLEX_WEB_WORKDIR=str(WEB_OF_GUIDE.with_name("web-developing"))) as url:
        yield url


@pytest.fixture
def page(browser):
    """A phone page with a timeout long enough for pages that are compiled on request."""
    page = browser.new_page(viewport=PHONE)
    page.set_default_timeout(COMPILED_WITHIN)
    yield page
    page.close()


def press_three_times(page):
    button = page.get_by_role("button", name="Pressed:")
    for _ in range(3):
        button.click()
    expect(button).to_have_text("Pressed: 3", timeout=COMPILED_WITHIN)


def test_the_page_from_the_guide_opens_on_both_paths(project):
    pages = built_folder(WEB_OF_GUIDE)
    for path in (PAGE, "/parking"):
        page = read(pages / path[1:] / "index.html")
        assert page.one("h1").text == "Free parking"
        assert page.one("title").text in {
            f"Free Parking at the Gym | {name}" for name in (BRAND.name, BRAND.short_name)
        }
    assert f"{PAGE}<" in (pages / "sitemap.xml").read_text(encoding="utf-8")


def test_the_service_from_the_guide_is_listed_wherever_services_are(project):
    pages = built_folder(WEB_OF_GUIDE)
    for path in (SERVICE, "/nutrition"):
        page = read(pages / path[1:] / "index.html")
        assert page.one("h1").text == "Nutrition Coaching"
        assert page.one("input", name="service").attrs["value"] == "nutrition"
        card = page.one("meta", property="og:image").attrs["content"]
        assert (pages / card.removeprefix(Settings().site_url).strip("/")).is_file()
    home = read(pages / "index.html")
    count = len(home.one(id="services").all("article"))
    assert home.one(id="services-title").text == f"{number(range(count)).capitalize()} ways in"
    assert "From $55/session" in home.one(id="services").text
    assert home.one("option", value="nutrition").text == "Nutrition coaching"
    assert len(home.all("a", href=SERVICE)) == 4  # bar, menu sheet, section, footer
    assert f"{SERVICE}<" in (pages / "sitemap.xml").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def followed(project, _service, tmp_path_factory):
    """That copy in production, with a form service."""
    places = {"REFLEX_WEB_WORKDIR": str(WEB_OF_GUIDE), "GYM_FORM_ENDPOINT": _service.endpoint}
    with PrebuiltSite(tmp_path_factory.mktemp("followed"), project, **places) as site:
        yield site


def test_the_section_from_the_guide_is_on_its_page_and_labelled(project):
    page = read(built_folder(WEB_OF_GUIDE) / url_for("faq")[1:] / "index.html")
    section = page.one("section", id="lost-property")
    assert section.one("h2", id=section.attrs["aria-labelledby"]).text == "Lost something?"


def test_the_field_from_the_guide_reaches_the_gym(followed, service):
    visitor = Stranger(followed.url)
    visitor.entries["heardFrom"] = "A friend"
    assert visitor.send().is_success
    wait_for(lambda: service.posts(visitor.mark))
    (post,) = service.posts(visitor.mark)
    assert "How did you hear about us?: A friend" in post["body"]["message"]


def test_the_quiz_from_the_guide_answers_in_the_browser(followed, opener):
    page = opener.open(followed.url + PAGE)
    page.get_by_role("button", name="At night").click()
    expect(page.get_by_text("Then you want the 24 Hours plan.")).to_be_visible()
    assert page.watch.websockets == []


def test_the_counter_works_in_production_and_after_a_reload(followed, opener):
    page = opener.open(followed.url + url_for("faq"))
    assert page.watch.websockets == []
    press_three_times(page)
    page.reload()
    expect(page.get_by_role("button", name="Pressed:")).to_have_text("Pressed: 3")
    assert page.watch.errors == []


def test_the_development_server_is_not_reachable_from_the_network(developing):
    """The port is still free on another local address, so the server does not listen on all of them."""
    socket.create_server(("127.0.0.2", urlsplit(developing).port)).close()


def test_the_counter_works_under_reflex_run(developing, page):
    page.goto(developing + url_for("faq"))
    press_three_times(page)


@pytest.mark.part("expansion")
def test_the_countdown_runs_under_reflex_run(developing, page):
    page.goto(developing)
    seconds = page.locator(".countdown-part b").last
    shown = seconds.inner_text()
    expect(page.locator(".countdown-part b").first).not_to_have_text("90")
    until(page, f"document.querySelectorAll('.countdown-part b')[3].textContent !== '{shown}'")


def test_tabs_photos_carousel_and_menu_work_under_reflex_run(developing, page):
    page.goto(developing)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Close").click()
    page.get_by_role("tab", name=PLAN_TABS[2].label).click()
    expect(page.locator(f"#panel-{PLAN_TABS[2].key}")).to_be_visible()
    page.get_by_role("button", name=re.compile(TOUR[1].caption)).click()
    expect(page.get_by_role("dialog").locator("figure:visible figcaption")).to_contain_text(TOUR[1].caption)
    page.keyboard.press("Escape")
    place = page.locator("#facility .carousel-position")
    before = place.inner_text()
    page.locator("#facility .carousel-controls button").last.click()
    expect(place).not_to_have_text(before)


def test_a_form_arrives_under_reflex_run(developing, page, service):
    page.goto(f"{developing}/#contact")
    until(page, "document.querySelector('#inquiry-name')?.form.noValidate")  # its script has run
    visitor = Visitor(page, INQUIRY_FORM).fill().send()
    expect(visitor.sent).to_be_visible()
    assert [visitor.mark in post["body"]["message"] for post in service.posts()] == [True]


@pytest.mark.part("trainers")
def test_under_reflex_run_an_alias_redirects_with_the_chosen_trainer(developing, page):
    trainer = SELECTABLE_TRAINERS[-1]
    page.goto(f"{developing}{alias_for('consultation')}?trainer={trainer}")
    page.wait_for_url(re.compile(re.escape(url_for("consultation"))))
    expect(page.locator("#consultation-selectedTrainer")).to_have_value(trainer)


def test_the_pictures_page_lists_every_picture_only_under_reflex_run(developing, page, pages):
    page.goto(f"{developing}/pictures")
    rows = page.locator("main tr").filter(has=page.locator("img"))
    expect(rows).to_have_count(len(pictures()), timeout=COMPILED_WITHIN)
    hero = rows.filter(has=page.locator("b", has_text=re.compile("^hero$")))
    expect(hero).to_contain_text("home: home")
    expect(hero).to_contain_text("no original")  # the copy has none
    assert not [*pages.glob("pictures*")]


@pytest.mark.long
def test_every_page_opens_under_reflex_run_and_a_saved_price_is_shown(developing, project, page):
    broken = []
    for route in ROUTES:
        page.goto(developing + (route.alias or route.path))
        page.wait_for_url(developing + route.path)
        expect(page.locator("main h1").first).to_be_visible(timeout=COMPILED_WITHIN)
        if page.get_by_text(ERROR_SCREEN.title).count():
            broken.append(route.path)
    assert broken == []
    page.goto(developing)
    price = change_a_price(project)
    expect(page.locator(".plan-amount").first).to_have_text(price, timeout=COMPILED_WITHIN)
