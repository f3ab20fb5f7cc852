"""Requests at the desk, as a person with a name sees and changes them."""

import re
from datetime import UTC, datetime
from io import BytesIO
from urllib.parse import parse_qsl
from zipfile import ZipFile

import pytest
from sqlalchemy.exc import OperationalError

from gym_site.desk.people import Role
from gym_site.leads.gateway import Delivery
from gym_site.leads.status import Status
from gym_site.leads.workers import now


def hidden(page: str) -> dict[str, str | list[str]]:
    """Return the hidden fields of the form in a question, which its button sends."""
    found = re.findall(r'<input type="hidden" name="(\w+)" value="(.*?)">', page.partition("<main")[2])
    return {name: [value for each, value in found if each == name] for name, _ in found}


def test_a_request_is_shown_in_full_with_links_for_the_answer(desk):
    reference = desk.add(message="One line\nand <b>another</b>", name="Ann <i>Okafor</i>")
    shown = desk.signed_in().get(f"/requests/{reference}").text
    assert "&lt;b&gt;another&lt;/b&gt;" in shown
    assert "<i>Okafor" not in shown
    assert 'href="tel:6045550142"' in shown
    assert re.search(rf'href="mailto:ann@mail\.example\?subject=[^"]*{reference}', shown)
    assert "waits for your answer" in shown


STATES = {  # status and reason: words of the list
    (Status.KEPT, ""): "waits for your answer",
    (Status.QUARANTINED, "links"): "probably spam: more than 2 links in a text",
    (Status.QUARANTINED, "honeypot"): "probably spam: a hidden field was filled in",
    (Status.REJECTED, ""): "waits for you: it could not be sent",
    (Status.SENT, ""): "sent on",
    (Status.PENDING, ""): "will be sent in a moment",
}


@pytest.mark.parametrize(("status", "reason"), STATES)
def test_a_state_is_said_in_words(desk, status, reason):
    desk.add(status, reason=reason)
    assert STATES[status, reason] in desk.signed_in().get("/").text


FOUND = {  # query: names that it finds, of the four below
    "": {"Zoë", "Bo", "Ann", "Spam"},
    "q=ZOË": {"Zoë"},
    "q=knee": {"Bo"},
    "q=604-555 bo": {"Bo"},
    "q=6045550100": {"Zoë"},
    "q=604.555.0100": {"Zoë"},
    "q={reference}": {"Bo"},  # without its dash
    "q=%2B": set(),  # a sign alone is no number
    "q=kneein": set(),  # words keep their blanks
    "q=Zoe\u0308": {"Zoë"},  # the accent as a sign of its own
    "q=straße": {"Bo"},
    "q=Strasse": {"Bo"},
    "q=100%25": {"Zoë"},  # no wildcard of SQL
    "q=message": set(),  # a field's name is no word of the visitor
    "state=waiting": {"Bo", "Ann", "Spam"},
    "state=sent": {"Zoë"},
    "form=service": {"Ann"},
    "reason=links": {"Spam"},
    "day=2020-02-30": {"Zoë", "Bo", "Ann", "Spam"},  # there is no such day
    "to=2000-01-01": set(),
    "day=2000-01-01&to=2099-12-31": {"Zoë", "Bo", "Ann", "Spam"},
    "state=spam": {"Spam"},
    "state=erased": {"Erased"},
    "day=9999-12-31": {"Zoë", "Bo", "Ann", "Spam"},
    "state=other&page=99999999": {"Zoë", "Bo", "Ann", "Spam"},
}


@pytest.mark.parametrize("query", FOUND)
def test_a_search_and_each_filter_find_what_they_say(desk, query):
    desk.add(Status.SENT, name="Zoë", phone="604-555-0100", message='At 100% "of course"')
    reference = desk.add(name="Bo", message="my knee, in Straße 5").replace("-", "").lower()
    desk.add(form="service", name="Ann")
    desk.add(Status.QUARANTINED, reason="links", name="Spam")
    desk.desk.maintenance.erase(desk.add(name="Gone"), now())
    person, given = desk.signed_in(), dict(parse_qsl(query.format(reference=reference)))
    answer = person.post("/search", {"q": given["q"]}) if "q" in given else None
    path = answer.headers["location"] if answer else f"/?{query}"
    assert "q=" not in path  # it may be a person's name
    shown = person.get(path).text
    assert set(re.findall(r"<strong>(.*?)</strong>", shown)) == FOUND[query]
    assert "to" not in given or "<details open>" in shown


