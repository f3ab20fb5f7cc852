"""Every page as a visitor opens it, on the site and on a host without a server (spec sections 2, 4 and 8)."""

from __future__ import annotations

import re

import httpx
import pytest

from gym_site.content.posts import POSTS
from gym_site.routes import ROUTES, post_alias, post_path, url_for
from tests.browsing import PHONE, break_page, until

PATHS = [path for route in ROUTES for path in (route.path, route.alias) if path]
PATHS += [path for post in POSTS for path in (post_path(post.id), post_alias(post.id))]


def test_every_path_answers_by_itself_without_a_redirect(site):
    for path in PATHS:
        answer = httpx.get(site.url + path)
        assert (path, answer.status_code) == (path, 200)
    for path in ("/nowhere", "/blog-1", "/personal-training/x"):
        assert httpx.get(site.url + path).status_code == 404


def test_changing_pages_keeps_the_document_and_opens_at_the_top(open_page):
    page = open_page()
    page.evaluate("window.sameDocument = true")
    for name in ("Trainers", "FAQ", "Online Fitness Coaching", "Facility Expansion", "Blog", "Home"):
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        page.locator("footer").get_by_role("link", name=name, exact=True).click()
        path = next(route.path for route in ROUTES if route.label == name)
        until(page, f"location.pathname === '{path}'")
        until(page, "scrollY === 0")
        assert page.evaluate("window.sameDocument")
    assert [said for said in page.watch.errors if "WebSocket" not in said] == []


@pytest.mark.parametrize("path", ["/blog/888", "/blog/abc", "/fitness-blog-surrey-delta/0"])
def test_an_unknown_post_leads_to_the_list_and_leaves_no_trace_in_the_history(open_page, path):
    page = open_page("/gym-faq-surrey-delta")
    page.goto(re.sub(r"(://[^/]+).*", rf"\1{path}", page.url))
    until(page, "location.pathname === '/blog' && document.querySelector('.post-card') !== null")
    page.go_back()
    until(page, "location.pathname === '/gym-faq-surrey-delta'")


def test_an_unknown_path_says_so_logs_it_and_leads_home(open_page):
    page = open_page("/no/such/door")
    assert page.locator("h1").inner_text() == "Oops! Page not found"
    until(page, "true")
    assert any("/no/such/door" in said for said in page.watch.errors)
    page.get_by_role("link", name="Return to Home").click()
    until(page, "location.pathname === '/'")


def test_a_page_that_breaks_shows_the_error_screen(open_page):
    page = open_page("/gym-faq-surrey-delta", prepare=lambda page: break_page(page, url_for("facility-expansion")))
    page.locator("footer").get_by_role("link", name="Facility Expansion").click()
    until(page, "document.querySelector('h1')?.textContent === 'Unexpected Application Error!'")
    assert "planted" in page.locator("main").inner_text()


def test_a_card_of_the_blog_loads_a_document_of_its_own(open_page):
    page = open_page("/fitness-blog-surrey-delta")
    page.evaluate("window.sameDocument = true")
    page.get_by_role("link", name=POSTS[0].title).click()
    until(page, "/^.blog.\\d+$/.test(location.pathname) && !window.sameDocument")
    page.get_by_role("link", name="Back to the blog").click()
    until(page, "location.pathname === '/fitness-blog-surrey-delta'")


def test_back_to_home_ends_at_the_services(open_page):
    page = open_page("/kickboxing-boxing")
    page.get_by_role("link", name="Back to Home").click()
    until(page, "Math.abs(document.getElementById('services')?.getBoundingClientRect().top - 88) < 40")


def test_anchors_and_calls_of_an_inner_page_lead_to_the_home_page(open_page):
    page = open_page("/gym-faq-surrey-delta")
    bar = page.locator(".bar")
    assert bar.get_by_role("link", name="Membership", exact=True).get_attribute("href") == "/#membership"
    assert bar.get_by_role("link", name="Sign Up Online").get_attribute("href") == "/#membership"
    assert (
        bar.get_by_role("link", name="Free Consultation").get_attribute("href") == "/free-fitness-consultation-surrey"
    )
    bar.get_by_role("link", name="Testimonials", exact=True).click()
    until(page, "Math.abs(document.getElementById('testimonials')?.getBoundingClientRect().top - 88) < 40")


def test_a_tooltip_is_seen_after_seven_tenths_of_a_second(open_page):
    page = open_page(viewport=PHONE, has_touch=False)
    tooltip = "getComputedStyle(document.querySelector('.bar-menu'), '::after')"
    assert page.evaluate(f"{tooltip}.opacity") == "0"
    page.locator(".bar-menu").hover()
    until(page, f"{tooltip}.transitionDelay.startsWith('0.7s')")
    until(page, f"{tooltip}.opacity === '1'")
