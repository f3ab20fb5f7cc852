"""The inner pages' features, and parts of the home page that they share (spec sections 2 to 4 and 7)."""

import re
from io import BytesIO
from urllib.parse import quote

import pytest
from PIL import Image
from playwright.sync_api import expect

from gym_site.content.consultation_page import wish_for
from gym_site.content.trainers import consultation_link
from tests.browsing import DESKTOP, PHONE, connected, go, resize, swipe, until
from tests.forms import CONSULTATION_FORM, SERVICE_KEY, Visitor
from tests.gym import GYM, IN_FORM, SETTINGS
from tests.site import MAP_SERVICE


@pytest.fixture(scope="module")
def page(shared):
    return shared(GYM.routes.url_for("faq"))


def test_a_faq_category_has_at_most_one_open_answer_and_a_url_opens_one(page):
    slug = go(page, GYM.routes.url_for("faq")).locator(".answer-text").nth(7).get_attribute("id")
    group, other = page.locator(".faq-group").first, page.locator(".faq-group").nth(1)
    for summary in (other.locator("summary").first, group.locator("summary").nth(0), group.locator("summary").nth(1)):
        summary.click()
        expect(summary.locator("..")).to_have_attribute("open", "")
    expect(group.locator("details[open]")).to_have_count(1)
    expect(other.locator("details[open]")).to_have_count(1)
    group.locator("summary").nth(1).click()
    expect(group.locator("details[open]")).to_have_count(0)
    go(go(page, GYM.routes.url_for("privacy")), GYM.routes.url_for("faq", slug))
    expect(page.locator(f"#{slug}")).to_be_visible()


def test_the_list_of_faq_categories_stays_below_the_bar_while_the_page_scrolls(open_page):
    page = open_page(GYM.routes.url_for("faq"))
    page.evaluate("scrollTo({ top: 900, behavior: 'instant' })")
    bar, first = page.locator(".site-header").bounding_box(), page.locator(".faq-categories a").first
    expect(first).to_be_in_viewport(ratio=1)
    assert first.bounding_box()["y"] >= bar["y"] + bar["height"]


def test_the_faq_filter_shows_only_questions_with_the_searched_words(page):
    field = go(page, GYM.routes.url_for("faq")).get_by_label("Find a question")
    count, shown = page.locator(".filter-count[role=status]"), page.locator(".question:visible")
    asked, *_, answered = GYM.faq.questions
    for word in (max(asked.question.split(), key=len), max(re.findall(r"\w+", answered.answer), key=len)):
        field.fill(word)
        expect(count).to_contain_text(f"of {len(GYM.faq.questions)} questions")
        found = [one for one in GYM.faq.questions if word.lower() in f"{one.question} {one.answer}".lower()]
        expect(shown).to_have_count(len(found))
        texts = shown.evaluate_all("all => all.map((one) => one.textContent)")
        assert all(word.lower() in text.lower() for text in texts)
    page.keyboard.press("Tab")
    expect(shown.first.locator("summary")).to_be_focused()  # hidden questions are no tab stops
    field.fill("xyzzy")
    expect(count).to_contain_text("No question matches")
    expect(shown).to_have_count(0)
    field.fill("")
    expect(shown).to_have_count(len(GYM.faq.questions))
    hint = "(({ fontWeight, color }) => [fontWeight, color])(getComputedStyle(document.querySelector('.filter input'), '::placeholder'))"
    assert page.evaluate(hint) == ["400", count.evaluate("one => getComputedStyle(one).color")]  # unlike typed text


@pytest.mark.part("transformations")
def test_each_comparison_slider_has_a_unique_name_and_follows_clicks(page):
    sliders = go(page, GYM.routes.url_for("before-after")).get_by_role("slider")
    assert (
        len(set(sliders.evaluate_all("all => all.map((one) => one.ariaLabel)")))
        == sliders.count()
        == len(GYM.transformations.pairs)
    )
    pair = page.locator(".compare").first
    pair.scroll_into_view_if_needed()
    box = pair.bounding_box()
    page.mouse.click(box["x"] + box["width"] * 0.2, box["y"] + box["height"] / 2)
    at = "parseFloat(getComputedStyle(document.querySelector('.compare')).getPropertyValue('--at'))"
    until(page, f"{at} > 10 && {at} < 30")
    first = """(share) => {
        const { left, top, width, height } = document.querySelector(".compare").getBoundingClientRect();
        const there = document.elementsFromPoint(left + share * width, top + height / 2);
        return there.some((one) => one.closest(".compare-side:first-child"));
    }"""
    assert [page.evaluate(first, share) for share in (0.05, 0.4)] == [True, False]  # "before" is left of the handle
    page.mouse.down()  # on the handle, which has followed
    page.mouse.move(box["x"] + box["width"] * 0.7, box["y"] + box["height"] / 2)
    page.mouse.up()
    until(page, f"{at} > 60 && {at} < 80")


