"""The exported pages on a static host: features that need no server work without one."""

import re

import pytest
from playwright.sync_api import expect

from gym_site.content.trainers import consultation_link
from tests.browsing import HYDRATED, until
from tests.gym import GYM, IN_FORM


@pytest.fixture(params=["static_host", pytest.param("early_host", marks=pytest.mark.long)])
def host(request) -> str:
    """The URL of a static host; before a release, also that of pages built without a server and below a path."""
    return request.getfixturevalue(request.param)


def test_interactive_elements_and_links_work_without_a_server(opener, host):
    page = opener.open(host, server="away", reduced_motion="reduce")
    page.get_by_role("tab", name=GYM.plans.tabs[2].label).click()
    expect(page.get_by_role("tabpanel", name=GYM.plans.tabs[2].label)).to_be_visible()
    page.locator(".photo-button").nth(2).click()
    page.keyboard.press("ArrowRight")
    expect(page.locator("dialog.viewer figure").nth(3)).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Next pictures").click()
    expect(page.locator(".carousel-position")).to_have_text(re.compile(r"^2\b"))

    page.evaluate("window.sameDocument = true")
    page.locator("footer").get_by_role("link", name="FAQ", exact=True).click()
    expect(page.locator("main h1")).to_be_focused()
    page.get_by_label("Find a question").fill(max(GYM.faq.questions[-1].question.split(), key=len))
    expect(page.locator(".filter-count")).to_contain_text("of")
    page.go_back()
    page.get_by_role("tab", name=GYM.plans.tabs[1].label).click()
    expect(page.get_by_role("tabpanel", name=GYM.plans.tabs[1].label)).to_be_visible()
    assert page.evaluate("window.sameDocument")
    for trainer in [trainer for trainer in GYM.trainers if trainer.name in IN_FORM][:1]:
        page.goto(host + GYM.routes.url_for("trainers"))
        page.get_by_role("link", name=GYM.trainers_page.words.book.format(first_name=trainer.first_name)).click()
        expect(page).to_have_url(host + consultation_link(trainer, GYM.routes))
        expect(page.locator("#consultation-selectedTrainer")).to_have_value(trainer.name)
    errors = [said for said in page.watch.errors if not re.search("WebSocket|ERR_|refused", said)]
    assert (page.watch.websockets, errors) == ([], [])


@pytest.mark.long
def test_a_page_opened_by_the_name_of_its_file_shows_itself_alone(opener, host):
    page = opener.open(host)
    for file, path in (
        (f"{GYM.routes.url_for('faq')}.html?a=1#b", f"{GYM.routes.url_for('faq')}?a=1#b"),
        ("/index.html", "/"),
    ):
        page.goto(host + file)
        until(page, HYDRATED)
        expect(page).to_have_url(host + path)
        expect(page.locator("main")).to_have_count(1)


@pytest.mark.part("blog")
def test_a_missing_post_redirects_to_the_blog_without_a_history_entry(opener, host):
    page = opener.open(host + GYM.routes.url_for("privacy"))
    for path in ("/blog/888", "/blog/abc", GYM.routes.post_path(0)):
        page.goto(host + path)
        expect(page).to_have_url(f"{host}/blog")
        expect(page.locator(".post-card").first).to_be_visible()
        page.go_back()
        expect(page).to_have_url(host + GYM.routes.url_for("privacy"))


def test_the_404_page_logs_the_unknown_path_and_links_home(opener, host):
    page = opener.open(f"{host}/no/such/door")
    expect(page.locator("h1")).to_have_text(GYM.site.not_found.title)
    assert any("/no/such/door" in error for error in page.watch.errors)
    page.get_by_role("link", name=GYM.site.not_found.home.label).click()
    expect(page).to_have_url(f"{host}/")
