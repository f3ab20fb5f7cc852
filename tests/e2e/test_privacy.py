"""The privacy page's promises, checked against the site."""

from playwright.sync_api import expect

from gym_site.content.privacy import PRIVACY
from gym_site.leads.maintenance import ALERTED_AFTER, ERASED_AFTER, QUARANTINE_DELETED_AFTER, REMINDED_AFTER

KEPT = "({ session: Object.keys(sessionStorage).sort(), local: { ...localStorage }, cookies: document.cookie })"


def test_the_privacy_page_states_the_same_retention_times_as_the_code():
    promised = " ".join(PRIVACY.text.replace("**", "").split())
    assert (ALERTED_AFTER.days, REMINDED_AFTER.days) == (1, 7)
    assert f"are erased from this website's database after {ERASED_AFTER.days} days" in promised
    assert "reminded after a day and every week" in promised
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
