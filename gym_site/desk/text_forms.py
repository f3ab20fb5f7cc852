"""Forms of the gym's files: fields from a file's schema and data, and changed data from what a person typed."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cache
from itertools import chain
from typing import Any

import tomlkit
from tomlkit.items import AoT, Array

from gym_site.brand import Brand
from gym_site.check.schemas import schema_of
from gym_site.content.posts import BlogPost
from gym_site.gym import contents
from gym_site.refusal import Steps

FILES = {
    "plans.toml": "Plans and prices",
    "questions.toml": "Questions",
    "trainers.toml": "Trainers",
    "services.toml": "Services",
    "gym.toml": "The gym: address, hours, links, terms",
    "home.toml": "Home page",
    "facility.toml": "Facility",
    "expansion.toml": "Expansion",
    "transformations.toml": "Before and after",
    "consultation.toml": "Consultation",
    "booking.toml": "Booking",
    "online-coaching.toml": "Online coaching",
    "social.toml": "Instagram",
    "blog.toml": "Page of the blog",
    "forms.toml": "Forms",
    "site.toml": "Menus and footer",
    "search.toml": "Words for search engines",
    "privacy.toml": "Page about privacy",
}
"""The files with a form, by name, with the words for them."""
HIDDEN = {
    *("format", "mark", "colours", "fonts", "latitude", "longitude", "time_zone", "exceptions"),
    *("id", "slug", "key", "part", "path", "words_of", "content"),
}
"""Keys that no form shows: what the code needs, other pages and addresses that people share, days with other hours."""
OF_RECORD = {"address", "postal_code", "phone", "email"}
"""Keys of ``gym.toml`` that no form shows either, as they are facts that are live."""
_CHOICES = {"category": "categories", "practitioner_type": "types"}
"""Keys whose values are in a list of the same file, and that list's key."""
_NAMES = ("name", "question", "title", "label", "caption", "text", "when")
_LONG = 32  # characters from which a text gets several lines


