"""The carousel of sixteen facility pictures, by button, key and swipe (spec sections 2 and 4)."""

import pytest
from playwright.sync_api import expect

from gym_site.content.facility import FACILITY_PICTURES
from tests.browsing import DESKTOP, PHONE, TABLET, resize, until

COUNT = len(FACILITY_PICTURES)
IN_VIEW = """(() => {
    const track = document.querySelector(".carousel-track").getBoundingClientRect();
    return [...document.querySelectorAll(".slide")].flatMap((slide, position) => {
        const { left, right } = slide.getBoundingClientRect();
        return left >= track.left - 2 && right <= track.right + 2 ? [position + 1] : [];
    });
})()"""


class Carousel:
    def __init__(self, page, in_view=3):
        self.page, self.in_view = page, in_view
        self.next = page.get_by_role("button", name="Next pictures")
        self.previous = page.get_by_role("button", name="Previous pictures")
        self.track = page.locator(".carousel-track")
        self.track.scroll_into_view_if_needed()

    def shows(self, number):
        """Wait until this picture is current and in view with its neighbours."""
        seen = f"{number}\N{EN DASH}{number + self.in_view - 1}" if self.in_view > 1 else number
        expect(self.page.locator(".carousel-position")).to_have_text(f"{seen} of {COUNT}")
        until(self.page, f"{IN_VIEW}.join() === '{','.join(map(str, range(number, number + self.in_view)))}'")

    def swipe_to(self, left):
        self.track.evaluate("(track, left) => track.scrollTo({ left })", left)


@pytest.fixture(scope="module")
def carousel(shared):
    return Carousel(shared(reduced_motion="reduce"))


@pytest.mark.parametrize(("viewport", "in_view"), [(DESKTOP, 3), (TABLET, 2), (PHONE, 1)], ids=["3", "2", "1"])
def test_the_carousel_moves_one_picture_per_click_and_wraps_around(open_page, viewport, in_view):
    carousel = Carousel(open_page(viewport=viewport, reduced_motion="reduce"), in_view)
    carousel.shows(1)
    last = COUNT - in_view + 1
    for number in [*range(2, last + 1), 1, 2]:
        carousel.next.click()
        carousel.shows(number)
    for number in (1, last, last - 1):
        carousel.previous.click()
        carousel.shows(number)


def test_the_carousel_wraps_correctly_after_the_window_is_resized(open_page):
    carousel = Carousel(open_page(viewport=DESKTOP, reduced_motion="reduce"))
    carousel.previous.click()
    carousel.shows(COUNT - 2)
    resize(carousel.page, **PHONE)
    carousel.in_view = 1
    for number in (COUNT - 1, COUNT, 1):
        carousel.next.click()
        carousel.shows(number)
    carousel.previous.click()
    carousel.shows(COUNT)
    resize(carousel.page, **DESKTOP)
    carousel.in_view = 3
    carousel.shows(COUNT - 2)
    carousel.page.evaluate("document.dir = 'rtl'")  # as a browser that translates the page
    resize(carousel.page, **TABLET)
    carousel.in_view = 2
    for number in (COUNT - 1, 1, 2):
        carousel.shows(number)
        carousel.next.click()


def test_screen_readers_hear_the_position_only_of_a_row_that_was_touched(open_page):
    carousel = Carousel(open_page())
    carousel.shows(1)
    expect(carousel.page.locator(".carousel-position")).to_have_attribute("aria-live", "off")
    carousel.next.click()
    expect(carousel.page.locator(".carousel-position")).to_have_attribute("aria-live", "polite")
    carousel.shows(2)


def test_every_click_counts_while_the_carousel_is_still_moving(open_page):
    carousel = Carousel(open_page())
    for _ in range(5):
        carousel.next.click()
    carousel.shows(6)
    for _ in range(6):
        carousel.previous.click()
    carousel.shows(COUNT - 2)  # wrapped past the first picture


@pytest.mark.parametrize("place", ["track", "next"], ids=["on the pictures", "on a button"])
def test_the_carousel_moves_one_picture_per_arrow_key_and_wraps_around(carousel, place):
    carousel.shows(1)
    getattr(carousel, place).focus()
    for key, number in [("ArrowRight", 2), ("ArrowLeft", 1), ("ArrowLeft", COUNT - 2), ("ArrowRight", 1)]:
        carousel.page.keyboard.press(key)
        carousel.shows(number)


def test_a_swipe_updates_the_position_of_the_carousel(carousel):
    first, fifth = (carousel.page.locator(".slide").nth(position).bounding_box()["x"] for position in (0, 4))
    carousel.swipe_to(fifth - first)
    carousel.shows(5)
    carousel.next.click()
    carousel.shows(6)
    carousel.swipe_to(99999)
    carousel.shows(COUNT - 2)
    carousel.next.click()
    carousel.shows(1)
