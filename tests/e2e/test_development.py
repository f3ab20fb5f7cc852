"""The site under ``reflex run``, as whoever changes it sees it: without what only a build adds."""

import pytest
from playwright.sync_api import expect

from bench.develop import change_a_price, develop
from gym_site.content.navigation import ERROR_SCREEN
from gym_site.routes import ROUTES, url_for
from tests.browsing import PHONE


@pytest.mark.long
def test_every_page_opens_an_alias_leads_on_and_a_saved_price_is_shown(browser, tmp_path):
    with develop(tmp_path / "project") as url:
        page = browser.new_page(viewport=PHONE)
        page.set_default_timeout(120_000)  # each page is compiled when it is asked for
        broken = []
        for route in ROUTES:
            page.goto(url + (route.alias or route.path))
            page.wait_for_url(url + route.path)
            expect(page.locator("main h1").first).to_be_visible(timeout=120_000)
            if page.get_by_text(ERROR_SCREEN.title).count():
                broken.append(route.path)
        assert broken == []
        page.goto(url + url_for("home"))
        price = change_a_price(tmp_path / "project", 10)
        expect(page.locator(".plan-amount").first).to_have_text(price, timeout=120_000)
        page.close()
