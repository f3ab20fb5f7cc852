"""What staff see of the requests at the command line."""

from __future__ import annotations

import csv
import json
import os
import stat
import subprocess
import sys
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlmodel import Session, select

from gym_site.cli import main
from gym_site.cli.leads import mask_email, mask_phone, neutralised
from gym_site.content.business import BUSINESS
from gym_site.db.engine import make_engine
from gym_site.db.prepare import prepare_database
from gym_site.db.tables import Lead
from gym_site.settings import ROOT
from tests.site import form_service

FIELDS = {
    "name": "Jo [bold]Lee",
    "email": "jo.lee@mail.example",
    "phone": "604-555-0142",
    "fitnessGoals": "weight-loss",
    "healthConditions": "Left knee",
    "additionalInfo": "[link=https://evil.example]click[/link]",
}


@pytest.fixture(autouse=True)
def leads(tmp_path, monkeypatch):
    url = f"sqlite:///{tmp_path / 'gym.db'}"
    monkeypatch.setenv("REFLEX_DB_URL", url)
    monkeypatch.setenv("COLUMNS", "160")
    engine = make_engine(url)
    prepare_database(engine, BUSINESS, {})
    with Session(engine) as session:
        for day, (reference, status, payload) in enumerate(
            [
                ("K7Q2-9M", "sent", FIELDS),
                ("C3D4-FG", "unsure", {"email": "bo@mail.example"}),
                ("XXXX-99", "erased", None),
            ],
            1,
        ):
            session.add(
                Lead(
                    key=reference, payload_hash="h", form="consultation", reference=reference, payload=payload,
                    status=status, attempts=day, last_code="200", created_at=datetime(2025, 3, day, 12, tzinfo=UTC),
                )
            )  # fmt: skip
        session.commit()
    engine.dispose()


def test_the_list_names_each_request_and_hides_contacts_and_health(capsys):
    assert main(["leads", "list"]) == 0
    shown = capsys.readouterr().out
    created = datetime(2025, 3, 1, 12, tzinfo=UTC).astimezone().strftime("%Y-%m-%d %H:%M")
    for words in ("K7Q2-9M", "consultation", "sent", created, "j***@mail.example", "***-0142", "200"):
        assert words in shown
    for hidden in ("jo.lee", "604", "knee", "Lee"):
        assert hidden not in shown
    assert shown.index("XXXX-99") < shown.index("C3D4-FG") < shown.index("K7Q2-9M")


def test_the_list_can_be_narrowed_and_read_by_a_program(capsys):
    assert main(["leads", "list", "--status", "unsure", "--json"]) == 0
    (lead,) = json.loads(capsys.readouterr().out)
    assert lead == {
        "reference": "C3D4-FG",
        "form": "consultation",
        "status": "unsure",
        "created": "2025-03-02T12:00:00+00:00",
        "attempts": 2,
        "email": "b***@mail.example",
        "phone": "",
        "last_code": "200",
    }


def test_an_empty_list_says_so(capsys):
    assert main(["leads", "list", "--status", "quarantined"]) == 0
    assert capsys.readouterr().out == "No requests.\n"


def test_one_request_is_shown_in_full_as_it_was_written(capsys):
    assert main(["leads", "show", "k7q2-9m"]) == 0
    shown = capsys.readouterr().out
    for line in (
        "Full name: Jo [bold]Lee",
        "Email: jo.lee@mail.example",
        "Phone: 604-555-0142",
        "Primary goal: Weight loss",
        "Health concerns: Left knee",
        "Anything else: [link=https://evil.example]click[/link]",
        "Preferred trainer: No preference",
    ):
        assert f"{line}\n" in shown


def test_an_erased_request_says_so(capsys):
    assert main(["leads", "show", "XXXX-99"]) == 0
    assert "erased" in capsys.readouterr().out


def test_the_requests_of_one_person_are_found_by_their_address(capsys):
    assert main(["leads", "list", "--email", "JO.LEE@mail.example ", "--json"]) == 0
    assert [lead["reference"] for lead in json.loads(capsys.readouterr().out)] == ["K7Q2-9M"]


