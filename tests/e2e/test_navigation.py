"""The bar, the menus and the anchors (spec section 2)."""

from itertools import pairwise
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from gym_site.brand import channels
from gym_site.components.calls import free_consultation, sign_up_online
from gym_site.content.business import tel
from gym_site.content.prices import format_price
from tests.a11y.visits import SPACE_OUT
from tests.browsing import PHONE, resize, until
from tests.gym import GYM
from tests.parts import only, rows

NAMES = [link.label for link in GYM.site.menu]
CALL = f"Call {GYM.business.phone}"
CLEAR = "rgba(0, 0, 0, 0)"
DARK = f"rgba({', '.join(map(str, channels(GYM.brand.colours.ink)))}, 0.94)"
TRIAL_PRICE = format_price(GYM.trial.plans[0].price)
FREE_CONSULTATION, SIGN_UP_ONLINE = free_consultation(GYM), sign_up_online(GYM)
CALLS = [FREE_CONSULTATION.label, SIGN_UP_ONLINE.label]
SERVICES = [GYM.routes[key].label for key in GYM.routes.services]
TARGETS = """[...document.querySelectorAll(".bar .logo, .bar-nav li > a, .bar-nav summary, .bar-calls a")]
    .filter((one) => one.checkVisibility() && !one.closest(".services-menu"))
    .map((one) => {
        const { left, right, width, height } = one.getBoundingClientRect();
        const words = document.createRange();
        words.selectNodeContents(one);
        const lines = new Set([...words.getClientRects()].map((box) => Math.round(box.bottom / 12)));
        return { name: one.textContent, left, right, width, height, lines: lines.size };
    })"""


def at_section(page, anchor):
    """Wait until a section is right below the bar, or as near as the end of the page allows."""
    until(page, f"""(() => {{
        const top = document.getElementById("{anchor}").getBoundingClientRect().top;
        const atEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
        return (top >= -1 && top <= 130) || (atEnd && top > 0 && top < innerHeight);
    }})()""")  # fmt: skip


def jump(page, y):
    page.evaluate(f"scrollTo({{ top: {y}, behavior: 'instant' }})")


@pytest.fixture(scope="module")
def _desktop(shared):
    return shared()


@pytest.fixture
def page(_desktop):
    jump(_desktop, 0)
    return _desktop


@pytest.fixture(scope="module")
def phone(shared):
    return shared(viewport=PHONE)


def test_the_bar_is_transparent_until_the_page_has_scrolled_50_pixels(page, open_page):
    without_scripts = open_page("/#about", scripts=False)
    expect(without_scripts.locator(".site-header")).to_have_css("background-color", DARK)
    without_scripts.goto(page.url.partition("#")[0])
    for shown in (page, without_scripts):
        for y, colour in [(0, CLEAR), (50, CLEAR), (51, DARK), (50, CLEAR)]:
            jump(shown, y)
            expect(shown.locator(".site-header")).to_have_css("background-color", colour)
    jump(page, 3000)
    assert page.locator(".site-header").bounding_box()["y"] == 0
    page.evaluate("document.documentElement.style.scrollBehavior = ''")  # as visitors have it
    assert page.evaluate("getComputedStyle(document.documentElement).scrollBehavior") == "smooth"
    page.evaluate("document.documentElement.style.scrollBehavior = 'auto'")


def test_bar_and_hero_links_scroll_to_their_sections(page):
    bar, hero = page.locator(".bar"), page.locator("#home")
    links = [(bar.get_by_role("link", name=link.label, exact=True), link.anchor)
             for link in (*GYM.site.menu, FREE_CONSULTATION, SIGN_UP_ONLINE) if link.anchor]  # fmt: skip
    links += [(hero.locator(f"a[href$='#{anchor}']").first, anchor) for anchor in ("membership", "facility")]
    for link, anchor in links:
        jump(page, 0)
        link.click()
        at_section(page, anchor)
        assert page.url.endswith(f"/#{anchor}")


@pytest.mark.parametrize("way", rows(["link", "link after an anchor", "find in page"], {"link"}))
def test_a_text_far_below_is_shown_by_a_link_to_it_and_by_find_in_page(open_page, way):
    """Sections far below have no height of their own yet."""
    words = GYM.social.words.panel_title
    fragment = {"link": "#", "link after an anchor": "#about"}.get(way)
    page = open_page(f"/{fragment}:~:text={quote(words)}" if fragment else "/", viewport=PHONE)
    if not fragment:
        page.evaluate("(words) => window.find(words)", words)
    heading = f"[...document.querySelectorAll('h3')].find((one) => one.textContent === {words!r})"
    top = f"{heading}.getBoundingClientRect().top"
    until(page, f"{top} > 88 && {top} < innerHeight")
    page.wait_for_timeout(1000)  # it stays there while the page unfolds
    assert 88 < page.evaluate(top) < PHONE["height"]


def test_the_first_screen_on_a_phone_shows_the_headline_and_both_buttons(phone):
    resize(phone, **PHONE)
    jump(phone, 0)
    assert phone.locator("h1").evaluate("one => parseFloat(getComputedStyle(one).fontSize)") > PHONE["width"] / 5
    countdown = only("expansion", ".countdown")
    for part in ("h1", *countdown, ".hero-actions a >> nth=0", f".hero-actions a:has-text('{TRIAL_PRICE}')"):
        expect(phone.locator(f".hero {part}")).to_be_in_viewport(ratio=1)


