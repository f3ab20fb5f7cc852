"""Commands for staff: ``python -m gym_site leads list | show``."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text
from sqlalchemy.exc import SQLAlchemyError

from gym_site.db.engine import make_engine
from gym_site.db.tables import Lead
from gym_site.leads.fields import FORMS
from gym_site.leads.status import Status
from gym_site.leads.store import LeadStore
from gym_site.settings import SettingsError, load_settings

LOCAL_TIME = "%Y-%m-%d %H:%M"


class CommandError(Exception):
    """A command can't do what was asked; the message is one line for the person who asked."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0, or 1 after one line on stderr."""
    chosen = _parser().parse_args(arguments)
    try:
        chosen.run(chosen)
    except (SettingsError, CommandError) as error:
        print(error, file=sys.stderr)
    except SQLAlchemyError as error:
        print(
            f"The database can't be read ({type(error).__name__}): is REFLEX_DB_URL right, and has the site run once?",
            file=sys.stderr,
        )
    else:
        return 0
    return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m gym_site", description="Commands for the gym's staff.")
    groups = parser.add_subparsers(required=True, metavar="COMMAND")
    leads = groups.add_parser("leads", help="requests that visitors sent").add_subparsers(
        required=True, metavar="COMMAND"
    )

    listing = leads.add_parser("list", help="list the requests, the newest first; contacts are masked")
    listing.add_argument("--status", choices=[status.value for status in Status], help="only those")
    listing.add_argument("--json", action="store_true", help="as JSON, with times in UTC")
    listing.set_defaults(run=_list)

    show = leads.add_parser("show", help="show one request in full")
    show.add_argument("reference", help="as in the list, such as K7Q2-9M")
    show.set_defaults(run=_show)
    return parser


def _store() -> LeadStore:
    return LeadStore(make_engine(load_settings().db_url))


def _list(chosen: argparse.Namespace) -> None:
    leads = _store().listed(Status(chosen.status) if chosen.status else None)
    if chosen.json:
        print(json.dumps([_summary(lead) for lead in leads], indent=2, ensure_ascii=False))
        return
    table = Table("Reference", "Form", "Status", "Created", "Attempts", "E-mail", "Phone", "Last code")
    for lead in leads:
        one = _summary(lead)
        created = lead.created_at.astimezone().strftime(LOCAL_TIME)
        cells = (one["reference"], one["form"], one["status"], created, one["attempts"], one["email"], one["phone"])
        table.add_row(*(Text(str(cell)) for cell in (*cells, one["last_code"])))  # Text: no markup of a stranger's
    Console().print(table if leads else "No requests.")


def _summary(lead: Lead) -> dict[str, str | int]:
    fields = lead.payload or {}
    return {
        "reference": lead.reference,
        "form": lead.form,
        "status": lead.status,
        "created": lead.created_at.isoformat(timespec="seconds"),
        "attempts": lead.attempts,
        "email": mask_email(fields.get("email", "")),
        "phone": mask_phone(fields.get("phone", "")),
        "last_code": lead.last_code,
    }


def mask_email(email: str) -> str:
    """Return an address that a colleague recognises and a passer-by can't use: ``j***@example.org``."""
    name, at, host = email.strip().rpartition("@")
    return f"{name[:1]}***{at}{host}" if at else "***" if email.strip() else ""


def mask_phone(phone: str) -> str:
    """Return the last four digits of a number: ``***-0142``; nothing of one too short to hide the rest."""
    digits = [one for one in phone if one.isdecimal()]
    if not digits:
        return ""
    return f"***-{''.join(digits[-4:])}" if len(digits) > 6 else "***"


def _show(chosen: argparse.Namespace) -> None:
    lead = _store().by_reference(chosen.reference)
    if lead is None:
        msg = f"There is no request {chosen.reference}."
        raise CommandError(msg)
    lines = [
        f"Reference: {lead.reference}",
        f"Form: {lead.form}",
        f"Status: {lead.status}",
        f"Created: {lead.created_at.astimezone().strftime(LOCAL_TIME)}",
        f"Attempts: {lead.attempts}",
        f"Last code: {lead.last_code or '-'}",
        "",
    ]
    if lead.payload is None:
        lines.append("The words of this request have been erased.")
    else:
        lines += [f"{one.label}: {one.shown(lead.payload.get(one.name, ''))}" for one in FORMS[lead.form].fields]
    print("\n".join(lines))  # plain: what a visitor wrote is no markup
