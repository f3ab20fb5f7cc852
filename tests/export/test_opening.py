"""The expansion's opening: every page shows the right texts before and after it."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from gym_site.content.facility import FACILITY_WORDS, OPENING_PANEL
from gym_site.folder import has
from gym_site.folder import read as read_file
from gym_site.reading.facts import FACTS, SAID
from gym_site.reading.load import KINDS
from gym_site.reading.opening import opening_words
from gym_site.routes import alias_for, url_for
from gym_site.settings import Settings
from gym_site.text import BLANK
from tests.browsing import PHONE, colours, until
from tests.build import OPENING_AHEAD
from tests.markup import read

pytestmark = pytest.mark.part("expansion")
OPENS = datetime.fromisoformat(OPENING_AHEAD)
AFTER = Settings()  # it opened on the day in the specification
# STALE: phrases that must not appear after the opening. EARLY: phrases that must not appear before the opening.
STALE = re.compile(
    r"opening (fall|soon)|planned expansion|expansion opens in|launch offer|before it is finished|countdown",
    re.IGNORECASE,
)
EARLY = re.compile(r"open since|opened in|expansion is open\. Ask|has grown|we added|launch is over", re.IGNORECASE)
FIGURES = "[...document.querySelectorAll('.countdown-part b')].map((one) => one.textContent).join(' ')"


def _dated(data) -> Iterator[tuple[str, str]]:
    """Yield the two versions of each dated text in a file's data."""
    if isinstance(data, dict) and {"before", "after"} <= data.keys() <= {"before", "after", "part", "otherwise"}:
        yield data["before"], data["after"]
    for item in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
        yield from _dated(item)


def readings(opens_at: datetime) -> tuple[set[str], set[str]]:
    """Return the texts of two or more words that apply only before the opening, and those that apply only after it."""
    every = [pair for file in KINDS if file.endswith(".toml") and has(file) for pair in _dated(read_file(file))]
    words = FACTS | opening_words(opens_at)
    pairs = [[plain(BLANK.sub(lambda blank: _known(blank, words), text)) for text in pair] for pair in every]
    before = {old.strip(" .,:") for old, new in pairs if old not in new and " " in old}
    after = {new.strip(" .,:") for old, new in pairs if new not in old and " " in new}
    return before, after


def plain(text: str) -> str:
    """Return a text with ordinary spaces, and without the marks that keep a line from breaking."""
    return text.replace("\N{NO-BREAK SPACE}", " ").replace("\N{WORD JOINER}", "")


def _known(blank: re.Match[str], words: dict[str, str]) -> str:
    name, bar, otherwise = blank[1].partition("|")
    return SAID.get(name, otherwise) if bar else words[name]


def attributes(document) -> str:
    """Return the attributes and data that screen readers and search engines read besides a page's text."""
    heard = ("alt", "aria-label", "content", "title", "placeholder")
    said = [one.attrs.get(name) or "" for one in document.walk() for name in heard]
    data = ["".join(one.children) for one in document.all("script", type="application/ld+json")]
    return " ".join([*said, *data])


def found(texts: set[str], text: str) -> list[str]:
    return sorted(one for one in texts if re.search(rf"(?<!\w){re.escape(one)}(?!\w)", text))


def texts_of(file) -> str:
    document = read(file)
    text = plain(f"{document.text} {attributes(document)}")
    return re.sub(r"(?<=“)\s+|\s+(?=”)", "", text)  # a quoted claim is an element of its own


def test_each_build_has_the_texts_of_its_time_and_no_others(pages, early_pages):
    (early, not_yet), (over, late) = readings(OPENS), readings(AFTER.expansion_opens_at)
    for built, wanted, unwanted, wrong in ((pages, late, over, STALE), (early_pages, early, not_yet, EARLY)):
        missing = set(wanted)
        for file in [*built.rglob("index.html"), built / "404.html", built / "feed.xml"]:
            text = texts_of(file)
            unquoted = re.sub(r"“[^”]*”", "", text)  # claims from the time before the opening are quoted
            assert (found(unwanted, unquoted), wrong.findall(unquoted)) == ([], []), file
            missing = {words for words in missing if words not in text}
        assert missing == set()
    formerly = FACILITY_WORDS.opening.formerly
    assert formerly in texts_of(pages / "index.html")
    assert "this page said" not in texts_of(early_pages / "index.html")