@dataclass(frozen=True)
class Field:
    """A value in a form. ``was``: its text when the form was first shown; ``meanwhile``: another person's since."""

    steps: Steps
    label: str
    help: str
    kind: str  # line, text, lines, number, date, moment, choice or pairs
    was: str
    text: str
    choices: tuple[tuple[str, str], ...] = ()
    is_needed: bool = False
    faults: Sequence[str] = ()
    facts: Sequence[tuple[str, str]] = ()
    meanwhile: str | None = None

    @property
    def name(self) -> str:
        """The field's name in the form."""
        return ".".join(map(str, self.steps))

    @property
    def rows(self) -> int:
        """The number of lines to type in."""
        lines = self.text.count("\n") + 1
        return min(12, lines + 1 if self.kind in ("lines", "pairs") else max(2, lines, len(self.text) // _LONG + 1))


@dataclass(frozen=True)
class Group:
    """Fields that belong together."""

    steps: Steps
    label: str
    items: Sequence["Field | Group | Entries"]


@dataclass(frozen=True)
class Entries:
    """A list whose entries have pages of their own: steps, name and whether there is a mistake. ``can_add``: to it."""

    steps: Steps
    label: str
    names: Sequence[tuple[Steps, str]]
    can_add: bool
    faulty: Sequence[Steps] = field(default=())


Item = Field | Group | Entries


@cache
def schema_of_file(file: str) -> dict[str, Any]:
    """Return the schema of a file."""
    kinds: dict[str, type] = {"gym.toml": Brand} | {name: kind for name, kind, _ in contents().values()}
    return schema_of(BlogPost if file.startswith("posts/") else kinds[file])


class Form:
    """The form of a file. ``data``: what the file says; ``choices``: of fields, by their keys."""

    def __init__(self, file: str, data: Mapping[str, Any], choices: Mapping[str, Sequence[str]] | None = None) -> None:
        self.data = data
        self._root = schema_of_file(file)
        self._hidden = HIDDEN | (OF_RECORD if file == "gym.toml" else set())
        listed = {key: [str(one) for one in data[name]] for key, name in _CHOICES.items() if name in data}
        self._choices = {**(choices or {}), **listed}

    def items(self, steps: Steps) -> list[Item]:
        """Return what the page of a table shows: of the whole file, or of an entry of one of its lists."""
        return list(self._items(self._schema_at(steps), at(self.data, steps), steps))

    def fields(self, steps: Steps) -> Iterator[Field]:
        """Yield the fields of that page."""
        return fields_in(self.items(steps))

    def _schema_at(self, steps: Steps) -> dict[str, Any]:
        schema: dict[str, Any] = self._resolved(self._root, self.data)
        data: Any = self.data
        for step in steps:
            data = data[step]
            inner = schema.get("items") if isinstance(step, int) else schema.get("properties", {}).get(step)
            schema = self._resolved(inner or _free(schema), data)
        return schema

    def _resolved(self, schema: dict[str, Any], data: Any) -> dict[str, Any]:
        """Return a schema without references, as far as its own keys go: of the alternatives, the one that fits."""
        if "$ref" in schema:
            named = self._root["$defs"][schema["$ref"].rpartition("/")[2]]
            return self._resolved(named | {key: schema[key] for key in ("title", "description") if key in schema}, data)
        if "anyOf" in schema:
            found = [self._resolved(one, data) for one in schema["anyOf"] if one.get("type") != "null"]
            fitting = [one for one in found if (one.get("type") == "object") == isinstance(data, dict)]
            own = {key: schema[key] for key in ("title", "description") if key in schema}
            return (fitting or found)[0] | own
        return schema

    def _items(self, schema: dict[str, Any], data: Any, steps: Steps) -> Iterator[Item]:
        known = schema.get("properties", {})
        for key in dict.fromkeys((*known, *data)):
            if key in self._hidden:
                continue
            value = data.get(key)
            inner = self._resolved(known.get(key) or _free(schema), value)
            label = inner.get("title") or key.replace("_", " ").capitalize()
            yield from self._item(inner, value, (*steps, key), label, is_needed=key in schema.get("required", ()))

    def _item(self, schema: dict[str, Any], value: Any, steps: Steps, label: str, *, is_needed: bool) -> Iterator[Item]:
        kind = schema.get("type")
        entry = self._resolved(schema.get("items", {}), value[0] if isinstance(value, list) and value else None)
        if isinstance(value, dict):
            if kind == "object" and _is_text(_free(schema)) and "properties" not in schema:
                yield self._field("pairs", schema, value, steps, label, is_needed=is_needed)
            elif any(isinstance(one, dict) for one in value.values()) and "properties" not in schema:
                names = [((*steps, key), _name(one, key)) for key, one in value.items()]
                yield Entries(steps, label, names, can_add=False)
            else:
                yield Group(steps, label, list(self._items(schema, value, steps)))
        elif isinstance(value, list) and any(isinstance(one, dict) for one in value):
            if entry.get("type") == "string":  # texts, some of them only for a part
                found = chain.from_iterable(
                    self._item(entry, one, (*steps, number), f"{number + 1}", is_needed=False)
                    for number, one in enumerate(value)
                )
                yield Group(steps, label, list(found))
            else:
                names = [((*steps, number), _name(one, f"{number + 1}")) for number, one in enumerate(value)]
                yield Entries(steps, label, names, can_add="properties" in entry)
        elif kind == "array" and entry.get("type") == "object":
            yield Entries(steps, label, [], can_add=True)
        elif kind == "array" or isinstance(value, list):
            yield self._field("lines", schema, value, steps, label, is_needed=is_needed)
        elif kind == "object":
            return  # an optional table that isn't there
        else:
            yield self._field(_kind(schema, value), schema, value, steps, label, is_needed=is_needed)

    def _field(
        self, kind: str, schema: dict[str, Any], value: Any, steps: Steps, label: str, *, is_needed: bool
    ) -> Field:
        text, choices = text_of(value), ()
        if kind in ("line", "text") and (known := self._choices.get(str(steps[-1]))):
            kind, schema = "choice", schema | {"enum": known}
        if kind == "choice":
            is_yes = _is_yes(schema, value)
            listed = [("yes", "Yes"), ("no", "No")] if is_yes else [(one, one) for one in schema["enum"]]
            missing = [] if is_needed or text in dict(listed) else [("", "")]
            other = [(text, text)] if text and text not in dict(listed) else []
            choices = tuple([*missing, *listed, *other])
            if is_yes and not text and "default" in schema:
                text, choices = text_of(schema["default"]), tuple(listed)
        said = schema.get("description", "")
        if not is_needed and kind not in ("choice", "pairs") and isinstance(steps[-1], str):
            said = f"{said} May stay empty.".strip()
        return Field(steps, label, said, kind, text, text, choices, is_needed)


def fields_in(items: Sequence[Item]) -> Iterator[Field]:
    """Yield the fields of a form, also those in groups."""
    for item in items:
        if isinstance(item, Group):
            yield from fields_in(item.items)
        elif isinstance(item, Field):
            yield item


def at(data: Any, steps: Steps) -> Any:
    """Return what is at a place in a file's data. Raises `LookupError`."""
    for step in steps:
        inner: Any = data
        if isinstance(inner, list) != isinstance(step, int) or not isinstance(inner, list | dict):
            raise LookupError(step)
        data = inner[step]  # type: ignore[index]
    return data


def named(data: Any, steps: Steps) -> str:
    """Return the name of the entry at a place: by it people know it, wherever it is in its list."""
    return _name(at(data, steps), str(steps[-1])) if steps else ""


def text_of(value: Any) -> str:
    """Return a value as it is shown in a form."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return "\n".join(f"{key} = {one}" for key, one in value.items())
    if isinstance(value, list):
        return "\n".join(map(text_of, value))
    if isinstance(value, datetime):
        return value.isoformat(timespec="seconds")
    return value.isoformat() if isinstance(value, date) else "" if value is None else str(value)


def put(document: Any, one: Field, text: str) -> None:
    """Put what a person typed into a field into its place in a document of tomlkit. What has no value is left out."""
    table, key = at(document, one.steps[:-1]), one.steps[-1]
    if one.kind == "pairs":
        _put_pairs(table[key], text)
        return
    value = _parsed(one.kind, text)
    if isinstance(key, int):
        table[key] = value
    elif value in ("", []) and not one.is_needed:
        table.pop(key, None)
    elif isinstance(value, list):
        _put_list(table, key, value)
    else:
        table[key] = value


def add(document: Any, file: str, steps: Steps) -> Steps:
    """Add an empty entry to the list at a place; return its place."""
    form, table = Form(file, document), at(document, steps[:-1])
    schema = form._resolved(form._schema_at(steps[:-1])["properties"][steps[-1]], [])
    entry = form._resolved(schema["items"], {})
    made = tomlkit.table()
    for key in entry.get("required", ()):
        made[key] = _empty(form._resolved(entry["properties"][key], None))
    entries = table.get(steps[-1])
    if entries is None:
        entries = table[steps[-1]] = tomlkit.aot()
    _make_new(made, entries, len(entries))
    _insert(entries, len(entries), made)
    return (*steps, len(entries) - 1)


def copy(document: Any, steps: Steps) -> Steps:
    """Copy the entry at a place, behind it; return the copy's place."""
    entries, number = at(document, steps[:-1]), steps[-1]
    assert isinstance(number, int)
    made = tomlkit.table()
    for key, value in entries[number].unwrap().items():
        made[key] = value
    _make_new(made, entries, len(entries))
    _insert(entries, number + 1, made)
    return (*steps[:-1], number + 1)


def move(document: Any, steps: Steps, by: int) -> Steps:
    """Move the entry at a place up or down in its list; return its new place."""
    entries, number = at(document, steps[:-1]), steps[-1]
    assert isinstance(number, int)
    to = min(max(number + by, 0), len(entries) - 1)
    entry = entries[number]
    del entries[number]
    _insert(entries, to, entry)
    return (*steps[:-1], to)


def remove(document: Any, steps: Steps) -> None:
    """Remove the entry at a place."""
    entries, number = at(document, steps[:-1]), steps[-1]
    del entries[number]


def _insert(entries: Any, number: int, entry: Any) -> None:
    if isinstance(entries, Array):
        made = tomlkit.inline_table()
        made.update(entry)
        entries.insert(number, made)
    else:
        assert isinstance(entries, AoT)
        entries.insert(number, entry)


def _make_new(entry: Any, entries: Sequence[Any], number: int) -> None:
    """Give a new entry an id and a slug that no other has: they are part of addresses."""
    if "id" in entry:
        entry["id"] = max([int(one.get("id", 0)) for one in entries], default=0) + 1
    for key in ("slug", "key"):
        if key in entry:
            taken = {one.get(key) for one in entries}
            entry[key] = next(
                name for count in range(number + 1, 10**6) if (name := f"{entry[key] or 'new'}-{count}") not in taken
            )


def _empty(schema: dict[str, Any]) -> Any:
    if "enum" in schema:
        return schema["enum"][0]
    made = {"array": [], "boolean": False, "object": {}}.get(str(schema.get("type")), "")
    if schema.get("format") == "date":
        return date.today()
    return {key: "" for key in schema.get("required", ())} if schema.get("type") == "object" else made


def _put_list(table: Any, key: str, values: list[str]) -> None:
    former = table.get(key)
    if isinstance(former, Array) and len(former) == len(values):
        for number, value in enumerate(values):
            if former[number] != value:
                former[number] = value
        return
    made = tomlkit.array()
    made.extend(values)
    table[key] = made.multiline(len(values) > 1)


def _put_pairs(table: Any, text: str) -> None:
    lines = (line.partition("=") for line in text.split("\n") if line.strip())
    pairs = {key.strip(): value.strip() for key, _, value in lines}
    for key in [key for key in table if key not in pairs]:
        del table[key]
    for key, value in pairs.items():
        if table.get(key) != value:
            table[key] = value


def _parsed(kind: str, text: str) -> Any:
    """Return a typed text as a value. What is no value of the kind stays a text, with which the file has a mistake."""
    plain = text.strip()
    if kind == "lines":
        return [line.strip() for line in plain.split("\n") if line.strip()]
    if kind == "number":
        figures = plain.removeprefix("$").replace(",", "") if plain.count(".") < 2 else plain
        if figures.isascii() and figures.replace(".", "", 1).isdigit() and figures[0] != ".":
            return tomlkit.parse(f"number = {_bare(figures)}")["number"]
    if kind == "choice" and plain in ("yes", "no"):
        return plain == "yes"
    try:
        if kind == "date":
            return date.fromisoformat(plain)
        if kind == "moment":
            return datetime.fromisoformat(plain)
    except ValueError:
        pass
    return tomlkit.string(plain, multiline=True) if "\n" in plain else plain


def _bare(figures: str) -> str:
    whole, point, rest = figures.partition(".")
    return f"{int(whole)}{point}{rest or '0'}" if point else str(int(whole))


def _kind(schema: dict[str, Any], value: Any) -> str:
    if "enum" in schema or _is_yes(schema, value):
        return "choice"
    if schema.get("type") in ("number", "integer") or isinstance(value, int | float):
        return "number"
    if "format" in schema:
        return {"date": "date", "date-time": "moment"}.get(schema["format"], "line")
    is_long = isinstance(value, str) and (len(value) > _LONG or "\n" in value)
    return "text" if is_long or schema.get("maxLength", 0) > 2 * _LONG else "line"


def _is_yes(schema: dict[str, Any], value: Any) -> bool:
    return schema.get("type") == "boolean" or isinstance(value, bool)


def _is_text(schema: dict[str, Any]) -> bool:
    return schema.get("type") == "string"


def _free(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of keys that a table may have freely."""
    free = schema.get("additionalProperties")
    return free if isinstance(free, dict) else {}


def _name(entry: Any, otherwise: str) -> str:
    for key in _NAMES if isinstance(entry, dict) else ():
        value = entry.get(key)
        if isinstance(value, dict):
            value = value.get("after") or value.get("text")
        if value:
            return str(value)
    return otherwise
