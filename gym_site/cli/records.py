"""``seo`` and ``business``, each with ``show | set | reset``: the records that staff may change (spec section 3)."""

import json
import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

from cyclopts import App, Parameter, Token
from sqlalchemy import Engine

from gym_site.built import built_folder, web_folder
from gym_site.check.database import brief, file_of, option
from gym_site.cli.build import built_pages
from gym_site.cli.command import database_url
from gym_site.content.business import Business
from gym_site.content.page_records import DESCRIPTION, LONGEST_TITLE, PageRecord
from gym_site.db.engine import open_engine
from gym_site.db.prepare import change_record, edited_now
from gym_site.db.queries import business_record, page_record
from gym_site.db.staff_values import BUSINESS_NAME, FolderRecords
from gym_site.errors import CommandError, RecordFaultError
from gym_site.folder import shown
from gym_site.forms.tidy import plain
from gym_site.gym import Gym
from gym_site.settings import load_settings, site_command

if TYPE_CHECKING:
    BusinessField: TypeAlias = str
    PageField: TypeAlias = str
else:
    BusinessField = Literal[*(option(field.name) for field in fields(Business))]
    PageField = Literal[*(option(field.name) for field in fields(PageRecord) if field.name != "page_slug")]

seo = App(name="seo", help="The title, description and keywords of a page for search engines.")
business = App(name="business", help="The gym's name, address and ways to reach it.")


def _gym() -> Gym:
    return edited_now(load_settings())[0]


def _is_page(_type: object, slug: str) -> None:
    if slug not in (pages := _gym().routes):
        near = get_close_matches(slug, pages, n=1)
        advice = f'Did you mean "{near[0]}"?' if near else f"The pages are {', '.join(pages)}."
        raise ValueError(f"There is no page {slug}. {advice}")


Slug = Annotated[str, Parameter(validator=_is_page)]


def one_line(text: str) -> str:
    """Return the text in one line. Raises `ValueError` for control characters and invalid Unicode."""
    line = " ".join(text.split())
    if plain(line) != line:
        raise ValueError("the text contains a character that can't be shown")
    return line


def words(text: str) -> list[str]:
    """Return the words or phrases that stand between commas. Raises `ValueError` as `one_line`."""
    return [word.strip() for word in one_line(text).split(",") if word.strip()]


def _text(_type: object, tokens: Sequence[Token]) -> str:
    return one_line(tokens[0].value)


def _words(_type: object, tokens: Sequence[Token]) -> list[str]:
    return words(tokens[0].value)


def _structured_data(_type: object, tokens: Sequence[Token]) -> dict[str, Any]:
    file = tokens[0].value
    try:
        data = json.loads(Path(file).read_text(encoding="utf-8-sig"))
        json.dumps(data, ensure_ascii=False, allow_nan=False).encode()  # refuses NaN and lone surrogates
    except (OSError, ValueError, RecursionError) as error:
        raise CommandError(f"{file} can't be read as JSON: {error}") from error
    if not isinstance(data, dict):
        raise CommandError(f"{file} must contain one JSON object, {{...}}.")
    return data


Text = Annotated[str | None, Parameter(converter=_text)]
Words = Annotated[list[str] | None, Parameter(converter=_words, n_tokens=1, help="separated by commas")]
Names = Parameter(name="FIELD", help="without any, all of them")
NoBuild = Annotated[bool, Parameter(help="leave the pages as they are: a further change follows")]


@Parameter(name="*")
@dataclass
class BusinessChanges:
    """The fields of `Business`, of which those that stay are None."""

    name: Text = None
    description: Text = None
    address: Text = None
    city: Text = None
    province: Text = None
    postal_code: Text = None
    phone: Text = None
    email: Text = None
    business_hours: Text = None
    services: Words = None


