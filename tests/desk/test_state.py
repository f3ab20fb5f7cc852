"""The state of the site, as the desk shows it, and what a person does there."""

import threading
import time

import pytest

from gym_site.cli import command, status
from gym_site.desk import state, wanted
from gym_site.desk.people import Role
from gym_site.errors import CommandError
from gym_site.leads.status import Status


@pytest.fixture(autouse=True)
def server(desk, tmp_path, monkeypatch):
    """The desk is on a server without a fault of its own: another account makes the builds and backups."""
    monkeypatch.setenv("REFLEX_DB_URL", str(desk.desk.engine.url))
    monkeypatch.setenv("REFLEX_WEB_WORKDIR", str(tmp_path / "web"))
    monkeypatch.setattr(state, "works_here", lambda: False)
    monkeypatch.setattr(status, "_certificate", lambda _: status.Line("Certificate", "40 days left"))
    command.gym.cache_clear()
    yield
    command.gym.cache_clear()


def part(monkeypatch, name, answer):
    """Replace a part of the status."""
    monkeypatch.setitem(status.PARTS, name, lambda _settings, _backups: answer())


def test_both_roles_read_the_lines_of_the_command_and_one_has_the_buttons(desk, tmp_path, monkeypatch):
    desk.add(Status.QUARANTINED)
    (tmp_path / "caddy").write_text("#!/bin/sh\necho 2.6.2\n")
    (tmp_path / "caddy").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    lines = [line for name in status.PARTS for line in status.look(name, desk.desk.settings)]
    for role in Role:
        answer = desk.signed_in(role, role).get("/state")
        assert answer.status_code == 200
        assert [line.about for line in lines if state.LABELS.get(line.about, line.about) not in answer.text] == []
        assert "1 for a decision" in answer.text
        assert "Caddy 2.6.2 has holes through which one visitor can stop the site." in answer.text
        assert not any(named in answer.text for named in ("leads list", "gym_site build", "docs/"))
        may = role is Role.EVERYTHING
        assert [words in answer.text for words in ("Make one now", "Send a test", "People who may")] == [may] * 3
    assert "requests: requests" in desk.signed_in().get("/state").text


def test_a_backup_is_asked_for_with_a_file_each_time(desk):
    sam, file = desk.signed_in(), desk.desk.folder / "wanted" / "backup"
    times = []
    for _ in range(2):
        assert sam.post("/state/backup").headers["location"] == "/state"
        times.append(file.stat().st_mtime_ns)
        time.sleep(0.02)
    assert times[0] < times[1]
    assert (file.read_bytes(), file.parent.stat().st_mode & 0o077) == (b"", 0)
    answer = sam.get("/state").text
    assert "A backup was asked for." in answer
    assert "Last asked for here" in answer
    assert "Sam: backup" in answer


def test_a_developers_computer_says_that_it_makes_no_backup(desk, monkeypatch, tmp_path):
    assert wanted.works_here()
    monkeypatch.setattr(state, "works_here", wanted.works_here)
    sam = desk.signed_in()
    sam.post("/state/backup")
    assert not (desk.desk.folder / "wanted").exists()
    answer = sam.get("/state").text
    assert answer.count("Backups are made on the server, not on this computer.") == 2
    assert "Make one now" not in answer


@pytest.mark.parametrize(
    ("error", "said"), [(None, "answered: 200."), (CommandError("It is not set."), "It is not set.")]
)
def test_a_test_of_the_alerts_says_what_came_back(desk, monkeypatch, error, said):
    async def send_test():
        if error:
            raise error
        return "hooks.example answered: 200."

    monkeypatch.setattr(state, "send_test", send_test)
    sam = desk.signed_in()
    assert sam.post("/state/test").headers["location"] == "/state"
    assert said in sam.get("/state").text


def test_what_cannot_be_read_or_hangs_is_a_line(desk, monkeypatch):
    may_end = threading.Event()

    def refuse():
        raise PermissionError(13, "Permission denied", "/var/lib/secret")

    def hang():
        may_end.wait(20)
        return [status.Line("Form service", "answers <b>late</b>")]

    part(monkeypatch, "Backup", refuse)
    part(monkeypatch, "Form service", hang)
    monkeypatch.setattr(state, "WITHIN", 0.3)
    sam = desk.signed_in()
    answer = sam.get("/state").text
    assert "can&#39;t be read: Permission denied" in answer
    assert "still being looked at" in answer
    may_end.set()
    monkeypatch.setattr(state, "WITHIN", 6)
    assert "answers &lt;b&gt;late&lt;/b&gt;" in sam.get("/state").text


def test_visits_are_counted_at_most_once_in_five_minutes(desk, monkeypatch):
    opened = []

    def count(days):
        opened.append(days)
        raise FileNotFoundError

    monkeypatch.setattr(status, "opened", count)
    sam = desk.signed_in()
    assert ["<dt>Visits" in sam.get("/state").text for _ in range(3)] == [False] * 3
    assert opened == [30]


def test_the_newest_notes_are_shown(desk):
    desk.people.note("<i>Lee</i>", "erase", [f"K{number}" for number in range(60)], state.datetime.now(state.UTC))
    answer = desk.signed_in().get("/state").text
    assert "&lt;i&gt;Lee&lt;/i&gt;: erase K59" in answer
    assert (answer.count("erase K"), "erase K9<" in answer) == (50, False)


def test_a_changed_fact_is_named_as_its_form_names_it(desk):
    sam = desk.signed_in()
    sam.post("/facts/business_info/back", {"field": "phone"})
    sam.post("/facts/faq/back", {"field": "meta_description"})
    answer = sam.get("/state").text
    assert "Sam: The gym, telephone<" in answer
    assert "Sam: FAQ, description<" in answer
