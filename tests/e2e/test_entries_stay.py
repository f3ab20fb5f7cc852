"""Entries of a form stay while the visitor looks at other pages and after a reload.

That a sent form leaves nothing behind, and a failed one its entries, is in `test_form_arrives`.
"""

import re
from threading import Event
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from tests.browsing import HYDRATED, until
from tests.forms import CONSULTATION_FORM, INQUIRY_FORM, SERVICE_FORM, SERVICE_KEY, STORED, Visitor
from tests.gym import GYM, IN_FORM
from tests.parts import rows

BLOCKED = """for (const name of ["sessionStorage", "localStorage"])
    Object.defineProperty(window, name, { get() { throw new DOMException("blocked", "SecurityError"); } });"""
# A form, its page, and a script that runs before the page's own.
PLACES = {
    "consultation": (CONSULTATION_FORM, GYM.routes.url_for("consultation"), ""),
    "service": (SERVICE_FORM, GYM.routes.url_for(SERVICE_KEY), ""),
    "inquiry": (INQUIRY_FORM, "/", ""),
    "storage blocked": (INQUIRY_FORM, "/", BLOCKED),
}
PRIVATE = {"healthConditions": "An old knee", "medicalConditions": "Asthma"}
"""Entries that the tab's storage must not contain."""
NOT_IN_FORM = [trainer.name for trainer in GYM.trainers if not trainer.in_form]


def look_at(page, key: str) -> None:
    """Follow a link of the footer, which opens the page without a load."""
    page.locator(f"footer a[href='{GYM.routes.url_for(key)}']").click()
    expect(page.locator("main h1")).to_be_focused()
    until(page, "scrollY === 0")


@pytest.mark.parametrize("place", rows(PLACES, ["consultation"]))
def test_entries_stay_while_the_visitor_looks_at_another_page_or_reloads(open_page, place):
    form, path, first = PLACES[place]
    visitor = Visitor(page := open_page(path, first=first), form)
    names = {field.name for field in form.content.fields}
    visitor.fill(**{name: words for name, words in PRIVATE.items() if name in names})
    look_at(page, "faq")
    page.go_back()
    expect(visitor.control("name")).to_have_value(visitor.entries["name"])
    assert visitor.now() == visitor.entries
    if first:
        return
    stored = visitor.stored()
    assert visitor.entries["email"] in stored
    assert set(stored) <= set(visitor.short().values()) - set(PRIVATE.values())
    page.reload()
    visitor.comes_back()
    visitor.change("phone", "")
    look_at(page, "faq")
    page.go_back()
    expect(visitor.control("name")).to_have_value(visitor.entries["name"])
    expect(visitor.control("phone")).to_have_value("")  # an emptied entry is not brought back


def test_the_result_of_a_form_appears_on_whatever_page_its_visitor_looks_at(visit, service):
    visitor = visit(INQUIRY_FORM).fill()
    service.answers(until=(looked := Event()), status=503)
    visitor.send()
    look_at(visitor.page, "faq")
    expect(visitor.element).to_have_count(0)
    looked.set()
    visitor.toast("error")
    visitor.page.locator(".toast-close").click()
    visitor.page.go_back()
    expect(visitor.control("name")).to_have_value(visitor.entries["name"])

    service.answers(until=(looked := Event()))
    visitor.send()
    look_at(visitor.page, "faq")
    visitor.page.go_back()
    expect(visitor.control("name")).to_have_value(visitor.entries["name"])
    looked.set()
    visitor.toast("success")
    visitor.is_empty()


@pytest.mark.skipif(len(IN_FORM) < 2 or not NOT_IN_FORM, reason="too few trainers to choose from")
def test_a_trainers_link_selects_the_trainer_without_losing_an_entry(open_page):
    path = GYM.routes.url_for("consultation")
    page = open_page(f"{path}?trainer={IN_FORM[0]}")
    visitor = Visitor(page, CONSULTATION_FORM)
    expect(visitor.control("selectedTrainer")).to_have_value(IN_FORM[0])
    look_at(page, "faq")
    assert page.evaluate(STORED) == []  # of an untouched form
    page.go_back()
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
        # By keyboard: a click right after a jump can miss a link, as sections are laid out when they come into view.
        page.locator(f"a[href='{path}?trainer={quote(name)}']").first.press("Enter")
        expect(page).to_have_url(re.compile("trainer="))
        expect(visitor.control("additionalInfo")).to_have_value("My own words")
        expect(visitor.control("selectedTrainer")).to_have_value(chosen)
