"""The table of targets and measurements that every benchmark prints."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table


@dataclass(frozen=True)
class Row:
    """One row of the table."""

    name: str
    target: str
    measured: str
    met: bool


def progress(text: str) -> None:
    """Print the current measurement to stderr, apart from the table."""
    Console(stderr=True).print(f"{text} ...")


def report(title: str, rows: Sequence[Row]) -> int:
    """Print the table and return the exit code: 1 if a target is missed."""
    table = Table(title, "Target", "Measured", "Met")
    for row in rows:
        table.add_row(row.name, row.target, row.measured, "yes" if row.met else "no")
    Console().print(table)
    return int(not all(row.met for row in rows))
