"""Everything works by keyboard alone, and nothing traps focus (WCAG 2.2, guideline 2.1).

Focus order and visibility are tested in test_pages_as_they_open.py.
"""

import re

import pytest
from playwright.sync_api import expect

from tests.browsing import connected, go
from tests.forms import CONSULTATION_FORM, SERVICE_KEY, Visitor
from tests.gym import GYM


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


def test_a_form_is_corrected_and_sent_and_its_notices_are_closed_by_keyboard(open_pages, service):
    desktop = open_pages["desktop"]
    keyboard = Keyboard(desktop, GYM.routes.url_for("consultation"))
    connected(desktop)
    visitor = Visitor(desktop, CONSULTATION_FORM)
    name, button = "#consultation-name", "form[action$='/consultation'] [type=submit]"
    keyboard.to(button).press("Enter").until_on(".error-summary")
    keyboard.press("Tab").until_on(".error-summary a").press("Enter").until_on(f"{name}[aria-invalid=true]")
    keyboard.type("Jo")
    expect(visitor.problems).to_have_count(0)
    visitor.fill()
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
