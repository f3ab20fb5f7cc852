"""Everything works by keyboard alone, and nothing traps focus (WCAG 2.2, guideline 2.1).

Focus order and visibility are tested in test_pages_as_they_open.py.
"""

import re

import pytest
from playwright.sync_api import expect

from tests.browsing import connected, go
from tests.forms import CONSULTATION_FORM, SERVICE_KEY, Visitor
from tests.gym import GYM, TOUR


class Keyboard:
    """A visitor who uses only the keyboard."""

    def __init__(self, page, path="/"):
        self.page = go(page, path)

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)
        return self

    def type(self, words):
        self.page.keyboard.type(words)
        return self

    def to(self, selector):
        for _ in range(250):
            self.press("Tab")
            if self.page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
                return self
        raise AssertionError(f"never in focus: {selector}")

    def until_on(self, selector):
        expect(self.page.locator(":focus").and_(self.page.locator(selector))).to_have_count(1)
        return self

    def arrives(self, key):
        expect(self.page).to_have_url(re.compile(f"{GYM.routes.url_for(key)}$"))
        self.until_on("main h1")


@pytest.mark.parametrize(
    ("width", "button", "menu", "last", "key"),
    [
        pytest.param(
            "desktop", ".nav-services summary", ".services-menu", "li:last-child a", SERVICE_KEY, marks=pytest.mark.long
        ),
        ("phone", ".bar-menu", ".menu-sheet", "a[href^='tel:']", SERVICE_KEY),
    ],
    ids=["services", "phone"],
)
def test_menus_can_be_opened_used_and_closed_by_keyboard(open_pages, width, button, menu, last, key):
    page = open_pages[width]
    keyboard = Keyboard(page).to(button).press("Enter")
    expect(page.locator(menu)).to_be_visible()
    keyboard.press("Tab").until_on(f"{menu} *").press("Escape").until_on(button)
    expect(page.locator(menu)).to_be_hidden()
    keyboard.press("Space").to(f"{menu} {last}").press("Tab")
    expect(page.locator(menu)).to_be_hidden()  # it closed when focus left it
    Keyboard(page).to(button).press("Enter").to(f"{menu} a[href='{GYM.routes.url_for(key)}']").press("Enter").arrives(
        key
    )


def test_the_photo_viewer_keeps_focus_until_it_is_closed(open_pages):
    desktop = open_pages["desktop"]
    keyboard = Keyboard(desktop).to(".photo-button").press("Enter").until_on("dialog.viewer *")
    stops = set()
    for _ in range(8):
        stops.add(keyboard.press("Tab").page.evaluate("document.activeElement.className"))
    outside = {name for name in stops if not name.startswith("round-button viewer-")}
    assert len(stops - outside) == 3
    assert outside <= {""}  # focus passes through the browser's own toolbar
    keyboard.to(".viewer-next").press("Enter")
    expect(desktop.locator(".viewer figure:visible figcaption")).to_contain_text(TOUR[1].caption)
    keyboard.press("Escape").until_on(".photo-button")
    expect(desktop.locator("dialog.viewer")).to_be_hidden()


def fill(keyboard, visitor):
    """Tab through the form's fields and fill them in, the optional ones last."""
    required = {field.name for field in visitor.form.content.fields if field.required}
    for field, value in sorted(visitor.entries.items(), key=lambda entry: entry[0] not in required):
        control = visitor.control(field)
        if not control.is_visible():
            keyboard.to("form summary").press("Enter")
        keyboard.to(f"#{visitor.form.name}-{field}")
        if value and visitor.form.is_select(field):
            keyboard.type(control.locator(f"option[value={value}]").inner_text())
        else:
            keyboard.press("Control+A").type(value)
        expect(control).to_have_value(value)


def test_a_form_can_be_corrected_and_sent_by_keyboard_alone(open_pages, service):
    desktop = open_pages["desktop"]
    keyboard = Keyboard(desktop, GYM.routes.url_for("consultation"))
    connected(desktop)
    visitor = Visitor(desktop, CONSULTATION_FORM)
    name, button = "#consultation-name", "form[action$='/consultation'] [type=submit]"
    keyboard.to(button).press("Enter").until_on(".error-summary")
    keyboard.press("Tab").until_on(".error-summary a").press("Enter").until_on(f"{name}[aria-invalid=true]")
    keyboard.type("Jo")
    expect(visitor.problems).to_have_count(0)
    keyboard.press("Shift+Tab")
    fill(keyboard, visitor)
    service.answers(status=500)
    keyboard.to(button).press("Space")
    close_notice(keyboard, visitor.form.failed)
    service.answers()
    visitor.button.focus()
    keyboard.press("Enter")
    expect(desktop.locator(".toast-success")).to_be_visible()
    keyboard.until_on(".form-sent h3")
    close_notice(keyboard, "success")
    assert len(service.posts(visitor.mark)) == 2


def close_notice(keyboard, kind):
    notice = keyboard.page.locator(f".toast-{kind}")
    expect(notice).to_be_visible()
    notice.evaluate("one => one.getAnimations().forEach((moving) => moving.pause())")  # keep it open
    keyboard.to(".toast-close").press("Enter")
    expect(notice).to_have_count(0)
