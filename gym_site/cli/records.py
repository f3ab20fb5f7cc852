"""``seo show | set`` and ``business show | set``: the two records that staff may change (spec section 3)."""

import argparse
import json
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

from gym_site.cli.command import CommandError, Commands, add_command, add_group, open_engine
from gym_site.content.business import Business
from gym_site.content.page_records import DESCRIPTION, LONGEST_TITLE, PAGE_RECORDS, PageRecord
from gym_site.db.queries import RecordFaultError, business_record, change_business, change_page, page_record
from gym_site.routes import ROUTES

BUSINESS_FIELDS = tuple(field.name for field in fields(Business))


def add(groups: Commands) -> None:
    """Add the commands to the parser."""
    seo = add_group(groups, "seo", "what search engines are told about a page")
    slugs = [route.key for route in ROUTES]
    add_command(seo, "show", "show a page's record", _show_page).add_argument("slug", choices=slugs)
    page = add_command(seo, "set", "change a page's record", _set_page)
    page.add_argument("slug", choices=slugs)
    page.add_argument("--title", help=f"at most {LONGEST_TITLE} characters")
    lengths = f"{DESCRIPTION[0]} to {DESCRIPTION[-1]} characters"
    page.add_argument("--description", dest="meta_description", help=lengths)
    page.add_argument("--keywords", type=_words, help="with commas between them")
    page.add_argument("--local-keywords", type=_words, help="with commas between them")
    page.add_argument("--schema", dest="schema_markup", type=Path, help="a JSON file with structured data")

    business = add_group(groups, "business", "the gym's name, address and ways to reach it")
    add_command(business, "show", "show the record", _show_business)
    record = add_command(business, "set", "change the record", _set_business)
    for name in BUSINESS_FIELDS:
        listed = {"type": _words, "help": "with commas between them"} if name == "services" else {}
        record.add_argument("--" + name.replace("_", "-"), dest=name, **listed)


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]


def _changes(chosen: argparse.Namespace, names: Sequence[str]) -> dict[str, Any]:
    changes = {name: value for name in names if (value := getattr(chosen, name)) is not None}
    if not changes:
        raise CommandError("Nothing to change: name at least one field (see --help).")
    return changes


def _print_record(record: Business | PageRecord | None) -> None:
    if record is None:
        raise CommandError("There is no such record: start the site once.")
    for field in fields(record):
        value = getattr(record, field.name)
        print(f"{field.name}: {', '.join(value) if isinstance(value, tuple) else value}")


def _show_page(chosen: argparse.Namespace) -> None:
    _print_record(page_record(open_engine(), chosen.slug))


def _set_page(chosen: argparse.Namespace) -> None:
    changes = _changes(chosen, ("title", "meta_description", "keywords", "local_keywords", "schema_markup"))
    if path := changes.get("schema_markup"):
        try:
            changes["schema_markup"] = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise CommandError(f"{path} can't be read as JSON: {error}") from error
    try:
        change_page(open_engine(), PAGE_RECORDS[chosen.slug], changes)
    except RecordFaultError as error:
        raise CommandError(str(error)) from error
    print(f"Changed {chosen.slug}. A running site shows it within five minutes.")


def _show_business(_chosen: argparse.Namespace) -> None:
    _print_record(business_record(open_engine()))


def _set_business(chosen: argparse.Namespace) -> None:
    if not change_business(open_engine(), _changes(chosen, BUSINESS_FIELDS)):
        raise CommandError("There is no business record: start the site once.")
    print("Changed. A running site shows it within five minutes.")
