"""JSON Schemas of the folder's files, by which editors complete and check them.

Each field has a title and a description. These are the docstring below the field: ``Title: what to type.``, one of the
two, or none, as the title is otherwise made of the field's name. What its type says of it is added: how it is written,
its limits, and the blanks that are filled in.
"""

import ast
import inspect
import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema

from gym_site.brand import Brand
from gym_site.content.content_type import Blanks
from gym_site.gym import contents
from gym_site.text import series

_PART = {
    "type": "string",
    "title": "Part",
    "description": "The part or service without which this isn't shown, such as expansion.",
}
_WORDS = {"type": "string", "title": "Text"}
_TEXT = {  # a text, or a table with the text of a part, or with one for the time before the opening and one for later
    "anyOf": [
        {"type": "string"},
        {
            "type": "object",
            "properties": {"part": _PART, "text": _WORDS},
            "required": ["part", "text"],
            "additionalProperties": False,
        },
        {
            "type": "object",
            "properties": {
                "part": _PART,
                "before": {**_WORDS, "title": "Before", "description": "The text until the expansion opens."},
                "after": {**_WORDS, "title": "After", "description": "The text from the expansion's opening on."},
            },
            "required": ["before", "after"],
            "additionalProperties": False,
        },
    ]
}


class _InWords(GenerateJsonSchema):
    """Makes schemas whose titles and descriptions are for people who have never programmed."""

    def dataclass_schema(self, schema: Any) -> dict[str, Any]:
        return _in_words(super().dataclass_schema(schema), schema["cls"])

    def model_schema(self, schema: Any) -> dict[str, Any]:
        return _in_words(super().model_schema(schema), schema["cls"])


def schemas() -> dict[str, str]:
    """Return the schema of each file, by the name of the schema's file: ``plans.json`` for ``plans.toml``."""
    made = {"gym.json": schema_of(Brand)}
    for file, kind, _ in contents().values():
        schema = schema_of(kind)
        for table in (schema, *schema.get("$defs", {}).values()):
            if "properties" in table:
                table["properties"] = {name: _or_a_part(value) for name, value in table["properties"].items()}
        for table in schema.get("$defs", {}).values():
            if "properties" in table:
                table["properties"]["part"] = _PART
        schema["$defs"] = {**schema.get("$defs", {}), "Text": _TEXT}
        made[f"{Path(file).stem}.json"] = schema
    return {name: json.dumps(schema, indent=1, ensure_ascii=False) + "\n" for name, schema in sorted(made.items())}


def schema_of(kind: type) -> dict[str, Any]:
    """Return the schema of a type, without the names of classes, and without defaults that aren't a single value.

    So the schema doesn't depend on the gym, which decides whether a link has a default.
    """
    schema = TypeAdapter(kind).json_schema(schema_generator=_InWords)
    for table in (schema, *schema.get("$defs", {}).values()):
        del table["title"]
        table["description"] = _joined(table["description"])
    return _bare(schema)


def _bare(schema: Any) -> Any:
    if isinstance(schema, dict):
        kept = {key: one for key, one in schema.items() if key != "default" or not isinstance(one, dict | list | None)}
        return {key: _bare(value) for key, value in kept.items()}
    return [_bare(one) for one in schema] if isinstance(schema, list) else schema


def _in_words(schema: dict[str, Any], kind: Any) -> dict[str, Any]:
    """Give each field of a class its title and description."""
    own = [one for one in reversed(kind.__mro__) if one.__module__.startswith("gym_site.")]
    docstrings = {name: said for one in own for name, said in _docstrings(one)}
    for name, value in schema["properties"].items():
        title, text = docstrings.get(name, ("", ""))
        if value.get("type") == "array":  # the library names limits of a list that it has checked as those of a text
            value |= {f"{end}Items": value.pop(f"{end}Length") for end in ("min", "max") if f"{end}Length" in value}
        value["title"] = title or name.replace("_", " ").capitalize()
        inner = next(iter(value.get("anyOf", ())), value.get("items", {}))
        marks = kind.__pydantic_fields__[name].metadata
        blanks = sorted(f"{{{blank}}}" for mark in marks if isinstance(mark, Blanks) for blank in mark.names)
        said = [
            text,
            value.get("description"),
            inner.get("description"),
            _limits(value) or _limits(inner, each=" each" if "items" in value else ""),
        ]
        said += [f"The site fills in {series(*blanks)}"] if blanks else []
        if sentences := [f"{one[0].upper()}{one[1:].rstrip('.')}." for one in said if one]:
            value["description"] = " ".join(sentences)
    return schema


def _docstrings(kind: type) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield each field of a class with a docstring below it, and the docstring's title and text."""
    (made,) = ast.parse(inspect.getsource(kind)).body
    for pair in pairwise(made.body if isinstance(made, ast.ClassDef) else ()):
        match pair:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(said))):
                title, colon, text = _joined(said).partition(": ")
                yield name, (title, text) if colon or not said.endswith(".") else ("", title)


def _limits(of: dict[str, Any], each: str = "") -> str:
    """Return the limits of a value in words."""
    for what, unit in (("Length", "characters"), ("Items", "entries")):
        if most := of.get(f"max{what}"):
            least = of.get(f"min{what}", 0)
            return f"{f'{least} to' if least > 1 else 'at most'} {most} {unit}{each}"
    return f"From {of['minimum']} to {of['maximum']}" if "maximum" in of else ""


def _joined(text: str) -> str:
    return " ".join(text.split())


def _or_a_part(schema: dict[str, Any]) -> dict[str, Any]:
    """Let a table of a part stand for a plain text, or for an entry of a list of texts."""
    if schema.get("type") == "array" and isinstance(schema.get("items"), dict):
        return {**schema, "items": _or_a_part(schema["items"])}
    if schema.get("type") != "string" or schema.keys() - {"type", "default", "title", "description"}:
        return schema
    return {**{key: schema[key] for key in schema if key != "type"}, "$ref": "#/$defs/Text"}
