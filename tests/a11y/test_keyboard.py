"""The whole site by keyboard alone: every control is reached and seen to be, nothing holds focus, everything works."""

from __future__ import annotations

from uuid import uuid4

import pytest

from gym_site.content.faq import FAQ as QUESTIONS
from tests.a11y.walk import go
from tests.browsing import connected, until
from tests.forms import CONSULTATION

FAQ = "/gym-faq-surrey-delta"
EXPANSION = "/new-gym-facility-surrey-delta"
CONSULTATION_PAGE = "/free-fitness-consultation-surrey"
SERVICE = "/kickboxing-boxing-gym-surrey"


class Keyboard:
    """Somebody who has only a keyboard."""

    def __init__(self, page, path="/"):
        self.page = go(page, path)

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)
        return self

    def type(self, words):
        self.page.keyboard.type(words)
        return self

    def on(self, selector):
        """Return whether focus is on it."""
        return self.page.evaluate("(selector) => document.activeElement.matches(selector)", selector)

    def to(self, selector, key="Tab"):
        """Go on until focus is on it."""
        for _ in range(250):
            self.press(key)
            if self.on(selector):
                return self
        raise AssertionError(f"never in focus: {selector}")

    def until_on(self, selector):
        """Wait until focus is on it."""
        until(self.page, f"document.activeElement.matches({selector!r})")
        return self

    def until(self, script):
        until(self.page, script)
        return self


def test_a_page_is_reached_by_the_bar(desktop):
    keyboard = Keyboard(desktop).to(".nav-links a[href*='trainers']").press("Enter")
    keyboard.until("location.pathname === '/certified-personal-trainers-surrey'").until_on("h1")
    keyboard.press("Tab").until_on("main *")


def test_a_section_is_reached_by_the_bar_and_the_next_stop_is_in_it(desktop):
    keyboard = (
        Keyboard(desktop).to(".nav-links a[href='#membership'], .nav-links a[href='/#membership']").press("Enter")
    )
    keyboard.until("location.hash === '#membership'").until_on("#membership h2")
    keyboard.press("Tab").until_on("#tab-monthly")


def test_the_services_menu_opens_closes_and_leads_on(desktop):
    keyboard = Keyboard(desktop).to(".nav-services summary").press("Enter")
    keyboard.until("document.querySelector('.nav-services').open").press("Tab", "Escape")
    keyboard.until("!document.querySelector('.nav-services').open").until_on("summary")
    keyboard.press("Space").to(".services-menu a[href*='group-fitness']").press("Enter")
    keyboard.until("location.pathname === '/group-fitness-classes-surrey'").until_on("h1")


def test_the_menu_of_a_phone_opens_closes_and_leads_on(phone):
    opened = "document.querySelector('.menu-sheet').matches(':popover-open')"
    keyboard = Keyboard(phone).to(".bar-menu").press("Enter").until(opened)
    keyboard.press("Tab").until_on(".menu-sheet *").press("Escape").until(f"!{opened}").until_on(".bar-menu")
    keyboard.press("Enter").until(opened).to(".menu-sheet .button-ember").press("Tab")
    keyboard.until(f"!{opened}")  # focus has left it: it covers nothing
    keyboard = Keyboard(phone).to(".bar-menu").press("Enter").until(opened).to(".menu-sheet a[href*='trainers']")
    keyboard.press("Enter").until("location.pathname === '/certified-personal-trainers-surrey'").until_on("h1")


def test_tabs_are_one_stop_and_their_arrow_keys_lead_to_the_plans(desktop):
    keyboard = Keyboard(desktop).to("[role=tab]").press("ArrowRight").until_on("#tab-annual[aria-selected=true]")
    keyboard.press("Tab").until_on("#panel-annual").press("Tab").until_on("#panel-annual summary").press("Enter")
    keyboard.until("document.querySelector('#panel-annual details').open")
    keyboard.press("Shift+Tab", "Shift+Tab").until_on("#tab-annual")


def test_answers_open_and_close(desktop):
    keyboard = Keyboard(desktop, FAQ).to(".question summary").press("Enter")
    keyboard.until("document.querySelector('.question').open").press("Space")
    keyboard.until("!document.querySelector('.question').open")


def test_the_filter_leads_to_what_it_found(desktop):
    keyboard = Keyboard(desktop, FAQ).to("input[type=search]").type(max(QUESTIONS[-1].question.split(), key=len))
    keyboard.until("document.querySelector('.question[hidden]') !== null").press("Tab")
    keyboard.until_on(".question:not([hidden]) summary").press("Enter")
    keyboard.until("document.querySelector('.question:not([hidden])').open")


