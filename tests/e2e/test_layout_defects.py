"""Nothing is cut off, broken, misaligned or covered, at any screen width."""

from io import BytesIO
from itertools import pairwise

import pytest
from PIL import Image
from playwright.sync_api import expect

from gym_site.brand import BRAND
from gym_site.content.business import BUSINESS
from gym_site.content.navigation import FLOATING_TRIAL
from gym_site.content.plans import PLAN_TABS
from gym_site.content.trainers import TRAINERS, consultation_link
from gym_site.routes import ROUTES, SERVICE_KEYS, url_for
from tests.a11y.visits import KINDS
from tests.browsing import DESKTOP, PATHS, Opener, go, resize
from tests.e2e.layout import Layout, look_at
from tests.forms import CONSULTATION_FORM, SERVICE_KEY, Visitor
from tests.parts import only

SHOW_ALL = """() => {
    document.querySelectorAll(".tab-panel").forEach((one) => one.removeAttribute("data-shut"));
    document.querySelectorAll("details").forEach((one) => { one.open = false; });
}"""


@pytest.fixture(scope="module")
def layouts(browser, site, long):
    """The findings on one page of each kind; before a release, on every page."""
    opener = Opener(browser)
    page = opener.open(site.url, reduced_motion="reduce")
    yield {path: look_at(page, path) for path in (PATHS if long else KINDS)}
    opener.close()


def wrong(layouts: dict[str, Layout], ask) -> dict[str, object]:
    """Return the non-empty results of ``ask`` by page."""
    return {path: said for path, layout in layouts.items() if (said := ask(layout))}


def test_nothing_is_wider_than_the_screen_or_cut_off(layouts):
    """Also with text at 200% and with text spacing (WCAG 1.4.4, 1.4.10, 1.4.12)."""
    assert wrong(layouts, lambda layout: layout.too_wide) == {}


def test_text_is_aligned_and_has_no_broken_words_or_touching_lines(layouts):
    assert wrong(layouts, lambda layout: layout.torn + layout.out_of_line) == {}


def test_the_most_used_touch_targets_are_at_least_44_pixels(layouts):
    assert wrong(layouts, lambda layout: layout.small_targets) == {}


def test_nothing_covers_a_part_of_a_control(layouts):
    assert wrong(layouts, lambda layout: layout.covered) == {}


def test_no_words_are_joined(layouts):
    assert wrong(layouts, lambda layout: layout.joined) == {}


def test_floating_buttons_never_cover_text_on_a_wide_screen(layouts):
    assert wrong(layouts, lambda layout: layout.under_buttons) == {}


def test_no_page_uses_the_display_font_in_more_than_seven_sizes(layouts):
    sizes = {path: layout.display_sizes for path, layout in layouts.items()}
    assert {path: found for path, found in sizes.items() if not 1 < len(found) <= 7} == {}


def test_no_card_cuts_off_text_and_no_picture_or_floor_plan_has_gaps(layouts, documents):
    looked_at = ("full-bleed", *only("blog", "post-card"), *only("expansion", "wing"))
    assert [name for name in looked_at if not any(page.all(class_=name) for page in documents.values())] == []
    assert wrong(layouts, lambda layout: layout.gaps) == {}


def test_no_screen_shows_the_same_picture_twice(layouts):
    assert wrong(layouts, lambda layout: layout.repeated) == {}


@pytest.fixture(scope="module")
def page(shared):
    return shared(reduced_motion="reduce")


def test_plans_in_a_row_are_aligned_and_fill_the_row(page):
    page.evaluate(SHOW_ALL)
    for pixels in (1024, 1280, 1440):
        resize(page, pixels)
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
        assert len(rows) >= len(PLAN_TABS)
        assert [row["tops"] for row in rows if max(row["tops"]) > 1] == [], pixels
        assert not any(row["covered"] for row in rows), pixels
        assert [row["left"] for row in rows if row["whole"] and row["left"] > 1] == [], pixels
    go(page, "/")


