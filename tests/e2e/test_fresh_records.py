"""Staff change the records of a running site: a page opened afterwards shows it everywhere, without build or websocket.

A record once read is kept for five minutes, so the site is one of the test's own, which nobody has asked before.
"""

from __future__ import annotations

import json
import subprocess
import sys

import httpx
import pytest

from gym_site.content.business import BUSINESS
from gym_site.content.page_records import PAGE_RECORDS
from gym_site.settings import ROOT
from tests.browsing import until
from tests.site import PrebuiltSite

EMAIL, PHONE = "front@harbour.example", "604-555-0199"
BUSINESS_SET = {
    "name": "Harbour 24",
    "address": "7 Pier Road",
    "city": "Delta",
    "postal-code": "V4C 0X0",
    "phone": PHONE,
    "email": EMAIL,
    "business-hours": "5 to midnight",
    "services": "Boxing, Sauna",
}
TITLE, DESCRIPTION = (
    "Ask us anything at all",
    "Everything about the gym that people ask us at the front counter, answered.",
)
# One of each kind of page, with what the change does on it beside the bar, the footer and the structured data.
SHOWN = {
    "/": ["7 Pier Road, Delta, BC V4C 0X0", "<li>Boxing</li><li>Sauna</li></ul>"],
    "/personal-training": [f"mailto:{EMAIL}?subject=Inquiry"],
    "/online-coaching": [],
    "/before-after": [f"mailto:{EMAIL}?subject="],
    "/facility-expansion": [],
    "/trainers": [],
    "/consultation": [f"tel:+1{PHONE.replace('-', '')}"],
    "/blog": [],
    "/blog/1": [],
    "/faq": [f"mailto:{EMAIL}"],
    "/book-appointment-surrey": [f"mailto:{EMAIL}?subject=", f"Call {PHONE}"],
    "/privacy": [f"mailto:{EMAIL}"],
    "/no-such-page": [],
}
OLD = [BUSINESS.address, BUSINESS.postal_code, BUSINESS.phone, BUSINESS.phone.replace("-", ""), BUSINESS.email]
CONTENT = {  # of the head, by the name of the tag
    "title": "document.title",
    **{
        name: f"document.querySelector('meta[name=\"{name}\"], meta[property=\"{name}\"]')?.content"
        for name in (
            "description", "keywords", "og:title", "og:description", "og:image:alt", "twitter:title",
            "twitter:description", "twitter:image:alt", "og:site_name",
        )
    },
}  # fmt: skip


def staff(site, *command):
    """Run a command for staff."""
    subprocess.run(
        [sys.executable, "-m", "gym_site", *command], cwd=ROOT, env=site.environment, check=True, capture_output=True
    )


@pytest.fixture(scope="module")
def changed(site, tmp_path_factory):
    """A site whose form service is away, and whose records were changed while it ran."""
    with PrebuiltSite(tmp_path_factory.mktemp("changed"), GYM_FORM_ENDPOINT="http://127.0.0.1:9/f/away") as running:
        staff(
            running, "business", "set", *(part for name, value in BUSINESS_SET.items() for part in (f"--{name}", value))
        )
        staff(running, "seo", "set", "faq", "--title", TITLE, "--description", DESCRIPTION, "--keywords", "one,two")
        yield running


def test_a_changed_business_record_shows_in_every_place_of_every_kind_of_page(opener, changed):
    page = opener.open(changed.url)
    for path, words in SHOWN.items():
        page.goto(changed.url + path, wait_until="commit")
        until(page, f"document.body.innerText.includes('{PHONE}')")
        until(page, f"!{json.dumps(OLD)}.some((fact) => document.body.outerHTML.includes(fact))")
        # structured data come with the page's own record, which is another request
        until(
            page,
            f"""![...document.querySelectorAll("script[type='application/ld+json']")]
            .some((data) => data.textContent.includes('"{BUSINESS.name}"'))""",
        )
        html, text = page.evaluate("[document.body.outerHTML, document.body.textContent]")
        for word in words:
            assert word in html or word in text, (path, word)
        assert {one.strip() for one in page.locator(".logo").all_text_contents()} == {"Harbour 24"}, path
        assert page.locator(".site-header a[href^='tel:']").get_attribute("aria-label") == f"Call {PHONE}"
        footer = page.locator(".site-footer").text_content()
        for fact in ("7 Pier Road", "Delta, BC V4C 0X0", "5 to midnight", PHONE, EMAIL, "© Harbour 24"):
            assert fact in footer, (path, fact)


def test_a_changed_page_record_shows_in_title_keywords_and_sharing_tags_and_stays_with_its_page(opener, changed):
    page = opener.open(f"{changed.url}/faq")
    until(page, f"document.title === '{TITLE}'")
    of_head = {name: page.evaluate(script) for name, script in CONTENT.items()}
    local = ", ".join(PAGE_RECORDS["faq"].local_keywords)
    assert of_head == {
        **{name: TITLE for name in CONTENT if "title" in name or "alt" in name},
        **{name: DESCRIPTION for name in CONTENT if "description" in name},
        "keywords": f"one, two, {local}",
        "og:site_name": "Harbour 24",
    }
    page.locator(".site-footer a[href$='trainers-surrey']").click()
    until(page, f"document.title === '{PAGE_RECORDS['trainers'].title}'")
    assert page.locator("title").count() == page.locator("meta[name=description]").count() == 1
    page.go_back()
    until(page, f"document.title === '{TITLE}'")
    assert page.locator("head title").count() == 1
    assert [error for error in page.watch.errors if "records" in error] == []


def test_the_page_that_answers_a_form_names_the_changed_address(changed):
    answer = httpx.post(
        f"{changed.url}/forms/inquiry",
        data={"name": "Jo", "email": "jo@mail.example", "message": "Is there parking?"},
        headers={"Origin": changed.url},
    )
    assert answer.status_code in (422, 502)
    assert "Harbour 24" in answer.text
    assert PHONE in answer.text


def test_a_page_of_another_origin_may_read_the_records(changed):
    answer = httpx.get(f"{changed.url}/records/business", headers={"Origin": "https://tideforge24.example"})
    assert answer.headers["access-control-allow-origin"] == "https://tideforge24.example"
    assert answer.headers["access-control-expose-headers"] == "ETag"
    assert int(answer.headers["cache-control"].removeprefix("public, max-age=")) <= 300
    assert "script-src" not in answer.headers["content-security-policy"]
    again = httpx.get(f"{changed.url}/records/business", headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
