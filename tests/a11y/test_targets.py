"""Whatever can be tapped is large enough for it (WCAG 2.2, 2.5.8); what a thumb needs most is larger."""

from __future__ import annotations

import pytest

from tests.a11y.walk import PATHS, go
from tests.browsing import until

# Links in a sentence are as high as its lines: those alone are excepted.
SMALL = """() => [...document.querySelectorAll("a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0']")]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".visually-hidden"))
    .filter((one) => {
        const alone = getComputedStyle(one).display !== "inline" || one.parentElement.textContent.trim() === one.textContent.trim();
        const { width, height } = one.getBoundingClientRect();
        return alone && (width < 24 || height < 24);
    })
    .map((one) => `${one.outerHTML.slice(0, 100)} ${JSON.stringify(one.getBoundingClientRect())}`)"""
PRIMARY = """.bar-button, .bar .logo, .tab, .round-button, .button, .floating a, .sheet-links a, .question summary,
    .plan-benefits summary, .back, .field input, .field select, .field textarea, .filter input, .faq-categories a,
    .toast-close"""
LOW = f"""() => [...document.querySelectorAll(`{PRIMARY}`)]
    .filter((one) => one.checkVisibility({{ visibilityProperty: true }}) && !one.closest(".visually-hidden"))
    .filter((one) => Math.min(one.getBoundingClientRect().width, one.getBoundingClientRect().height) < 44)
    .map((one) => one.outerHTML.slice(0, 100))"""


@pytest.mark.parametrize("path", PATHS)
def test_nothing_to_tap_is_too_small(phone, path):
    go(phone, path)
    assert phone.locator("main a, main button").count() > 0
    assert phone.evaluate(SMALL) == []
    assert phone.evaluate(LOW) == []


def test_the_menu_and_the_viewer_are_made_for_thumbs(phone):
    go(phone, "/").get_by_role("button", name="Open menu").click()
    until(phone, "document.querySelector('.menu-sheet').matches(':popover-open')")
    assert phone.locator(".sheet-links a:visible").count() == 16
    assert phone.evaluate(LOW) == []
    phone.keyboard.press("Escape")
    phone.locator(".photo-button").first.click()
    until(phone, "document.querySelector('dialog.viewer').open")
    assert phone.evaluate(LOW) == []
