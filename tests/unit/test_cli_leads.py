"""The staff's commands for requests, including requests written to mislead."""

import csv
import json
import stat
import sys
from datetime import UTC, datetime, timedelta
from io import BytesIO, TextIOWrapper
from runpy import run_module

import pytest

from gym_site import settings
from gym_site.cli import main
from gym_site.cli.leads import mask_email, mask_phone, neutralised
from tests.gym import GYM, IN_FORM
from tests.leads import leads, put
from tests.site import plain_host

FIELDS = {
    "name": "Jo [bold]Lee",
    "email": "jo.lee@mail.example",
    "phone": "604-555-0142",
    "fitnessGoals": GYM.forms.goals[0].value,
    "healthConditions": "Left knee",
    "additionalInfo": "[link=https://evil.example]click[/link]",
}
FORGED = "Hello\nStatus: sent\r\nPhone: 900 555 0199\u2028E-mail: \u202eelpmaxe.liam@oj\u202c"


@pytest.fixture(autouse=True)
def requests(engine, database, zone, monkeypatch):
    monkeypatch.setenv("COLUMNS", "160")
    rows = [
        ("K7Q2-9M", "sent", FIELDS),
        ("C3D4-FG", "unsure", {"email": "bo@mail[/b].example"}),
        ("XXXX-99", "erased", None),
    ]
    for day, (reference, status, payload) in enumerate(rows, 1):
        put(
            engine, status, form="consultation", reference=reference, payload=payload, attempts=day, last_code="200",
            created_at=datetime(2025, 3, day, 12, tzinfo=UTC),
        )  # fmt: skip


@pytest.fixture
def run(capsys):
    """Run ``leads ...``, which must succeed; return its output, parsed as JSON if ``--json`` is given."""

    def run(*arguments):
        assert main(["leads", *arguments]) == 0
        printed = capsys.readouterr().out
        return json.loads(printed) if "--json" in arguments else printed

    return run


def statuses(engine):
    return {lead.reference: lead.status for lead in leads(engine)}


def test_leads_list_shows_every_request_with_masked_contact_details(run):
    shown = run("list")
    created = "2025-03-02 02:00"
    for words in ("K7Q2-9M", "consultation", "sent", created, "j***@mail.example", "***-0142"):
        assert words in shown
    for hidden in ("jo.lee", "604", "knee", "Lee", "Attempts", "Last code"):
        assert hidden not in shown
    assert shown.index("XXXX-99") < shown.index("C3D4-FG") < shown.index("K7Q2-9M")
    assert run("list", "--status", "quarantined") == "No requests.\n"


def test_leads_list_can_filter_and_print_json(run):
    assert run("list", "--status", "unsure", "--json") == [
        {
            "reference": "C3D4-FG", "form": "consultation", "status": "unsure", "created": "2025-03-02T12:00:00+00:00",
            "attempts": 2, "email": "b***@mail[/b].example", "phone": "", "last_code": "200",
        }
    ]  # fmt: skip
    of_a_person = run("list", "--email", "JO.LEE@mail.example ", "--json")
    assert [lead["reference"] for lead in of_a_person] == ["K7Q2-9M"]


def test_leads_show_prints_a_request_exactly_as_the_visitor_wrote_it(run):
    lines = run("show", "k7q2-9m").splitlines()
    for line in ("Full name: Jo [bold]Lee", "Email: jo.lee@mail.example", "Phone: 604-555-0142",
                 f"Primary goal: {GYM.forms.goals[0].label}", "Health concerns: Left knee", *["Preferred trainer: No preference"][: len(IN_FORM)],
                 "Anything else: [link=https://evil.example]click[/link]"):  # fmt: skip
        assert line in lines
    assert "erased" in run("show", "XXXX-99")
    lead = run("show", "K7Q2-9M", "--json")
    assert (lead["fields"], lead["email"], lead["status"]) == (FIELDS, "jo.lee@mail.example", "sent")


def test_a_shown_message_is_indented_so_that_no_line_looks_like_a_field(engine, run):
    put(engine, "kept", reference="FORG-ED", payload={"name": "Jo", "email": "jo@mail.example", "message": FORGED})
    shown = run("show", "FORG-ED")
    assert [line for line in shown.splitlines() if line.startswith("Status:")] == ["Status: kept"]
    assert "\n    Status: sent\n    Phone: 900 555 0199\n    E-mail: elpmaxe.liam@oj\n" in shown