def test_one_is_sent_at_once_and_several_after_a_question(desk):
    person, first, *more = desk.signed_in(), desk.add(), desk.add(name="Bo"), desk.add(name="Cy")
    person.post("/requests", {"action": "send", "reference": first})
    assert desk.status(first) == Status.SENT
    assert desk.service.taken == [first]
    asked = person.post("/requests", {"action": "send", "reference": more})
    assert "Send on 2 requests?" in asked.text
    assert desk.service.taken == [first]
    person.post("/requests", hidden(asked.text))
    assert {desk.status(reference) for reference in more} == {Status.SENT}


def test_what_could_not_be_sent_is_said(desk):
    person, reference = desk.signed_in(), desk.add()
    desk.service.delivery = Delivery(Status.REJECTED, "422")
    person.post("/requests", {"action": "send", "reference": reference})
    shown = person.get("/").text
    assert f"Ann Okafor ({reference}) is not sent on." in shown
    assert "could not be sent (code 422)" in shown


def test_done_and_erased_hold_as_with_the_commands(desk):
    person, done, erased = desk.signed_in(), desk.add(), desk.add(name="Bo")
    person.post("/requests", {"action": "done", "reference": done})
    assert desk.status(done) == Status.DONE
    asked = person.post("/requests", {"action": "erase", "reference": erased}).text
    assert "gone for good" in asked
    assert desk.status(erased) == Status.KEPT
    person.post("/requests", hidden(asked))
    lead = desk.store.by_reference(erased)
    assert (lead.status, lead.payload) == (Status.ERASED, None)
    assert [(note.name, note.kind, note.about) for note in desk.people.notes(9)] == [
        ("Sam", "Erase", erased),
        ("Sam", "Mark as done", done),
    ]  # fmt: skip


def test_all_that_match_are_those_that_were_counted(desk):
    person = desk.signed_in()
    spam = [desk.add(Status.QUARANTINED, reason="links", name=f"Spam {number}", ago=1) for number in range(60)]
    kept = desk.add()
    assert re.findall(">(.* waiting.*|.* spam)</a>", person.get("/").text) == [
        "61 waiting for you",
        "60 of them probably spam",
    ]
    asked = person.post("/requests", {"action": "erase", "all": "1", "reason": "links"}).text
    assert "Erase 60 requests?" in asked
    spam.append(desk.add(Status.QUARANTINED, reason="links", name="Later"))  # between question and answer
    asked = person.post("/requests", hidden(asked)).text
    assert "Erase 61 requests?" in asked
    person.post("/requests", hidden(asked))
    assert {desk.status(reference) for reference in spam} == {Status.ERASED}
    assert desk.status(kept) == Status.KEPT


def test_what_was_marked_as_done_by_mistake_waits_again(desk):
    person, reference = desk.signed_in(), desk.add()
    person.post("/requests", {"action": "done", "reference": reference})
    path = re.search('<a href="(/requests/.*?)">Look at it', person.get("/").text)[1]
    assert "Not done after all" in person.get(path).text
    person.post("/requests", {"action": "reopen", "reference": reference})
    assert desk.status(reference) == Status.KEPT
    assert "Mark as done" in person.get(path).text


def test_a_done_request_says_when_it_is_erased_and_an_erased_one_that_it_was(desk):
    person, reference, shown = desk.signed_in(), desk.add(), {}
    for action, work in (("done", desk.desk.maintenance.done), ("erase", desk.desk.maintenance.erase)):
        work(reference, datetime(2027, 3, 1, 20, tzinfo=UTC))
        shown[action] = " ".join(re.sub("<.*?>", "", person.get(f"/requests/{reference}").text).split())
    assert "This request is marked as done. What it says is erased on Monday, 08 March." in shown["done"]
    assert re.search(r"Back to the list \w+, \d\d \w+ \d{4}, \d\d:\d\d\. Reference", shown["erase"])
    assert shown["erase"].count("erased") == 1