@pytest.mark.part("transformations")
def test_a_finger_on_a_comparison_scrolls_the_page(open_page):
    page = open_page(GYM.routes.url_for("before-after"), viewport=PHONE, has_touch=True)
    pair = page.locator(".compare").nth(2)
    pair.evaluate("one => one.scrollIntoView({ block: 'center', behavior: 'instant' })")
    top, box = page.evaluate("scrollY"), pair.bounding_box()
    x, y = box["x"] + box["width"] * 0.4, box["y"] + box["height"] / 2
    swipe(page, *((x, y - 20 * step) for step in range(11)))
    until(page, f"scrollY > {top + 100}")


@pytest.mark.pictures
@pytest.mark.part("expansion")
def test_breadcrumbs_over_the_picture_of_the_expansion_are_readable(open_page):
    page = open_page(GYM.routes.url_for("facility-expansion"), reduced_motion="reduce")
    crumbs = page.locator(".breadcrumbs ol")
    crumbs.evaluate("(one) => { one.style.color = 'transparent'; one.style.width = 'fit-content'; }")
    for size in (PHONE, DESKTOP):
        resize(page, **size)
        behind = Image.open(BytesIO(page.screenshot(clip=crumbs.bounding_box()))).convert("L")
        brightest = sorted(behind.tobytes())[-behind.width * behind.height // 50]
        assert brightest <= 110, size  # 4.5:1 with the words, but for a lamp


@pytest.mark.part("expansion")
@pytest.mark.long
def test_the_expansion_slideshow_wraps_around_and_slides_in_half_a_second(page):
    show = go(page, GYM.routes.url_for("facility-expansion")).locator(".slideshow")
    row, last = show.locator(".slideshow-row"), len(GYM.expansion.pictures) - 1
    expect(row).to_have_css("transition-duration", "0.5s")
    for act, index in [
        (show.get_by_label("Previous picture").click, last),
        (show.get_by_label("Next picture").click, 0),
        (show.locator(".dot").nth(3).click, 3),
        (lambda: page.keyboard.press("ArrowRight"), 4),
    ]:
        act()
        expect(row).to_have_attribute("data-index", str(index))
        expect(show.locator("[aria-live=polite]")).to_have_text(f"{index + 1} of {last + 1}")
        expect(show.get_by_role("figure")).to_have_count(1)  # screen readers find only the visible picture
        expect(show.locator("[aria-current=true]")).to_have_accessible_name(re.compile(str(index + 1)))
        left = f"document.querySelectorAll('.slideshow-row figure')[{index}].getBoundingClientRect().left"
        until(page, f"Math.abs({left} - document.querySelector('.slideshow-window').getBoundingClientRect().left) < 2")


@pytest.mark.part("trainers")
@pytest.mark.parametrize("is_listed", [True, False], ids=["listed", "unlisted"])
def test_a_trainer_named_in_the_url_stays_in_the_form_until_it_is_sent(page, service, is_listed):
    trainer = next(one for one in GYM.trainers if (one.name in IN_FORM) == is_listed)
    wish = wish_for(trainer, GYM.consultation)
    connected(go(page, consultation_link(trainer, GYM.routes)))
    visitor = Visitor(page, CONSULTATION_FORM)
    expect(page.locator(".wish")).to_contain_text(trainer.name)
    expect(page.locator(".form-face source").first).to_have_attribute(
        "srcset", re.compile(rf"/{trainer.picture}-480\.")
    )
    expect(visitor.control("selectedTrainer")).to_have_value(wish.selected)
    expect(visitor.control("additionalInfo")).to_have_value(wish.additional_info)
    expect(visitor.control("selectedTrainer")).to_be_visible()
    visitor.fill().send().toast("success")
    expect(page.locator(".wish")).to_have_text("")
    expect(visitor.control("selectedTrainer")).to_have_value("")


@pytest.mark.part("trainers")
@pytest.mark.long
def test_the_poster_of_a_trainer_moves_to_the_form_unless_motion_is_reduced(open_page):
    page = open_page(GYM.routes.url_for("trainers"), reduced_motion="reduce")
    link = page.locator(f"a[href='{consultation_link(GYM.trainers[0], GYM.routes)}']")
    link.focus()
    expect(page.locator(".poster .picture").first).to_have_css("view-transition-name", "none")
    page.emulate_media(reduced_motion="no-preference")
    page.evaluate("""() => {
        window.moved = new Set();
        const look = () => {
            document.getAnimations().forEach(({ effect }) => moved.add(effect.pseudoElement));
            requestAnimationFrame(look);
        };
        look();
    }""")
    link.click()
    until(page, "['old', 'new'].every((part) => moved.has(`::view-transition-${part}(poster)`))")
    expect(page.locator(".form-face")).to_be_in_viewport()


@pytest.mark.part("trainers")
def test_an_unknown_trainer_in_the_url_is_ignored(page):
    for name in ("<b>Nobody</b>", "constructor"):
        go(page, f"{GYM.routes.url_for('consultation')}?trainer={quote(name)}")
        page.wait_for_timeout(100)
        assert page.locator(".wish").inner_text() == ""
        assert name not in page.locator("body").inner_text()
        assert page.locator("#consultation-selectedTrainer").input_value() == ""


@pytest.mark.part("trainers")
def test_trainers_can_be_filtered_and_their_descriptions_opened(page):
    wall = go(page, GYM.routes.url_for("trainers"))
    posters = wall.locator(".poster:visible")
    for choice in wall.locator(".choice").all():
        count = int(choice.locator(".choice-count").inner_text())
        choice.click()
        expect(posters).to_have_count(count)
    page.keyboard.press("ArrowRight")  # wraps to the first option, all trainers
    expect(posters).to_have_count(len(GYM.trainers))
    for trainer in GYM.trainers[:2]:
        about = wall.get_by_text(trainer.bio)
        expect(about).to_be_hidden()
        wall.locator(f"#trainer-{trainer.id} summary").click()
        expect(about).to_be_visible()


def test_service_pages_on_a_phone_start_with_price_and_call_to_action(shared):
    page = shared(GYM.routes.url_for("faq"), viewport=PHONE)
    for path in (route.path for route in GYM.routes.values() if route.key in (SERVICE_KEY, "book-appointment")):
        go(page, path)
        floating = page.locator(".floating").bounding_box()["y"]
        for what in page.locator(".page-head :is(.price-figure, .button)").all():
            box = what.bounding_box()
            assert box["y"] + box["height"] < floating, (path, what.inner_text())


@pytest.mark.part("booking")
def test_the_booking_widget_loads_and_leaves_no_trace_after_navigation(open_page):
    page = open_page(GYM.routes.url_for("faq"), first="window.$ = 'before'")
    page.locator(f"footer a[href='{GYM.routes.url_for('book-appointment')}']").click()
    expect(page.locator(".booking-widget")).to_have_attribute("data-state", "ready")
    assert page.evaluate("bookingWidget.ready") is True
    page.locator(f"footer a[href='{GYM.routes.url_for('consultation')}']").click()
    expect(page).to_have_url(re.compile(GYM.routes.url_for("consultation")))
    left = "[typeof bookingWidget, typeof jQuery, typeof libraryVersion, window.$].join()"
    until(page, f"{left} === 'undefined,undefined,undefined,before'")
    expect(page.locator("script[src*='library.js']")).to_have_count(0)
    assert page.watch.errors == []


@pytest.mark.part("booking")
def test_without_the_booking_service_the_page_links_to_the_calendar(open_page, booking_service):
    page = open_page(
        GYM.routes.url_for("book-appointment"),
        prepare=lambda page: page.route(f"{booking_service}/**", lambda route: route.abort()),
    )
    expect(page.locator(".booking-widget")).to_have_attribute("data-state", "blocked")
    expect(page.locator(".booking-widget")).to_contain_text(GYM.business.phone)
    page.context.route(SETTINGS.calendar_url, lambda route: route.fulfill(body="calendar"))
    for no_window in ("", "window.open = () => null"):
        page.evaluate(no_window)
        with page.context.expect_page() as opened:
            page.get_by_role("link", name="Open the booking calendar").first.click()
        expect(opened.value).to_have_url(SETTINGS.calendar_url)
        assert opened.value.evaluate("[opener, document.referrer]") == [None, ""]


def test_the_live_map_loads_on_a_click_and_its_button_is_above_the_footer(open_page):
    page = open_page(viewport=PHONE)
    button, footer = page.get_by_role("button", name="Show the live map"), page.locator("footer.site-footer")
    button.scroll_into_view_if_needed()
    assert button.bounding_box()["y"] + button.bounding_box()["height"] < footer.bounding_box()["y"]
    assert not any(MAP_SERVICE in url for url in page.watch.requests)
    button.click()
    expect(page.frame_locator(".visit-map iframe").get_by_text("Live map")).to_be_visible()
    assert page.watch.errors == []


def test_social_posts_show_their_likes_on_hover(page):
    post = go(page, "/").locator(".post").first
    counts = post.locator("figcaption")
    post.scroll_into_view_if_needed()
    expect(counts).to_have_css("opacity", "0")
    post.hover()
    expect(counts).to_have_css("opacity", "1")
    expect(counts).to_contain_text("likes")
