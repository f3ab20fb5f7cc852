"""The facts that staff change at the desk: the business's, and each page's title and description."""

import os
import re
import threading
import time

import pytest

from gym_site.db.queries import business_record, page_record
from gym_site.desk import records, wanted
from gym_site.folder import MistakesError
from tests.desk.conftest import faults_of, fields_of
from tests.gym import GYM
from tests.site import wait_for

GYM_FACTS = "/facts/business_info"
PHONE = "604-555-0199"

pytestmark = pytest.mark.usefixtures("web")


def save(person, path=GYM_FACTS, **typed):
    """Type something in the form and save it."""
    return person.post(path, fields_of(person.get(path)) | typed)


def test_a_change_is_live_noted_and_asks_for_a_build(desk):
    sam = desk.signed_in()
    answer = save(sam, phone=f" {PHONE} ")
    assert (answer.status_code, answer.headers["location"]) == (303, "/facts")
    assert business_record(desk.desk.engine).phone == PHONE
    assert (desk.desk.folder / "wanted" / "build").is_file()
    listed = sam.get("/facts").text
    assert "Changed. On all pages in about a minute." in listed
    assert "The pages are being made" in listed
    assert listed.count("1 changed") == 1
    assert [(one.name, one.kind, one.about) for one in desk.people.notes(9)] == [
        ("Sam", "Facts", "business_info phone")
    ]


def test_what_differs_from_the_folder_is_put_back_in_one_tap_or_by_typing_it(desk):
    sam = desk.signed_in()
    save(sam, phone=PHONE)
    form = sam.get(GYM_FACTS).text
    assert f'Originally: <span class="text">{GYM.business.phone}</span>' in form
    assert form.count("Put back</button>") == 1
    assert sam.post(f"{GYM_FACTS}/back", {"field": "phone"}).headers["location"] == "/facts"
    assert business_record(desk.desk.engine) == GYM.business
    assert "Put back</button>" not in sam.get(GYM_FACTS).text
    for path, field in ((GYM_FACTS, "page_slug"), ("/facts/unknown", "title")):
        assert sam.post(f"{path}/back", {"field": field}).status_code == 404
    save(sam, phone=PHONE)
    save(sam, phone=GYM.business.phone)
    with desk.desk.engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM staff_value").scalar() == 0


def test_a_change_of_another_person_meanwhile_stays(desk):
    sam = desk.signed_in()
    before = fields_of(sam.get(GYM_FACTS))
    save(desk.signed_in("Lee"), phone=PHONE)
    sam.post(GYM_FACTS, before | {"address": "1 New Street"})
    record = business_record(desk.desk.engine)
    assert (record.phone, record.address) == (PHONE, "1 New Street")


def test_two_people_overwrite_no_fact_of_each_other_unseen(desk):
    sam, lee = desk.signed_in("Sam"), desk.signed_in("Lee")
    before = fields_of(sam.get(GYM_FACTS))
    save(lee, phone=PHONE, services="Boxing\nSauna")
    mine = {"phone": "604-555-0122", "services": "Boxing"}
    answer = sam.post(GYM_FACTS, before | mine)
    assert (answer.status_code, business_record(desk.desk.engine).phone) == (422, PHONE)
    said = "Somebody changed this meanwhile to “{}”. If you save again, yours replaces it."
    assert faults_of(answer) == {"phone": said.format(PHONE), "services": said.format("Boxing, Sauna")}
    assert fields_of(answer).items() >= mine.items()
    save(lee, services="Pool")
    answer = sam.post(GYM_FACTS, fields_of(answer))
    assert faults_of(answer) == {"services": said.format("Pool")}
    assert sam.post(GYM_FACTS, fields_of(answer)).status_code == 303
    record = business_record(desk.desk.engine)
    assert (record.phone, record.services) == ("604-555-0122", ("Boxing",))


MISTAKES = [  # path, field, what is typed, words at the field
    (GYM_FACTS, "phone", "12", "A telephone number is written like 604-555-0100"),
    (GYM_FACTS, "phone", "(604) 555-0188 \N{SLIGHTLY SMILING FACE}", "A telephone number is written like 604-555-0100"),
    (GYM_FACTS, "name", " ", "This is empty."),
    (GYM_FACTS, "name", "{phone} & <b>co</b>", "This has a blank {phone}, which nothing fills in."),
    (GYM_FACTS, "description", "Two floors, <b>hi</b>", "Visitors would read <b> as it stands: type plain words."),
    (GYM_FACTS, "services", " , \n", "This has 0 entries: it needs at least 1."),
    (GYM_FACTS, "services", "Boxing\n\u202ered", "The text contains a character that can't be shown."),
    ("/facts/faq", "title", 'x". <i>' * 10, "It should have at most 60 characters, not 70."),
    ("/facts/faq", "meta_description", "Too short", "It should have at least 50 characters, not 9."),
]


@pytest.mark.parametrize(("path", "field", "typed", "words"), MISTAKES)
def test_a_mistake_stands_at_its_field_and_what_was_typed_stays(desk, path, field, typed, words):
    sam, other = desk.signed_in(), "city" if path == GYM_FACTS else "keywords"
    before = business_record(desk.desk.engine), page_record(desk.desk.engine, "faq")
    answer = save(sam, path, **{other: "Elsewhere", field: typed})
    assert answer.status_code == 422
    faults = faults_of(answer)
    assert faults.keys() == {field}
    assert words in faults[field]
    assert re.search(rf'name="{field}"[^>]*aria-describedby="fault-{field}[^>]*aria-invalid="true"', answer.text)
    assert (fields_of(answer)[field], fields_of(answer)[other]) == (typed, "Elsewhere")
    assert not re.search("<b>co|<i>", answer.text)
    assert (business_record(desk.desk.engine), page_record(desk.desk.engine, "faq")) == before
    corrected = fields_of(answer) | {field: fields_of(answer)[f"was.{field}"]}
    assert sam.post(path, corrected).status_code == 303
    assert "Elsewhere" in str((business_record(desk.desk.engine), page_record(desk.desk.engine, "faq")))


