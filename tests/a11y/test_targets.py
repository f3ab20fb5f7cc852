"""Whatever can be tapped is large enough for it (WCAG 2.2, 2.5.8); what a thumb needs most is larger."""

from __future__ import annotations

from tests.a11y.visits import LOW
from tests.a11y.walk import go
from tests.browsing import until


def test_the_menu_and_the_viewer_are_made_for_thumbs(phone):
    go(phone, "/").get_by_role("button", name="Open menu").click()
    until(phone, "document.querySelector('.menu-sheet').matches(':popover-open')")
    assert phone.locator(".sheet-links a:visible").count() == 16
    assert phone.evaluate(LOW) == []
    phone.keyboard.press("Escape")
    phone.locator(".photo-button").first.click()
    until(phone, "document.querySelector('dialog.viewer').open")
    assert phone.evaluate(LOW) == []
