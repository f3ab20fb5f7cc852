"""The desk in a real browser: on a phone and a desktop, in the dark, with and without scripts, by keyboard."""

import re
import threading
import time
from contextlib import contextmanager

import pytest
import uvicorn
from playwright.sync_api import expect

from gym_site.desk.people import Role
from gym_site.leads.status import Status
from gym_site.leads.workers import now
from tests.a11y.conftest import axe  # noqa: F401
from tests.a11y.visits import TOO_WIDE, reflow, unseen
from tests.desk.conftest import PASSWORD
from tests.gym import GYM
from tests.parts import rows

PAGES = [
    "/", "/?state=waiting", "/requests/{reference}", "/address", "/hours", "/hours/days?first={today}",
    "/facts", "/facts/faq", "/state",
]  # fmt: skip
TEXTS = [
    "/texts", "/texts/plans", "/texts/plans/tabs/0/plans/1", "/texts/gym", "/texts/trainers/trainers/0", "/texts/site",
    "/texts/booking", "/texts/posts", "/texts/posts-1", "/texts/draft",
]  # fmt: skip
SMALL = """() => [...document.querySelectorAll("a, button, input:not([type=hidden]), select, summary, textarea")]
  .filter((one) => one.checkVisibility() && !one.matches(".skip, p a, dd a, li a, td a"))
  .map((one) => [one.closest("label") ?? one, one]).filter(([box]) => box.getBoundingClientRect().height < 43.5)
  .map(([, one]) => one.outerHTML.slice(0, 100))"""


@pytest.fixture
def address(desk):
    """The desk's address on this machine, as through a tunnel."""
    server = uvicorn.Server(uvicorn.Config(desk.app, port=desk.desk.port, log_config=None, lifespan="off"))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    yield f"http://localhost:{desk.desk.port}"
    server.should_exit = True
    thread.join()


def sign_in(desk, page, address, role=Role.EVERYTHING):
    """Follow a new person's link, and choose a password."""
    page.goto(f"{address}/link#{desk.people.add('Sam', role, now())}")
    page.get_by_label("New password").fill(PASSWORD)
    page.get_by_label("The same again").fill(PASSWORD)
    page.get_by_role("button", name="Keep the password").click()
    expect(page.get_by_role("heading", name="Requests")).to_be_visible()


@contextmanager
def opened(browser, **options):
    """Open a page; nothing may stand in its console at the end."""
    context, errors = browser.new_context(**options), []
    page = context.new_page()
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    yield page
    context.close()
    assert errors == []


LOOKS = {
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True},
    "desktop": {"viewport": {"width": 1280, "height": 900}},
    "small phone": {"viewport": {"width": 320, "height": 568}},
    "dark phone": {"viewport": {"width": 390, "height": 844}, "color_scheme": "dark"},
}


@pytest.mark.parametrize("look", rows(LOOKS, ["phone"]))
def test_each_page_is_usable_by_everyone(desk, address, browser, axe, look):  # noqa: F811
    reference = desk.add(message="A long word: " + "x" * 300)
    desk.add(Status.QUARANTINED, reason="links", name="Spam")
    with opened(browser, **LOOKS[look]) as page:
        sign_in(desk, page, address)
        faults = []
        for path in PAGES:
            page.goto(address + path.format(reference=reference, today=GYM.brand.now().date()))
            faults += unusable(page, path, axe)
        page.context.clear_cookies()
        for path in ("/sign-in", "/link"):
            page.goto(address + path)
            faults += [f"{path}: {fault}" for fault in axe(page)]
        assert faults == []


def unusable(page, path, axe):  # noqa: F811
    """Return what keeps somebody from using the page that is shown."""
    small, wide = page.evaluate(SMALL), [*page.evaluate(TOO_WIDE), *reflow(page)]
    faults = [*axe(page), *(f"under 44 px: {one}" for one in small), *(f"wider than the window: {one}" for one in wide)]
    faults += [f"focus: {one}" for one in unseen(page)]
    return [f"{path}: {fault}" for fault in faults]


@pytest.mark.parametrize("look", rows(LOOKS, ["dark phone"]))
def test_a_text_with_a_mistake_is_found_and_mended_by_everyone(desk, address, browser, axe, look):  # noqa: F811
    with opened(browser, **LOOKS[look]) as page:
        sign_in(desk, page, address)
        page.goto(f"{address}/texts")
        for link in ("Plans and prices", "Monthly Billing", "24 Hours"):
            page.get_by_role("link", name=link).click()
        page.get_by_label("Price", exact=True).fill("19,25")
        page.get_by_role("link", name="Discount in percent").click()  # it appears while typing
        savings = page.get_by_label("Discount in percent")
        expect(savings).to_have_attribute("aria-invalid", "true")
        expect(savings).to_be_in_viewport()
        page.get_by_role("button", name="Save").click()
        faults = []
        for path in TEXTS[-1:] if look == "dark phone" else TEXTS:
            page.goto(address + path)
            for more in page.locator("summary").all():
                more.click()
            faults += unusable(page, path, axe)
        assert faults == []
        page.get_by_role("link", name="Plans and prices, 24 Hours").click()
        savings.fill("14")
        expect(page.locator("#look")).to_be_hidden()
        page.get_by_role("button", name="Save").click()
        page.get_by_role("link", name="Look at it").click()
        expect(page.get_by_role("button", name="Publish")).to_be_visible()


@pytest.mark.long
def test_whoever_was_signed_out_is_told_while_typing(desk, address, browser):
    with browser.new_page() as page:
        sign_in(desk, page, address)
        page.goto(f"{address}/texts/questions/questions/1")
        page.context.clear_cookies()
        page.get_by_label("Answer").fill("A new answer.")
        expect(page.locator("#look")).to_contain_text("You were signed out: copy what you typed")


def test_new_requests_appear_by_themselves_and_what_is_chosen_stays_chosen(desk, address, browser):
    reference = desk.add()
    desk.add(Status.QUARANTINED, reason="links", name="Spam"), desk.add(Status.SENT, name="Cy")
    with opened(browser) as page:
        page.clock.install()
        sign_in(desk, page, address, Role.REQUESTS)
        page.get_by_role("checkbox", name=reference).check()
        page.get_by_role("heading", name="Requests").click()  # a focus inside the list stays where it is
        desk.add(name="Somebody New")
        page.clock.fast_forward(16_000)
        expect(page.get_by_role("link", name="Somebody New")).to_be_visible()
        expect(page.locator("#news")).to_have_text("A new request.")
        expect(page).to_have_title(re.compile(r"^\(3\) Requests "))
        expect(page.get_by_role("checkbox", name=reference)).to_be_checked()
        expect(page.locator("#how-many")).to_have_text("1 chosen")


def test_requests_are_answered_without_scripts_and_by_keyboard(desk, address, browser):
    reference = desk.add()
    with opened(browser, java_script_enabled=False) as page:
        secret = desk.people.add("Sam", Role.REQUESTS, now())
        page.goto(f"{address}/link")
        page.get_by_label("Your link").fill(f"{address}/link#{secret}")
        page.get_by_label("New password").fill(PASSWORD)
        page.get_by_label("The same again").fill(PASSWORD)
        page.keyboard.press("Enter")
        page.get_by_role("link", name="Ann Okafor").press("Enter")
        page.get_by_role("button", name="Mark as done").press("Enter")
        expect(page.locator(".said")).to_contain_text(f"Ann Okafor ({reference}) is marked as done.")
    assert desk.status(reference) == Status.DONE
