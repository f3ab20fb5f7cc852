"""Requests written to mislead whoever reads, exports or answers them."""

from __future__ import annotations

import csv
import stat
from datetime import UTC, datetime

import pytest
from sqlmodel import Session

from gym_site.cli import main
from gym_site.cli.leads import neutralised
from gym_site.content.business import BUSINESS
from gym_site.db.engine import make_engine
from gym_site.db.prepare import prepare_database
from gym_site.db.tables import Lead
from gym_site.leads.compose import compose

FORGED = "Hello\nStatus: sent\r\nPhone: 900 555 0199\u2028E-mail: \u202eelpmaxe.liam@oj\u202c"


@pytest.fixture(autouse=True)
def request_in_the_database(tmp_path, monkeypatch):
    url = f"sqlite:///{tmp_path / 'gym.db'}"
    monkeypatch.setenv("REFLEX_DB_URL", url)
    engine = make_engine(url)
    prepare_database(engine, BUSINESS, {})
    with Session(engine) as session:
        session.add(
            Lead(
                key="k", payload_hash="h", form="inquiry", reference="K7Q2-9M", status="kept",
                payload={"name": "Jo", "email": "jo@mail.example", "message": FORGED}, created_at=datetime.now(UTC),
            )
        )  # fmt: skip
        session.commit()
    engine.dispose()


def test_no_line_of_a_message_passes_for_a_field_when_a_request_is_shown(capsys):
    assert main(["leads", "show", "K7Q2-9M"]) == 0
    shown = capsys.readouterr().out
    lines = shown.splitlines()
    assert [line for line in lines if line.startswith("Status:")] == ["Status: kept"]
    assert not [line for line in lines if line.startswith(("Phone: 9", "E-mail:"))]
    assert "\n    Status: sent\n    Phone: 900 555 0199\n    E-mail: elpmaxe.liam@oj\n" in shown


def test_an_export_over_an_older_file_is_for_nobody_else_and_holds_nothing_of_it(tmp_path):
    file = tmp_path / "leads.csv"
    file.write_text("old\n" * 10_000)
    file.chmod(0o644)
    assert main(["leads", "export", "--csv", str(file)]) == 0
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with file.open(encoding="utf-8-sig", newline="") as opened:
        assert [row["reference"] for row in csv.DictReader(opened)] == ["K7Q2-9M"]


def test_an_export_does_not_write_through_a_link(tmp_path, capsys):
    target = tmp_path / "elsewhere.txt"
    target.write_text("untouched")
    (tmp_path / "leads.csv").symlink_to(target)
    assert main(["leads", "export", "--csv", str(tmp_path / "leads.csv")]) == 1
    assert "can't be written" in capsys.readouterr().err
    assert target.read_text() == "untouched"


@pytest.mark.parametrize("lead", ["", " ", "\u00a0", "\u3000 ", "\n", "\r\n", "\u200b", "\ufeff"])
@pytest.mark.parametrize("sign", list("=+-@＝＋－＠"))
def test_a_formula_behind_spaces_is_text_to_a_spreadsheet(lead, sign):
    assert neutralised(f"{lead}{sign}1+1") == f"'{lead}{sign}1+1"
    assert neutralised(f"a{lead}{sign}1") == f"a{lead}{sign}1"


@pytest.mark.parametrize(
    ("email", "answered"),
    [
        ("jo@mail.example", True),
        ("josé.o'neil+gym@mail.example", True),
        ("a@b.example, victim@mail.example", False),
        ("a@b.example;victim@mail.example", False),
        ("a,b@mail.example", False),
        ("Jo <jo@mail.example>", False),
        ("group:a@mail.example", False),
        ("ask me", False),
        ("", False),
    ],
)
def test_an_answer_goes_to_a_single_address_or_to_none(email, answered):
    body = compose("inquiry", {"name": "Jo", "email": email})
    assert body["_replyto"] == (email if answered else "")
    assert body["email"] == email
    assert f"Email: {email or 'Not specified'}\n" in body["message"]