def test_everything_of_an_address_is_erased_after_a_question(desk):
    person = desk.signed_in()
    theirs = [desk.add(email="Ann@Mail.example", message=str(number)) for number in range(3)]
    other = desk.add(email="joann@mail.example")
    assert "3 requests from ann@mail.example" in person.post("/address", {"email": "ann@mail.example"}).text
    person.post("/address", {"email": "ann@mail.example", "sure": "1"})
    assert {desk.status(reference) for reference in theirs} == {Status.ERASED} != {desk.status(other)}


def test_the_spreadsheet_has_a_line_for_each_request_and_no_formula(desk):
    desk.add(name="=cmd|' /C calc'!A0", message="+1\x07"), desk.add(Status.SENT, message="@SUM(1)")
    answer = desk.signed_in().post("/export", {"state": "waiting"})
    book = ZipFile(BytesIO(answer.content))
    sheet, texts = (book.read(f"xl/{name}.xml").decode() for name in ("worksheets/sheet1", "sharedStrings"))
    assert sheet.count("<row") == 2
    assert "<f>" not in sheet
    assert not re.search(r'<c r="\w+"(?! s="\d+" t="s"| t="s")', sheet)
    assert "=cmd|" in texts
    assert "@SUM(1)" not in texts


def test_the_lesser_role_may_answer_but_not_erase_many_or_export(desk):
    person, reference = desk.signed_in(role=Role.REQUESTS), desk.add()
    assert person.post("/requests", {"action": "done", "reference": reference}).status_code == 303
    for path, fields in (
        ("/requests", {"action": "erase", "all": "1", "sure": "1"}),
        ("/address", {"email": "ann@mail.example", "sure": "1"}),
        ("/export", {}),
    ):
        assert person.post(path, fields).status_code == 403, path
    assert desk.status(reference) == Status.DONE
    assert "/address" not in (shown := person.get("/").text)
    assert "/export" not in shown


OFFERED = {  # state of the list: buttons
    "": ["send", "done", "erase"],
    "coming": ["send", "done", "erase"],
    "sent": ["erase"],
    "done": ["reopen", "erase"],
    "erased": [],
}


@pytest.mark.parametrize("state", OFFERED)
def test_a_list_offers_what_its_requests_allow(desk, state):
    for status in Status:
        desk.add(status, name=status)
    desk.desk.maintenance.erase(desk.add(), now())
    shown = desk.signed_in().get(f"/?state={state}").text
    assert re.findall('name="action" value="(.*?)"', shown) == OFFERED[state]
    assert ('<label class="check" hidden>' in shown) is (not OFFERED[state])


def test_two_searches_at_a_time_keep_to_themselves(desk):
    person = desk.signed_in()
    spam, precious = desk.add(name="Spammer"), desk.add(name="Precious")
    first, second = (person.post("/search", {"q": words}).headers["location"] for words in ("spammer", "precious"))
    assert (spam in person.get(first).text, precious in person.get(first).text) == (True, False)
    assert (spam in person.get(second).text, precious in person.get(second).text) == (False, True)
    person.post("/sign-out")
    other = desk.signed_in("Bo")
    assert "search again" in other.get(first).text  # no other person's words


def test_a_second_tap_says_the_same_as_the_first(desk):
    person, reference = desk.signed_in(), desk.add()
    for _ in range(2):
        person.post("/requests", {"action": "done", "reference": reference})
        assert f"Ann Okafor ({reference}) is marked as done." in person.get("/").text


def test_no_change_lacks_a_note_and_a_database_in_use_is_said(desk, monkeypatch):
    person, reference = desk.signed_in(), desk.add()
    monkeypatch.setattr(desk.people, "note", _refuse)
    person.post("/requests", {"action": "done", "reference": reference})
    assert desk.status(reference) == Status.KEPT
    assert "the database did not answer" in person.get("/").text
    monkeypatch.undo()
    monkeypatch.setattr(desk.desk.maintenance, "done", _refuse)
    person.post("/requests", {"action": "done", "reference": reference})
    assert "the database did not answer" in person.get("/").text
    assert [note.about for note in desk.people.notes(9)] == [reference]


def _refuse(*_):
    raise OperationalError("", {}, Exception("database is locked"))
