"""axe-core finds nothing: on any page, in any state, on a phone and on a desktop computer (WCAG 2.2 AA)."""

from __future__ import annotations

from urllib.parse import quote
from uuid import uuid4

import pytest

from gym_site.content.faq import FAQ as QUESTIONS
from gym_site.content.social import SOCIAL_POSTS
from gym_site.content.trainers import TRAINERS
from tests.a11y.walk import WIDTHS, go
from tests.browsing import break_page, connected, until
from tests.forms import CONSULTATION_FORM, FORMS, INQUIRY_FORM, Visitor

SERVICE = "/kickboxing-boxing-gym-surrey"
FAQ = "/gym-faq-surrey-delta"
EXPANSION = "/new-gym-facility-surrey-delta"
SERVICE_ENTRIES = {"name": "Ann Lee", "email": "ann@mail.example", "phone": "604-555-0101"}


def test_axe_finds_what_is_wrong(axe, desktop):
    go(desktop, "/privacy").evaluate("""() => {
        document.querySelector("main").insertAdjacentHTML("beforeend", "<img src='/favicon.svg'><h5>?</h5>");
        document.querySelector("h1").style.color = "#222";
    }""")
    assert {finding.partition(":")[0] for finding in axe(desktop)} >= {"image-alt", "heading-order", "color-contrast"}


@pytest.mark.parametrize("position", range(5))
def test_nothing_is_wrong_on_any_tab(axe, page, position):
    go(page, "/").get_by_role("tab").nth(position).click()
    page.locator("[role=tab][aria-selected=true]").and_(page.get_by_role("tab").nth(position)).wait_for()
    panel = page.locator("[role=tabpanel]:visible")
    for benefits in panel.locator("summary").all():
        benefits.click()
    assert axe(page) == []


def open_menu(page):
    page.get_by_role("button", name="Open menu").click()
    page.locator(".menu-sheet").wait_for()


def open_services(page):
    page.locator(".nav-services summary").click()
    page.locator(".services-menu").wait_for()


@pytest.mark.parametrize("path", ["/", FAQ])
@pytest.mark.parametrize(("width", "act"), [("phone", open_menu), ("desktop", open_services)], ids=WIDTHS)
def test_nothing_is_wrong_with_an_open_menu(axe, open_pages, width, act, path):
    page = go(open_pages[width], path)
    act(page)
    assert axe(page) == []


def view_photo(page):
    page.locator(".photo-button").nth(3).click()
    until(page, "document.querySelector('dialog.viewer').open")


def show_map(page):
    page.get_by_role("button", name="Show the live map").click()
    page.locator(".visit-map iframe").scroll_into_view_if_needed()
    page.frame_locator(".visit-map iframe").get_by_text("Live map").wait_for()


def scroll_to_floating_buttons(page):
    page.locator("#testimonials").scroll_into_view_if_needed()
    page.locator(".floating").get_by_role("link").first.wait_for()


def move_carousel(page):
    page.get_by_role("button", name="Next pictures").click()
    until(page, "document.querySelector('.carousel-position').textContent.startsWith('2 of ')")


def read_post(page):
    page.locator(".post").first.focus()
    until(page, "getComputedStyle(document.querySelector('.post figcaption')).opacity === '1'")


def open_answers(page):
    for group in page.locator(".accordion").all():
        group.locator("summary").first.click()
    until(page, "document.querySelectorAll('.question[open]').length > 0")


def filter_to(words, said):
    def act(page):
        page.get_by_label("Find a question").fill(words)
        until(page, f"document.querySelector('.filter-count').textContent.includes('{said}')")

    return act


def move_slider(page):
    page.locator(".compare input").first.focus()
    for _ in range(12):
        page.keyboard.press("ArrowLeft")


def next_picture(page):
    page.get_by_role("button", name="Next picture", exact=True).click()
    until(page, "document.querySelector('.slideshow-row').dataset.index === '1'")