def test_one_request_can_be_read_by_a_program(capsys):
    assert main(["leads", "show", "K7Q2-9M", "--json"]) == 0
    lead = json.loads(capsys.readouterr().out)
    assert lead["fields"] == FIELDS
    assert (lead["email"], lead["status"]) == ("jo.lee@mail.example", "sent")


def test_the_requests_are_counted(capsys):
    assert main(["leads", "stats", "--json"]) == 0
    numbers = json.loads(capsys.readouterr().out)
    assert (numbers["sent"], numbers["unsure"], numbers["erased"], numbers["kept"]) == (1, 1, 1, 0)
    assert (numbers["undelivered"], numbers["oldest_undelivered"]) == (1, "2025-03-02T12:00:00+00:00")
    assert main(["leads", "stats"]) == 0
    assert "1 undelivered, the oldest of 2025-03-0" in capsys.readouterr().out


def test_the_requests_are_exported_in_full_and_no_cell_is_a_formula(capsys, tmp_path):
    with Session(make_engine(os.environ["REFLEX_DB_URL"])) as session:
        lead = session.exec(select(Lead).where(Lead.reference == "K7Q2-9M")).one()
        lead.payload = {**FIELDS, "name": "=HYPERLINK(1)", "phone": "+1 604", "additionalInfo": "two\nlines, and é"}
        session.add(lead)
        session.commit()
    file = tmp_path / "leads.csv"
    assert main(["leads", "export", "--csv", str(file)]) == 0
    assert "2 requests" in capsys.readouterr().out  # the erased one has nothing to export
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with file.open(encoding="utf-8-sig", newline="") as opened:
        rows = {row["reference"]: row for row in csv.DictReader(opened)}
    assert rows.keys() == {"K7Q2-9M", "C3D4-FG"}
    exported = rows["K7Q2-9M"]
    assert exported["name"] == "'=HYPERLINK(1)"
    assert exported["phone"] == "'+1 604"
    assert exported["additionalInfo"] == "two\nlines, and é"
    assert exported["healthConditions"] == "Left knee"


