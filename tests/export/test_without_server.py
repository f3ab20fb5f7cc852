"""An export for a host that has no server of ours anywhere (GYM_SERVER=none)."""

import re
from urllib.parse import parse_qsl

import pytest

from gym_site.content.business import BUSINESS
from gym_site.routes import ROUTES, url_for
from gym_site.server.policy import content_security_policy
from gym_site.settings import Settings
from tests.build import ENDPOINT_WITHOUT_SERVER
from tests.forms import CONSULTATION_FORM, INQUIRY_FORM, SERVICE_FORM, Visitor

SERVICE_PAGE = "athletic-performance"
KINDS = ("home", "book-appointment")  # the others would hardly show anything new
# The form, whether scripts run, its page, the keys that stand in it already, the subject.
FORMS = [
    (CONSULTATION_FORM, True, "home", {"message": "New consultation request"}, "New consultation request"),
    (INQUIRY_FORM, True, "home", {}, "Inquiry"),
    (INQUIRY_FORM, False, "home", {}, "Inquiry"),
    (
        SERVICE_FORM,
        True,
        SERVICE_PAGE,
        {"message": "Consultation request from a service page", "service": SERVICE_PAGE},
        "Consultation Request - Athletic Performance",
    ),
]


@pytest.fixture
def open_there(opener, early_host, early_pages, _service):
    """Open a page of that host under the policy that it would send if it sets headers."""
    settings = Settings(has_server=False, form_endpoint=ENDPOINT_WITHOUT_SERVER, env_mode="prod")
    policy = content_security_policy(early_pages, settings)

    def prepare(page):
        page.route(re.compile(re.escape(early_host)), with_policy)
        page.route(ENDPOINT_WITHOUT_SERVER, lambda route: route.continue_(url=_service.endpoint))

    def with_policy(route):
        if route.request.resource_type != "document":
            route.continue_()
            return
        answer = route.fetch()
        route.fulfill(response=answer, headers=answer.headers | {"content-security-policy": policy})

    return lambda path, **options: opener.open(early_host + path, prepare=prepare, **options)


@pytest.mark.parametrize(
    "key", [pytest.param(route.key, marks=[] if route.key in KINDS else pytest.mark.long) for route in ROUTES]
)
def test_a_page_works_and_looks_for_no_server(open_there, early_host, key):
    page = open_there(url_for(key))
    page.wait_for_load_state("networkidle")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # Reflex looks after its connection then
    page.wait_for_timeout(300)
    assert (page.watch.websockets, page.watch.errors) == ([], [])
    assert [url for url in page.watch.requests if not url.startswith((early_host, "data:"))] == []
    assert not any(path in url for path in ("_event", "/forms/", "/records/") for url in page.watch.requests)


@pytest.mark.parametrize(("form", "scripts", "key", "standing", "subject"), FORMS)
def test_the_browser_sends_a_form_to_the_form_service(open_there, service, form, scripts, key, standing, subject):
    page = open_there(url_for(key), java_script_enabled=scripts)
    visitor = Visitor(page, form)
    visitor.element = page.locator(f"form:has(#{form.name}-name)")  # it posts to another address
    visitor.fill()
    with page.expect_navigation(url=ENDPOINT_WITHOUT_SERVER):
        visitor.element.get_by_role("button").click()
    (post,) = service.posts()
    assert post["headers"]["Content-Type"] == "application/x-www-form-urlencoded"
    expected = visitor.entries | standing | {"subject": subject, "_subject": subject}
    assert dict(parse_qsl(post["body"])) == {name: value for name, value in expected.items() if value}
    assert (page.watch.posts, page.watch.websockets) == ([ENDPOINT_WITHOUT_SERVER], [])


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
