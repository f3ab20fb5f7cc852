"""Ask for known faults in what the server runs and what a visitor loads: pip-audit and npm audit.

    python -m scripts.audit

Ends with 1 where there is one that counts: high or critical by npm's word, any by pip-audit's, which names no severity.
Where nobody answers that is said, and is no failure.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parent.parent
WITHIN = 20  # seconds
COUNTS = frozenset({"high", "critical", "unknown"})

# The number of a finding that may stay -> why.
ACCEPTED: dict[str, str] = {}


@dataclass(frozen=True)
class Finding:
    """A known fault of a package that is in use."""

    package: str
    version: str
    number: str
    severity: str

    @property
    def counts(self) -> bool:
        """Whether it fails the check."""
        return self.severity in COUNTS and self.number not in ACCEPTED


@dataclass(frozen=True)
class Report:
    """What one tool found, and what it could not look up, in a line."""

    findings: Sequence[Finding] = ()
    unanswered: str = ""


def read_pip_audit(report: Any) -> Report:
    """Read the JSON of pip-audit: it passes over what its registry doesn't know, without a word."""
    packages = report["dependencies"]
    skipped = sum("skip_reason" in one for one in packages)
    findings = [
        Finding(one["name"], one["version"], fault["id"], "unknown")
        for one in packages
        for fault in one.get("vulns", ())
    ]
    return Report(findings, f"{skipped} of {len(packages)} packages could not be looked up" if skipped else "")


def read_npm_audit(report: Any) -> Report:
    """Read the JSON of npm audit; a package that only leads to a faulty one names no fault of its own."""
    if "vulnerabilities" not in report:
        return Report(unanswered="no registry answered")
    return Report(
        [
            Finding(fault["name"], fault["range"], fault["url"].rpartition("/")[2], fault["severity"])
            for one in report["vulnerabilities"].values()
            for fault in one["via"]
            if isinstance(fault, dict)
        ]
    )


def _answer(command: Sequence[str | Path], folder: Path) -> Any:
    """Return what a tool writes as JSON. Raises `ValueError` where it doesn't, `TimeoutExpired` where it takes long."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=WITHIN, check=False)
    return json.loads(done.stdout)


def _python() -> Report:
    command = (
        sys.executable, "-m", "pip_audit", "-r", "requirements.txt", "--no-deps", "--disable-pip", "--format", "json",
        "--progress-spinner", "off", "--timeout", "5",
    )  # fmt: skip
    return read_pip_audit(_answer(command, ROOT))


def _javascript() -> Report:
    npm = Path(sys.executable).parent / "npm"
    return read_npm_audit(_answer((npm, "audit", "--json", "--omit=dev", "--package-lock-only"), ROOT / "reflex.lock"))


def main() -> None:
    """Print what was found and end with 1 where something counts."""
    with ThreadPoolExecutor() as pool:
        asked = {"pip-audit": pool.submit(_python), "npm audit": pool.submit(_javascript)}
    table = Table("Tool", "Package", "Version", "Finding", "Severity", "Accepted because")
    failed = False
    for tool, answer in asked.items():
        try:
            report = answer.result()
        except (ValueError, OSError, subprocess.TimeoutExpired):
            report = Report(unanswered="no registry answered")
        if report.unanswered:
            print(f"{tool}: {report.unanswered}")
        elif not report.findings:
            print(f"{tool}: nothing known")
        for one in sorted(set(report.findings), key=lambda one: (one.package, one.number)):
            table.add_row(tool, one.package, one.version, one.number, one.severity, ACCEPTED.get(one.number, ""))
            failed |= one.counts
    if table.row_count:
        Console().print(table)
    sys.exit(failed)


if __name__ == "__main__":
    main()
