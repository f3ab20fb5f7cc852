"""The whole site under ``reflex run``, with the code of docs/for-developers.md added."""

import re
import socket
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.browsing import PHONE, until
from tests.build import OPENING_AHEAD, apply_guide, copy_project
from tests.forms import INQUIRY_FORM, Visitor
from tests.gym import GYM, IN_FORM, TOUR
from tests.site import WEB, develop

COMPILED_WITHIN = 120_000  # milliseconds: under `reflex run` a page is compiled at its first request


@pytest.fixture(scope="module")
def developing(tmp_path_factory, _service):
    """The URL of a copy of the project under ``reflex run``, with the code of docs/for-developers.md added."""
    project = copy_project(tmp_path_factory.mktemp("guide"))
    apply_guide(project)
    settings = {"GYM_EXPANSION_OPENS_AT": OPENING_AHEAD, "GYM_FORM_ENDPOINT": _service.endpoint}
    with develop(project, **settings, REFLEX_WEB_WORKDIR=str(WEB.with_name("web-developing"))) as url:
        yield url


@pytest.fixture
def page(browser):
    """A phone page with a timeout long enough for pages that are compiled on request."""
    page = browser.new_page(viewport=PHONE)
    page.set_default_timeout(COMPILED_WITHIN)
    yield page
    page.close()


def test_the_development_server_is_not_reachable_from_the_network(developing):
    """The port is still free on another local address, so the server does not listen on all of them."""
    socket.create_server(("127.0.0.2", urlsplit(developing).port)).close()


def test_the_example_counter_works_under_reflex_run(developing, page):
    page.goto(developing + GYM.routes.url_for("faq"))
    button = page.get_by_role("button", name="Pressed:")
    for _ in range(3):
        button.click()
    expect(button).to_have_text("Pressed: 3", timeout=COMPILED_WITHIN)


def test_the_example_form_with_an_annotated_handler_is_answered_under_reflex_run(developing, page):
    page.goto(developing + GYM.routes.url_for("faq"))
    page.get_by_label("Your wish").fill("a sauna")
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.get_by_text("Noted: a sauna")).to_be_visible(timeout=COMPILED_WITHIN)


def test_tabs_photos_carousel_menu_and_countdown_work_under_reflex_run(developing, page):
    page.goto(developing)
    if GYM.has("expansion"):
        seconds = page.locator(".countdown-part b").last
        shown = seconds.inner_text()
        expect(page.locator(".countdown-part b").first).not_to_have_text("90", timeout=COMPILED_WITHIN)
        expect(seconds).not_to_have_text(shown)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Close").click()
    page.get_by_role("tab", name=GYM.plans.tabs[2].label).click()
    expect(page.locator(f"#panel-{GYM.plans.tabs[2].key}")).to_be_visible()
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
def test_under_reflex_run_an_alias_redirects_and_keeps_the_query(developing, page):
    trainer = IN_FORM[-1]
    page.goto(f"{developing}{GYM.routes.alias_for('consultation')}?trainer={trainer}")
    page.wait_for_url(re.compile(re.escape(GYM.routes.url_for("consultation"))))
    expect(page.locator("#consultation-selectedTrainer")).to_have_value(trainer)


def test_a_page_that_lists_all_pictures_exists_only_under_reflex_run(developing, page, pages):
    page.goto(f"{developing}/pictures")
    rows = page.locator("main tr").filter(has=page.locator("img"))
    expect(rows).to_have_count(len(GYM.pictures), timeout=COMPILED_WITHIN)
    hero = rows.filter(has=page.locator("b", has_text=re.compile("^hero$")))
    expect(hero).to_contain_text("home: home")
    expect(hero).to_contain_text("no original")  # the copy of the project leaves them out
    assert not [*pages.glob("pictures*")]


def test_a_page_that_shows_the_components_in_their_states_exists_only_under_reflex_run(developing, page, pages):
    page.goto(f"{developing}/components")
    form = page.locator("#form")
    form.get_by_role("button", name="With problems", exact=True).click()
    expect(form.locator(".error-summary")).to_be_visible()
    form.get_by_role("button", name="Sent", exact=True).click()
    expect(form.locator(".form-sent")).to_be_visible()
    assert not [*pages.glob("components*")]


def test_every_page_opens_under_reflex_run(developing, page):
    broken = []
    for route in GYM.routes.values():
        page.goto(developing + (route.alias or route.path))
        page.wait_for_url(developing + route.path)
        expect(page.locator("main h1").first).to_be_visible(timeout=COMPILED_WITHIN)
        if page.get_by_text(GYM.site.error_screen.title).count():
            broken.append(route.path)
    assert broken == []
