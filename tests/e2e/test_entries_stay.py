"""Entries of a form stay while the visitor looks at other pages and after a reload; a sent form leaves nothing behind."""

import re
from threading import Event
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from gym_site.content.trainers import TRAINERS
from gym_site.forms.controls import controls
from gym_site.routes import url_for
from tests.browsing import HYDRATED, connected, poll, until
from tests.forms import CONSULTATION_FORM, INQUIRY_FORM, SERVICE_FORM, SERVICE_KEY, Visitor

pytestmark = pytest.mark.without_pictures

PLACES = [(CONSULTATION_FORM, url_for("consultation")), (SERVICE_FORM, url_for(SERVICE_KEY)), (INQUIRY_FORM, "/")]
MORE = {"healthConditions": "An old knee", "medicalConditions": "Asthma"}
STORED = "Object.entries(sessionStorage).filter(([name]) => !/^(token|react-router)/.test(name))"
BLOCKED = """for (const name of ["sessionStorage", "localStorage"])
    Object.defineProperty(window, name, { get() { throw new DOMException("blocked", "SecurityError"); } });"""
IN_FORM = [trainer.name for trainer in TRAINERS if trainer.in_form]
NOT_IN_FORM = [trainer.name for trainer in TRAINERS if not trainer.in_form]


def fill(visitor: Visitor) -> Visitor:
    names = {field.name for field in visitor.form.content.fields}
    return visitor.fill(**{name: words for name, words in MORE.items() if name in names})


def look_at(page, key: str) -> None:
    """Follow a link of the footer, which opens the page without a load."""
    page.locator(f"footer a[href='{url_for(key)}']").click()
    expect(page.locator("main h1")).to_be_focused()


def short(visitor: Visitor) -> dict[str, str]:
    """Return the entries without the texts of several lines, which a reload may lose."""
    long = {control.name for control in controls(visitor.form.content) if control.tag == "textarea"}
    return {name: value for name, value in visitor.entries.items() if name not in long}


@pytest.mark.parametrize(
    ("form", "path", "first"),
    [*((form, path, "") for form, path in PLACES), (INQUIRY_FORM, "/", BLOCKED)],
    ids=[*(form.name for form, _ in PLACES), "storage blocked"],
)
def test_entries_stay_while_the_visitor_looks_at_another_page_or_reloads(open_page, form, path, first):
    page = open_page(path, first=first)
    visitor = fill(Visitor(page, form))
    look_at(page, "faq")
    page.go_back()
    expect(visitor.control("name")).to_have_value(visitor.entries["name"])
    assert visitor.now() == visitor.entries
    if first:
        return
    stored = str(page.evaluate(STORED))
    assert visitor.entries["email"] in stored
    assert [words for words in (*MORE.values(), visitor.mark, "Run 10 km") if words in stored] == []
    page.reload()
    until(page, HYDRATED)
    expect(visitor.control("name")).to_have_value(visitor.entries["name"])  # entries return right after hydration
    now = visitor.now()
    assert {name: now[name] for name in short(visitor)} == short(visitor)
    look_at(page, "faq")  # the entry that was emptied is not brought back
    page.go_back()
    visitor.change("phone", "")
    look_at(page, "faq")
    page.go_back()
    expect(visitor.control("name")).to_have_value(visitor.entries["name"])
    expect(visitor.control("phone")).to_have_value("")


def is_empty(visitor: Visitor) -> None:
    poll(visitor.page, lambda: "".join(visitor.now().values()) == "", "the form is empty")  # the script comes late
    assert [text for _, text in visitor.page.evaluate(STORED) if text] == []


@pytest.mark.parametrize("server", ["there", "no websocket"])
def test_a_sent_form_leaves_nothing_behind(open_page, service, server):
    page = open_page(server=server)
    visitor = fill(Visitor(page, INQUIRY_FORM))
    if server == "there":
        connected(page)
    visitor.send()
    if server == "there":
        visitor.toast("success")
        is_empty(visitor)
        page.reload()
    else:
        expect(page).to_have_url(re.compile(r"/sent\b"))
        expect(page.locator("h1")).to_have_text(INQUIRY_FORM.content.success_title)
        page.go_back()
    until(page, HYDRATED)
    is_empty(visitor)


def test_a_form_that_the_server_refuses_keeps_its_entries_in_the_page(open_page, service):
    service.answers(status=500)
    page = open_page(server="no websocket")
    visitor = fill(Visitor(page, INQUIRY_FORM)).send()
    expect(page.locator("h1")).to_have_text(INQUIRY_FORM.content.failure_title)
    page.go_back()
    until(page, HYDRATED)
    expect(visitor.control("name")).to_have_value(visitor.entries["name"])
    assert {name: visitor.now()[name] for name in short(visitor)} == short(visitor)


def test_a_form_whose_visitor_has_gone_on_is_empty_once_it_was_sent(open_page, service):
    service.answers(until=(looked := Event()))
    page = open_page()
    visitor = fill(Visitor(page, INQUIRY_FORM))
    connected(page)
    visitor.send()
    look_at(page, "faq")
    page.go_back()
    expect(visitor.control("name")).to_have_value(visitor.entries["name"])
    looked.set()
    visitor.toast("success")
    is_empty(visitor)


@pytest.mark.skipif(len(IN_FORM) < 2 or not NOT_IN_FORM, reason="too few trainers to choose from")
def test_a_trainers_link_selects_the_trainer_without_losing_an_entry(open_page):
    path = url_for("consultation")
    page = open_page(f"{path}?trainer={IN_FORM[0]}")
    visitor = Visitor(page, CONSULTATION_FORM)
    expect(visitor.control("selectedTrainer")).to_have_value(IN_FORM[0])
    visitor.change("selectedTrainer", IN_FORM[1])
    visitor.change("additionalInfo", "My own words")
    until(page, f"JSON.stringify({STORED}).includes('{IN_FORM[1]}')")
    page.reload()  # the same page: the visitor's choice counts
    until(page, HYDRATED)
    expect(visitor.control("selectedTrainer")).to_have_value(IN_FORM[1])
    visitor.change("additionalInfo", "My own words")
    for name, chosen in ((IN_FORM[0], IN_FORM[0]), (NOT_IN_FORM[0], "")):  # a link that is followed now counts
        look_at(page, "trainers")
        page.locator(f"a[href='{path}?trainer={quote(name)}']").first.click()
        expect(page).to_have_url(re.compile("trainer="))
        expect(visitor.control("additionalInfo")).to_have_value("My own words")
        expect(visitor.control("selectedTrainer")).to_have_value(chosen)


def test_an_untouched_form_keeps_nothing_of_a_trainers_link(open_page):
    page = open_page(f"{url_for('consultation')}?trainer={TRAINERS[0].name}")
    look_at(page, "faq")
    assert page.evaluate(STORED) == []