def test_the_carousel_moves(desktop):
    said = "document.querySelector('.carousel-position').textContent.startsWith('{} of ')"
    keyboard = Keyboard(desktop).to(".carousel-track").press("ArrowRight").until(said.format(2))
    keyboard.to("[aria-label='Next pictures']").press("Enter").until(said.format(3)).press("Space").until(
        said.format(4)
    )
    keyboard.to("[aria-label='Previous pictures']", "Shift+Tab").press("Enter").until(said.format(3))


def test_the_slideshow_moves(desktop):
    index = "document.querySelector('.slideshow-row').dataset.index === '{}'"
    keyboard = Keyboard(desktop, EXPANSION).to(".slideshow [aria-label='Next picture']").press("Enter")
    keyboard.until(index.format(1)).to(".dot", "Shift+Tab").press("Enter").until(index.format(4))


def test_a_photo_of_the_tour_keeps_focus_until_it_is_closed(desktop):
    keyboard = Keyboard(desktop).to(".photo-button").press("Enter")
    keyboard.until("document.querySelector('dialog.viewer').open").until_on("dialog.viewer *")
    stops = set()
    for _ in range(8):
        stops.add(keyboard.press("Tab").page.evaluate("document.activeElement.className"))
    outside = {name for name in stops if not name.startswith("round-button viewer-")}
    assert len(stops - outside) == 3
    assert outside <= {""}  # the browser's own bar, on the way round
    keyboard.to(".viewer-next").press("Enter").until("!document.querySelectorAll('.viewer figure')[1].hidden")
    keyboard.press("Escape").until("!document.querySelector('dialog.viewer').open").until_on(".photo-button")


def test_the_slider_between_before_and_after_moves(desktop):
    at = "document.querySelector('.compare').style.getPropertyValue('--at') === '{}%'"
    keyboard = Keyboard(desktop, "/fitness-transformation-results").to(".compare input").press("ArrowRight")
    keyboard.until(at.format(51)).press("Home").until(at.format(0))


FORMS = {
    "consultation": (CONSULTATION_PAGE, CONSULTATION),
    "inquiry": ("/", {"name": "Jo", "email": "jo@mail.example", "phone": "604-555-0100", "service": "physiotherapy"}),
    "service": (SERVICE, {"name": "Ann", "email": "ann@mail.example", "phone": "604-555-0101", "fitnessGoals": "Run"}),
}
FREE = {"consultation": "additionalInfo", "inquiry": "message", "service": "additionalNotes"}


@pytest.fixture(params=FORMS)
def form(request):
    return request.param


def fill(keyboard, form):
    """Go to the form and through its fields, from the first to the button; return what only this one says."""
    entries = FORMS[form][1]
    mark = uuid4().hex
    for name, value in (entries | {FREE[form]: mark}).items():
        control = f"#{form}-{name}"
        keyboard.to(control)
        if value and keyboard.on("select"):
            label = keyboard.page.locator(f"{control} option[value={value}]").inner_text()
            keyboard.type(label)
            keyboard.until(f"document.querySelector('{control}').value === '{value}'")
        elif value:
            keyboard.type(value)
    return mark


def test_a_form_is_filled_in_and_sent_and_its_notice_closed(desktop, service, form):
    keyboard = Keyboard(desktop, FORMS[form][0])
    connected(desktop)
    mark = fill(keyboard, form)
    keyboard.to(f"form[action$='/{form}'] [type=submit]").press("Enter")
    desktop.locator(".toast-success").wait_for()
    assert len(service.posts(mark)) == 1
    keyboard.until_on(f"form[action$='/{form}'] [type=submit]")  # where it was, though the button was off meanwhile
    keyboard.to(".toast-close").press("Enter")
    desktop.locator(".toast").wait_for(state="detached")


def test_what_is_wrong_is_found_from_the_list_and_corrected(desktop, service, form):
    keyboard = Keyboard(desktop, FORMS[form][0])
    connected(desktop)
    keyboard.to(f"form[action$='/{form}'] [type=submit]").press("Enter").until_on(".error-summary")
    keyboard.press("Tab").until_on(".error-summary a").press("Enter").until_on(f"#{form}-name[aria-invalid=true]")
    keyboard.type("Jo").until("!document.querySelector('.error-summary')")
    keyboard.press("Shift+Tab")
    mark = fill(keyboard, form)
    keyboard.press("Tab").to(f"form[action$='/{form}'] [type=submit]").press("Enter")
    desktop.locator(".toast-success").wait_for()
    assert len(service.posts(mark)) == 1


def test_a_notice_of_failure_stays_until_it_is_closed(desktop, service):
    service.answers(status=500)
    keyboard = Keyboard(desktop)
    connected(desktop)
    fill(keyboard, "inquiry")
    keyboard.to("form[action$='/inquiry'] [type=submit]").press("Space")
    desktop.locator(".toast-error").wait_for()
    keyboard.to(".toast-close").press("Space")
    desktop.locator(".toast").wait_for(state="detached")