def test_a_request_whose_form_or_field_is_gone_shows_its_stored_fields(engine, run, tmp_path):
    gone = {"name": "Jo", "shoeSize": "44\nwide"}
    for form, reference in (("gone", "GGGG-22"), ("inquiry", "GGGG-33")):
        put(engine, "kept", form=form, reference=reference, payload=gone)
        shown = run("show", reference)
        assert "Name: Jo" in shown.title()
        assert "\nshoeSize: 44\n    wide\n" in shown
        assert run("show", reference, "--json")["fields"] == gone
    assert "44\nwide" in run("export", "--csv", "-")


def test_a_request_that_waits_for_its_turn_says_when_it_is_sent(engine, run):
    turn = datetime(2025, 3, 4, 12, 5, tzinfo=UTC)
    put(engine, "pending", reference="TURN-22", reason="turn", next_attempt_at=turn)
    said = "pending, its turn is at 2025-03-05 02:05"
    assert f"Status: {said}\n" in run("show", "TURN-22")
    assert said in " ".join(run("list", "--status", "pending").split())
    assert run("show", "TURN-22", "--json")["status"] == "pending"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["show", "K7"], "There is no request K7."),
        (["show", "%%%%"], "There is no request %%%%."),
        (["erase", "SAME", "K7Q2"], "2 requests begin with SAME:\nSAME-22  2025-03-01 12:00  inquiry, kept\nSAME-33"),
    ],
)  # fmt: skip
def test_leads_commands_change_nothing_if_they_are_unclear(engine, zone, capsys, arguments, message):
    noon = datetime(2025, 3, 1, 12, tzinfo=zone)
    for reference in ("SAME-22", "SAME-33"):
        put(engine, "kept", reference=reference, created_at=noon)
    before = statuses(engine)
    assert main(["leads", *arguments]) == 1
    assert message in capsys.readouterr().err
    assert statuses(engine) == before


def test_the_first_four_characters_of_a_reference_are_enough(engine, run):
    assert "Jo [bold]Lee" in run("show", "k7q2")
    assert run("done", "C3D4", "c3d4-f") == "C3D4-FG is done; its content will be erased in a week.\n"
    assert run("erase", "K7Q2") == "The content of K7Q2-9M is erased.\n"


def test_leads_export_is_complete_private_and_free_of_formulas(engine, run, tmp_path):
    risky = {**FIELDS, "name": "=HYPERLINK(1)", "phone": "+1 604", "additionalInfo": "two\nlines, and é"}
    put(engine, "sent", form="consultation", reference="RISK-YY", payload=risky)
    file = tmp_path / "leads.csv"
    assert ": 3. The file contains personal data" in run("export", "--csv", str(file))  # the erased lead has no content
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert file.read_bytes().startswith(b"\xef\xbb\xbf")  # or Excel garbles letters with accents
    with file.open(encoding="utf-8-sig", newline="") as opened:
        rows = {row["reference"]: row for row in csv.DictReader(opened)}
    assert rows.keys() == {"K7Q2-9M", "C3D4-FG", "RISK-YY"}
    exported = rows["RISK-YY"]
    assert rows["C3D4-FG"]["created"] == "2025-03-03 02:00"  # a time for spreadsheets
    assert (exported["name"], exported["phone"]) == ("'=HYPERLINK(1)", "'+1 604")
    assert (exported["additionalInfo"], exported["healthConditions"]) == ("two\nlines, and é", "Left knee")


def test_the_leads_export_command_overwrites_no_file(tmp_path, capsys):
    target = tmp_path / "elsewhere.txt"
    target.write_text("untouched")
    (tmp_path / "leads.csv").symlink_to(target)
    for file in (target, tmp_path / "leads.csv"):
        assert main(["leads", "export", "--csv", str(file)]) == 1
        assert f"{file} can't be written: File exists" in capsys.readouterr().err
    assert target.read_text() == "untouched"