@Parameter(name="*")
@dataclass
class PageChanges:
    """The fields of `PageRecord`, of which those that stay are None."""

    title: Annotated[Text, Parameter(help=f"at most {LONGEST_TITLE} characters")] = None
    meta_description: Annotated[
        Text, Parameter(name="--description", help=f"{DESCRIPTION[0]} to {DESCRIPTION[-1]} characters")
    ] = None
    keywords: Words = None
    local_keywords: Words = None
    schema_markup: Annotated[
        dict[str, Any] | None,
        Parameter(name="--schema", converter=_structured_data, n_tokens=1, help="a JSON file with structured data"),
    ] = None


@business.command(name="set")
def set_business(*, changes: BusinessChanges | None = None, no_build: NoBuild = False) -> None:
    """Change the record."""
    _set(BUSINESS_NAME, changes, no_build=no_build)


@seo.command(name="set")
def set_page(slug: Slug, /, *, changes: PageChanges | None = None, no_build: NoBuild = False) -> None:
    """Change a page's record."""
    _set(slug, changes, no_build=no_build)


@business.command(name="reset")
def reset_business(fields: Annotated[Sequence[BusinessField], Names] = (), /, *, no_build: NoBuild = False) -> None:
    """Return to the values in the gym's folder."""
    _reset(BUSINESS_NAME, fields, no_build=no_build)


@seo.command(name="reset")
def reset_page(slug: Slug, fields: Annotated[Sequence[PageField], Names] = (), /, *, no_build: NoBuild = False) -> None:
    """Return to the values in the gym's folder."""
    _reset(slug, fields, no_build=no_build)


@seo.command(name="show")
def show_page(slug: Slug, /) -> None:
    """Show a page's record."""
    _show(slug)


@business.command(name="show")
def show_business() -> None:
    """Show the record."""
    _show(BUSINESS_NAME)


def _show(name: str) -> None:
    gym = _gym()
    written = FolderRecords(gym)[name]
    with open_engine(database_url()) as engine:
        record = stored_record(engine, name)
    if record is None:
        raise CommandError("The database has no such record: start the site once.")
    for field in fields(record):
        value, own = getattr(record, field.name), getattr(written, field.name)
        file = file_of(gym, name, field.name)
        differs = f"  ({file} says: {brief(own)})" if value != own else ""
        print(f"{field.name}: {', '.join(value) if isinstance(value, tuple) else value}{differs}")


def stored_record(engine: Engine, name: str) -> Business | PageRecord | None:
    """Return the record with this name, or None. Raises `SQLAlchemyError`."""
    return business_record(engine) if name == BUSINESS_NAME else page_record(engine, name)


def _set(name: str, given: BusinessChanges | PageChanges | None, *, no_build: bool) -> None:
    if given is None:
        raise CommandError("Nothing to change: give at least one field (see --help).")
    with open_engine(database_url()) as engine:
        _change(engine, name, {field: value for field, value in asdict(given).items() if value is not None})
    _say_changed(no_build=no_build)


def _reset(name: str, wanted: Sequence[str], *, no_build: bool) -> None:
    gym = _gym()
    written = FolderRecords(gym)[name]
    names = [field.name for field in fields(written) if option(field.name) in wanted or not wanted]
    with open_engine(database_url()) as engine:
        stored = stored_record(engine, name)
        _change(engine, name, dict.fromkeys(names))
    differ = [one for one in names if getattr(stored, one, None) != getattr(written, one)]
    for one in differ:
        print(f"{option(one)}: {brief(getattr(stored, one, None))} -> {brief(getattr(written, one))}")
    if not differ:
        print(f"Nothing to reset: {shown(gym.folder.path)} says the same.")
    else:
        _say_changed(no_build=no_build)


def _change(engine: Engine, name: str, changes: dict[str, Any]) -> None:
    try:
        change_record(engine, FolderRecords(_gym()), name, changes)
    except RecordFaultError as error:
        raise CommandError(str(error).replace("meta_description is ", "description is ")) from error


def _say_changed(*, no_build: bool) -> None:
    in_open_pages = " Pages that are open show it within five minutes." if load_settings().has_server else ""
    print(f"The record was changed.{in_open_pages}", flush=True)
    if not no_build:
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
