"""What a measurement prints: target beside measured."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table


@dataclass(frozen=True)
class Line:
    """One row of the table; ``met`` is None where there is no target."""

    what: str
    target: str
    measured: str
    met: bool | None


def say(name: str) -> None:
    """Say what is being measured, beside the table."""
    Console(stderr=True).print(f"{name} ...")


def report(title: str, lines: Sequence[Line]) -> int:
    """Print the table and return the exit code: 1 where a target is missed."""
    table = Table(title, "Target", "Measured", "Met")
    for line in lines:
        table.add_row(line.what, line.target, line.measured, {True: "yes", False: "no", None: ""}[line.met])
    Console().print(table)
    return int(any(line.met is False for line in lines))