def test_lists_in_columns_have_no_gap_in_the_last_row(page):
    for path, pixels, rows in (("/", 768, ".step-list"), ("/consultation", 1440, ".step-list")):
        resize(page, pixels)
        go(page, path)
        right = "one => one.getBoundingClientRect().right"
        whole, last = (page.locator(one).evaluate(right) for one in (rows, f"{rows} > :last-child"))
        assert whole - last < 1, path
    go(page, "/")


@pytest.mark.part("expansion")
def test_the_title_of_the_expansion_is_clear_of_the_lit_sign_and_near_the_building(page):
    """The sign is in the middle of the picture, a hundredth of its height above and below."""
    go(page, next(route.path for route in ROUTES if route.key == "facility-expansion"))
    for pixels, height in ((390, 844), (768, 1024), (1024, 1366), (1440, 900), (1440, 700), (1920, 1080)):
        resize(page, pixels, height)
        picture, title = (page.locator(one).bounding_box() for one in (".page-head-picture", "h1"))
        sign = picture["y"] + picture["height"] * 0.53
        assert title["y"] - sign > 40, pixels
        assert title["y"] < picture["y"] + picture["height"], pixels
        crumbs = page.locator(".breadcrumbs ol")
        crumbs.evaluate("(one) => { one.style.color = 'transparent'; one.style.width = 'fit-content'; }")
        behind = Image.open(BytesIO(page.screenshot(clip=crumbs.bounding_box()))).convert("L")
        crumbs.evaluate("(one) => { one.style.cssText = ''; }")
        brightest = sorted(behind.tobytes())[-behind.width * behind.height // 50]
        assert brightest <= 110, pixels  # 4.5:1 with the words, but for a lamp
    go(page, "/")


@pytest.mark.parametrize("pixels", [768, 1440])
@pytest.mark.part("online-coaching")
def test_no_package_has_a_hole_above_its_button(page, pixels):
    resize(page, pixels)
    go(page, next(route.path for route in ROUTES if route.key == "online-coaching"))
    holes = page.evaluate("""[...document.querySelectorAll(".package")].map((one) =>
        one.querySelector(".button").getBoundingClientRect().top
        - one.querySelector(".benefit-list > :last-child").getBoundingClientRect().bottom)""")
    assert max(holes) < 120
    go(page, "/")


@pytest.mark.skipif(not FLOATING_TRIAL, reason="this gym has no trial")
def test_the_trial_is_offered_below_the_title_of_a_service_s_questions(page):
    go(page, url_for(SERVICE_KEY))
    for pixels, below in ((390, ".questions-list"), (1440, "#questions-title")):
        resize(page, pixels)
        offer, above = (page.locator(one).bounding_box() for one in ("#questions .call-out", below))
        assert 0 <= offer["y"] - above["y"] - above["height"] < 100, pixels
        assert offer["x"] == above["x"], pixels
    go(page, "/")


def test_the_menu_ends_below_its_content_and_wraps_only_after_a_slash(page):
    for pixels in (768, 1280):
        resize(page, pixels, 1000)
        page.locator(".bar-menu").click()
        page.evaluate("document.querySelector('.sheet-services').style.maxWidth = '11em'")  # wider glyphs
        bottom, ends, torn = page.evaluate("""[
            document.querySelector(".menu-sheet").getBoundingClientRect().bottom,
            [...document.querySelectorAll(".menu-sheet a")].map((one) => one.getBoundingClientRect().bottom),
            [...document.querySelectorAll(".sheet-services a")].flatMap((one) => [...one.childNodes].filter((node) => {
                const range = document.createRange();
                range.selectNodeContents(node);
                return node.data?.match(/^\\S+$/) && range.getClientRects().length > 1;
            })).map((node) => node.data)]""")
        page.keyboard.press("Escape")
        assert bottom - max(ends) < 60, pixels
        assert torn == [], pixels
    go(page, "/")


@pytest.mark.part("social")
@pytest.mark.parametrize("pixels", [390, 768, 1024, 1440, 2560])
def test_nine_posts_are_three_rows_of_three(page, pixels):
    resize(page, pixels)
    tops = page.locator(".post").evaluate_all("all => all.map((one) => Math.round(one.getBoundingClientRect().top))")
    assert [tops.count(top) for top in sorted(set(tops))] == [3, 3, 3]


def test_the_carousel_buttons_stand_within_the_column_of_the_headings(page):
    for pixels in (390, 1440, 2560):
        resize(page, pixels)
        edges = page.evaluate("""[".facility .section-heading", ".facility .carousel-controls"].map((one) => {
            const { left, right } = document.querySelector(one).getBoundingClientRect();
            return [left, right];
        })""")
        assert edges[0][0] - 1 <= edges[1][0] < edges[1][1] <= edges[0][1] + 1, pixels


@pytest.mark.parametrize(
    ("key", "pixels"), [("home", 1024), ("home", 1440), ("home", 2560), *only("trainers", ("consultation", 1440))]
)
def test_the_poster_beside_the_form_stands_on_the_edge_of_its_section(page, key, pixels):
    resize(page, pixels)
    go(page, url_for(key))
    section, poster = (page.locator(one).bounding_box() for one in (".consultation", ".consultation .form-face"))
    assert abs(section["y"] + section["height"] - poster["y"] - poster["height"]) < 1
    go(page, "/")


def test_no_words_follow_a_gap_above_the_fields_of_a_form_on_a_phone(page):
    resize(page, 390)
    words, fields = (page.locator(f".consultation {one}").bounding_box() for one in (".lead", ".form-head"))
    assert fields["y"] - words["y"] - words["height"] <= 24


def test_the_home_page_names_the_address_twice(page):
    assert page.locator("main dd, footer li").filter(has_text=BUSINESS.address).count() == 2


def test_the_longest_pages_stay_within_their_height_budgets(page):
    longest = {("home", 390): 14_800, ("home", 1440): 11_950, ("trainers", 390): 5_200, ("trainers", 1440): 4_200}
    paths = {route.key: route.path for route in ROUTES}
    for (key, pixels), limit in longest.items():
        if not (path := paths.get(key)):
            continue
        resize(page, pixels)
        go(page, path)
        assert page.evaluate("document.documentElement.scrollHeight") <= limit, (path, pixels)
    go(page, "/")


def test_words_on_buttons_are_a_quarter_of_an_em_apart(page):
    apart = page.evaluate("""() => {
        const line = document.createElement("canvas").getContext("2d");
        line.font = getComputedStyle(document.querySelector("main .button")).font;
        const wide = (text) => line.measureText(text).width / parseFloat(line.font.match(/[\\d.]+px/));
        return ["k A", "r Y", "y T"].map((text) => wide(text) - wide(text[0]) - wide(text[2]));
    }""")
    assert min(apart) >= 0.23


def test_no_text_is_below_12_pixels_or_shrinks_if_the_root_font_grows(page):
    sizes = """(() => {
        const found = {}, walk = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
        while (walk.nextNode()) {
            const one = walk.currentNode.parentElement, size = parseFloat(getComputedStyle(one).fontSize);
            if (size && one.checkVisibility() && walk.currentNode.data.trim()) found[walk.currentNode.data.trim()] ??= size;
        }
        return found;
    })()"""
    for path in ("/", *(route.path for route in ROUTES if route.key == "trainers")):
        go(page, path)
        for pixels in (390, 768, 1440):
            resize(page, pixels)
            usual = page.evaluate(sizes)
            assert {text: size for text, size in usual.items() if size < 12} == {}, (path, pixels)
            page.evaluate("document.documentElement.style.fontSize = '200%'")
            larger = page.evaluate(sizes)
            page.evaluate("document.documentElement.style.fontSize = ''")
            shrunk = {text: (size, larger[text]) for text, size in usual.items() if larger.get(text, size) < size}
            assert shrunk == {}, (path, pixels)
    go(page, "/")


@pytest.mark.part("map")
def test_the_email_fits_on_one_line_and_the_map_shows_the_gym_name(page):
    for pixels in (1024, 1280, 1440, 1920, 2560):
        resize(page, pixels)
        left, right, shown, lines = page.evaluate("""(() => { // pin and label: from 766 to 1174 of the picture's 1440
            const img = document.querySelector(".visit-map img"), box = img.getBoundingClientRect();
            const wide = Math.max(box.width, box.height * 1.6);
            const start = (box.width - wide) * parseFloat(getComputedStyle(img).objectPosition) / 100;
            const range = document.createRange();
            range.selectNodeContents(document.querySelector(".visit a[href^=mailto]"));
            const covered = document.querySelector(".contact-words").getBoundingClientRect().right - box.left;
            return [start + wide * 766 / 1440 - covered, start + wide * 1174 / 1440, box.width, range.getClientRects().length];
        })()""")
        assert 0 <= left < right <= shown, pixels
        assert lines == 1, pixels


def test_on_a_phone_one_tab_is_cut_off_to_show_that_more_tabs_follow(page):
    for pixels in (320, 360, 390, 412, 430):
        resize(page, pixels)
        cut = page.evaluate("""[...document.querySelectorAll(".tab")].filter((one) => {
            const { left, right } = one.getBoundingClientRect();
            return left + 20 < innerWidth && right - 20 > innerWidth;
        }).length""")
        assert cut == 1, pixels


def test_an_error_notice_appears_below_the_bar_and_disappears(open_page):
    page = open_page(viewport=DESKTOP)
    Visitor(page, CONSULTATION_FORM).send().toast("destructive")
    notice = page.locator(".toast")
    notice_box, form = notice.bounding_box(), page.locator("form[action$='/forms/consultation']").bounding_box()
    assert 72 <= notice_box["y"] < 100
    assert notice_box["x"] + notice_box["width"] <= form["x"]
    assert notice.evaluate("one => one.getAnimations().map((moving) => moving.effect.getTiming().duration)") == [6000]
    notice.evaluate("one => one.getAnimations()[0].finish()")
    expect(notice).to_be_hidden()


def test_the_answer_page_without_scripts_looks_like_the_site(open_page):
    words = CONSULTATION_FORM.content
    page = open_page(java_script_enabled=False)
    page.locator("form[action$='/forms/consultation']").evaluate("form => { form.noValidate = true; form.submit(); }")
    expect(page.get_by_role("heading", name=words.answer_heading, level=1)).to_be_visible()
    expect(page.get_by_role("heading", name=words.title)).to_be_visible()
    heading = page.locator(".error-summary h3")
    expect(heading).to_have_text(words.answer_invalid)
    expect(heading).to_have_css("font-size", "18px")
    border = page.locator(".error-summary").evaluate("one => getComputedStyle(one).borderColor")
    expect(heading).to_have_css("color", border)
    expect(heading.locator(".icon-warning")).to_be_visible()
    assert [error for error in page.watch.errors if "422" not in error] == []
    boxes = [one.bounding_box() for one in page.locator(".answer > :not(.eyebrow)").all()]
    assert all(box["width"] <= 46 * 16 + 1 for box in boxes)
    assert all(below["y"] - above["y"] - above["height"] >= 24 for above, below in pairwise(boxes))
    page.locator(".answer > a.back").click()
    expect(page.locator(".hero")).to_be_visible()


@pytest.mark.part("trainers")
def test_no_name_covers_a_trainers_picture_and_the_posters_links_are_in_one_line(page):
    (path,) = (route.path for route in ROUTES if route.key == "trainers")
    for pixels in (320, 390, 768, 1024, 1440):
        resize(page, pixels)
        go(page, path)
        wrong = page.evaluate("""[...document.querySelectorAll(".poster")].filter((poster) => {
            const [img, name, book, about] = ["img", "h2", "a", "summary"].map(
                (part) => poster.querySelector(part).getBoundingClientRect());
            return name.top < img.bottom || Math.abs(book.top - about.top) > 1 || name.right > img.right;
        }).map((poster) => poster.textContent)""")
        assert wrong == [], pixels
    go(page, "/")


def test_the_print_in_a_head_has_straight_edges_and_meets_the_title(page):
    """No gradient or mask lies on it. On a phone it is a block across the screen, into which the title cuts."""
    veils = """all => all.flatMap((one) => ["", "::before", "::after"].map((part) => getComputedStyle(one, part)))
        .map((style) => style.maskImage + style.backgroundImage).filter((images) => images.includes("gradient"))"""
    resize(page, 390)
    for path in (route.path for route in ROUTES if route.key in (*SERVICE_KEYS, "online-coaching", "before-after")):
        go(page, path)
        assert page.locator(".page-head, .page-head-picture, .page-head-picture img").evaluate_all(veils) == [], path
        picture, title, back = (page.locator(one).bounding_box() for one in (".page-head-picture", "h1", ".back"))
        assert (picture["x"], picture["width"], picture["height"]) == (0, 390, 195), path
        assert title["y"] < picture["y"] + picture["height"] < title["y"] + title["height"], path
        assert (title["x"], back["x"]) == (0, 0), path  # no strip of the print is left beside them
    go(page, "/")


@pytest.mark.parametrize("pixels", [390, 768, 1440])
def test_buttons_have_the_same_room_beside_their_words(page, pixels):
    resize(page, pixels)
    room = page.locator("main .button").evaluate_all(
        "all => all.map((one) => getComputedStyle(one).paddingInlineStart)"
    )
    assert len(set(room)) == 1


def test_the_pages_on_which_searches_end_say_where_the_gym_is(documents):
    """In words that stand there for all to read: outside closed answers, menus and footers."""
    keys = (*SERVICE_KEYS, "trainers", "consultation", "online-coaching", "book-appointment")
    for route in (route for route in ROUTES if route.key in keys):
        (head,) = documents[route.path].all(class_="page-head")
        assert [town for town in BRAND.towns if town not in head.text] == [], route.path


@pytest.mark.part("transformations")
def test_a_pair_is_printed_whole_and_without_its_slider(page):
    go(page, url_for("before-after"))
    page.emulate_media(media="print")
    expect(page.locator(".pair-grid figure").first).to_have_css("break-inside", "avoid")
    assert page.locator(".compare input:visible").count() == 0
    page.emulate_media(media="screen")
    go(page, "/")


@pytest.mark.part("transformations")
def test_pairs_are_prints_of_at_most_330_pixels_beside_the_call(page):
    go(page, url_for("before-after"))
    for pixels in (1024, 1440, 2560):
        resize(page, pixels)
        assert max(page.locator(".compare").evaluate_all("all => all.map((one) => one.offsetWidth)")) <= 330
    go(page, "/")


@pytest.mark.part("expansion")
def test_every_room_of_the_floor_plan_has_a_drawing_clear_of_its_name(page):
    go(page, url_for("facility-expansion"))
    for pixels in (320, 768, 1440):
        resize(page, pixels)
        rooms = page.locator(".wing li").evaluate_all("""all => all.map((one) => {
            const [mark, name] = ["i", "strong"].map((part) => one.querySelector(part).getBoundingClientRect());
            return mark.width > 40 && mark.top > one.getBoundingClientRect().top && mark.bottom < name.top;
        })""")
        assert set(rooms) == {True}, pixels
    go(page, "/")


@pytest.mark.part("trainers")
def test_the_line_about_a_chosen_trainer_is_clear_of_the_picture_and_no_wider(page):
    resize(page, 1440)
    go(page, consultation_link(TRAINERS[0]))
    expect(page.locator(".wish")).not_to_be_empty()
    line, picture = (page.locator(one).bounding_box() for one in (".wish", ".form-face"))
    assert line["y"] + line["height"] + 16 <= picture["y"]
    assert line["width"] <= picture["width"]
    go(page, "/")


@pytest.mark.parametrize(
    ("key", "look"),
    [
        ("home", "hero-picture"), ("home", "band"),
        *((key, "page-head-picture") for key in (*only("expansion", "facility-expansion"),
                                                 *only("physiotherapy-kinesiology", "book-appointment"))),
    ],
)  # fmt: skip
def test_a_picture_across_the_whole_screen_is_sharp_on_a_dense_one(documents, key, look):
    place, *_ = documents[url_for(key)].all(class_=look)
    assert any(" 2880w" in source.attrs.get("srcset", "") for source in place.all("source"))