def test_after_the_opening_the_built_countdown_shows_four_zeros(pages, opener, static_host):
    for path in ("", url_for("facility-expansion")):
        page = read(pages / path.strip("/") / "index.html")
        assert [figure.text for figure in page.one(role="timer").all("b")] == ["0"] * 4
        assert "data-opened" in page.one("html").attrs
    page = opener.open(static_host)
    assert page.evaluate(FIGURES) == "0 0 0 0"
    page.locator("main a", has_text=OPENING_PANEL.more.label).click()
    until(page, f"location.pathname === '{url_for('facility-expansion')}' && {FIGURES} === '0 0 0 0'")


def test_a_page_built_before_the_opening_takes_the_launch_offer_away_at_it(opener, early_host, early_pages):
    figures = read(early_pages / "index.html").one(role="timer").all("b")
    assert [figure.text for figure in figures] == ["90", "0", "0", "0"]  # shown before the first tick
    for days, offers, figures in ((-2, 2, r"[12] \d+ 0 0"), (2, 0, "0 0 0 0")):
        at = OPENS + timedelta(days=days)
        page = opener.open(
            early_host + alias_for("facility-expansion"),
            scripts=False,
            viewport=PHONE,
            timezone_id="America/Vancouver",
            prepare=lambda page, at=at: page.clock.set_fixed_time(at),
        )
        assert page.locator(".launch-offer:visible").count() == offers
        assert re.fullmatch(figures, page.evaluate(FIGURES))


def test_the_opening_time_applies_in_the_time_zone_of_the_visitor(opener, early_host):
    zone = "Asia/Tokyo"

    def at(moment):
        return lambda page: page.clock.set_fixed_time(moment.replace(tzinfo=ZoneInfo(zone)))

    long_before = at(OPENS - timedelta(days=12, hours=3, minutes=4, seconds=5))
    page = opener.open(early_host + alias_for("facility-expansion"), timezone_id=zone, prepare=long_before)
    until(page, f"{FIGURES} === '12 3 4 5'")
    assert page.locator(".launch-offer:visible").count() == 2
    at(OPENS - timedelta(seconds=1))(page)
    until(page, f"{FIGURES} === '0 0 0 1'")
    at(OPENS)(page)
    until(page, f"{FIGURES} === '0 0 0 0'")
    until(page, "!document.querySelector('.launch-offer').checkVisibility()")
    assert page.locator(".launch-offer:visible").count() == 0
    assert page.locator(".countdown-figures").is_visible()
    assert page.locator(".countdown :is([aria-live], [role=status])").count() == 0  # ticks must not be announced
    assert page.watch.errors == []


def test_no_frame_shows_wrong_countdown_figures(opener, early_host):
    counted, later = timedelta(days=12, hours=1, minutes=1, seconds=1), timedelta(days=12)  # three figures turn to 0
    clock = [(OPENS.replace(tzinfo=UTC) - left).timestamp() * 1000 for left in (counted, later)]
    # The clock advances while the scripts load, so the figures change as soon as the scripts start.
    first = f"""
        Date.now = () => {clock}[+(document.querySelectorAll("head > [rel=stylesheet]").length > 1)];
        window.shown = new Set();
        (function look() {{
          const figures = {FIGURES};
          if (figures) shown.add(figures);
          requestAnimationFrame(() => setTimeout(look)); // once a frame is drawn
        }})();"""
    page = opener.open(early_host, timezone_id="UTC", first=first)
    until(page, f"{FIGURES} === '12 0 0 0'")
    assert {*page.evaluate("[...shown]")} <= {"12 1 1 1", "12 0 0 0"}
    assert page.watch.errors == []


def test_the_countdown_runs_if_the_first_frame_comes_after_the_scripts(opener, early_host):
    first = """
        const draw = requestAnimationFrame; // a tab in the background draws no frame
        window.requestAnimationFrame = (call) => {
          window.requestAnimationFrame = draw;
          window.firstFrame = call;
        };"""
    page = opener.open(early_host, first=first)
    page.evaluate("firstFrame()")
    shown = page.evaluate(FIGURES)
    until(page, f"{FIGURES} !== '{shown}'")
    page.emulate_media(forced_colors="active")  # the headline has a plate then
    assert len(colours(page.locator(".hero .countdown-part span").first)) > 1


def test_without_scripts_the_opening_date_replaces_the_countdown(opener, early_host):
    page = opener.open(early_host, java_script_enabled=False)
    assert page.locator(".countdown").inner_text().strip() == "The expansion opens on October 31, 2099."
