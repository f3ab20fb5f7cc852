"""The server below a path: forms, records, events and redirects stay below it."""

import re

import httpx
import pytest
from playwright.sync_api import expect

from tests.browsing import connected, poll
from tests.build import SUB_PATH
from tests.forms import CONSULTATION_FORM, INQUIRY_FORM, Visitor
from tests.gym import GYM


def strays(page, site) -> list[str]:
    """Return the addresses outside the path that a page has asked for."""
    below = (f"{site.url}{SUB_PATH}/", f"{site.url.replace('http', 'ws')}{SUB_PATH}/", "data:")
    return [url for url in [*page.watch.requests, *page.watch.websockets] if not url.startswith(below)]


def test_a_form_is_sent_by_websocket_after_a_change_of_page(opener, site_below, service):
    page = opener.open(f"{site_below.url}{SUB_PATH}/")
    page.evaluate("window.sameDocument = true")
    page.locator("footer").get_by_role("link", name="FAQ", exact=True).click()
    expect(page).to_have_url(site_below.url + SUB_PATH + GYM.routes.url_for("faq"))
    page.go_back()
    expect(page.locator("h1")).to_be_visible()
    connected(page)
    visitor = Visitor(page, INQUIRY_FORM).fill().send()
    visitor.toast("success", *INQUIRY_FORM.success)
    assert site_below.leads(visitor.mark) == [("sent", "event")]
    assert page.evaluate("window.sameDocument")
    poll(page, lambda: any("/records/" in url for url in page.watch.requests), "records are asked for")
    assert (strays(page, site_below), page.watch.errors) == ([], [])


def test_a_form_is_posted_without_scripts_and_corrected_on_the_answer(opener, site_below, service):
    page = opener.open(site_below.url + SUB_PATH + GYM.routes.url_for("consultation"), java_script_enabled=False)
    visitor = Visitor(page, CONSULTATION_FORM).fill(phone="12").send()
    expect(visitor.problems.locator("li")).to_have_count(1)
    visitor.change("phone", CONSULTATION_FORM.entries["phone"])
    visitor.send()
    expect(page).to_have_url(
        re.compile(re.escape(f"{site_below.url}{SUB_PATH}/forms/consultation/sent?request=") + "[0-9a-f]+$")
    )
    page.locator("main .button-ember").click()
    expect(page).to_have_url(f"{site_below.url}{SUB_PATH}/")
    assert site_below.leads(visitor.mark) == [("sent", "post")]
    assert strays(page, site_below) == []


@pytest.mark.parametrize(
    ("path", "status", "leads_to"),
    [
        (f"{SUB_PATH}/forms/inquiry", 303, f"{SUB_PATH}/#contact"),
        (f"{SUB_PATH}/records/business", 200, ""),
        ("/records/business", 404, ""),
        ("/_event/", 404, ""),
        (f"{SUB_PATH}/_event/", 404, ""),
        pytest.param(f"{SUB_PATH}{GYM.routes.post_path(999)}", 307, f"{SUB_PATH}/blog", marks=pytest.mark.part("blog")),
    ],
)
def test_paths_below_the_path_are_answered(site_below, path, status, leads_to):
    answer = httpx.get(f"{site_below.url}{path}")
    assert (answer.status_code, answer.headers.get("location", "")) == (status, leads_to)


def test_the_404_page_links_to_the_page_that_was_meant(site_below):
    wrong = httpx.get(f"{site_below.url}{SUB_PATH}{GYM.routes.url_for('faq').upper()}")
    assert f'href="{SUB_PATH}{GYM.routes.url_for("faq")}">{GYM.site.not_found.meant}' in wrong.text
