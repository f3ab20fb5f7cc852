"""The two floating buttons stand whole in the window at every position, with few exceptions (spec section 2)."""

import pytest
from playwright.sync_api import expect

from gym_site.content.navigation import SHELL
from gym_site.routes import url_for
from tests.a11y.visits import KINDS
from tests.browsing import DESKTOP, FRAMES, PATHS, PHONE, resize, until

SIZES = [(390, 844), (768, 1024), (1440, 900)]
# What is wrong with the pair: it is cut or covered, is missing without a reason, or repeats two links that stand whole
# in the window. At the foot of the page also what it covers, as that can't be scrolled clear of it.
FAULTS = """() => {
    const pair = document.querySelector(".floating"), links = [...pair.querySelectorAll("a")];
    const box = (one) => one.getBoundingClientRect();
    const isWhole = (link) => {
        const { left, right, top, bottom } = box(link), x = (left + right) / 2, y = (top + bottom) / 2;
        return [[x, y], [left + 2, y], [right - 2, y], [x, top + 2], [x, bottom - 2]]
            .every(([x, y]) => document.elementFromPoint(x, y)?.closest("a") === link);
    };
    const others = [...document.querySelectorAll(":is(.bar, main, footer) a")].filter((one) => one.checkVisibility());
    const isTwice = (slack) => links.every(({ href }) => others.some((one) => one.href === href
        && (one.closest(".bar") || box(one).top >= 72 - slack) && box(one).bottom <= innerHeight + slack));
    if (getComputedStyle(pair).opacity !== "1") return isTwice(1) ? [] : ["missing"];
    const faults = links.filter((link) => !isWhole(link)).map((link) => `cut: ${link.textContent}`);
    if (isTwice(-1)) faults.push("twice");
    if (Math.ceil(scrollY + innerHeight) < document.documentElement.scrollHeight) return faults;
    const controls = document.querySelectorAll(":is(main, footer) :is(a, button, input, select, textarea, summary)");
    for (const one of controls) if (one.checkVisibility() && links.some((link) => box(one).right > box(link).left
        && box(one).left < box(link).right && box(one).bottom > box(link).top && box(one).top < box(link).bottom))
        faults.push(`under it: ${one.textContent}`);
    return faults;
}"""
# The faults at the top of the page, at each tenth of the way to its foot, and there. A late answer is none.
WALK = f"""(async () => {{
    const found = [];
    for (let tenth = 0; tenth <= 10; tenth++) {{
        scrollTo({{ top: (document.documentElement.scrollHeight - innerHeight) * tenth / 10, behavior: "instant" }});
        let faults;
        for (let frames = 0; frames < 30 && (!faults || faults.length); frames++) {{
            await {FRAMES};
            faults = ({FAULTS})();
        }}
        found.push(...faults.map((fault) => `${{fault}} at ${{tenth}}0% of ${{innerWidth}} pixels`));
    }}
    return found;
}})()"""
HYDRATED_WITHOUT_INPUT = "Object.keys(document.querySelector('main') ?? {}).some((name) => name.startsWith('__react'))"


def faults_on(page, urls) -> dict[str, list[str]]:
    """Return what is wrong with the pair on pages that get no input, at every size."""
    found = {}
    for url in urls:
        page.goto(url, wait_until="commit")
        until(page, HYDRATED_WITHOUT_INPUT)
        for size in SIZES:
            resize(page, *size)
            found[url] = found.get(url, []) + page.evaluate(WALK)
    return {url: faults for url, faults in found.items() if faults}


def test_the_pair_is_whole_at_every_position_of_every_page_even_before_any_input(opener, site, long):
    page = opener.open(site.url, reduced_motion="reduce")
    assert faults_on(page, [site.url + path for path in (PATHS if long else KINDS)]) == {}


def test_with_text_at_200_percent_the_bar_of_a_small_phone_is_whole_and_low(open_page):
    page = open_page(url_for("faq"), viewport={"width": 360, "height": 740})
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate(WALK) == []
    assert page.locator(".floating").bounding_box()["height"] < 740 / 8


def test_the_pair_goes_while_a_field_has_the_focus_or_the_menu_or_a_photo_is_open(open_page):
    page = open_page(viewport=PHONE, reduced_motion="reduce")
    pair = page.locator(".floating")
    field, choice = page.locator("#contact textarea"), page.locator("#contact select")
    for opens, closes in (
        (field.focus, field.blur),
        (choice.focus, choice.blur),
        (page.get_by_role("button", name=SHELL.open_menu).click, lambda: page.keyboard.press("Escape")),
        (page.locator(".photo-button").first.click, lambda: page.keyboard.press("Escape")),
    ):
        opens()
        expect(pair).to_have_css("opacity", "0")
        closes()
        expect(pair).to_have_css("opacity", "1")


@pytest.mark.parametrize(("size", "position"), [(PHONE, "static"), (DESKTOP, "fixed")], ids=["phone", "desktop"])
def test_without_scripts_the_pair_is_at_the_foot_of_the_page_on_a_phone_and_always_there_elsewhere(
    open_page, size, position
):
    page = open_page(viewport=size, java_script_enabled=False)
    expect(page.locator(".floating")).to_have_css("position", position)
    page.evaluate("scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })")
    assert page.evaluate(FAULTS) == []


def test_a_focused_floating_button_is_seen_while_its_place_is_in_the_window_anyway(open_page):
    page = open_page()
    page.locator(".floating").evaluate("(pair) => pair.toggleAttribute('data-twice', true)")
    expect(page.locator(".floating")).to_have_css("opacity", "0")
    page.keyboard.press("Shift+Tab")  # from the page's beginning to its last link
    expect(page.locator(".floating a").last).to_be_focused()
    expect(page.locator(".floating")).to_have_css("opacity", "1")
