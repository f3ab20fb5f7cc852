"""The privacy page's promises, checked against the site."""

from playwright.sync_api import expect

from gym_site.content.privacy import PRIVACY
from gym_site.leads.maintenance import ERASED_AFTER, QUARANTINE_DELETED_AFTER
from gym_site.server.watch import LATE

KEPT = "({ session: Object.keys(sessionStorage).sort(), local: { ...localStorage }, cookies: document.cookie })"


def test_the_privacy_page_states_the_same_retention_times_as_the_code():
    promised = " ".join(PRIVACY.text.replace("**", "").split())
    assert f"are erased from this website's database after {ERASED_AFTER.days} days" in promised
    assert f"Our team is told after {'an hour' if LATE == 3600 else LATE}" in promised
    assert f"not forwarded, and erased after {QUARANTINE_DELETED_AFTER.days} days" in promised


def test_a_visit_stores_only_scroll_positions_and_the_token_of_the_tab(visit):
    visitor = visit()
    visitor.fill().send().toast("success")
    page = visitor.page
    page.locator("footer").get_by_role("link", name="Privacy", exact=True).click()
    expect(page.locator("main h1")).to_be_focused()
    assert page.evaluate(KEPT) == {"session": ["token"], "local": {}, "cookies": ""}
    page.reload()
    kept = ["react-router-scroll-positions", "token"]
    assert page.evaluate(KEPT) == {"session": kept, "local": {}, "cookies": ""}
    assert page.context.cookies() == []
