"""Commands for staff: ``python -m gym_site leads list | show``, ``seo show | set``, ``business show | set``."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from gym_site.db.edit import change_business, change_page
from gym_site.db.engine import make_engine
from gym_site.db.queries import business_record, page_record
from gym_site.db.tables import Lead
from gym_site.leads.fields import FORMS
from gym_site.leads.status import Status
from gym_site.leads.store import LeadStore
from gym_site.routes import ROUTES
from gym_site.settings import SettingsError, load_settings

BUSINESS_FIELDS = (
    "name", "description", "address", "city", "province", "postal_code", "phone", "email", "business_hours",
)  # fmt: skip
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

    seo = groups.add_parser("seo", help="what search engines are told about a page").add_subparsers(
        required=True, metavar="COMMAND"
    )
    slugs = [route.key for route in ROUTES]
    page = seo.add_parser("show", help="show a page's record")
    page.add_argument("slug", choices=slugs)
    page.set_defaults(run=_show_page)
    page = seo.add_parser("set", help="change a page's record")
    page.add_argument("slug", choices=slugs)
    page.add_argument("--title", help="at most 60 characters")
    page.add_argument("--description", dest="meta_description", help="50 to 155 characters")
    page.add_argument("--keywords", type=_words, help="with commas between them")
    page.add_argument("--local-keywords", type=_words, help="with commas between them")
    page.add_argument("--schema", dest="schema_markup", type=Path, help="a JSON file with structured data")
    page.set_defaults(run=_set_page)

    business = groups.add_parser("business", help="the gym's name, address and ways to reach it").add_subparsers(
        required=True, metavar="COMMAND"
    )
    business.add_parser("show", help="show the record").set_defaults(run=_show_business)
    record = business.add_parser("set", help="change the record")
    for name in BUSINESS_FIELDS:
        record.add_argument("--" + name.replace("_", "-"), dest=name)
    record.add_argument("--services", type=_words, help="with commas between them")
    record.set_defaults(run=_set_business)
    return parser


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]


def _changes(chosen: argparse.Namespace, names: Sequence[str]) -> dict[str, Any]:
    changes = {name: value for name in names if (value := getattr(chosen, name)) is not None}
    if not changes:
        msg = "Nothing to change: name at least one field (see --help)."
        raise CommandError(msg)
    return changes


def _print_record(record: Any) -> None:
    for field in fields(record):
        value = getattr(record, field.name)
        print(f"{field.name}: {', '.join(value) if isinstance(value, tuple) else value}")


def _engine() -> Engine:
    return make_engine(load_settings().db_url)


def _show_page(chosen: argparse.Namespace) -> None:
    record = page_record(_engine(), chosen.slug)
    if record is None:
        msg = f"There is no record for {chosen.slug}."
        raise CommandError(msg)
    _print_record(record)


def _set_page(chosen: argparse.Namespace) -> None:
    changes = _changes(chosen, ("title", "meta_description", "keywords", "local_keywords", "schema_markup"))
    if path := changes.get("schema_markup"):
        try:
            changes["schema_markup"] = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            msg = f"{path} can't be read as JSON: {error}"
            raise CommandError(msg) from error
    change_page(_engine(), chosen.slug, changes)
    print(f"Changed {chosen.slug}. A running site shows it within five minutes.")


def _show_business(_chosen: argparse.Namespace) -> None:
    record = business_record(_engine())
    if record is None:
        msg = "There is no business record."
        raise CommandError(msg)
    _print_record(record)


def _set_business(chosen: argparse.Namespace) -> None:
    if not change_business(_engine(), _changes(chosen, (*BUSINESS_FIELDS, "services"))):
        msg = "There is no business record: start the site once."
        raise CommandError(msg)
    print("Changed. The section with the map shows it within five minutes, every other place with the next start.")


def _store() -> LeadStore:
    return LeadStore(_engine())


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
    payload = lead.payload or {}
    return {
        "reference": lead.reference,
        "form": lead.form,
        "status": lead.status,
        "created": lead.created_at.isoformat(timespec="seconds"),
        "attempts": lead.attempts,
        "email": mask_email(payload.get("email", "")),
        "phone": mask_phone(payload.get("phone", "")),
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
