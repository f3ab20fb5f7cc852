"""From page to page of the site in one page of the browser, at two widths."""

import re

from playwright.sync_api import Page

from gym_site.routes import ROUTES, post_path
from tests.browsing import DESKTOP, HYDRATED, PHONE, until

WIDTHS = {"phone": PHONE, "desktop": DESKTOP}
PATHS = [route.path for route in ROUTES] + [post_path(1), "/no/such/door"]


def go(page: Page, path: str) -> Page:
    """Open another page of the same site in a page, and wait until it is alive."""
    page.watch.received.clear()
    page.goto(re.sub(r"(://[^/]+).*", rf"\1{path}", page.url), wait_until="commit")
    until(page, HYDRATED)
    page.evaluate("document.documentElement.style.scrollBehavior = 'auto'")
    return page
