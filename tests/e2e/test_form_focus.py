"""Somebody who sends a form from the keyboard stays at it."""

from __future__ import annotations

import pytest

from gym_site.routes import url_for
from tests.browsing import connected, until
from tests.forms import CONSULTATION_FORM, INQUIRY_FORM, Visitor

# A browser that takes focus from a button at the moment it is disabled, as Chromium 150 does.
TAKES_FOCUS = """
const set = Element.prototype.setAttribute;
Element.prototype.setAttribute = function (name, value) {
  set.call(this, name, value);
  if (name === "disabled") this.blur();
};
"""


@pytest.mark.parametrize("form", [CONSULTATION_FORM, INQUIRY_FORM], ids=["consultation", "inquiry"])
def test_focus_is_back_on_the_button_once_the_form_is_sent(open_page, service, form):
    page = open_page(prepare=lambda page: page.add_init_script(TAKES_FOCUS))
    connected(page)
    visitor = Visitor(page, form).fill()
    service.answers(delay=0.5)
    visitor.button.focus()
    page.keyboard.press("Enter")
    until(page, "document.activeElement === document.body")
    visitor.toast("success")
    until(page, f"document.activeElement.matches(\"form[action$='/forms/{form.name}'] button\")")


def test_focus_is_not_taken_back_from_somebody_who_went_on(open_page, service):
    page = open_page(url_for("consultation"), prepare=lambda page: page.add_init_script(TAKES_FOCUS))
    connected(page)
    visitor = Visitor(page, CONSULTATION_FORM).fill()
    service.answers(delay=0.5)
    visitor.button.focus()
    page.keyboard.press("Enter")
    until(page, "document.activeElement === document.body")
    visitor.control("name").focus()
    visitor.toast("success")
    until(page, "document.activeElement.id === 'consultation-name'")