def test_the_services_menu_has_every_service_and_closes_on_outside_click(page):
    menu, summary = page.locator(".services-menu"), page.locator(".nav-services summary")
    expect(menu).to_be_hidden()
    summary.click()
    expect(menu.get_by_role("link")).to_have_text(SERVICES)
    expect(menu).to_be_visible()
    page.mouse.click(720, 700)
    expect(menu).to_be_hidden()


def test_on_a_laptop_the_bar_shows_every_link_on_one_line(open_page):
    """Also with the text spacing of WCAG 1.4.12, with which the names may take two lines."""
    page = open_page("/privacy")
    services = NAMES.index("About") + 1
    names = [*NAMES[:services], "Services", *NAMES[services:], *CALLS]
    for spacing in (False, True):
        if spacing:
            page.evaluate(SPACE_OUT)
        for width in (1360, 1440, 1920):
            resize(page, width)
            logo, *targets = page.evaluate(TARGETS)
            bar = page.locator(".bar").bounding_box()
            assert [one["name"] for one in targets] == names, width
            assert all(one["right"] <= after["left"] for one, after in pairwise([logo, *targets])), width
            assert bar["x"] <= logo["left"], width
            assert targets[-1]["right"] <= bar["x"] + bar["width"] + 0.5, width
            assert max(one["height"] for one in targets) <= bar["height"], width
            assert spacing or {one["lines"] for one in targets} == {1}, width
    page.evaluate("document.adoptedStyleSheets = []")
    for width in (1024, 1280, 1359):  # where some of them are in the menu
        resize(page, width)
        assert {one["lines"] for one in page.evaluate(TARGETS)} == {1}, width
    resize(page, 1440)
    expect(page.get_by_role("button", name="Open menu")).to_be_hidden()
    page.locator(".nav-services summary").click()
    for link in page.locator(".services-menu").get_by_role("link").all():
        expect(link).to_be_in_viewport(ratio=1)


def open_sheet(page):
    page.get_by_role("button", name="Open menu").click()
    sheet = page.locator(".menu-sheet")
    expect(sheet).to_be_visible()
    return sheet


@pytest.mark.parametrize("size", [(320, 640), (800, 1100)])
def test_the_phone_menu_has_every_link_and_shows_all_calls_to_action(phone, size):
    width, height = size
    resize(phone, width, height)
    sheet = open_sheet(phone)
    box = sheet.bounding_box()
    assert (box["x"], box["y"], box["width"]) == (0, 0, width)
    assert box["height"] == height if width < 768 else box["height"] < height  # it ends below its content
    names = [*NAMES, *SERVICES]
    expect(sheet.locator(".sheet-links").get_by_role("link")).to_have_text(names)
    for name in (*CALLS, CALL):
        expect(sheet.locator(".sheet-calls").get_by_role("link", name=name)).to_be_in_viewport(ratio=1)
    phone.get_by_role("button", name="Close menu").click()
    expect(sheet).to_be_hidden()
    expect(phone.get_by_role("button", name="Open menu")).to_be_focused()


def test_the_page_behind_an_open_menu_does_not_scroll(phone):
    resize(phone, 800, 1100)  # where the menu itself does not scroll
    jump(phone, 2000)
    open_sheet(phone)
    phone.mouse.move(400, 500)
    phone.mouse.wheel(0, 1000)
    phone.wait_for_timeout(500)
    assert phone.evaluate("scrollY") == 2000
    phone.keyboard.press("Escape")


def test_the_bar_on_phones_has_a_call_link_and_its_menu_closes_on_click(phone):
    resize(phone, **PHONE)
    expect(phone.locator(".bar").get_by_role("link", name=CALL)).to_have_attribute("href", tel(GYM.business.phone))
    for link in (next(link for link in reversed(GYM.site.menu) if link.anchor), SIGN_UP_ONLINE):
        jump(phone, 0)
        sheet = open_sheet(phone)
        sheet.get_by_role("link", name=link.label, exact=True).click()
        expect(sheet).to_be_hidden()
        at_section(phone, link.anchor)


def test_a_tooltip_appears_after_700_milliseconds_and_esc_hides_it(phone):
    tooltip = (
        "(({{ opacity, transitionDelay }}) => {})(getComputedStyle(document.querySelector('.bar-menu'), '::after'))"
    )
    phone.mouse.move(0, 400)
    until(phone, tooltip.format("opacity === '0'"))
    phone.locator(".bar-menu").hover()
    until(phone, tooltip.format("transitionDelay.startsWith('0.7s') && opacity === '1'"))
    box = phone.locator(".bar-menu").bounding_box()
    phone.mouse.move(box["x"] + box["width"] - 8, box["y"] + box["height"] + 12, steps=8)  # onto the tooltip
    phone.wait_for_timeout(300)
    until(phone, tooltip.format("opacity === '1'"))
    phone.locator(".bar-menu").hover()
    phone.keyboard.press("Escape")
    until(phone, tooltip.format("opacity === '0'"))
    phone.mouse.move(0, 400)
    phone.locator(".bar-menu").hover()
    until(phone, tooltip.format("opacity === '1'"))
