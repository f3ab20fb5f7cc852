"""The pages built before the expansion's opening, in a browser."""

import re
from datetime import UTC, timedelta
from zoneinfo import ZoneInfo

import pytest

from tests.browsing import PHONE, colours, hide, until
from tests.e2e.test_rest import RECORDER, rest
from tests.export.test_other_builds import FIGURES, OPENS
from tests.gym import GYM
from tests.markup import read

HEADINGS = """[...document.querySelectorAll(".countdown-heading > *")]
    .filter((one) => getComputedStyle(one).display !== "none").map((one) => one.textContent)"""
SOON = timedelta(days=12, hours=3, minutes=4, seconds=5)  # before the expansion opens
OPENS_UTC = OPENS.replace(tzinfo=UTC)

pytestmark = pytest.mark.part("expansion")


def test_a_page_built_before_the_opening_takes_the_launch_offer_away_at_it(opener, early_host, early_pages):
    figures = read(early_pages / "index.html").one(role="timer").all("b")
    assert [figure.text for figure in figures] == ["90", "0", "0", "0"]  # shown before the first tick
    for days, offers, figures, heading in (
        (-2, 2, r"[12] \d+ 0 0", GYM.expansion.words.banner.countdown.heading),
        (2, 0, "0 0 0 0", GYM.expansion.words.banner.countdown.opened),
    ):
        at = OPENS + timedelta(days=days)
        page = opener.open(
            early_host + GYM.routes.alias_for("facility-expansion"),
            scripts=False,
            viewport=PHONE,
            timezone_id="America/Vancouver",
            prepare=lambda page, at=at: page.clock.set_fixed_time(at),
        )
        assert page.locator(".launch-offer:visible").count() == offers
        assert re.fullmatch(figures, page.evaluate(FIGURES))
        assert page.evaluate(HEADINGS) == [heading]


def test_the_opening_time_applies_in_the_time_zone_of_the_visitor(opener, early_host):
    zone = "Asia/Tokyo"

    def at(moment):
        return lambda page: page.clock.set_fixed_time(moment.replace(tzinfo=ZoneInfo(zone)))

    long_before = at(OPENS - timedelta(days=12, hours=3, minutes=4, seconds=5))
    page = opener.open(early_host + GYM.routes.alias_for("facility-expansion"), timezone_id=zone, prepare=long_before)
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
    clock = [(OPENS_UTC - left).timestamp() * 1000 for left in (counted, later)]
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


AWAY = {
    "off-screen": (
        lambda page: page.evaluate("scrollTo(0, document.body.scrollHeight)"),
        lambda page: page.evaluate("scrollTo(0, 0)"),
    ),
    "in the background": (lambda page: hide(page, True), lambda page: hide(page, False)),
}


@pytest.mark.parametrize(("leave", "come_back"), AWAY.values(), ids=AWAY)
def test_a_countdown_out_of_view_pauses_and_is_correct_on_return(opener, early_host, leave, come_back):
    clock = f"{RECORDER} showClock({(OPENS_UTC - SOON).timestamp() * 1000});"
    page = opener.open(early_host, timezone_id="UTC", first=clock)
    until(page, "seen.length > 2")  # it runs

    leave(page)
    rest(page)  # a running countdown ticks every second
    still = page.evaluate("seen.length")

    later = OPENS_UTC - timedelta(days=3, hours=2, minutes=1, seconds=30)
    page.evaluate(f"showClock({later.timestamp() * 1000})")
    ran = page.evaluate("ran")
    come_back(page)
    until(page, f"seen.length > {still}")
    figures, ran_until_then = page.evaluate(f"seen[{still}]")
    assert re.fullmatch(r"3 2 1 (30|2\d)", figures)
    assert ran_until_then == ran  # it did not wait for a timer
    until(page, f"seen.length > {still + 1}")  # and it runs again
