"""Pages built to work without a server (GYM_SERVER=none): forms go straight to the form service."""

from urllib.parse import parse_qsl

import httpx
import pytest
from playwright.sync_api import Error, expect

from gym_site.leads.gateway import fixed_keys
from tests.build import ENDPOINT_WITHOUT_SERVER
from tests.forms import CONSULTATION_FORM, INQUIRY_FORM, SERVICE_FORM, SERVICE_KEY, Visitor
from tests.gym import GYM

# Form, page, the form service's answer: some don't answer in JSON.
FORMS = [
    (CONSULTATION_FORM, "home", '{"ok": true}'),
    (INQUIRY_FORM, "home", "Thank you"),
    (SERVICE_FORM, SERVICE_KEY, ""),
]


@pytest.fixture
def open_there(opener, early_host, _service):
    """Open a page built without a server; its forms go to the tests' form service."""

    def prepare(page):
        page.route(ENDPOINT_WITHOUT_SERVER, to_service)

    def to_service(route):
        try:
            route.fulfill(response=route.fetch(url=_service.endpoint))
        except Error:  # the service closed the connection
            route.abort()

    return lambda path, **options: opener.open(early_host + path, prepare=prepare, **options)


@pytest.mark.parametrize("key", [route.key for route in GYM.routes.values()])
def test_without_a_server_a_page_requests_only_static_files(open_there, early_host, key):
    page = open_there(GYM.routes.url_for(key))
    page.wait_for_load_state("networkidle")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # Reflex then checks its connection
    page.wait_for_timeout(300)
    assert (page.watch.websockets, page.watch.errors) == ([], [])
    assert page.locator("[name=website]").count() == 0  # the form service would get the bots' field
    assert [url for url in page.watch.requests if not url.startswith((early_host, "data:"))] == []
    assert not any(path in url for path in ("_event", "/forms/", "/records/") for url in page.watch.requests)


def at_form(page, form) -> Visitor:
    visitor = Visitor(page, form)
    visitor.element = page.locator(f"form:has(#{form.name}-name)")  # its action is another URL
    visitor.button = visitor.element.locator("button.button-ember")
    visitor.problems = visitor.element.locator(".error-summary")
    visitor.sent = visitor.element.locator(".form-sent")
    return visitor


def posted(service) -> dict[str, str]:
    """Return the fields of the only form that the form service got."""
    (post,) = service.posts()
    assert httpx.Headers(post["headers"])["content-type"].startswith("application/x-www-form-urlencoded")
    return dict(parse_qsl(post["body"], keep_blank_values=True))


def fields_of(visitor: Visitor) -> dict[str, str]:
    """Return what a plain post has: the entries as typed, and the fixed fields."""
    service = {"service": SERVICE_KEY} if visitor.form is SERVICE_FORM else {}
    blank = {field.name: "" for field in visitor.form.content.fields}
    return blank | fixed_keys(visitor.form.content, **service) | visitor.entries | service


def test_without_scripts_the_browser_posts_a_form_to_the_form_service(open_there, service):
    visitor = at_form(open_there("/", java_script_enabled=False), INQUIRY_FORM)
    visitor.fill()
    with visitor.page.expect_navigation(url=ENDPOINT_WITHOUT_SERVER):
        visitor.send()
    assert posted(service) == fields_of(visitor)


@pytest.mark.parametrize(("form", "key", "answer"), FORMS)
def test_the_page_posts_a_form_as_the_browser_would_and_stays(open_there, service, form, key, answer):
    service.answers(body=answer)
    older = "delete AbortSignal.timeout; delete Array.prototype.toSorted"  # as in Safari below 16
    visitor = at_form(open_there(GYM.routes.url_for(key), first=older), form)
    visitor.fill(name=" Zo\u00eb <b>Chan</b>  ", email="zo\u00eb@mail.example").send()
    visitor.toast("success", *form.success)
    expect(visitor.sent).not_to_contain_text("reference")  # nothing is stored
    expect(visitor.sent).to_be_visible()
    assert posted(service) == fields_of(visitor)
    assert visitor.page.watch.websockets == []
    visitor.element.get_by_role("button", name=form.content.again).click()
    assert set(visitor.now().values()) <= {
        "",
        *(option.value for field in form.content.fields for option in field.options),
    }


def test_the_page_reports_a_failed_delivery_and_keeps_the_entries(open_there, service):
    visitor = at_form(open_there("/"), INQUIRY_FORM).fill()
    for answer in ({"status": 500}, {"body": '{"success": "false", "errors": []}'}, {"fault": "reset"}, None):
        if answer:
            service.answers(**answer)
        else:
            visitor.page.evaluate("() => { window.kept = fetch; window.fetch = () => { throw new TypeError(1); }; }")
        visitor.send().toast("error", INQUIRY_FORM.content.failure_title, INQUIRY_FORM.failure)
        assert visitor.now() == visitor.entries
        visitor.page.locator(".toast-close").click()
        expect(visitor.page.locator(".toast")).to_have_count(0)
    service.answers(body='{"errors": [], "error": null, "status": 200}', delay=4)  # some take seconds
    visitor.page.evaluate("() => { window.fetch = window.kept; }")
    visitor.send().toast("success", *INQUIRY_FORM.success)


def test_the_browser_refuses_an_incomplete_form_below_which_are_phone_and_email(open_there, service):
    page = open_there("/")
    for form in (INQUIRY_FORM, CONSULTATION_FORM):
        visitor = at_form(page, form)
        visitor.send()
        expect(visitor.control("name")).to_be_focused()
        foot = visitor.element.locator(".form-promise")
        assert foot.locator("a[href^='tel:']").inner_text() == GYM.business.phone
        assert foot.locator(f"a[href='mailto:{GYM.business.email}']").inner_text() == GYM.business.email
    visitor.fill(age="7").element.locator("details").evaluate("one => { one.open = false; }")
    visitor.send()
    expect(visitor.control("age")).to_be_focused()  # the folded fields open
    assert page.watch.posts == service.posts() == []