def test_an_export_can_be_narrowed_and_go_to_the_terminal(capsys):
    assert main(["leads", "export", "--csv", "-", "--status", "unsure", "--form", "consultation"]) == 0
    assert [line.split(",")[0] for line in capsys.readouterr().out.splitlines()] == ["reference", "C3D4-FG"]
    assert main(["leads", "export", "--csv", "-", "--days", "7"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1


@pytest.mark.parametrize("sign", ["=1+1", "+1", "-1", "@x", "\tx", "\rx"])
def test_what_a_spreadsheet_would_compute_is_text(sign):
    assert neutralised(sign) == f"'{sign}"
    assert neutralised(f"a{sign}") == f"a{sign}"


@pytest.fixture
def service(monkeypatch):
    with form_service() as service:
        monkeypatch.setenv("GYM_FORM_ENDPOINT", service.endpoint)
        yield service


def statuses():
    with Session(make_engine(os.environ["REFLEX_DB_URL"])) as session:
        return {lead.reference: lead.status for lead in session.exec(select(Lead))}


@pytest.fixture
def waiting():
    """Requests of every kind that can be sent."""
    with Session(make_engine(os.environ["REFLEX_DB_URL"])) as session:
        for status in ("pending", "rejected", "quarantined", "kept"):
            session.add(
                Lead(
                    key=status, payload_hash=status, form="inquiry", reference=f"{status[:4]}-77".upper(), status=status,
                    payload=FIELDS, created_at=datetime.now(UTC), next_attempt_at=datetime.now(UTC) + timedelta(hours=9),
                )
            )  # fmt: skip
        session.commit()


def test_a_dry_run_says_what_would_be_sent_and_sends_nothing(capsys, service, waiting):
    before = statuses()
    assert main(["leads", "deliver", "--dry-run"]) == 0
    shown = capsys.readouterr().out
    assert "2 would be sent." in shown
    assert "C3D4-FG" in shown
    assert service.posts() == []
    assert statuses() == before


def test_what_waits_is_sent_due_or_not(capsys, service, waiting):
    assert main(["leads", "deliver"]) == 0
    assert "2 sent." in capsys.readouterr().out
    assert len(service.posts()) == 2
    assert {statuses()[one] for one in ("PEND-77", "C3D4-FG")} == {"sent"}
    assert main(["leads", "deliver"]) == 0
    assert "Nothing to send" in capsys.readouterr().out


@pytest.mark.parametrize("status", ["rejected", "quarantined", "kept"])
@pytest.mark.parametrize("by", ["status", "reference"])
def test_what_was_put_by_is_sent_when_staff_ask_for_it(capsys, service, waiting, status, by):
    chosen = ["--status", status] if by == "status" else [f"{status[:4]}-77"]
    assert main(["leads", "deliver", "--json", *chosen]) == 0
    (line,) = json.loads(capsys.readouterr().out)
    assert (line["was"], line["is"], line["code"]) == (status, "sent", "200")
    assert len(service.posts()) == 1


def test_a_failed_delivery_is_exit_code_1(capsys, service, waiting):
    service.answers(status=404)
    assert main(["leads", "deliver"]) == 1
    captured = capsys.readouterr()
    assert "2 rejected." in captured.out
    assert captured.err == "2 of 2 were not delivered.\n"


def test_done_and_erased_requests(capsys, waiting):
    assert main(["leads", "done", "C3D4-FG"]) == 0
    assert main(["leads", "erase", "K7Q2-9M", "XXXX-99"]) == 0
    assert "before" in capsys.readouterr().out
    assert {statuses()[one] for one in ("K7Q2-9M", "XXXX-99")} == {"erased"}
    assert statuses()["C3D4-FG"] == "done"
    assert main(["leads", "done", "K7Q2-9M"]) == 1


def test_a_purge_erases_what_is_due(capsys):
    with Session(make_engine(os.environ["REFLEX_DB_URL"])) as session:
        lead = session.exec(select(Lead).where(Lead.reference == "K7Q2-9M")).one()
        lead.sent_at = datetime.now(UTC) - timedelta(days=8)
        session.add(lead)
        session.commit()
    assert main(["leads", "purge", "--dry-run"]) == 0
    assert statuses()["K7Q2-9M"] == "sent"
    assert main(["leads", "purge"]) == 0
    assert statuses()["K7Q2-9M"] == "erased"
    assert capsys.readouterr().out == (
        "The words of 1 requests would be erased.\nThe words of 1 requests were erased.\n"
    )


@pytest.mark.parametrize(
    ("url", "arguments", "said"),
    [
        (None, ["leads", "show", "NOPE-00"], "There is no request NOPE-00."),
        (None, ["leads", "deliver"], "There is nowhere to send to: GYM_FORM_ENDPOINT is not set."),
        (None, ["leads", "erase", "NOPE-00"], "There is no request NOPE-00."),
        (None, ["leads", "export", "--csv", "/no/such/folder/x.csv"], "can't be written: No such file"),
        ("mysql://x", ["leads", "list"], "REFLEX_DB_URL must begin with"),
        ("sqlite:////no/such/folder/gym.db", ["leads", "list"], "The database can't be read (OperationalError)"),
    ],
)
def test_a_fault_is_one_line_and_exit_code_1(capsys, monkeypatch, url, arguments, said):
    if url:
        monkeypatch.setenv("REFLEX_DB_URL", url)
    assert main(arguments) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert said in captured.err
    assert captured.err.count("\n") == 1


def test_the_command_starts_without_the_web_framework():
    code = "import sys, gym_site.cli, gym_site.leads.service; print(*{'reflex', 'starlette'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
    done = subprocess.run([sys.executable, "-m", "gym_site", "leads"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 2
    assert "usage: python -m gym_site leads" in done.stderr


@pytest.mark.parametrize(
    ("email", "masked"), [("", ""), ("jo@mail.example", "j***@mail.example"), ("jo", "***"), ("@x", "***@x")]
)
def test_masked_addresses(email, masked):
    assert mask_email(email) == masked


@given(st.text("0123456789+()- ", max_size=20))
def test_a_masked_number_shows_four_digits_at_most(phone):
    assert sum(one.isdecimal() for one in mask_phone(phone)) <= 4
