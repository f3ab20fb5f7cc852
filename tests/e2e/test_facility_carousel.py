"""Sixteen pictures of the facility, by button, key and swipe, with and without a server (spec sections 2 and 4)."""

from __future__ import annotations

import pytest

from gym_site.content.facility import FACILITY_PICTURES
from tests.browsing import DESKTOP, PHONE, TABLET, until

COUNT = len(FACILITY_PICTURES)
IN_VIEW = """() => {
  const track = document.querySelector(".carousel-track").getBoundingClientRect();
  return [...document.querySelectorAll(".slide")].flatMap((slide, position) => {
    const { left, right } = slide.getBoundingClientRect();
    return left >= track.left - 2 && right <= track.right + 2 ? [position + 1] : [];
  });
}"""


class Carousel:
    """The carousel of a page, as a visitor sees it."""

    def __init__(self, page):
        self.page = page
        self.next = page.get_by_role("button", name="Next pictures")
        self.previous = page.get_by_role("button", name="Previous pictures")
        self.track = page.locator(".carousel-track")
        page.locator(".carousel").scroll_into_view_if_needed()

    def shows(self, number):
        """Wait until this picture is current and in view."""
        until(self.page, f"document.querySelector('.carousel-position').textContent === '{number} of {COUNT}'")
        until(self.page, f"({IN_VIEW})().includes({number})")


@pytest.fixture
def carousel(open_page):
    return Carousel(open_page())


@pytest.mark.parametrize(("viewport", "count"), [(DESKTOP, 3), (TABLET, 2), (PHONE, 1)], ids=["3", "2", "1"])
def test_as_many_pictures_are_in_view_as_the_screen_has_room_for(open_page, viewport, count):
    page = open_page(viewport=viewport)
    page.locator(".carousel").scroll_into_view_if_needed()
    assert page.locator(".slide").count() == COUNT
    assert page.evaluate(IN_VIEW) == list(range(1, count + 1))


def test_buttons_step_and_wrap_around(carousel):
    carousel.shows(1)
    carousel.next.click()
    carousel.shows(2)
    carousel.previous.click()
    carousel.shows(1)
    carousel.previous.click()
    carousel.shows(COUNT - 2)  # and the two beside it
    carousel.next.click()
    carousel.shows(1)


def test_every_picture_can_be_reached_by_the_button(open_page):
    carousel = Carousel(open_page(reduced_motion="reduce", viewport=PHONE))
    for number in range(2, COUNT + 1):
        carousel.next.click()
        carousel.shows(number)


def test_clicks_faster_than_the_movement_are_all_counted(carousel):
    for _ in range(5):
        carousel.next.click()
    carousel.shows(6)


@pytest.mark.parametrize("place", ["track", "next"], ids=["on the pictures", "on a button"])
def test_arrow_keys_step_and_wrap_around(carousel, place):
    getattr(carousel, place).focus()
    for key, number in [
        ("ArrowRight", 2),
        ("ArrowRight", 3),
        ("ArrowLeft", 2),
        ("ArrowLeft", 1),
        ("ArrowLeft", COUNT - 2),
    ]:
        carousel.page.keyboard.press(key)
        carousel.shows(number)


def test_a_swipe_is_counted_too(carousel):
    carousel.page.evaluate("""() => {
        const slides = document.querySelectorAll(".slide");
        document.querySelector(".carousel-track").scrollTo({ left: slides[4].offsetLeft - slides[0].offsetLeft });
    }""")
    carousel.shows(5)
    carousel.next.click()
    carousel.shows(6)
