"""Nothing is cut off, torn apart, pushed aside or laid over something else, at any width of screen or on paper."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from tests.a11y.walk import go
from tests.browsing import DESKTOP, PHONE, Opener, until
from tests.forms import CONSULTATION_FORM, Visitor

FAQ = "/gym-faq-surrey-delta"
SHOW_ALL = """() => {
    document.querySelectorAll(".tab-panel").forEach((one) => { one.hidden = false; });
    document.querySelectorAll("details").forEach((one) => { one.open = !one.name; });
}"""


@pytest.fixture(scope="module")
def _home(browser, site):
    opener = Opener(browser)
    yield opener.open(site.url, reduced_motion="reduce")
    opener.close()


@pytest.fixture
def home(_home):
    """Show the home page, with all of it laid out, at a width."""

    def show(pixels, height=900):
        _home.set_viewport_size({"width": pixels, "height": height})
        return go(_home, "/")

    return show


@pytest.mark.parametrize("pixels", [1024, 1280, 1440])
def test_the_plans_of_a_row_stand_in_line_and_fill_it(home, pixels):
    page = home(pixels)
    page.evaluate(SHOW_ALL)
    page.evaluate("document.querySelectorAll('.plan-benefits').forEach((one) => { one.open = false; })")
    rows = page.evaluate("""[...document.querySelectorAll(".tab-panel")].flatMap((panel) => {
        const rows = Map.groupBy(panel.querySelectorAll(".plan"), (one) => Math.round(one.getBoundingClientRect().top));
        return [...rows.values()].map((plans) => ({
            tops: ["h3", ".plan-price", ".plan-links .button"].map((part) =>
                new Set(plans.map((one) => Math.round(one.querySelector(part).getBoundingClientRect().top))).size),
            covered: plans.some((one) => one.querySelector(".plan-badge")?.getBoundingClientRect().bottom
                > one.querySelector("h3").getBoundingClientRect().top),
            left: panel.getBoundingClientRect().right - plans.at(-1).getBoundingClientRect().right,
            whole: rows.size === 1,
        }));
    })""")
    assert [row["tops"] for row in rows if max(row["tops"]) > 1] == []
    assert not any(row["covered"] for row in rows)
    assert [row["left"] for row in rows if row["whole"] and row["left"] > 1] == []


@pytest.mark.parametrize("pixels", [1024, 1280, 1440, 1920, 2560])
def test_the_map_shows_the_gyms_name_and_the_mail_address_stands_on_one_line(home, pixels):
    page = home(pixels)
    left, right, shown = page.evaluate("""(() => { // pin and label: from 766 to 1174 of the picture's 1440
        const img = document.querySelector(".visit-map img"), box = img.getBoundingClientRect();
        const wide = Math.max(box.width, box.height * 1.6);
        const start = (box.width - wide) * parseFloat(getComputedStyle(img).objectPosition) / 100;
        return [start + wide * 766 / 1440, start + wide * 1174 / 1440, box.width];
    })()""")
    assert 0 <= left < right <= shown
    lines = page.evaluate("""[...document.querySelectorAll(".visit-facts a[href^=mailto]")].map((one) => {
        const range = document.createRange();
        range.selectNodeContents(one);
        return range.getClientRects().length;
    })""")
    assert lines == [1]


@pytest.mark.parametrize("pixels", [320, 360, 390, 412, 430])
def test_the_tabs_of_a_phone_show_that_there_are_more(home, pixels):
    cut = home(pixels).evaluate("""[...document.querySelectorAll(".tab")].filter((one) => {
        const { left, right } = one.getBoundingClientRect();
        return left + 20 < innerWidth && right - 20 > innerWidth;
    }).length""")
    assert cut == 1


@pytest.mark.parametrize(("pixels", "height"), [(320, 640), (390, 844), (800, 1100)])
def test_the_calls_of_the_menu_are_in_its_first_view(home, pixels, height):
    page = home(pixels, height)
    page.get_by_role("button", name="Open menu").click()
    for name in ("Free Consultation", "Sign Up Online"):
        box = page.locator(".sheet-calls").get_by_role("link", name=name).bounding_box()
        assert box["y"] + box["height"] <= height


def test_the_bar_is_dark_over_a_light_section(home):
    page = home(1440)
    page.evaluate("document.querySelector('.paper').scrollIntoView({ behavior: 'instant' })")
    until(page, "document.querySelector('.site-header[data-solid]')")
    until(
        page,
        """getComputedStyle(document.querySelector('.site-header')).backgroundColor
        .match(/[\\d.]+/g)[3] >= 0.94""",
    )


def test_hints_in_search_fields_look_like_hints(open_page):
    weight, colour, quiet = open_page(FAQ).evaluate("""(() => {
        const hint = getComputedStyle(document.querySelector(".filter input"), "::placeholder");
        return [hint.fontWeight, hint.color, getComputedStyle(document.querySelector(".filter-count")).color];
    })()""")
    assert (weight, colour) == ("400", quiet)


def test_the_notice_of_listed_problems_lies_under_the_bar_beside_the_form_and_goes(open_page):
    page = open_page(viewport=DESKTOP)
    visitor = Visitor(page, CONSULTATION_FORM).send()
    visitor.told()
    visitor.toast("destructive")
    notice = page.locator(".toast")
    notice_box, form = notice.bounding_box(), page.locator("form[action$='/forms/consultation']").bounding_box()
    assert 72 <= notice_box["y"] < 100
    assert notice_box["x"] + notice_box["width"] <= form["x"]
    assert notice.evaluate("one => one.getAnimations().map((moving) => moving.effect.getTiming().duration)") == [6000]
    notice.evaluate("one => one.getAnimations()[0].finish()")
    notice.wait_for(state="hidden")


def test_paper_shows_every_benefit_and_answer_and_no_sign_to_open_them(open_page):
    page = open_page()
    page.emulate_media(media="print")
    shown = "[...document.querySelectorAll('{}')].map((one) => one.getBoundingClientRect().height > 0)"
    assert set(page.evaluate(shown.format(".plan-benefits li"))) == {True}
    assert set(page.evaluate(shown.format("summary .icon"))) == {False}
    assert page.locator(".stat-row:visible").count() == 2
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="Letter"))) <= 10
    go(page, FAQ)
    assert set(page.evaluate(shown.format(".answer-text"))) == {True}


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_answer_without_scripts_looks_like_the_site(open_page, viewport):
    page = open_page(java_script_enabled=False, viewport=viewport)
    page.locator("form[action$='/forms/consultation']").evaluate("form => { form.noValidate = true; form.submit(); }")
    page.get_by_role("heading", name="Nearly there.", level=1).wait_for()
    assert page.locator(".answer > .eyebrow").inner_text().lower() == "form validation failed"
    assert page.get_by_role("heading", name="Your free consultation").is_visible()
    heading = page.locator(".error-summary h3")
    assert heading.inner_text() == "Please check your entries"
    assert heading.evaluate("one => getComputedStyle(one).fontSize") == "18px"
    assert heading.evaluate(
        "one => getComputedStyle(one).color === getComputedStyle(one.closest('.error-summary')).borderColor"
    )
    assert heading.locator(".icon-warning").is_visible()
    boxes = [one.bounding_box() for one in page.locator(".answer > :not(.eyebrow)").all()]
    assert all(box["width"] <= 46 * 16 + 1 for box in boxes)
    assert all(below["y"] - above["y"] - above["height"] >= 24 for above, below in pairwise(boxes))
    page.locator(".answer > a.back").click()
    page.locator(".hero").wait_for()