STATES = {
    "photo over the page": ("/", view_photo),
    "live map": ("/", show_map),
    "floating buttons": ("/", scroll_to_floating_buttons),
    "carousel": ("/", move_carousel),
    "post in focus": ("/", read_post),
    "answers on a service page": (SERVICE, open_answers),
    "answers": (FAQ, open_answers),
    "filter": (FAQ, filter_to(max(QUESTIONS[-1].question.split(), key=len), "of")),
    "filter without a match": (FAQ, filter_to("xyzzy", "No question matches")),
    "slider": ("/fitness-transformation-results", move_slider),
    "slideshow": (EXPANSION, next_picture),
    "trainer asked for": (f"/free-fitness-consultation-surrey?trainer={quote(TRAINERS[0].name)}", lambda page: None),
}


@pytest.mark.parametrize(("path", "act"), STATES.values(), ids=STATES)
def test_nothing_is_wrong_in_any_state(axe, page, path, act):
    act(go(page, path))
    assert axe(page) == []


def test_nothing_is_wrong_while_a_loop_plays(axe, opener, site):
    page = opener.open(site.url)  # with motion: without, there is no button
    videos = [post for post in SOCIAL_POSTS if post.type == "video"]
    assert page.locator(".post-video").count() == len(videos)
    page.locator(".post-video").first.click()
    until(page, "document.querySelector('.post video')?.paused === false")
    assert axe(page) == []


def at_form(page, form):
    connected(go(page, "/"))
    return Visitor(page, form)


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_nothing_is_wrong_with_what_a_form_says(axe, page, service, form):
    visitor = at_form(page, form).send()
    visitor.told()
    visitor.toast("destructive")
    assert axe(page) == []
    service.answers(status=500)
    visitor.fill().send().toast("error")
    assert axe(page) == []
    page.locator(".toast-close").click()
    service.answers()
    visitor.send().toast("success")
    assert axe(page) == []


def test_nothing_is_wrong_with_what_the_form_of_a_service_says(axe, page, service):
    connected(go(page, SERVICE))
    button = page.locator("form[action$='/forms/service'] button.button")
    button.click()
    page.locator(".error-summary").wait_for()
    assert axe(page) == []
    service.answers(status=500)
    for name, value in (SERVICE_ENTRIES | {"fitnessGoals": uuid4().hex}).items():
        page.fill(f"#service-{name}", value)
    button.click()
    page.locator(".toast-destructive").wait_for()
    assert axe(page) == []
    service.answers()
    button.click()
    page.locator(".toast-success").wait_for()
    assert axe(page) == []


@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_is_wrong_when_nothing_reaches_the_server(axe, opener, site, width):
    page = opener.open(site.url, server="away", viewport=WIDTHS[width], reduced_motion="reduce")
    visitor = Visitor(page, CONSULTATION_FORM).fill().send()
    visitor.unreachable.wait_for()
    assert axe(page) == []


def test_nothing_is_wrong_on_the_error_screen(axe, page):
    break_page(page, EXPANSION)
    go(page, FAQ)
    page.locator("footer").get_by_role("link", name="Facility Expansion").click()
    until(page, "document.querySelector('h1')?.textContent === 'Unexpected Application Error!'")
    page.unroute_all()
    assert axe(page) == []


@pytest.mark.parametrize(
    ("form", "changes", "status", "title"),
    [
        (CONSULTATION_FORM, {"email": "zoe@", "phone": "1"}, 200, "Nearly there."),
        (CONSULTATION_FORM, {}, 500, "Error"),
        (CONSULTATION_FORM, {}, 200, "Consultation Request Sent!"),
        (INQUIRY_FORM, {"name": ""}, 200, "Nearly there."),
        (INQUIRY_FORM, {}, 200, "Message sent successfully!"),
    ],
)
def test_nothing_is_wrong_on_the_page_that_answers_a_plain_post(axe, page, service, form, changes, status, title):
    service.answers(status=status)
    Visitor(go(page, "/"), form).fill(**changes)
    page.evaluate(f"HTMLFormElement.prototype.submit.call(document.querySelector('form[action$=\"/{form.name}\"]'))")
    until(page, f"document.querySelector('h1').textContent === '{title}'")
    assert axe(page) == []
