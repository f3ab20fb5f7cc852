"""The hero says which plans open the door now, by the clock of the gym's town, and shows the same floor by day."""

from datetime import datetime
from io import BytesIO
from zoneinfo import ZoneInfo

import pytest
from PIL import Image
from playwright.sync_api import expect

from gym_site.content.hours import always, sentences
from tests.browsing import PHONE, resize, until
from tests.gym import GYM

pytestmark = pytest.mark.skipif(
    not (GYM.door and GYM.brand.time_zone), reason="this gym doesn't state the hours of its plans"
)

ELSEWHERE = "Europe/Berlin"
BRIGHTEST = 141  # of 255: on this grey, the hero's white title has a contrast of 3:1
SAID = sentences(GYM.home.hero.door, GYM.door, GYM.brand.hours)
ALWAYS = always(GYM.home.hero.door, GYM.door, GYM.brand.hours, GYM.brand.now().date())
SAVES_DATA = 'Object.defineProperty(navigator.connection, "saveData", { get: () => true });'
# The places of the hero's parts, before and after its line about the door gets other words.
WITH_OTHER_WORDS = """(words) => {
    const places = () => [...document.querySelectorAll(".hero, .hero h1, .hero .lead")].map((one) => JSON.stringify(one.getBoundingClientRect()));
    const before = places();
    document.querySelector(".hero-door").textContent = words;
    return [before, places()];
}"""


def at(hour: int, minute: int):
    """Return what sets the clock of a page to a time in the gym's town."""
    time = datetime.now(ZoneInfo(GYM.brand.time_zone)).replace(hour=hour, minute=minute, second=0)

    return lambda page: page.clock.install(time=time)


@pytest.mark.parametrize(("hour", "minute", "times", "day"), [
    pytest.param(5, 29, ("5:29 am", "5:30 am"), False, marks=pytest.mark.long), (14, 10, ("2:10 pm", "2:11 pm"), True),
])  # fmt: skip
def test_the_hero_tells_the_time_in_town_and_who_may_come_in_every_minute(open_page, hour, minute, times, day):
    page = open_page(prepare=at(hour, minute), viewport=PHONE, timezone_id=ELSEWHERE)
    for now, time in enumerate(times, hour * 60 + minute):
        sentence = next(text for start, text in reversed(SAID.items()) if start <= now)
        expect(page.locator(".hero-door")).to_have_text(f"{time} in {GYM.brand.town}. {sentence}")
        page.clock.run_for(60_000)
    if day and GYM.home.hero.day_picture:
        until(page, "getComputedStyle(document.querySelector('.hero-day')).opacity === '1'")
    expect(page.locator(".hero-day img")).to_have_count(int(day and bool(GYM.home.hero.day_picture)))
    before, after = page.evaluate(WITH_OTHER_WORDS, ALWAYS)
    assert before == after


def test_the_hero_keeps_its_height_in_the_system_s_font(open_page):
    page = open_page(prepare=lambda page: page.route("**/*.woff2", lambda route: route.abort()), viewport=PHONE)
    expect(page.locator(".hero-door")).to_contain_text(GYM.brand.town)
    page.watch.errors.clear()  # the fonts are missing
    before, after = page.evaluate(WITH_OTHER_WORDS, ALWAYS)
    assert before == after


@pytest.mark.pictures
def test_on_phones_and_tablets_the_title_is_readable_over_the_brightest_lamp(open_page):
    page = open_page(prepare=at(2, 14), viewport=PHONE)
    page.locator("h1").evaluate("(title) => { title.style.color = 'transparent'; }")
    for pixels in (390, 768):
        resize(page, pixels)
        behind = Image.open(BytesIO(page.screenshot(clip=page.locator("h1").bounding_box()))).convert("L")
        assert behind.getextrema()[1] <= BRIGHTEST, pixels


def test_without_scripts_the_hero_says_what_is_always_true(open_page):
    page = open_page(java_script_enabled=False)
    expect(page.locator(".hero-door")).to_have_text(ALWAYS)
    expect(page.locator(".hero-day img")).to_have_count(0)


def test_who_saves_data_keeps_the_picture_of_the_night(open_page):
    page = open_page(prepare=at(14, 10), first=SAVES_DATA)
    expect(page.locator(".hero-door")).to_contain_text("2:10 pm")
    expect(page.locator(".hero-day img")).to_have_count(0)