LISTS = {
    "Boxing, Sauna,": ("Boxing", "Sauna"),
    "Boxing\r\n\r\n Sauna ": ("Boxing", "Sauna"),
    "5 < 6, R&D": ("5 < 6", "R&D"),
}


@pytest.mark.parametrize("typed", LISTS)
def test_a_list_has_lines_or_commas(desk, typed):
    sam = desk.signed_in()
    assert save(sam, services=typed).status_code == 303
    assert business_record(desk.desk.engine).services == LISTS[typed]
    assert fields_of(sam.get(GYM_FACTS))["services"] == "\n".join(LISTS[typed])


def test_saving_without_a_change_changes_nothing(desk):
    sam = desk.signed_in()
    assert save(sam).headers["location"] == GYM_FACTS
    assert "Nothing was changed." in sam.get(GYM_FACTS).text
    assert not (desk.desk.folder / "wanted").exists()
    assert not desk.people.notes(9)


def test_titles_say_how_many_characters_search_engines_show(desk):
    form = desk.signed_in().get("/facts/faq").text
    title = GYM.records["faq"].title
    assert f'<span data-count="title">{len(title)}</span> characters; search engines show 60.' in form
    assert "search engines show 50 to 155." in form


def test_a_mistake_in_the_folder_is_explained(desk, monkeypatch):
    def refuse(*_):
        raise MistakesError([])

    monkeypatch.setattr(records, "edited", refuse)
    for path in ("/facts", "/hours"):
        answer = desk.signed_in().get(path)
        assert answer.status_code == 503
        assert "Tell whoever looks after the website." in answer.text


NEVER = -1.0  # Reflex deletes the file with the time when it begins the folder
PROGRESS = [  # minutes ago: the change, the begin of the last build, its end; words, and whether it goes on
    (1, None, None, "The pages are being made with your change", True),
    (1, NEVER, 2, "The pages are being made with your change", True),
    (1, 2, 0.5, "The pages are being made with your change", True),  # a build that began before
    (1, 0.5, 2, "The pages are being made with your change", True),  # a build that goes on
    (2, 1.5, 0.5, "Your change has been on all pages since ", False),
    (11, 20, 5, "is not on all pages yet. Tell whoever looks after", False),
    (90, 89, 88, "", False),
]


@pytest.mark.parametrize(("asked", "begun", "made", "words", "goes_on"), PROGRESS)
def test_the_list_of_facts_tells_whether_the_pages_are_made(desk, web, asked, begun, made, words, goes_on):
    sam, now = desk.signed_in(), time.time()
    wanted.want(desk.desk, "build")
    (stamp,) = web.rglob("sources.sha256")
    files = {desk.desk.folder / "wanted" / "build": asked, web / "build.begun": begun, stamp: made}
    for file, minutes in files.items():
        if minutes == NEVER:
            file.unlink()
        elif minutes is not None:
            os.utime(file, (now - 60 * minutes,) * 2)
    answer, listed = sam.get("/making").json(), sam.get("/facts").text
    assert (words in answer["text"], answer["goes_on"]) == (True, goes_on)
    assert ('id="making"' in listed, "data-waits" in listed) == (bool(words), goes_on)


def test_a_request_for_a_build_is_repeated_until_one_begins(desk, web, monkeypatch):
    monkeypatch.setattr(wanted, "REPEATED_AFTER", 0.05)
    wanted.want(desk.desk, "build")
    file = desk.desk.folder / "wanted" / "build"
    asked = file.stat()
    wait_for(lambda: file.stat().st_ctime_ns > asked.st_ctime_ns)
    os.utime(web / "build.begun")
    wait_for(lambda: not [one for one in working(wanted._repeat) if one._args[0] == file])
    assert file.stat().st_mtime_ns == asked.st_mtime_ns


def working(target) -> list[threading.Thread]:
    return [one for one in threading.enumerate() if getattr(one, "_target", None) is target]


def test_on_a_developers_computer_the_desk_builds_one_at_a_time_and_with_the_last_change(desk, web, monkeypatch):
    began, may_end = [], threading.Semaphore(0)

    def run(command, **_):
        os.utime(web / "build.begun")
        began.append(command)
        assert may_end.acquire(timeout=20)
        return wanted.subprocess.CompletedProcess(command, 0, "", "")

    monkeypatch.setattr(wanted, "works_here", lambda: True)
    monkeypatch.setattr(wanted.subprocess, "run", run)
    sam = desk.signed_in()
    save(sam, phone=PHONE)
    wait_for(lambda: began)
    for number in ("604-555-0101", "604-555-0102", "604-555-0103"):
        time.sleep(0.02)
        save(sam, phone=number)
    assert len(began) == 1
    for _ in range(4):
        may_end.release()
    wait_for(lambda: not working(wanted._build))
    assert len(began) == 2
    assert began[0][1:] == ["-m", "gym_site", "build"]
