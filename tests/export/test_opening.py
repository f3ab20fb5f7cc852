"""The expansion's opening: the site says what holds before it, and after it, on every page."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from unittest.mock import PropertyMock, patch
from zoneinfo import ZoneInfo

import pytest

from gym_site.check.loading import read_content
from gym_site.content import expansion, facility, faq, home
from gym_site.content.opening import Dated, as_built
from gym_site.settings import Settings
from tests.a11y.walk import PATHS
from tests.browsing import PHONE, until
from tests.build import OPENING_AHEAD, build_without_server
from tests.markup import read
from tests.site import plain_host

OPENS = datetime.fromisoformat(OPENING_AHEAD)
PAST = Settings()  # opened on the day that the specification names
# What the specification quotes stays after the opening, struck through.
CLAIMS = {
    "Opening Fall 2025",
    "coming in fall",
    "available in fall",
    "Only 500 memberships available at launch pricing",
}
# Words of one state that no record of the content may say in the other either.
STALE = re.compile(
    r"opening (fall|soon)|coming in|in fall\b(?! \d)|this fall|planned expansion|opens in (?!a new)"
    r"|launch offer|only 500|runs until|we're (growing|adding)|before it is finished|countdown",
    re.IGNORECASE,
)
EARLY = re.compile(r"open since|opened in|open now|is open\. Ask|has grown|we added|launch is over", re.IGNORECASE)
FIGURES = "[...document.querySelectorAll('.countdown-part b')].map((one) => one.textContent).join(' ')"
OPENED = "'opened' in document.documentElement.dataset"


@pytest.fixture(scope="session")
def early_pages():
    """The folder of the pages that were built before the opening."""
    return build_without_server() / "build" / "client"


@pytest.fixture(scope="session")
def early_host(early_pages) -> str:
    """The address of a plain file host with those pages."""
    with plain_host(early_pages) as url:
        yield url


def readings(settings: Settings) -> tuple[set[str], set[str]]:
    """Return the texts of the content that hold only before the opening, and only after it; of two words or more."""
    with patch.object(Settings, "expansion_has_opened", new_callable=PropertyMock, return_value=False):
        dated = [as_built(one, settings) for one in read_content().records if isinstance(one, Dated)]
    assert len(dated) > 20
    different = [one for one in dated if one.before != one.after]
    parts = [(part.strip(" .,:"), one) for one in different for part in one.after.split("{former}")]
    after = {part for part, one in parts if part not in one.before}
    return {one.before for one in different if " " in one.before}, {part for part in after if " " in part}


def attributes(document) -> str:
    """Return what a reader hears or a search engine reads of a page beside its text: attributes, data."""
    heard = ("alt", "aria-label", "content", "title", "placeholder")
    said = [one.attrs.get(name) or "" for one in document.walk() for name in heard]
    data = ["".join(one.children) for one in document.all("script", type="application/ld+json")]
    return " ".join([*said, *data])


def found(texts: set[str], text: str) -> list[str]:
    return sorted(one for one in texts if re.search(rf"(?<!\w){re.escape(one)}(?!\w)", text))


def test_after_the_opening_no_page_promises_it_or_sells_what_is_over(pages):
    before, _ = readings(PAST)
    for file in [*pages.rglob("*.html"), pages / "feed.xml"]:
        document = read(file)
        struck = {one.text for one in document.all("s") if not one.text.startswith("Was $")}
        assert struck <= CLAIMS, file
        for one in document.walk():
            one.children = [child for child in one.children if isinstance(child, str) or child.tag != "s"]
        text = f"{document.text} {attributes(document)}"
        assert found(before - CLAIMS, text) == [], file
        assert STALE.findall(text) == [], file
        assert not document.all(class_="before-opening"), file


def test_after_the_opening_the_four_claims_stay_struck_through_beside_todays_words(pages):
    struck = [
        one
        for file in ("index.html", "new-gym-facility-surrey-delta/index.html")
        for one in read(pages / file).all("s")
    ]
    assert {one.text for one in struck if not one.text.startswith("Was $")} == CLAIMS
    title = read(pages / "index.html").one(class_="opening-panel").one("h3").text
    assert title == "(formerly: Opening Fall 2025) Open since fall 2025"


def test_after_the_opening_four_zeros_stand_in_the_page_before_any_script(pages):
    for file in ("index.html", "new-gym-facility-surrey-delta/index.html"):
        page = read(pages / file)
        assert [one.text for one in page.one(role="timer").all("b")] == ["0"] * 4
        assert "data-opened" in page.one("html").attrs
    links = [one.attrs["href"] for one in read(pages / "index.html").one(class_="countdown").all("a")]
    assert links == ["/new-gym-facility-surrey-delta"]


def test_after_the_opening_the_zeros_stay_once_the_scripts_have_begun(opener, static_host):
    page = opener.open(static_host)
    assert page.evaluate(FIGURES) == "0 0 0 0"
    page.locator("main a", has_text="See the new space").first.click()
    until(page, "location.pathname === '/new-gym-facility-surrey-delta'")
    until(page, f"{FIGURES} === '0 0 0 0'")


def test_before_the_opening_the_pages_say_what_the_specification_says():
    with patch.object(Settings, "expansion_has_opened", new_callable=PropertyMock, return_value=False):
        cards = [str(card.text) for card in as_built(facility.FEATURE_CARDS, PAST)]
        said = str(as_built((home.ABOUT, facility.OPENING_PANEL, expansion.EXPANSION, faq.FAQ), PAST))
        milestone = as_built(expansion.MILESTONES, PAST)[-1]
    assert "13,500 sq ft, with 6,500 sq ft of new space coming in fall." in cards[1]
    assert "available in fall." in cards[2]
    assert str(milestone.when).count("Fall 2025") == 2
    for words in (*CLAIMS - {"coming in fall", "available in fall"}, "planned expansion", "about 13,500 sq ft",
                  "available in fall 2025", "October 31, 2025"):  # fmt: skip
        assert f"before={words!r}" in said or words in said, words


def test_before_the_opening_no_description_caption_or_search_result_says_it_is_open(early_pages):
    _, after = readings(Settings(expansion_opens_at=OPENS))
    for file in [*early_pages.rglob("*.html"), early_pages / "feed.xml"]:
        heard = attributes(read(file))
        assert found(after, heard) == [], file
        assert EARLY.findall(heard) == [], file
    figures = read(early_pages / "index.html").one(role="timer").all("b")
    assert [one.text for one in figures] == ["90", "0", "0", "0"]  # what the specification shows before the first tick


def test_a_page_built_before_follows_the_visitors_clock(opener, early_host):
    """Every page says one thing at a time: each is read in both states."""
    before, after = readings(Settings(expansion_opens_at=OPENS))
    page = opener.open(early_host, prepare=lambda page: page.clock.set_fixed_time(OPENS + timedelta(days=2)))
    page.route(re.compile(r"\.(avif|webp|jpg|js|woff2)$"), lambda route: route.abort())
    for path in PATHS:
        page.goto(early_host + path, wait_until="domcontentloaded")
        assert page.evaluate(OPENED), path
        page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
        text = "(document.querySelectorAll('s').forEach((one) => one.remove()), document.querySelector('main')?.innerText ?? '')"
        late = " ".join(page.evaluate(text).split())
        page.evaluate("delete document.documentElement.dataset.opened")
        early = " ".join(page.evaluate(text).split())
        assert (found(before, late), STALE.findall(late)) == ([], []), path
        assert (found(after, early), EARLY.findall(early)) == ([], []), path


@pytest.mark.parametrize("zone", ["America/Vancouver", "Asia/Tokyo"])
def test_the_countdown_runs_to_the_visitors_midnight_and_the_words_follow(opener, early_host, zone):
    def at(moment):
        return lambda page: page.clock.set_fixed_time(moment.replace(tzinfo=ZoneInfo(zone)))

    page = opener.open(
        early_host, timezone_id=zone, prepare=at(OPENS - timedelta(days=12, hours=3, minutes=4, seconds=5))
    )
    until(page, f"{FIGURES} === '12 3 4 5'")
    assert page.get_by_text("The expansion opens in").is_visible()
    assert not page.get_by_text("The expansion is open").first.is_visible()
    at(OPENS - timedelta(seconds=1))(page)
    until(page, f"{FIGURES} === '0 0 0 1'")
    at(OPENS)(page)
    until(page, f"{FIGURES} === '0 0 0 0'")
    page.get_by_text("The expansion is open").first.wait_for()
    page.get_by_text("Open since fall 2099").wait_for()
    assert page.locator(".countdown-figures").is_visible()
    assert page.watch.errors == []


def test_the_countdown_is_right_before_the_pages_scripts_arrive(opener, early_host):
    def prepare(page):
        page.clock.set_fixed_time(OPENS - timedelta(days=3, hours=4))

    page = opener.open(early_host, scripts=False, viewport=PHONE, timezone_id="America/Vancouver", prepare=prepare)
    assert re.fullmatch(r"3 \d+ 0 0|2 \d+ 0 0", page.evaluate(FIGURES))


def test_without_scripts_the_opening_date_stands_in_place_of_the_countdown(opener, early_host):
    page = opener.open(early_host, java_script_enabled=False)
    assert page.locator(".countdown").inner_text().strip() == "The expansion opens on October 31, 2099."


def test_every_floor_size_agrees_and_is_written_the_same(pages, early_pages):
    """Beside 13,500 square feet, the specification's other figures: written with a comma, as "sq ft" everywhere.

    It names a gym size of 13,000 and a floor of about 13,500; with a plus sign both are true.
    """
    for folder in (pages, early_pages):
        for file in folder.rglob("*.html"):
            text = read(file).text
            sizes = set(re.findall(r"([\d,]+\+?) ?(?:sq ?ft|sqft|square f)", text, re.IGNORECASE))
            assert sizes <= {"13,000+", "13,500", "6,500"}, file
            assert not re.search(r"sqft|6500", text), file
