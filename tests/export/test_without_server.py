"""An export for a host that has no server of ours anywhere (GYM_SERVER=none), with the page that the guide adds."""

from __future__ import annotations

import re
from urllib.parse import parse_qs

import pytest

from gym_site.content.business import BUSINESS
from gym_site.routes import ROUTES, url_for
from gym_site.server.policy import content_security_policy
from gym_site.settings import Settings
from tests.browsing import until
from tests.build import ENDPOINT_WITHOUT_SERVER
from tests.forms import CONSULTATION, INQUIRY
from tests.markup import read

SERVICE_PAGE = "athletic-performance"
KINDS = ("home", "book-appointment")  # the others would hardly show anything new
SERVICE = {
    "name": "Zoë O'Neil-Ray",
    "email": "zoe@mail.example",
    "phone": "+1 (604) 555-0100",
    "fitnessGoals": "A faster first step",
    "currentFitnessLevel": "very-active",
    "medicalConditions": "",
}
# The page, the form's name, what is typed, and the keys that stand in the form already.
FORMS = {
    "consultation": ("home", CONSULTATION, {"message": "New consultation request"}, "New consultation request"),
    "inquiry": ("home", INQUIRY | {"message": "Is there parking?"}, {}, "Inquiry"),
    "service": (
        SERVICE_PAGE,
        SERVICE,
        {"message": "Consultation request from a service page", "service": SERVICE_PAGE},
        "Consultation Request - Athletic Performance",
    ),
}


@pytest.fixture(scope="session")
def policy(early_pages) -> str:
    """What a host that sets headers would send."""
    settings = Settings(has_server=False, form_endpoint=ENDPOINT_WITHOUT_SERVER, env_mode="prod")
    return content_security_policy(early_pages, settings)


@pytest.fixture
def open_there(opener, early_host, policy, _service):
    """Open a page of that host under the policy; ``page.sockets`` are the websockets that it tried."""

    def prepare(page):
        page.sockets = []
        page.on("websocket", lambda socket: page.sockets.append(socket.url))
        page.route(re.compile(re.escape(early_host)), with_policy)
        page.route(ENDPOINT_WITHOUT_SERVER, lambda route: route.continue_(url=_service.endpoint))

    def with_policy(route):
        if route.request.resource_type != "document":
            route.continue_()
            return
        answer = route.fetch()
        route.fulfill(response=answer, headers=answer.headers | {"content-security-policy": policy})

    return lambda path, **options: opener.open(early_host + path, prepare=prepare, **options)


def fill(page, form, entries):
    for optional in page.locator(f"form:has(#{form}-name) details > summary").all():
        optional.click()
    for field, value in entries.items():
        control = page.locator(f"#{form}-{field}")
        if control.evaluate("(one) => one.localName") == "select":
            control.select_option(value)
        else:
            control.fill(value)


@pytest.mark.parametrize(
    "key", [pytest.param(route.key, marks=[] if route.key in KINDS else pytest.mark.long) for route in ROUTES]
)
def test_a_page_works_and_looks_for_no_server(open_there, early_host, key):
    page = open_there(url_for(key))
    page.wait_for_load_state("networkidle")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # Reflex looks after its connection then
    page.wait_for_timeout(300)
    assert page.sockets == []
    assert page.watch.errors == []
    assert [url for url in page.watch.requests if not url.startswith((early_host, "data:"))] == []
    assert not any(path in url for path in ("_event", "/forms/", "/records/") for url in page.watch.requests)


def test_moving_through_the_site_leaves_it_alive_and_quiet(open_there):
    page = open_there("/")
    page.evaluate("window.sameDocument = true")
    page.locator("header").get_by_role("link", name="Trainers", exact=True).click()
    until(page, f"location.pathname === '{url_for('trainers')}' && document.title.includes('Trainers')")
    page.go_back()
    page.get_by_role("tab", name="Visit Packs").click()
    assert page.get_by_role("tabpanel").filter(has_text="10 Visits").first.is_visible()
    assert page.evaluate("window.sameDocument")
    assert (page.sockets, page.watch.errors) == ([], [])


@pytest.mark.parametrize(
    ("form", "scripts"), [("consultation", True), ("inquiry", True), ("inquiry", False), ("service", True)]
)
def test_the_browser_sends_a_form_to_the_form_service(open_there, service, form, scripts):
    key, entries, standing, subject = FORMS[form]
    page = open_there(url_for(key), java_script_enabled=scripts)
    fill(page, form, entries)
    with page.expect_navigation(url=ENDPOINT_WITHOUT_SERVER):
        page.locator("form", has=page.locator(f"#{form}-name")).get_by_role("button").click()
    (post,) = service.posts()
    assert post["headers"]["Content-Type"] == "application/x-www-form-urlencoded"
    body = {name: "".join(values) for name, values in parse_qs(post["body"], keep_blank_values=True).items()}
    expected = entries | standing | {"subject": subject, "_subject": subject}
    assert {name: value for name, value in body.items() if value} == {
        name: value for name, value in expected.items() if value
    }
    assert page.watch.posts == [ENDPOINT_WITHOUT_SERVER]
    assert page.sockets == []


def test_the_browsers_own_check_stops_an_empty_form_and_telephone_and_mail_stand_beside_it(open_there, service):
    page = open_there("/")
    for name in ("inquiry", "consultation"):
        form = page.locator("form", has=page.locator(f"#{name}-name"))
        form.get_by_role("button").click()
        assert page.evaluate("document.activeElement.id") == f"{name}-name"
        assert page.evaluate("document.activeElement.validity.valueMissing")
        foot = form.locator(".form-promise")
        assert foot.locator("a[href^='tel:']").inner_text() == BUSINESS.phone
        assert foot.locator(f"a[href='mailto:{BUSINESS.email}']").inner_text() == BUSINESS.email
    page.wait_for_timeout(300)
    assert page.watch.posts == service.posts() == []


def test_the_page_of_the_guide_stands_on_both_paths_and_comes_alive(opener, early_pages, early_host):
    for path in ("parking-surrey", "parking"):
        assert "Free parking" in read(early_pages / path / "index.html").text
    assert "/parking-surrey<" in (early_pages / "sitemap.xml").read_text(encoding="utf-8")
    page = opener.open(f"{early_host}/parking-surrey", server="away")
    assert page.get_by_role("heading", level=1).text_content() == "Free parking"
    assert page.title() == "Free Parking at the Gym | Tideforge 24"
