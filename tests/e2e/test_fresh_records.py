"""If staff change a record while the site runs, pages opened later show the change without a build or a websocket.

Records are cached for `CACHE_SECONDS`, so these tests start their own site with an empty cache.
"""

import json

import httpx
import pytest
from playwright.sync_api import expect

from gym_site.content.business import tel
from tests.browsing import Opener, until
from tests.forms import SERVICE_KEY
from tests.gym import GYM, SETTINGS
from tests.parts import rows
from tests.site import PrebuiltSite

EMAIL, PHONE = "front@harbour.example", "604-555-0199"
BUSINESS_SET = {
    "name": "Harbour 24", "address": "7 Pier Road", "city": "Delta", "postal-code": "V4C 0X0", "phone": PHONE,
    "email": EMAIL, "business-hours": "5 to midnight", "services": "Boxing, Sauna",
}  # fmt: skip
TITLE, DESCRIPTION = "Ask us anything at all", "What people ask us at the front counter of the gym, answered at length."
# One of each kind of page, with the changes expected outside bar, footer and structured data.
SHOWN = {
    "home": [f"7 Pier Road, Delta, {GYM.business.province} V4C 0X0", "<li>Boxing</li> <li>Sauna</li> </ul>"],
    SERVICE_KEY: [f"mailto:{EMAIL}?subject=Inquiry"],
    "before-after": [f"mailto:{EMAIL}?subject="],
    "facility-expansion": [],
    "consultation": [tel(PHONE)],
    "faq": [f"mailto:{EMAIL}"],
    "book-appointment": [f"mailto:{EMAIL}?subject=", f"Call {PHONE}"],
    "privacy": [f"mailto:{EMAIL}"],
}
PLACES = {GYM.routes.alias_for(route.key): SHOWN[route.key] for route in GYM.routes.values() if route.key in SHOWN}
PLACES |= {GYM.routes.post_alias(post.id): [] for post in GYM.posts[:1]} | {"/no-such-page": []}
OLD = [
    GYM.business.address,
    GYM.business.postal_code,
    GYM.business.phone,
    GYM.business.phone.replace("-", ""),
    GYM.business.email,
]
HEAD = """() => Object.fromEntries([["title", document.title], ...[...document.querySelectorAll("meta")].map(
    (one) => [one.name || one.getAttribute("property"), one.content])])"""


@pytest.fixture(scope="module")
def changed(pages, tmp_path_factory):
    """A site whose records were changed while it ran."""

    business = (part for name, value in BUSINESS_SET.items() for part in (f"--{name}", value))
    words = ("--title", TITLE, "--description", DESCRIPTION, "--keywords", "one,two")
    with PrebuiltSite(tmp_path_factory.mktemp("changed")) as running:
        assert running.run_command("business", "set", "--no-build", *business) == 0
        assert running.run_command("seo", "set", "faq", "--no-build", *words) == 0
        yield running


@pytest.mark.parametrize("path", rows(PLACES, [GYM.routes.alias_for("home"), GYM.routes.alias_for("consultation")]))
def test_a_changed_business_record_shows_everywhere_on_every_kind_of_page(page, changed, path):
    page.goto(changed.url + path, wait_until="commit")
    expect(page.locator(".site-header a.bar-button")).to_have_attribute("aria-label", f"Call {PHONE}")
    until(page, f"{json.dumps(OLD)}.filter((fact) => document.body.outerHTML.includes(fact)).length === 0")
    # structured data comes with the page's own record, in another request
    data = page.locator("script[type='application/ld+json']").filter(has_text=f'"{GYM.business.name}"')
    expect(data).to_have_count(0)
    said = "[document.body.outerHTML, document.body.textContent].some((all) => all.includes(words))"
    until(page, f"{json.dumps(PLACES[path])}.filter((words) => !{said}).length === 0")
    expect(page.locator(".logo").filter(has_not_text="Harbour 24")).to_have_count(0)
    expect(page.locator(".site-footer")).to_contain_text("© Harbour 24")
    for fact in ("7 Pier Road", f"Delta, {GYM.business.province} V4C 0X0", "5 to midnight", PHONE, EMAIL):
        expect(page.locator(".contact" if path == GYM.routes.alias_for("home") else ".site-footer")).to_contain_text(
            fact
        )


@pytest.fixture(scope="module")
def page(browser, changed):
    opener = Opener(browser)
    yield opener.open(changed.url)
    opener.close()


def test_a_changed_page_record_updates_the_metadata_of_its_page_only(opener, changed):
    page = opener.open(f"{changed.url}/faq")
    expect(page).to_have_title(TITLE)
    head = page.evaluate(HEAD)
    assert {head[name] for name in head if "title" in name or "image:alt" in name} == {TITLE}
    assert {head[name] for name in head if "description" in name} == {DESCRIPTION}
    assert head["keywords"] == ", ".join(["one", "two", *GYM.records["faq"].local_keywords])
    assert head["og:site_name"] == "Harbour 24"
    page.locator(f".site-footer a[href='{GYM.routes.url_for('consultation')}']").click()
    expect(page).to_have_title(GYM.records["consultation"].title)
    assert page.locator("title").count() == page.locator("meta[name=description]").count() == 1
    page.go_back()
    expect(page).to_have_title(TITLE)
    expect(page.locator("head title")).to_have_count(1)
    assert [error for error in page.watch.errors if "records" in error] == []


def test_cors_allows_pages_at_the_site_url_to_read_records(changed):
    origin = SETTINGS.site_url
    headers = httpx.get(f"{changed.url}/records/business", headers={"Origin": origin}).headers
    assert headers["access-control-allow-origin"] == origin
    asked = {
        "Origin": origin,
        "Access-Control-Request-Method": "GET",
        "Access-Control-Request-Headers": "if-none-match",
    }
    allowed = httpx.options(f"{changed.url}/records/business", headers=asked).headers["access-control-allow-headers"]
    assert "if-none-match" in allowed.lower()
    assert "script-src" not in headers["content-security-policy"]