def test_exported_leads_open_in_excel_and_others_are_shown_whatever_the_terminals_encoding(engine, monkeypatch):
    put(engine, "kept", reference="ACC-ENT", payload={"name": "Zoë ਸਿੰਘ"})
    written = []
    for command in (["show", "ACC-ENT"], ["export", "--csv", "-"]):
        terminal = TextIOWrapper(BytesIO(), encoding="cp1252")
        monkeypatch.setattr(sys, "stdout", terminal)
        monkeypatch.setattr(sys, "argv", ["gym_site", "leads", *command])
        with pytest.raises(SystemExit, match="0"):
            run_module("gym_site", run_name="__main__")
        written.append(terminal.buffer.getvalue())
    monkeypatch.undo()
    shown, exported = written
    assert rb"\u0a38" in shown
    assert exported.startswith("\ufeffreference,".encode())
    assert ",Zoë ਸਿੰਘ," in exported.decode()
    assert exported.count(b"\n") == exported.count(b"\r\n") == 4


def test_exported_leads_can_be_filtered_and_written_to_stdout(run):
    printed = run("export", "--csv", "-", "--status", "unsure", "--form", "consultation")
    assert [line.split(",")[0] for line in printed.splitlines()] == ["\ufeffreference", "C3D4-FG"]
    assert len(run("export", "--csv", "-", "--days", "7").splitlines()) == 1


def test_an_export_escapes_formulas_even_after_leading_spaces():
    for start in ("", *" \n\r\t\u00a0\u00ad\u034f\u200b\u3164\ufeff", "\r\n", "\u3000 "):
        for sign in "=+-@＝＋－＠":
            assert neutralised(f"{start}{sign}1+1") == f"'{start}{sign}1+1"
            assert neutralised(f"a{start}{sign}1") == f"a{start}{sign}1"
    assert neutralised("\tx") == "'\tx"


@pytest.fixture
def service(service, engine, monkeypatch):
    """The form service; adds a pending, a rejected, a quarantined and a kept request, none of them due."""
    monkeypatch.setenv("GYM_FORM_ENDPOINT", service.endpoint)
    for status in ("pending", "rejected", "quarantined", "kept"):
        due = datetime.now(UTC) + timedelta(hours=9)
        put(engine, status, reference=f"{status[:4]}-77".upper(), payload=FIELDS, next_attempt_at=due)
    return service


def test_the_deliver_command_sends_waiting_requests_before_they_are_due_and_others_if_they_are_named(
    engine, run, service, capsys
):
    before = statuses(engine)
    shown = run("deliver", "--dry-run")
    assert ("2 would be sent." in shown, "C3D4-FG" in shown) == (True, True)
    assert (service.posts(), statuses(engine)) == ([], before)
    service.answers(status=404)
    assert main(["leads", "deliver"]) == 1
    captured = capsys.readouterr()
    assert ("2 rejected." in captured.out, captured.err) == (True, "2 of 2 requests were not delivered.\n")
    service.answers()
    assert "Nothing to send" in run("deliver")
    for chosen in (["quar-77"], ["--status", "kept"]):
        (line,) = run("deliver", "--json", *chosen)
        assert (line["is"], line["code"]) == ("sent", "200")
    assert "3 sent." in run("deliver", "--status", "rejected")
    assert statuses(engine) == before | dict.fromkeys(("C3D4-FG", "PEND-77", "REJE-77", "QUAR-77", "KEPT-77"), "sent")
    assert len(service.posts()) == 7


def test_a_test_request_is_marked_as_one_and_not_stored(engine, run, service, capsys):
    before = statuses(engine)
    assert run("test") == "127.0.0.1 accepted a test request from TEST. Check that it has arrived.\n"
    (request,) = (post["body"] for post in service.posts())
    assert request["subject"] == "New Consultation Request from TEST"
    assert "This is a test of the website" in request["message"]
    service.answers(status=404)
    assert main(["leads", "test"]) == 1
    assert capsys.readouterr().err.startswith("127.0.0.1 did not accept a test request (404).")
    assert statuses(engine) == before


def test_staff_can_mark_a_request_as_done_or_erase_it(engine, run):
    run("done", "C3D4-FG")
    for status in ("sent", "done"):
        reference = f"{status}-22".upper()
        put(engine, status, reference=reference)
        assert run("done", reference) == f"{reference} needs nothing more: it is already {status}.\n"
    assert "already erased" in run("erase", "K7Q2-9M", "XXXX-99")
    left = {"K7Q2-9M": "erased", "XXXX-99": "erased", "C3D4-FG": "done", "SENT-22": "sent", "DONE-22": "done"}
    assert statuses(engine) == left
    assert main(["leads", "done", "K7Q2-9M"]) == 1


