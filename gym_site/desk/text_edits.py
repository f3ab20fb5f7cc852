"""Changes to a gym's file: what a person typed into a form, and entries that are added, copied, moved and removed."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any

import tomlkit
from tomlkit.items import AoT, Array, Table

from gym_site.desk.text_forms import ADDED, FIXED, OF_TEXT, Field, Form, at, fault_of_added, is_number
from gym_site.refusal import Steps, number_in


def put(document: Any, one: Field, text: str) -> None:
    """Put what a person typed into a field into its place in a document of tomlkit. What has no value is left out."""
    table, key = at(document, one.steps[:-1]), one.steps[-1]
    value = _parsed(one, text)
    if key == ADDED:
        table.pop(ADDED, None)
        name, _, said = text.partition("=")
        if text and fault_of_added(table, text):
            set_value(table, ADDED, text)
        elif text:
            set_value(table, name.strip(" {}"), said.strip())
    elif isinstance(key, int) and key == len(table):
        table.append(value)
    elif isinstance(key, int):
        table[key] = value
    elif value in ("", []) and not one.is_needed:
        table.pop(key, None)
    elif isinstance(value, list):
        _put_list(table, key, value)
    else:
        set_value(table, key, value)


def set_value(table: Any, key: str, value: Any) -> None:
    """Set a value; a new one stands before the comments below the table, which are about the next one."""
    if key in table or not isinstance(table, Table):
        table[key] = value
        return
    body = table.value.body
    end = max((number for number, (name, _) in enumerate(body, 1) if name), default=0)
    below = body[end:]
    del body[end:]
    table[key] = value
    body += below


def tidy(document: Any, steps: Steps) -> None:
    """Remove the texts of a page's lists of texts that were emptied."""
    table = at(document, steps)
    for inner in table.values() if isinstance(table, dict) else ():
        if isinstance(inner, dict):
            tidy(inner, ())
        elif isinstance(inner, Array):
            for number in reversed(range(len(inner))):
                one = inner[number]
                is_text = isinstance(one, dict) and one.keys() <= {"part", *OF_TEXT}
                if one == "" or (is_text and not any(one.get(key) for key in OF_TEXT)):
                    del inner[number]


def add(document: Any, file: str, steps: Steps) -> Steps:
    """Add an empty entry to the list at a place; return its place."""
    schema, table = Form(file, document).schema_of_entry(steps), at(document, steps[:-1])
    made = tomlkit.table()
    for key in schema.get("required", ()):
        made[key] = _empty(schema["properties"][key])
    entries = table.get(steps[-1])
    if entries is None:
        entries = table[steps[-1]] = tomlkit.aot()
    _make_new(made, entries, schema)
    _insert(entries, len(entries), made)
    return (*steps, len(entries) - 1)


def copy(document: Any, file: str, steps: Steps) -> Steps:
    """Copy the entry at a place, behind it; return the copy's place."""
    entries, number = at(document, steps[:-1]), steps[-1]
    assert isinstance(number, int)
    made = tomlkit.table()
    for key, value in entries[number].unwrap().items():
        made[key] = value
    _make_new(made, entries, Form(file, document).schema_of_entry(steps[:-1]))
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


def _make_new(entry: Any, entries: Sequence[Any], schema: Mapping[str, Any]) -> None:
    """Give a new entry values of its own where others refer to them."""
    for key, one in schema["properties"].items():
        if key != "id" and FIXED not in one.get("description", ""):
            continue
        taken = {other.get(key) for other in entries}
        if key == "id":
            entry[key] = max([int(number) for number in taken if number], default=0) + 1
        elif key in entry or (entries and None not in taken):
            begin = entry.get(key) or "new"
            entry[key] = next(name for count in range(2, 10**6) if (name := f"{begin}-{count}") not in taken)


def _empty(schema: Mapping[str, Any]) -> Any:
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
    set_value(table, key, made.multiline(len(values) > 1))


def _parsed(one: Field, text: str) -> Any:
    """Return a typed text as a value. What is no value of the kind stays a text, with which the file has a mistake."""
    plain, kind = text.strip(), one.kind
    if kind == "lines":
        values = {words.lower(): value for value, words in one.choices}
        return [values.get(line.lower(), line) for line in map(str.strip, plain.split("\n")) if line]
    if kind == "number" and is_number(plain):
        return tomlkit.parse(f"number = {number_in(plain)}")["number"]
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
