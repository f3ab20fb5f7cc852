"""The command that counts visits. Its lines are those that Caddy 2.6.2 writes with deploy/Caddyfile."""

import gzip
import io
import json
import os
import re
from datetime import datetime, timedelta
from types import SimpleNamespace

import pytest

from gym_site.cli import main, visits
from gym_site.settings import ROOT
from tests.gym import GYM

NOW = datetime.now()
HOME, FAQ = GYM.routes.url_for("home"), GYM.routes.url_for("faq")
LINE = (
    '{"level":"info","ts":%s,"logger":"http.log.access.log0","msg":"handled request","request":{"proto":"HTTP/2.0",'
    '"method":"%s","host":"gym.example","uri":"%s","tls":{"resumed":false,"version":772,"cipher_suite":4865,"proto":'
    '"h2","server_name":"gym.example"}},"visit":"%s","duration":0.000201361,"size":23941,"status":%d}\n'
)


def line(visit="person|-|-|-", uri=HOME, *, status=200, method="GET", days=0.0):
    return LINE % ((NOW - timedelta(days=days)).timestamp(), method, uri, visit, status)


@pytest.fixture
def count(tmp_path, capsys):
    """Return what the command counts in these lines of a log, as JSON."""

    def counting(*lines, options=()):
        log = tmp_path / "access.log"
        log.write_text("".join(lines))
        assert main(["visits", "--json", "--log", str(log), *options]) == 0
        return json.loads(capsys.readouterr().out)

    return counting


@pytest.mark.parametrize(
    ("written", "documents", "robots"),
    [
        (line(), 1, 0),
        (line(status=304), 1, 0),
        (line("robot|-|-|-"), 0, 1),
        (line(status=404), 0, 0),
        (line(method="HEAD"), 0, 0),
        (line(days=45), 0, 0),
        (line(""), 0, 0),
        (line("person"), 0, 0),
        (line()[:-40] + "\n", 0, 0),
        (line().replace("visit", "user_id"), 0, 0),
        ("caddy.HomeDir=/var/lib/caddy\n", 0, 0),
    ],
    ids=["opened", "opened again", "robot", "missing", "head", "long ago", "file", "unknown", "cut off", "older Caddyfile", "start"],
)  # fmt: skip
def test_only_documents_that_a_person_opened_are_counted(count, written, documents, robots):
    counted = count(written)
    assert (counted["documents"], counted["robots"]) == (documents, robots)


@pytest.mark.parametrize("below", ["", "/gym"])
def test_a_page_is_counted_under_one_path_whichever_was_opened(count, monkeypatch, below):
    monkeypatch.setenv("REFLEX_FRONTEND_PATH", below)
    uris = [uri for route in GYM.routes.values() for uri in (route.path, route.alias, f"{route.path}/?x=1") if uri]
    counted = count(*(line(uri=below + uri) for uri in (*uris, f"{GYM.routes.alias_for('faq')}/7", "/%66aq")))
    assert counted["pages"].keys() == {route.path for route in GYM.routes.values()} | {f"{FAQ}/7"}
    assert counted["pages"][FAQ] == 4


def test_referrers_and_campaigns_are_counted(count):
    counted = count(
        line("person|www.search.example|-|-"),
        line("person|search.example|-|-"),
        line("person|www.gym.example|-|-"),
        line("person|-|news letter|spring"),
        line("person|-|news letter|-"),
        line("robot|spam.example|spam|spam"),
    )
    assert counted["referrers"] == {"search.example": 2}
    assert [tuple(row.values()) for row in counted["campaigns"]] == [
        ("news letter", "spring", 1),
        ("news letter", "-", 1),
    ]


def test_days_are_those_of_the_gyms_clock(zone, count):
    counted = count(line(days=1), line(), line(), options=["--days", "2"])
    assert counted["days"] == {f"{NOW.astimezone(zone) - timedelta(days=ago):%Y-%m-%d}": 2 - ago for ago in (1, 0)}
    assert count(line(days=1), line(), options=["--days", "1"])["documents"] == 1


def test_rotated_files_are_read_each_once(tmp_path, capsys):
    log, zipped = tmp_path / "access.log", gzip.compress(line().encode())
    log.write_text(line())
    for name in ("access.log.1", "access-2025-03-01T00-00-00.000.log"):
        (tmp_path / name).write_text(line())
    for name in ("access.log.2.gz", "access-2025-02-01T00-00-00.000.log.gz"):
        (tmp_path / name).write_bytes(zipped)
    (tmp_path / "access.log.1.gz").write_bytes(zipped[:-9])  # being compressed from access.log.1
    (tmp_path / "access.log.3.gz").write_bytes(zipped[:-9])  # cut off
    (tmp_path / "accessory.log").write_text(line())
    (tmp_path / "access.log.4").write_text(line())
    os.utime(tmp_path / "access.log.4", (0, 0))
    assert main(["visits", "--json", "--log", str(log)]) == 0
    assert json.loads(capsys.readouterr().out)["documents"] == 6


def test_the_log_may_come_from_another_program(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(line().encode())))
    assert main(["visits", "--log", "-"]) == 0
    said = capsys.readouterr().out
    assert re.search(r"Documents opened since \w+, \d\d \w+: 1\. Robots, left out: 0\.", said)
    assert "A link inside the site changes the page without a document" in said


def test_a_log_that_is_missing_is_named(tmp_path, capsys):
    assert main(["visits", "--log", str(tmp_path / "none.log")]) == 1
    assert "none.log can't be read: No such file or directory. docs/operations.md says" in capsys.readouterr().err


def test_the_documented_log_is_the_one_that_caddy_writes_and_logrotate_keeps():
    assert f"StandardOutput=append:{visits.LOG}\n" in (ROOT / "deploy" / "caddy.conf").read_text()
    assert f"\n{visits.LOG} {{\n" in (ROOT / "deploy" / "gym-site.logrotate").read_text()