def test_the_leads_purge_command_erases_requests_sent_over_a_week_ago(engine, run):
    put(engine, "sent", reference="OLD-77", sent_at=datetime.now(UTC) - timedelta(days=8))
    assert run("purge", "--dry-run") == "Requests that would be erased or deleted: 1.\n"
    assert statuses(engine)["OLD-77"] == "sent"
    assert run("purge") == "Requests erased or deleted: 1.\n"
    assert statuses(engine)["OLD-77"] == "erased"


@pytest.mark.parametrize(
    ("url", "arguments", "message"),
    [
        (None, ["show", "NOPE-00"], "There is no request NOPE-00."),
        (None, ["test"], "There is nowhere to send requests: GYM_FORM_ENDPOINT is not set."),
        (None, ["deliver"], "There is nowhere to send requests: GYM_FORM_ENDPOINT is not set."),
        (None, ["export", "--csv", "/no/such/folder/x.csv"], "can't be written: No such file"),
        ("mysql://x", ["list"], "REFLEX_DB_URL must begin with"),
        ("sqlite:////no/such/folder/gym.db", ["list"], "There is no folder /no/such/folder for the database"),
        ("sqlite:////gym.db", ["list"], "The database can't be read (OperationalError)"),
        ("postgresql+psycopg://gym:secret@127.0.0.1:1/gym", ["list"], "The database on 127.0.0.1 can't be read"),
    ],
)
def test_leads_commands_report_errors_in_one_line_and_exit_with_code_1(capsys, monkeypatch, url, arguments, message):
    if url:
        monkeypatch.setenv("REFLEX_DB_URL", url)
    assert main(["leads", *arguments]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert message in captured.err
    assert captured.err.count("\n") == 1
    assert "secret" not in captured.err


@pytest.mark.parametrize(
    ("used", "server", "command"),
    [
        ("REFLEX_DB_URL in .env", "own", "leads list"),
        (".data/gym.db", "own", "backup copy.db"),
        (".data/gym.db", "own", "check"),
        ("REFLEX_DB_URL of the shell", "own", ""),
        ("REFLEX_DB_URL in .env", "of another copy", ""),
    ],
)
def test_only_the_shell_can_select_a_database_unused_by_the_server(
    engine, tmp_path, monkeypatch, capsys, used, server, command
):
    """``command`` is one that refuses; without one, requests are listed."""
    (tmp_path / "answers").mkdir()
    (tmp_path / "gym").symlink_to(GYM.folder.path)
    named = {"REFLEX_DB_URL in .env": engine.url, ".data/gym.db": ""}.get(used, "sqlite:////servers.db")
    (tmp_path / ".env").write_text(f"REFLEX_DB_URL={named}")
    if not named:
        monkeypatch.setenv("REFLEX_DB_URL", "")
    project = settings.project_id()
    monkeypatch.setattr(settings, "ROOT", tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GYM_FOLDER", raising=False)  # a path relative to the project
    report = {"database_id": "another", "project": settings.project_id() if server == "own" else project}
    (tmp_path / "answers" / "readyz").write_text(json.dumps(report))
    with plain_host(tmp_path / "answers") as url:
        monkeypatch.setenv("GYM_STATUS_ADDRESS", url.removeprefix("http://"))
        assert main((command or "leads list").split()) == bool(command)
    captured = capsys.readouterr()
    assert (f"would use {used}, but the server on port" in captured.err) == bool(command)
    assert bool(captured.out) == (not command)
    assert not (tmp_path / "copy.db").exists()


@pytest.mark.parametrize(
    ("mask", "contact", "masked"),
    [
        (mask_email, "jo@mail.example", "j***@mail.example"), (mask_email, "jo", "***"), (mask_email, "", ""),
        (mask_phone, "+1 (604) 555-0142", "***-0142"), (mask_phone, "555-01", "***"), (mask_phone, "ask", ""),
    ],
)  # fmt: skip
def test_email_addresses_and_phone_numbers_are_masked(mask, contact, masked):
    assert mask(contact) == masked
