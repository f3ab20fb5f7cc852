"""The expansion's opening: every page shows the right texts before and after it."""

import re
from datetime import UTC, datetime, timedelta
from unittest.mock import PropertyMock, patch
from zoneinfo import ZoneInfo

import pytest

from gym_site.check.loading import read_content
from gym_site.content.expansion import COUNTDOWN
from gym_site.content.facility import OPENING_PANEL
from gym_site.content.opening import Dated, as_built
from gym_site.content.text import fill
from gym_site.routes import alias_for, url_for
from gym_site.settings import Settings
from tests.browsing import PHONE, until
from tests.build import OPENING_AHEAD
from tests.markup import read

pytestmark = pytest.mark.part("expansion")
OPENS = datetime.fromisoformat(OPENING_AHEAD)
BEFORE, AFTER = Settings(expansion_opens_at=OPENS), Settings()  # it opened on the day in the specification
# STALE: phrases that must not appear after the opening. EARLY: phrases that must not appear before the opening.
STALE = re.compile(
    r"opening (fall|soon)|planned expansion|expansion opens in|launch offer|before it is finished|countdown",
    re.IGNORECASE,
)
EARLY = re.compile(r"open since|opened in|expansion is open\. Ask|has grown|we added|launch is over", re.IGNORECASE)
FIGURES = "[...document.querySelectorAll('.countdown-part b')].map((one) => one.textContent).join(' ')"


def readings(settings: Settings) -> tuple[set[str], set[str], set[str]]:
    """Return the texts of two or more words that apply only before the opening, and those that apply only after it.

    The third set contains claims from before the opening, which the fine print quotes after the opening.
    """
    with patch.object(Settings, "expansion_has_opened", new_callable=PropertyMock, return_value=False):
        dated = [as_built(record, settings) for record in read_content().records if isinstance(record, Dated)]
    different = [text for text in dated if text.before != text.after]
    before = {text.before for text in different if text.before not in text.after and " " in text.before}
    after = {text.after.strip(" .,:") for text in different if text.after not in text.before and " " in text.after}
    return before, after, {text.former for text in dated if text.former}


def attributes(document) -> str:
    """Return the attributes and data that screen readers and search engines read besides a page's text."""
    heard = ("alt", "aria-label", "content", "title", "placeholder")
    said = [one.attrs.get(name) or "" for one in document.walk() for name in heard]
    data = ["".join(one.children) for one in document.all("script", type="application/ld+json")]
    return " ".join([*said, *data])


def found(texts: set[str], text: str) -> list[str]:
    return sorted(one for one in texts if re.search(rf"(?<!\w){re.escape(one)}(?!\w)", text))


def text_without(document, *left_out: str) -> str:
    """Remove the elements with these tags or classes from a page, and return the text that is left."""

    def stays(child) -> bool:
        return isinstance(child, str) or not {child.tag, *(child.attrs.get("class") or "").split()} & {*left_out}

    for element in document.walk():
        element.children = list(filter(stays, element.children))
    return document.text


def test_pages_built_after_the_opening_show_no_announcement_or_presale(pages):
    before, _, former = readings(AFTER)
    advertised: set[str] = set()
    for file in [*pages.rglob("index.html"), pages / "404.html", pages / "feed.xml"]:
        document = read(file)
        assert [claim.text for claim in document.all("s") if not claim.text.startswith("Was $")] == [], file
        advertised |= {claim.text for line in document.all(class_="advertised") for claim in line.all("q")}
        text = f"{text_without(document, 'advertised')} {attributes(document)}"
        assert found(before | former, text) == [], file
        assert STALE.findall(text) == [], file
        assert not document.all(class_="before-opening"), file
    assert advertised == former


def test_after_the_opening_the_built_countdown_shows_four_zeros(pages, opener, static_host):
    for path in ("", url_for("facility-expansion")):
        page = read(pages / path.strip("/") / "index.html")
        assert [figure.text for figure in page.one(role="timer").all("b")] == ["0"] * 4
        assert "data-opened" in page.one("html").attrs
    page = opener.open(static_host)
    assert page.evaluate(FIGURES) == "0 0 0 0"
    page.locator("main a", has_text=OPENING_PANEL.more.label).click()
    until(page, f"location.pathname === '{url_for('facility-expansion')}' && {FIGURES} === '0 0 0 0'")


def test_pages_built_before_the_opening_are_correct_before_and_after_it(early_pages):
    before, after, _ = readings(BEFORE)
    promised = before
    for file in [*early_pages.rglob("index.html"), early_pages / "feed.xml"]:
        document = read(file)
        heard = attributes(document)
        assert found(after, heard) == [], file
        assert EARLY.findall(heard) == [], file
        text = f"{document.text} {heard}"
        promised = {words for words in promised if words not in text}
        # Pages contain both texts, and a class decides which one CSS shows: check each page in both states.
        early, late = (
            text_without(read(file), *left_out) for left_out in (["after-opening"], ["before-opening", "advertised"])
        )
        assert (found(before, late), STALE.findall(late)) == ([], []), file
        assert (found(after, early), EARLY.findall(early)) == ([], []), file
    assert promised == set()
    figures = read(early_pages / "index.html").one(role="timer").all("b")
    assert [figure.text for figure in figures] == ["90", "0", "0", "0"]  # shown before the first tick


def test_texts_about_the_opening_fit_the_local_date_before_scripts_load(opener, early_host):
    for days, shown, figures in ((-2, "before-opening", r"[12] \d+ 0 0"), (2, "after-opening", "0 0 0 0")):
        at = OPENS + timedelta(days=days)
        page = opener.open(
            early_host + alias_for("facility-expansion"),
            scripts=False,
            viewport=PHONE,
            timezone_id="America/Vancouver",
            prepare=lambda page, at=at: page.clock.set_fixed_time(at),
        )
        dated = page.locator("main span:is(.before-opening, .after-opening)").all()
        dated = [text for text in dated if text.is_visible()]
        assert {text.get_attribute("class") for text in dated} == {shown}
        look = "one => [one, one.parentElement].map((at) => getComputedStyle(at).color)"
        assert all(len(set(text.evaluate(look))) == 1 for text in dated)
        assert re.fullmatch(figures, page.evaluate(FIGURES))


def test_the_opening_time_applies_in_the_time_zone_of_the_visitor(opener, early_host):
    zone = "Asia/Tokyo"

    def at(moment):
        return lambda page: page.clock.set_fixed_time(moment.replace(tzinfo=ZoneInfo(zone)))

    long_before = at(OPENS - timedelta(days=12, hours=3, minutes=4, seconds=5))
    page = opener.open(early_host, timezone_id=zone, prepare=long_before)
    until(page, f"{FIGURES} === '12 3 4 5'")
    assert page.get_by_text(COUNTDOWN.heading.before).is_visible()
    assert not page.get_by_text(COUNTDOWN.heading.after).first.is_visible()
    at(OPENS - timedelta(seconds=1))(page)
    until(page, f"{FIGURES} === '0 0 0 1'")
    at(OPENS)(page)
    until(page, f"{FIGURES} === '0 0 0 0'")
    page.get_by_text(COUNTDOWN.heading.after).first.wait_for()
    page.get_by_role("heading", name=as_built(OPENING_PANEL.title, BEFORE).after).wait_for()
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


def test_without_scripts_the_opening_date_replaces_the_countdown(opener, early_host):
    page = opener.open(early_host, java_script_enabled=False)
    assert page.locator(".countdown").inner_text().strip() == fill(COUNTDOWN.on_date, date="October 31, 2099")
