"""How findings are shown to staff and to scripts."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict

from rich.console import Console
from rich.table import Table
from rich.text import Text

from gym_site.check.findings import Finding


def report(findings: Sequence[Finding], *, as_json: bool) -> int:
    """Print the findings, errors first; return the exit code: 1 where there is an error."""
    ordered = sorted(findings, key=lambda finding: (finding.level, finding.file, finding.line))
    errors = sum(finding.level == "error" for finding in ordered)
    if as_json:
        print(json.dumps([asdict(finding) for finding in ordered], ensure_ascii=False, indent=2))
        return min(errors, 1)
    if ordered:
        table = Table("", "Where", "What")
        for finding in ordered:
            table.add_row(finding.level, Text(finding.where, overflow="fold"), Text(finding.message))
        Console().print(table)
    notes = len(ordered) - errors
    print(f"{errors or 'No'} mistake{'s' * (errors != 1)}{f', {notes} note' + 's' * (notes != 1) if notes else ''}.")
    return min(errors, 1)
