"""What the server says beside the pages: headers and caching. What it refuses: tests/strangers."""

from __future__ import annotations

import re

import httpx
import pytest
from playwright.sync_api import expect

from tests.browsing import connected
from tests.forms import FORMS, Visitor


@pytest.mark.parametrize(
    "path", ["/", "/index.html", "/no-such-page", "/assets/no-such-file.js", "/forms/consultation/sent"]
)
def test_every_answer_is_guarded(site, booking_service, path):
    headers = httpx.get(site.url + path).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "strict-origin-when-cross-origin"  # none at all makes a post's origin null
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert "geolocation=()" in headers["permissions-policy"]
    policy = dict(rule.split(" ", 1) for rule in headers["content-security-policy"].split("; "))
    assert policy["default-src"] == policy["base-uri"] == policy["frame-ancestors"] == "'none'"
    assert re.fullmatch(r"'self' 'sha256-[\w+/]+='", policy["style-src"])  # that of the text in the pages
    assert "unsafe" not in headers["content-security-policy"]
    others = set(re.findall(r"https?://[^ ;]+", headers["content-security-policy"]))
    assert others == {booking_service}  # the one host that the settings name


@pytest.mark.parametrize("path", ["/css/tokens.css", "/favicon.svg", "/site.webmanifest", "/images/card-home.jpg"])
def test_a_file_may_do_nothing_and_costs_few_bytes_of_headers(site, path):
    headers = httpx.get(site.url + path).headers
    assert headers["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert sum(len(name) + len(value) for name, value in headers.raw) < 700


def test_what_never_changes_is_kept_and_pages_are_asked_for(site):
    page = httpx.get(site.url)
    assert page.headers["cache-control"] == "no-cache"
    script = re.search(r'src="(/assets/start-[^"]+\.js)"', page.text)[1]
    picture = re.search(r'src="(/images/[^"]+\.[0-9a-f]{8}\.jpg)"', page.text)[1]
    for path in (script, picture):
        assert httpx.get(site.url + path).headers["cache-control"] == "public, max-age=31536000, immutable"
    assert httpx.get(f"{site.url}/favicon.ico").headers["cache-control"] == "no-cache"  # no hash in its name
    assert httpx.get(f"{site.url}/assets/gone.js").headers["cache-control"] == "no-cache"


def test_pages_and_scripts_travel_compressed(site):
    start = re.search(r'src="(/assets/start-[^"]+\.js)"', httpx.get(site.url).text)[1]
    script = re.search(r'import "(/assets/[^"]+\.js)"', httpx.get(site.url + start).text)[1]
    for path in ("/", script):
        assert httpx.get(site.url + path, headers={"Accept-Encoding": "gzip"}).headers["content-encoding"] == "gzip"


def test_the_browser_has_nothing_to_complain_about(open_page, service):
    """Everything a visitor can do on the home page, under the content security policy: the console stays empty."""
    page = open_page()
    connected(page)
    page.get_by_role("tab").nth(2).click()
    page.locator("[role=tabpanel]:visible summary").first.click()
    page.locator(".photo-button").first.click()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Next pictures").click()
    for form in FORMS:
        visitor = Visitor(page, form).send()
        expect(visitor.problems).to_be_visible()
        visitor.fill().send().toast("success")
        page.locator(".toast-close").click()
    assert page.watch.errors == []
