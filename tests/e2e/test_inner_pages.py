"""What the inner pages can do (spec sections 2 to 4 and 7)."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from gym_site.content.business import BUSINESS
from gym_site.content.faq import FAQ
from gym_site.content.forms import SELECTABLE_TRAINERS
from gym_site.content.trainers import TRAINERS
from gym_site.settings import Settings
from tests.browsing import PHONE, connected, until

LISTED = SELECTABLE_TRAINERS[0]
UNLISTED = next(one.name for one in TRAINERS if one.name not in SELECTABLE_TRAINERS)


def test_one_answer_of_a_category_is_open_at_a_time(open_page):
    page = open_page("/gym-faq-surrey-delta")
    group = page.locator(".faq-group").first
    other = page.locator(".faq-group").nth(1)
    other.locator("summary").first.click()
    group.locator("summary").nth(0).click()
    group.locator("summary").nth(1).click()
    assert group.locator("details[open]").count() == 1
    assert other.locator("details[open]").count() == 1
    group.locator("summary").nth(1).click()
    assert group.locator("details[open]").count() == 0


def test_an_answer_has_an_address(open_page):
    page = open_page("/gym-faq-surrey-delta")
    slug = page.locator(".answer-text").nth(7).get_attribute("id")
    page = open_page(f"/gym-faq-surrey-delta#{slug}")
    until(page, f"document.getElementById('{slug}').closest('details').open")


def test_the_filter_finds_words_anywhere_in_a_question(open_page):
    page = open_page("/gym-faq-surrey-delta")
    field = page.get_by_label("Find a question")
    word = max(FAQ[-1].question.split(), key=len)
    field.fill(word)
    expect(page.locator(".filter-count")).to_contain_text(f"of {len(FAQ)} questions")
    assert page.locator(".question:visible").count() >= 1
    assert all(word.lower() in one.lower() for one in page.locator(".question:visible").evaluate_all(
        "all => all.map(one => one.textContent)"))  # fmt: skip
    field.fill("xyzzy")
    until(page, "document.querySelector('.filter-count').textContent.startsWith('No question matches')")
    field.fill("")
    assert page.locator(".question:visible").count() == len(FAQ)


def test_the_slider_between_before_and_after_works_by_keyboard_and_mouse(open_page):
    page = open_page("/before-after")
    slider = page.locator(".compare input").first
    at = "parseFloat(getComputedStyle(document.querySelector('.compare')).getPropertyValue('--at'))"
    assert page.evaluate(at) == 50
    slider.focus()
    page.keyboard.press("ArrowRight")
    until(page, f"{at} === 51")
    box = page.locator(".compare").first.bounding_box()
    page.mouse.click(box["x"] + box["width"] * 0.2, box["y"] + box["height"] / 2)
    until(page, f"{at} < 30")


def test_the_expansion_slideshow_wraps_around_and_slides_for_half_a_second(open_page):
    page = open_page("/new-gym-facility-surrey-delta")
    index = "document.querySelector('.slideshow-row').dataset.index"
    show = page.locator(".slideshow")
    duration = page.locator(".slideshow-row").evaluate("one => getComputedStyle(one).transitionDuration")
    assert duration == "0.5s"
    show.get_by_label("Previous picture").click()
    until(page, f"{index} === '4'")
    show.get_by_label("Next picture").click()
    until(page, f"{index} === '0'")
    show.locator(".dot").nth(3).click()
    until(page, f"{index} === '3'")
    assert show.locator(".dot").nth(3).get_attribute("aria-current") == "true"
    page.keyboard.press("ArrowRight")
    until(page, f"{index} === '4'")
    until(page, """(() => {
        const shown = document.querySelectorAll('.slideshow-row figure')[4].getBoundingClientRect();
        const frame = document.querySelector('.slideshow-window').getBoundingClientRect();
        return Math.abs(shown.left - frame.left) < 2;
    })()""")  # fmt: skip


@pytest.mark.parametrize(
    ("name", "selected", "noted"),
    [
        (LISTED, LISTED, ""),
        (UNLISTED, "", f"I would like to train with {UNLISTED}."),
        ("<b>Nobody</b>", "", ""),
        ("constructor", "", ""),
    ],
)
def test_a_trainer_in_the_address_is_asked_for_if_one_of_ours(open_page, name, selected, noted):
    page = open_page(f"/consultation?trainer={name.replace(' ', '%20')}")
    if selected or noted:
        until(page, f"document.querySelector('.wish').textContent.includes('{name}')")
    else:
        page.wait_for_timeout(200)
        assert page.locator(".wish").inner_text() == ""
        assert name not in page.locator("body").inner_text()
    assert page.locator("#consultation-selectedTrainer").input_value() == selected
    assert page.locator("#consultation-additionalInfo").input_value() == noted


def test_a_trainers_button_leads_to_the_consultation_page(open_page):
    page = open_page("/trainers")
    page.get_by_role("link", name=f"Book with {LISTED.split()[0]}").click()
    expect(page.locator("#consultation-selectedTrainer")).to_have_value(LISTED)
    assert page.url.endswith(f"/free-fitness-consultation-surrey?trainer={quote(LISTED)}")


SERVICE = {
    "name": "Ann Lee",
    "email": "ann@mail.example",
    "phone": "604-555-0101",
    "fitnessGoals": "Run 10 km & <b>smile</b>",
}


def test_a_service_request_arrives_with_its_service(open_page, service):
    page = open_page("/kickboxing-boxing")
    connected(page)
    for name, value in SERVICE.items():
        page.fill(f"#service-{name}", value)
    page.select_option("#service-trainerPreference", "female")
    page.locator("form[action$='/forms/service'] button.button").click()
    page.locator(".toast-success").wait_for()
    assert page.locator(".toast-success").inner_text().startswith("Consultation Request Sent!")
    (post,) = service.posts()
    body = post["body"]
    assert set(body) == {"email", "subject", "message", "_replyto", "_subject"}
    assert body["subject"] == body["_subject"] == "Consultation Request - Kickboxing & Boxing"
    assert body["email"] == body["_replyto"] == "ann@mail.example"
    for words in ("Ann Lee", "604-555-0101", "Run 10 km & smile", "female", "None specified", "Kickboxing & Boxing"):
        assert words in body["message"]


def test_a_service_request_that_fails_says_so_in_the_destructive_style(open_page, service):
    service.answers(status=500)
    page = open_page("/group-fitness")
    connected(page)
    for name, value in SERVICE.items():
        page.fill(f"#service-{name}", value + (" again" if name == "fitnessGoals" else ""))
    page.locator("form[action$='/forms/service'] button.button").click()
    page.locator(".toast-destructive").wait_for()
    assert page.locator(".toast-destructive p").inner_text() == (
        "There was an issue sending your request. Please try again or contact us directly at " + BUSINESS.email
    )
    assert page.input_value("#service-name") == "Ann Lee"


def test_the_mail_link_carries_the_services_name(open_page):
    page = open_page("/athletic-performance")
    href = page.get_by_role("link", name="Book Your Session").get_attribute("href")
    assert href == f"mailto:{BUSINESS.email}?subject=Inquiry%20about%20Athletic%20Performance"


def test_the_booking_widget_comes_and_goes_and_leaves_the_page_as_it_was(open_page):
    page = open_page("/gym-faq-surrey-delta", prepare=lambda page: page.add_init_script("window.$ = 'before'"))
    page.locator("footer").get_by_role("link", name="Book Appointment").click()
    until(page, "window.bookingWidget?.ready === true")
    until(page, "document.querySelector('.booking-widget').dataset.state === 'ready'")
    page.locator("footer").get_by_role("link", name="Trainers").click()
    until(page, "location.pathname === '/certified-personal-trainers-surrey'")
    left = "[typeof bookingWidget, typeof jQuery, typeof libraryVersion, window.$].join()"
    until(page, f"{left} === 'undefined,undefined,undefined,before'")
    assert page.locator("script[src*='library.js']").count() == 0
    assert page.watch.errors == []


def test_without_the_booking_service_the_calendar_is_still_a_link(open_page, booking_service):
    page = open_page(
        "/book-appointment-surrey",
        prepare=lambda page: page.route(f"{booking_service}/**", lambda route: route.abort()),
    )
    expect(page.locator(".booking-widget")).to_have_attribute("data-state", "blocked")
    expect(page.locator(".booking-widget")).to_contain_text(BUSINESS.phone)
    page.context.route(Settings().calendar_url, lambda route: route.fulfill(body="calendar"))
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="Open the booking calendar").click()
    expect(opened.value).to_have_url(Settings().calendar_url)


def test_the_map_becomes_live_only_when_asked_for(open_page, booking_service):
    page = open_page()
    assert not any(booking_service in url for url in page.watch.requests)
    page.get_by_role("button", name="Show the live map").click()
    until(page, "document.querySelector('.visit-map iframe') !== null")
    page.frame_locator(".visit-map iframe").get_by_text("Live map").wait_for()
    assert page.watch.errors == []


def test_posts_show_their_counts_on_hover_and_focus(open_page):
    page = open_page()
    post = page.locator(".post").first
    counts = post.locator("figcaption")
    post.scroll_into_view_if_needed()
    expect(counts).to_have_css("opacity", "0")
    post.hover()
    expect(counts).to_have_css("opacity", "1")
    page.mouse.move(0, 0)
    expect(counts).to_have_css("opacity", "0")
    post.focus()
    expect(counts).to_have_css("opacity", "1")
    expect(counts).to_contain_text("likes")


def test_the_button_of_the_live_map_lies_over_nothing_on_a_phone(open_page):
    page = open_page(viewport=PHONE)
    button, footer = page.get_by_role("button", name="Show the live map"), page.locator("footer.site-footer")
    button.scroll_into_view_if_needed()
    assert button.bounding_box()["y"] + button.bounding_box()["height"] < footer.bounding_box()["y"]
