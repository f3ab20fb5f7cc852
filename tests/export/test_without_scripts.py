"""A browser without scripts still shows visitors all content (spec sections 1 and 2)."""

import pytest

from tests.a11y.visits import TOO_WIDE
from tests.browsing import PHONE
from tests.gym import GYM, TOUR

# Text in the page that is not visible, except where a visitor can reveal it by opening or hovering.
HIDDEN_TEXT = """() => {
  const seen = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  };
  const allowed = "script, style, template, option, .visually-hidden, dialog, [popover], details > :not(summary), .visit-map figcaption";
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const hidden = [];
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || element.closest(allowed) || seen(element)) continue;
    hidden.push(element.closest("[class]").className + ": " + walker.currentNode.data.trim());
  }
  return hidden;
}"""

# Text that nobody needs without scripts: the live map's button, for example, or the countdown's figures, which a date
# replaces. A photo's caption, which appears on hover, says the same as the photo's alternative text.
NEEDLESS = "tab bar-phone photo-caption countdown-part countdown-figures carousel-position post-counts".split()


@pytest.fixture(scope="module")
def page(shared):
    return shared(java_script_enabled=False)


def test_all_content_is_visible_without_scripts(page):
    hidden = [one for one in page.evaluate(HIDDEN_TEXT) if one.split(":")[0] not in NEEDLESS]
    captions = set(page.locator(".post figcaption > p:first-child").all_inner_texts())
    assert [one for one in hidden if one.split(": ", 1)[1] not in captions] == []


def test_without_scripts_photos_are_shown_and_useless_buttons_get_no_focus(page):
    assert (
        page.evaluate("""[...document.querySelectorAll("button[type=button]:not([popovertarget])")].filter((one) => {
        one.focus();
        return one === document.activeElement;
    }).map((one) => one.ariaLabel ?? one.textContent)""")
        == []
    )
    assert page.locator(".photo-grid img:visible").count() == len(TOUR)


def test_without_scripts_each_group_of_prices_has_its_name(page):
    names = page.locator(".tab-name:visible").all_inner_texts()
    assert [name.casefold() for name in names] == [tab.label.casefold() for tab in GYM.plans.tabs]


def test_the_phone_menu_opens_without_scripts(open_page):
    page = open_page(java_script_enabled=False, viewport=PHONE)
    page.get_by_role("button", name="Open menu").click()
    assert page.locator(".menu-sheet").is_visible()


def test_without_scripts_nothing_is_wider_than_the_screen(page):
    for width in (320, 768, 1440):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") == width, page.evaluate(TOO_WIDE)
