"""What the answers of pip-audit and npm audit mean."""

from __future__ import annotations

import json
import subprocess

import pytest

from scripts import audit

CLEAN_PYTHON = {"dependencies": [{"name": "httpx", "version": "0.28.1", "vulns": []}], "fixes": []}
FAULTY_PYTHON = {"dependencies": [{"name": "h11", "version": "0.1", "vulns": [{"id": "PYSEC-1", "fix_versions": []}]}]}
SKIPPED_PYTHON = {"dependencies": [*CLEAN_PYTHON["dependencies"], {"name": "rich", "skip_reason": "not found"}]}
CLEAN_NPM = {"auditReportVersion": 2, "vulnerabilities": {}}
REFUSED_NPM = {"message": "405 Method Not Allowed", "statusCode": 405, "error": {}}


def npm_with(severity: str) -> dict:
    fault = {"name": "ws", "range": "<8", "url": "https://advisories.example/GHSA-1", "severity": severity}
    leads_to_it = {"name": "socket.io-client", "severity": severity, "via": ["ws"]}
    return {"vulnerabilities": {"ws": {"severity": severity, "via": [fault]}, "socket.io-client": leads_to_it}}


def run(monkeypatch, capsys, python: object, npm: object) -> tuple[int, str]:
    """Run the check on two answers; one that is an exception is raised."""

    def answer(command, folder):
        said = npm if "audit" in command else python
        if isinstance(said, Exception):
            raise said
        return said

    monkeypatch.setattr(audit, "_answer", answer)
    with pytest.raises(SystemExit) as ended:
        audit.main()
    return int(ended.value.code), capsys.readouterr().out


@pytest.mark.parametrize(
    ("python", "npm", "code"),
    [
        (CLEAN_PYTHON, CLEAN_NPM, 0),
        (FAULTY_PYTHON, CLEAN_NPM, 1),  # pip-audit names no severity
        (CLEAN_PYTHON, npm_with("critical"), 1),
        (CLEAN_PYTHON, npm_with("high"), 1),
        (CLEAN_PYTHON, npm_with("moderate"), 0),
    ],
)
def test_the_check_fails_for_what_is_serious(monkeypatch, capsys, python, npm, code):
    assert run(monkeypatch, capsys, python, npm)[0] == code


def test_every_finding_is_shown_once_and_by_its_number(monkeypatch, capsys):
    out = run(monkeypatch, capsys, FAULTY_PYTHON, npm_with("low"))[1]
    assert (out.count("PYSEC-1"), out.count("GHSA-1"), out.count("low")) == (1, 1, 1)


def test_an_accepted_finding_stays_in_the_table_with_its_reason_and_fails_nothing(monkeypatch, capsys):
    monkeypatch.setattr(audit, "ACCEPTED", {"GHSA-1": "not reachable"})
    code, out = run(monkeypatch, capsys, CLEAN_PYTHON, npm_with("high"))
    assert code == 0
    assert "not reachable" in " ".join(out.split())


@pytest.mark.parametrize(
    "silence", [json.JSONDecodeError("", "", 0), subprocess.TimeoutExpired("npm", 20), FileNotFoundError()]
)
def test_where_nobody_answers_that_is_said_and_is_no_failure(monkeypatch, capsys, silence):
    code, out = run(monkeypatch, capsys, silence, REFUSED_NPM)
    assert code == 0
    assert out.splitlines() == ["pip-audit: no registry answered", "npm audit: no registry answered"]


def test_what_was_passed_over_is_not_called_clean(monkeypatch, capsys):
    out = run(monkeypatch, capsys, SKIPPED_PYTHON, CLEAN_NPM)[1]
    assert out.splitlines() == ["pip-audit: 1 of 2 packages could not be looked up", "npm audit: nothing known"]
