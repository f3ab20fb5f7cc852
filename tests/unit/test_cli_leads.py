"""What staff see of the requests at the command line."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlmodel import Session

from gym_site.cli import main, mask_email, mask_phone
from gym_site.content.business import BUSINESS
from gym_site.db.engine import make_engine
from gym_site.db.prepare import prepare_database
from gym_site.db.tables import Lead
from gym_site.settings import ROOT

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


@pytest.mark.parametrize(
    ("url", "arguments", "said"),
    [
        (None, ["leads", "show", "NOPE-00"], "There is no request NOPE-00."),
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
    code = "import sys, gym_site.cli, gym_site.leads.pipeline; print(*{'reflex', 'starlette'} & set(sys.modules))"
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
