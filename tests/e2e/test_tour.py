"""Twelve photos, each opening over the page, with and without a server (spec sections 2 and 4)."""

from __future__ import annotations

import pytest

from gym_site.content.gallery import TOUR
from tests.browsing import PHONE, until


class Tour:
    """The tour of a page and its viewer."""

    def __init__(self, page):
        self.page = page
        self.viewer = page.locator("dialog.viewer")
        self.photos = page.locator(".photo-button")

    def open(self, position):
        self.photos.nth(position).click()
        until(self.page, "document.querySelector('dialog.viewer').open")
        return self.photos.nth(position).locator(".photo-caption").inner_text()

    def caption(self):
        """Return the caption in view, without the count."""
        return self.viewer.locator("figure:not([hidden]) figcaption").evaluate("(one) => one.firstChild.textContent")

    def shows(self, position):
        until(self.page, f"document.querySelectorAll('dialog.viewer figure')[{position}].hidden === false")
        assert self.viewer.locator("figure:not([hidden])").count() == 1

    def closed(self):
        until(self.page, "!document.querySelector('dialog.viewer').open")
        return not self.viewer.is_visible()

    def focused(self):
        return self.page.evaluate("[...document.querySelectorAll('.photo-button')].indexOf(document.activeElement)")


@pytest.fixture
def tour(open_page):
    return Tour(open_page())


def test_a_photo_opens_over_the_whole_page_with_its_caption(tour):
    caption = tour.open(2)
    assert tour.caption() == caption
    assert tour.page.evaluate("document.querySelector('dialog.viewer').matches(':modal')")
    box, screen = tour.viewer.bounding_box(), tour.page.viewport_size
    assert (box["width"], box["height"]) == (screen["width"], screen["height"])
    photo = tour.viewer.locator("figure:not([hidden]) img")
    assert photo.is_visible()
    until(tour.page, "document.querySelector('dialog.viewer figure:not([hidden]) img').naturalWidth > 0")


def test_every_photo_opens_with_the_words_below_it(open_page):
    tour = Tour(open_page(reduced_motion="reduce"))
    assert tour.photos.count() == len(TOUR)
    for position in range(len(TOUR)):
        assert tour.open(position) == tour.caption()
        tour.page.keyboard.press("Escape")
        assert tour.closed()


def test_arrow_keys_and_buttons_go_round_the_tour(tour):
    tour.open(len(TOUR) - 2)
    tour.page.keyboard.press("ArrowRight")
    tour.shows(len(TOUR) - 1)
    tour.page.keyboard.press("ArrowRight")
    tour.shows(0)
    tour.page.keyboard.press("ArrowLeft")
    tour.shows(len(TOUR) - 1)
    tour.viewer.get_by_role("button", name="Next photo").click()
    tour.shows(0)
    tour.viewer.get_by_role("button", name="Previous photo").click()
    tour.shows(len(TOUR) - 1)


CLOSE = {
    "the key": lambda tour: tour.page.keyboard.press("Escape"),
    "the button": lambda tour: tour.viewer.get_by_role("button", name="Close").click(),
    "a click beside the photo": lambda tour: tour.page.mouse.click(4, 400),
}


@pytest.mark.parametrize("close", CLOSE.values(), ids=CLOSE)
def test_the_viewer_closes_and_focus_is_where_it_was(tour, close):
    tour.open(4)
    close(tour)
    assert tour.closed()
    assert tour.focused() == 4
    tour.open(4)  # the same photo again
    tour.shows(4)


def test_a_click_on_the_photo_leaves_it_open(tour):
    tour.open(1)
    tour.viewer.locator("figure:not([hidden]) img").click()
    tour.page.wait_for_timeout(150)
    assert tour.viewer.is_visible()


def test_the_viewer_works_on_a_phone(open_page):
    tour = Tour(open_page(viewport=PHONE))
    tour.open(0)
    for name in ("Close", "Previous photo", "Next photo"):
        box = tour.viewer.get_by_role("button", name=name).bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["width"]
        assert 0 <= box["y"] <= PHONE["height"] - box["height"]
        assert min(box["width"], box["height"]) >= 44  # a thumb
    tour.page.mouse.click(PHONE["width"] / 2, 20)
    assert tour.closed()
