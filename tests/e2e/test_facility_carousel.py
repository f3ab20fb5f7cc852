"""The carousel of sixteen facility pictures, by button, key and swipe (spec sections 2 and 4)."""

import pytest
from playwright.sync_api import expect

from tests.browsing import DESKTOP, PHONE, TABLET, resize, until
from tests.gym import GYM

COUNT = len(GYM.facility.facility.pictures if GYM.facility.facility else ())
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


def test_the_carousel_moves_one_picture_per_click_key_or_swipe_and_wraps_around(open_page):
    carousel = Carousel(open_page(reduced_motion="reduce"))
    last, track = COUNT - 2, carousel.track
    position = carousel.page.locator(".carousel-position")
    carousel.shows(1)
    expect(position).to_have_attribute("aria-live", "off")  # screen readers hear it once the row was touched
    for number in [*range(2, last + 1), 1]:
        carousel.next.click()
        carousel.shows(number)
    expect(position).to_have_attribute("aria-live", "polite")
    for place in (track, carousel.next):
        place.focus()
        for key, number in [("ArrowRight", 2), ("ArrowLeft", 1), ("ArrowLeft", last), ("ArrowRight", 1)]:
            carousel.page.keyboard.press(key)
            carousel.shows(number)
    first, fifth = (carousel.page.locator(".slide").nth(at).bounding_box()["x"] for at in (0, 4))
    for left, shown, after in ((fifth - first, 5, 6), (99999, last, 1)):
        track.evaluate("(track, left) => track.scrollTo({ left })", left)
        carousel.shows(shown)
        carousel.next.click()
        carousel.shows(after)


@pytest.mark.long
def test_the_carousel_wraps_around_in_windows_that_show_fewer_pictures(open_page):
    carousel = Carousel(open_page(reduced_motion="reduce"))
    carousel.previous.click()
    carousel.shows(COUNT - 2)
    for size, in_view, numbers in ((PHONE, 1, (COUNT - 1, COUNT, 1)), (TABLET, 2, (2,))):
        resize(carousel.page, **size)
        carousel.in_view = in_view
        for number in numbers:
            carousel.next.click()
            carousel.shows(number)
    for number in (1, COUNT - 1):
        carousel.previous.click()
        carousel.shows(number)
    resize(carousel.page, **DESKTOP)
    carousel.in_view = 3
    carousel.shows(COUNT - 2)


def test_every_click_counts_while_the_carousel_is_still_moving(open_page):
    carousel = Carousel(open_page())
    for _ in range(5):
        carousel.next.click()
    carousel.shows(6)
    for _ in range(6):
        carousel.previous.click()
    carousel.shows(COUNT - 2)  # wrapped past the first picture
