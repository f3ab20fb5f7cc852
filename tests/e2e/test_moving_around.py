"""The paths of the site, and what stands where no page is (spec sections 2 and 8)."""

from __future__ import annotations

import httpx
import pytest
from playwright.sync_api import expect

from gym_site.content.navigation import NOT_FOUND
from gym_site.content.posts import POSTS
from gym_site.routes import ROUTES, alias_for, post_alias, post_path, url_for

PATHS = [path for route in ROUTES for path in (route.path, route.alias) if path]
PATHS += [path for post in POSTS for path in (post_path(post.id), post_alias(post.id))]


def test_every_path_answers_by_itself_without_a_redirect(site):
    assert {path: httpx.get(site.url + path).status_code for path in PATHS} == dict.fromkeys(PATHS, 200)
    for path in ("/nowhere", "/blog-1", "/personal-training/x"):
        answer = httpx.get(site.url + path)
        assert answer.status_code == 404
        assert "text/html" in answer.headers["content-type"]


@pytest.fixture(scope="module")
def page(shared):
    return shared(url_for("faq"))


@pytest.mark.parametrize("path", ["/blog/888", "/blog/abc", "/fitness-blog-surrey-delta/0"])
def test_an_unknown_post_leads_to_the_list_and_leaves_no_trace_in_the_history(page, site, path):
    page.goto(site.url + path)
    expect(page).to_have_url(site.url + alias_for("blog"))
    expect(page.locator(".post-card").first).to_be_visible()
    page.go_back()
    expect(page).to_have_url(site.url + url_for("faq"))


def test_an_unknown_path_says_so_logs_it_and_leads_home(open_page, site):
    page = open_page("/no/such/door")
    expect(page.locator("h1")).to_have_text(NOT_FOUND.title)
    page.get_by_role("link", name=NOT_FOUND.home.label).click()
    expect(page).to_have_url(f"{site.url}/")
    assert any("/no/such/door" in error for error in page.watch.errors)
