"""``seo`` and ``business``, each with ``show | set | reset``: the records that staff may change (spec section 3)."""

import argparse
import json
import os
from dataclasses import fields
from pathlib import Path
from typing import Any

from sqlalchemy import Engine

from gym_site.built import built_folder, web_folder
from gym_site.check.database import brief, file_of, option
from gym_site.cli.build import built_pages
from gym_site.cli.command import Commands, add_command, add_group, database_url
from gym_site.content.business import Business
from gym_site.content.page_records import DESCRIPTION, LONGEST_TITLE, PageRecord
from gym_site.db.engine import open_engine
from gym_site.db.prepare import change_record
from gym_site.db.queries import business_record, page_record
from gym_site.db.staff_values import BUSINESS_NAME, FOLDER_RECORDS
from gym_site.errors import CommandError, RecordFaultError
from gym_site.folder import FOLDER, shown
from gym_site.forms.tidy import plain
from gym_site.routes import ROUTES
from gym_site.settings import load_settings, site_command

_NO_BUILD = "leave the pages as they are: a further change follows"
_RESET = "return to the values in the gym's folder"


def add(groups: Commands) -> None:
    """Add the commands to the parser."""
    seo = add_group(groups, "seo", "the title, description and keywords of a page for search engines")
    slugs = [route.key for route in ROUTES]
    add_command(seo, "show", "show a page's record", _show).add_argument("slug", choices=slugs)
    page = add_command(seo, "set", "change a page's record", _set)
    page.add_argument("slug", choices=slugs)
    page.add_argument("--title", type=_text, help=f"at most {LONGEST_TITLE} characters")
    lengths = f"{DESCRIPTION[0]} to {DESCRIPTION[-1]} characters"
    page.add_argument("--description", type=_text, dest="meta_description", help=lengths)
    page.add_argument("--keywords", type=_words, help="separated by commas")
    page.add_argument("--local-keywords", type=_words, help="separated by commas")
    page.add_argument("--no-build", action="store_true", help=_NO_BUILD)
    page.add_argument("--schema", dest="schema_markup", type=_structured_data, help="a JSON file with structured data")
    reset = add_command(seo, "reset", _RESET, _reset)
    reset.add_argument("slug", choices=slugs)
    _add_fields(reset, PageRecord)

    business = add_group(groups, "business", "the gym's name, address and ways to reach it")
    add_command(business, "show", "show the record", _show)
    record = add_command(business, "set", "change the record", _set)
    record.add_argument("--no-build", action="store_true", help=_NO_BUILD)
    for name in (field.name for field in fields(Business)):
        kind, about = (_words, "separated by commas") if name == "services" else (_text, None)
        record.add_argument("--" + name.replace("_", "-"), type=kind, dest=name, help=about)
    _add_fields(add_command(business, "reset", _RESET, _reset), Business)


def _add_fields(command: argparse.ArgumentParser, kind: type[Business | PageRecord]) -> None:
    """Add the arguments of ``reset``: the names of fields."""
    names = {option(field.name): field.name for field in fields(kind) if field.name != "page_slug"}

    def named(text: str) -> str:
        if text not in names:
            raise argparse.ArgumentTypeError(f"there is no field {text!r}; the fields are {', '.join(names)}")
        return names[text]

    about = f"{', '.join(names)}; without any, all of them"
    command.add_argument("fields", nargs="*", type=named, metavar="FIELD", help=about)
    command.add_argument("--no-build", action="store_true", help=_NO_BUILD)


def _text(text: str) -> str:
    """Return the text in one line. Raises `ArgumentTypeError` for control characters and invalid Unicode."""
    line = " ".join(text.split())
    if plain(line) != line:
        raise argparse.ArgumentTypeError("the text contains a character that can't be shown")
    return line


def _words(text: str) -> list[str]:
    return [word.strip() for word in _text(text).split(",") if word.strip()]


def _show(chosen: argparse.Namespace) -> None:
    with open_engine(database_url()) as engine:
        record = _stored(engine, chosen)
    if record is None:
        raise CommandError("The database has no such record: start the site once.")
    for field in fields(record):
        value, written = getattr(record, field.name), getattr(_written(chosen), field.name)
        file = file_of(_name(chosen), field.name)
        differs = f"  ({file} says: {brief(written)})" if value != written else ""
        print(f"{field.name}: {', '.join(value) if isinstance(value, tuple) else value}{differs}")


def _stored(engine: Engine, chosen: argparse.Namespace) -> Business | PageRecord | None:
    return page_record(engine, chosen.slug) if "slug" in chosen else business_record(engine)


def _written(chosen: argparse.Namespace) -> Business | PageRecord:
    """Return the chosen record as it is in the gym's folder."""
    return FOLDER_RECORDS[_name(chosen)]


def _name(chosen: argparse.Namespace) -> str:
    return chosen.slug if "slug" in chosen else BUSINESS_NAME


def _set(chosen: argparse.Namespace) -> None:
    names = [field.name for field in fields(_written(chosen))]
    changes = {name: value for name in names if (value := getattr(chosen, name, None)) is not None}
    if not changes:
        raise CommandError("Nothing to change: give at least one field (see --help).")
    with open_engine(database_url()) as engine:
        _change(engine, chosen, changes)
    _say_changed(chosen)


def _reset(chosen: argparse.Namespace) -> None:
    written = _written(chosen)
    names = chosen.fields or [field.name for field in fields(written)]
    with open_engine(database_url()) as engine:
        stored = _stored(engine, chosen)
        _change(engine, chosen, dict.fromkeys(names))
    differ = [name for name in names if getattr(stored, name, None) != getattr(written, name)]
    for name in differ:
        print(f"{option(name)}: {brief(getattr(stored, name, None))} -> {brief(getattr(written, name))}")
    if not differ:
        print(f"Nothing to reset: {shown(FOLDER)} says the same.")
    else:
        _say_changed(chosen)


def _change(engine: Engine, chosen: argparse.Namespace, changes: dict[str, Any]) -> None:
    try:
        change_record(engine, _name(chosen), changes)
    except RecordFaultError as error:
        raise CommandError(str(error).replace("meta_description is ", "description is ")) from error


def _say_changed(chosen: argparse.Namespace) -> None:
    in_open_pages = " Pages that are open show it within five minutes." if load_settings().has_server else ""
    print(f"The record was changed.{in_open_pages}", flush=True)
    if not chosen.no_build:
        _rebuild()


def _rebuild() -> None:
    """Build the pages with the changed record, if there are pages and this machine builds them."""
    if not built_folder().exists():
        return
    if not load_settings().has_server:
        print(f"To export the pages with it: {site_command()} export")
    elif not os.access(web_folder(), os.W_OK):
        print("The pages are built elsewhere. To build them with it, there: python -m gym_site build")
    else:
        print("Building the pages with it, which takes about a minute ...", flush=True)
        try:
            built_pages()
        except CommandError as error:
            raise CommandError(
                f"{error}\nThe record was changed, but not yet the pages. To build them: {site_command()} build"
            ) from error


def _structured_data(path: str) -> dict[str, Any]:
    try:
        data = json.loads(Path(path).read_text(encoding="utf-8-sig"))
        json.dumps(data, ensure_ascii=False, allow_nan=False).encode()  # refuses NaN and lone surrogates
    except (OSError, ValueError, RecursionError) as error:
        raise CommandError(f"{path} can't be read as JSON: {error}") from error
    if not isinstance(data, dict):
        raise CommandError(f"{path} must contain one JSON object, {{...}}.")
    return data
