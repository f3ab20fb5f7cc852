"""The tour of twelve photos, each opening over the page (spec sections 2 and 4)."""

import pytest
from playwright.sync_api import expect

from tests.browsing import PHONE, swipe
from tests.gym import GYM, TOUR


class Tour:
    def __init__(self, page):
        self.page = page
        self.viewer = page.get_by_role("dialog", name=GYM.facility.tour.title)
        self.photos = page.locator(".photo-button[aria-haspopup=dialog]")

    def open(self, position):
        self.photos.nth(position).click()
        self.shows(position)

    def shows(self, position):
        """Wait until only this photo is visible, with its caption from the tour."""
        expect(self.viewer.locator("figure").nth(position)).to_be_visible()
        assert self.viewer.locator("figure:visible").count() == 1
        expect(self.viewer.locator("figure:visible")).to_contain_text(f"{position + 1} of {len(TOUR)}")
        expect(self.viewer.locator("[aria-live=polite] figure:visible")).to_have_count(1)  # a screen reader says it
        caption = self.viewer.locator("figure:visible figcaption").evaluate("one => one.firstChild.textContent")
        assert caption == self.photos.nth(position).locator(".photo-caption").inner_text() == TOUR[position].caption

    def closed(self, position):
        """Wait until the viewer is closed and focus is back on a photo."""
        expect(self.viewer).to_be_hidden()
        expect(self.photos.nth(position)).to_be_focused()


@pytest.fixture(scope="module")
def tour(shared):
    return Tour(shared())


def test_every_photo_opens_full_screen_with_its_caption(tour, long):
    expect(tour.photos).to_have_count(len(TOUR))
    for position in range(len(TOUR)) if long else (0, len(TOUR) - 1):
        tour.open(position)
        assert tour.viewer.evaluate("one => one.matches(':modal')")
        box, screen = tour.viewer.bounding_box(), tour.page.viewport_size
        assert (box["width"], box["height"]) == (screen["width"], screen["height"])
        tour.viewer.locator("figure:visible img").evaluate("one => one.decode()")  # fails for a missing file
        tour.page.keyboard.press("Escape")
        tour.closed(position)


def test_arrow_keys_and_buttons_wrap_around_in_the_photo_viewer(tour):
    last = len(TOUR) - 1
    tour.open(last - 1)
    for key, position in [("ArrowRight", last), ("ArrowRight", 0), ("ArrowLeft", last)]:
        tour.page.keyboard.press(key)
        tour.shows(position)
    for name, position in [("Next photo", 0), ("Previous photo", last)]:
        tour.viewer.get_by_role("button", name=name).click()
        tour.shows(position)
    tour.page.keyboard.press("Escape")
    tour.closed(last - 1)


def test_the_photo_viewer_closes_by_button_or_click_outside_and_reopens(tour):
    for close in (
        lambda: tour.viewer.get_by_role("button", name="Close").click(),
        lambda: tour.page.mouse.click(4, 400),
    ):
        tour.open(4)
        tour.viewer.locator("figure:visible img").click()  # a click on the photo does not close it
        tour.shows(4)
        close()
        tour.closed(4)


@pytest.mark.long
def test_the_photo_viewer_is_closed_when_the_visitor_comes_back(tour):
    page, elsewhere = tour.page, GYM.routes.url_for("faq")
    page.locator(f"footer a[href='{elsewhere}']").click()
    expect(page).to_have_title(GYM.records["faq"].title)
    page.go_back()
    tour.open(2)
    for go, key in ((page.go_forward, "faq"), (page.go_back, "home")):
        go()
        expect(page).to_have_title(GYM.records[key].title)
    expect(tour.photos.first).to_be_visible()
    expect(tour.viewer).to_be_hidden()


def test_the_photo_viewer_works_on_a_phone_by_tap_and_swipe(open_page):
    tour = Tour(open_page(viewport=PHONE, has_touch=True))
    tour.open(0)
    for name in ("Close", "Previous photo", "Next photo"):
        box = tour.viewer.get_by_role("button", name=name).bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["width"]
        assert 0 <= box["y"] <= PHONE["height"] - box["height"]
        assert min(box["width"], box["height"]) >= 44  # large enough to touch
    tour.page.mouse.click(PHONE["width"] / 2, 20)
    tour.closed(0)
    tour.open(2)
    swipe(tour.page, (195, 422), (75, 422))
    tour.shows(3)
