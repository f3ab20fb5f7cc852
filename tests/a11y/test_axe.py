"""axe-core finds no problem in any state that a visitor can put a page in, on a phone and on a desktop.

For every page as it opens, see test_pages_as_they_open.py (WCAG 2.2 AA).
"""

import re

import pytest
from playwright.sync_api import expect

from gym_site.content.trainers import consultation_link
from tests.browsing import PHONE, connected, go, until
from tests.forms import CONSULTATION_FORM, FORMS, INQUIRY_FORM, SERVICE_FORM, SERVICE_KEY, Visitor
from tests.gym import GYM
from tests.parts import rows

FORM = "form[action$='/forms/{}']"


def test_axe_reports_no_problem_in_any_state_of_the_home_page(axe, page):
    go(page, "/")
    found = {}
    for tab in GYM.plans.tabs:
        page.get_by_role("tab", name=tab.label).click()
        panel = page.get_by_role("tabpanel", name=tab.label)
        expect(panel).to_be_visible()
        for benefits in panel.locator("summary").all():
            benefits.click()
        found[tab.key] = axe(page, "#membership")
    page.locator(".photo-button").nth(3).click()
    expect(page.locator("dialog.viewer")).to_be_visible()
    found["photo over the page"] = axe(page, "dialog.viewer")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Next pictures").click()
    expect(page.locator(".carousel-position")).to_have_text(re.compile(r"^2\b"))
    page.get_by_role("button", name="Show the live map").click()
    expect(page.frame_locator(".visit-map iframe").get_by_text("Live map")).to_be_visible()
    page.locator(".post").first.focus()
    expect(page.locator(".post figcaption").first).to_have_css("opacity", "1")
    found["carousel, live map, post in focus, floating buttons"] = axe(page)
    page.locator(":is(.bar-menu, .nav-services summary):visible").click()
    expect(page.locator(":is(.menu-sheet, .services-menu):visible")).to_have_count(1)
    found["menu"] = axe(page, ".site-header")
    assert {state: wrong for state, wrong in found.items() if wrong} == {}


def open_answers(page):
    go(page, GYM.routes.url_for("faq"))
    for group in page.locator(".accordion").all():
        group.locator("summary").first.click()
    expect(page.locator(".question[open]").first).to_be_visible()


def find_no_question(page):
    go(page, GYM.routes.url_for("faq")).get_by_label("Find a question").fill("xyzzy")
    expect(page.locator(".filter-count")).to_contain_text("No question matches")


def show_the_next_picture(page):
    go(page, GYM.routes.url_for("facility-expansion"))
    page.get_by_role("button", name="Next picture", exact=True).click()
    expect(page.locator(".slideshow-row")).to_have_attribute("data-index", "1")


def preselect_a_trainer(page):
    expect(go(page, consultation_link(GYM.trainers[0], GYM.routes)).locator(".wish")).not_to_be_empty()


@pytest.mark.parametrize(
    "act",
    [
        pytest.param(open_answers, marks=pytest.mark.long),
        pytest.param(find_no_question, marks=pytest.mark.long),
        pytest.param(show_the_next_picture, marks=[pytest.mark.part("expansion"), pytest.mark.long]),
        pytest.param(preselect_a_trainer, marks=pytest.mark.part("trainers")),
    ],
)
def test_axe_reports_no_problem_in_any_state_of_the_inner_pages(axe, page, act):
    act(page)
    assert axe(page, "main") == []


@pytest.mark.long
def test_axe_reports_no_problem_while_a_clip_plays(axe, opener, site):
    page = opener.open(site.url)  # with reduced motion there is no play button
    page.locator(".post-video").first.click()
    until(page, "document.querySelector('.post video')?.paused === false")
    assert axe(page, ".social") == []


@pytest.mark.parametrize("form", rows([*FORMS, SERVICE_FORM], [INQUIRY_FORM]), ids=lambda form: form.name)
def test_axe_reports_no_problem_in_the_messages_of_a_form(axe, page, service, form):
    connected(go(page, GYM.routes.url_for(SERVICE_KEY if form == SERVICE_FORM else "home")))
    visitor = Visitor(page, form).send()
    if form is not INQUIRY_FORM:  # the browser shows its own bubbles there
        expect(visitor.problems).to_be_focused()
        visitor.toast("destructive")
        assert axe(page, f"{FORM.format(form.name)}, .toasts") == []
    service.answers(status=500)
    visitor.fill().send().toast(form.failed, form.content.failure_title, form.failure)
    assert axe(page, ".toasts") == []
    page.locator(".toast-close").click()
    service.answers()
    visitor.send().toast("success")
    assert axe(page, ".toasts") == []


@pytest.mark.long
def test_axe_reports_no_problem_if_the_server_is_unreachable(axe, opener, site):
    page = opener.open(site.url, server="away", viewport=PHONE, reduced_motion="reduce")
    visitor = Visitor(page, CONSULTATION_FORM).fill().send()
    expect(visitor.unreachable).to_be_visible()
    assert axe(page, FORM.format(visitor.form.name)) == []


def test_axe_reports_no_problem_on_the_error_screen_of_a_page(axe, page):
    broken = 'export default () => { throw new Error("planted"); };'
    page.route(re.compile(rf"/assets/_{GYM.routes.url_for('consultation').strip('/')}_.*\.js"),
               lambda route: route.fulfill(body=broken, content_type="text/javascript"))  # fmt: skip
    go(page, GYM.routes.url_for("faq")).locator("footer").locator(
        f"a[href='{GYM.routes.url_for('consultation')}']"
    ).click()
    expect(page.locator("h1")).to_have_text(GYM.site.error_screen.title)
    expect(page.locator("main")).to_contain_text("planted")
    page.unroute_all()
    assert axe(page) == []


@pytest.mark.long
def test_axe_reports_no_problem_on_the_answer_pages_of_the_server(axe, page, service):
    visitor = Visitor(go(page, "/"), CONSULTATION_FORM).fill(email="zoe@", phone="1")
    visitor.element.evaluate("form => HTMLFormElement.prototype.submit.call(form)")
    words, heading = visitor.form.content, page.locator("h1")
    expect(heading).to_have_text(words.answer_heading)
    page.wait_for_load_state()  # the style sheet, which the heading doesn't wait for
    assert axe(page) == []
    for status, title in [(500, words.failure_title), (200, words.success_title)]:
        service.answers(status=status)
        visitor.fill(email="zoe@mail.example", phone="604-555-0100").send()
        expect(heading).to_have_text(title)
        page.wait_for_load_state()
        assert axe(page) == []
