"""Client-side navigation is announced like a page load: focus on the heading, the title read out once."""

import re

import pytest
from playwright.sync_api import expect

from tests.a11y.visits import KINDS
from tests.browsing import HYDRATED, PATHS, Opener, go, poll, until
from tests.forms import SERVICE_KEY
from tests.gym import GYM
from tests.parts import rows

SAID = """window.said = [];
document.addEventListener("DOMContentLoaded", () => new MutationObserver((changes) => {
    for (const { target } of changes) {
        const region = (target instanceof Element ? target : target.parentElement)?.closest("[role=status], [role=alert]");
        if (region?.textContent) window.said.push(region.textContent);
    }
}).observe(document.body, { childList: true, characterData: true, subtree: true }));"""

KEYS = [route.key for route in GYM.routes.values() if route.path in KINDS]
# Without the clock in the hero.
SEEN = """[document.title, ...document.querySelectorAll("[rel=canonical], [name=description]"),
    ...document.querySelectorAll("header, main, footer")].map((one) => (one.textContent || one.content || one.href || one).replace(/\\d+:\\d\\d.[ap]m in/, ""))"""


@pytest.fixture(scope="module")
def _page(browser, site):
    opener = Opener(browser, pictures=False)
    yield opener.open(site.url, reduced_motion="reduce", first=SAID)
    opener.close()


@pytest.fixture
def come(_page):
    """Open a page that records what its live regions announce."""
    return lambda key="home": go(_page, GYM.routes.url_for(key))


@pytest.fixture(scope="module")
def opened(_page):
    """What each page says when it is opened."""
    return {key: go(_page, GYM.routes.url_for(key)).evaluate(SEEN) for key in KEYS}


def follow(page, key):
    """Click the footer link that leads to a page, and wait for that page."""
    label = next(route.label for route in GYM.routes.values() if route.key == key)
    page.locator("footer").get_by_role("link", name=label, exact=True).click()
    arrived(page, key)


def arrived(page, key):
    expect(page).to_have_url(re.compile(f"{GYM.routes.url_for(key)}$"))
    expect(page).to_have_title(GYM.records[key].title)
    expect(page.locator("main h1")).to_be_focused()


def said(page):
    page.wait_for_timeout(100)  # long enough for a duplicate announcement to appear
    return page.evaluate("said")


def test_navigation_resets_scroll_and_focus_and_announces_the_title(come):
    page = come()
    keys = ["consultation", "privacy", "home"]
    for key in keys:
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        follow(page, key)
        until(page, "scrollY === 0")
    page.keyboard.press("Tab")
    expect(page.locator("main :focus")).to_have_count(1)
    assert said(page) == [GYM.records[key].title for key in keys]
    assert [error for error in page.watch.errors if "WebSocket" not in error] == []


@pytest.mark.long
@pytest.mark.parametrize("start", KEYS)
def test_a_page_says_the_same_from_wherever_it_is_reached(come, opened, start):
    page = come(start)
    for key in KEYS:
        for reached in (key, start) if key != start else ():
            follow(page, reached)
            until(page, HYDRATED)
            poll(page, lambda at=reached: page.evaluate(SEEN) == opened[at], f"{reached} says what it says when opened")


def test_going_back_announces_the_page_and_restores_its_scroll_position(come):
    page = come("faq")
    page.evaluate("scrollTo(0, 1500)")
    follow(page, "privacy")
    page.go_back()
    arrived(page, "faq")
    until(page, "scrollY > 1000")
    assert said(page) == [GYM.records[key].title for key in ("privacy", "faq")]


def test_the_navigation_bar_marks_the_current_page(come):
    page = come("faq")
    for link in (link for link in GYM.site.menu if link.key != "home"):
        follow(page, link.key)
        expect(page.locator(".bar [aria-current=page]")).to_have_text(link.label)


@pytest.mark.parametrize(
    ("key", "link", "section"),
    [
        pytest.param("faq", "Testimonials", "testimonials", marks=pytest.mark.long),
        (SERVICE_KEY, "Back to Home", "services"),
        pytest.param("home", "Contact", "contact", marks=pytest.mark.long),
    ],
)
def test_a_link_to_a_home_section_scrolls_there_and_focuses_its_heading(come, key, link, section):
    page = come(key)
    page.locator(".bar, main").get_by_role("link", name=link, exact=True).click()
    expect(page.locator(f"#{section} h2").first).to_be_focused()
    # right below the bar
    until(page, f"Math.abs(document.getElementById('{section}').getBoundingClientRect().top - 88) < 40")
    assert said(page) == ([] if key == "home" else [page.title()])
    page.keyboard.press("Tab")
    expect(page.locator(f"#{section} :focus")).to_have_count(1)


@pytest.mark.parametrize("path", rows([GYM.routes.url_for("home", "contact"), *PATHS[-2:]], PATHS[-1:]))
def test_a_full_page_load_announces_nothing_and_leaves_focus_alone(come, path):
    page = go(come(), path)
    assert said(page) == []
    assert page.evaluate("document.activeElement === document.body")


def test_the_skip_link_and_the_faq_index_work_as_native_links(come):
    page = come("faq")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name=GYM.site.shell.skip_link)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
    page.locator(".faq-categories").get_by_role("link", name=GYM.faq.questions[-1].category).click()
    heading = page.locator(".faq-group h2").last
    until(page, "document.querySelector(location.hash).getBoundingClientRect().top < innerHeight")
    page.keyboard.press("Tab")
    expect(page.locator(".faq-group").last.locator(":focus")).to_have_count(1)
    assert heading.get_attribute("tabindex") is None
    assert said(page) == []


@pytest.mark.part("blog")
def test_a_blog_post_opens_by_a_full_page_load_and_links_to_the_blog(come):
    page = come("blog")
    page.evaluate("window.sameDocument = true")
    page.get_by_role("link", name=GYM.posts[0].title).click()
    until(page, f"/^.blog.\\d+$/.test(location.pathname) && !window.sameDocument && {HYDRATED}")
    assert said(page) == []
    page.get_by_role("link", name="Back to the blog").click()
    expect(page).to_have_url(re.compile(f"{GYM.routes.url_for('blog')}$"))
