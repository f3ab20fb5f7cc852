"""What the answers of pip-audit and npm audit mean."""

from __future__ import annotations

import subprocess

import pytest

from scripts import audit

CLEAN = (0, "", "No known vulnerabilities found")
FAULTY = (1, "Name Version ID\nh11 0.1 PYSEC-1\n", "Found 1 known vulnerability in 1 package")
SKIPPED = (1, "", "ERROR:pip_audit._cli:rich: Dependency not found and could not be audited: rich (15.0.0)")
CLEAN_NPM = (0, "found 0 vulnerabilities\n", "")
MODERATE_NPM = (0, "ws <8\nSeverity: moderate\n", "")
FAULTY_NPM = (1, "ws <8\nSeverity: high\n", "")
REFUSED_NPM = (1, "\n", "npm error audit endpoint returned an error")
SLOW = subprocess.TimeoutExpired("npm", audit.WITHIN)


def run(monkeypatch, capsys, python, npm, required=""):
    """Run the check on what the tools answer; an exception is raised. Return the exit code and what is printed."""

    def tool(command, **_):
        said = npm if "audit" in command else python
        if isinstance(said, Exception):
            raise said
        return subprocess.CompletedProcess(command, *said)

    monkeypatch.setattr(audit.subprocess, "run", tool)
    monkeypatch.setenv("AUDIT", required)
    with pytest.raises(SystemExit) as ended:
        audit.main()
    return int(ended.value.code or 0), capsys.readouterr().out


@pytest.mark.parametrize("required", ["", "required"])
@pytest.mark.parametrize(
    ("python", "npm", "code", "named"),
    [
        (CLEAN, CLEAN_NPM, 0, "passed"),
        (CLEAN, MODERATE_NPM, 0, "moderate"),
        (FAULTY, CLEAN_NPM, 1, "PYSEC-1"),
        (CLEAN, FAULTY_NPM, 1, "Severity: high"),
    ],
)
def test_a_known_fault_fails_the_check_and_is_named(monkeypatch, capsys, required, python, npm, code, named):
    ended, out = run(monkeypatch, capsys, python, npm, required)
    assert ended == code
    assert named in out
    assert "not checked" not in out


@pytest.mark.parametrize(
    ("python", "npm", "tool"),
    [
        (SKIPPED, CLEAN_NPM, "pip-audit"),
        (CLEAN, REFUSED_NPM, "npm audit"),
        (SLOW, CLEAN_NPM, "pip-audit"),
        (CLEAN, FileNotFoundError(), "npm audit"),
    ],
)
def test_an_audit_that_nobody_answered_is_not_called_passed_and_fails_where_it_is_required(
    monkeypatch, capsys, python, npm, tool
):
    code, out = run(monkeypatch, capsys, python, npm)
    assert (code, out.count("not checked"), out.count("passed")) == (0, 1, 1)
    assert f"{tool}: not checked" in out
    assert run(monkeypatch, capsys, python, npm, "required")[0] == 1
