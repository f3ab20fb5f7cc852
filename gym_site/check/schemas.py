"""JSON Schemas of the folder's files, by which editors complete and check them."""

import json
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from gym_site.brand import Brand
from gym_site.gym import contents

_PART = {"type": "string", "description": "The part or service to which this belongs."}
_DATED = {"type": "string", "description": "The text before the expansion's opening, or from then on."}
_TEXT = {  # a text, or a table with the text of a part, or with one for the time before the opening and one for later
    "anyOf": [
        {"type": "string"},
        {
            "type": "object",
            "properties": {"part": _PART, "text": {"type": "string"}},
            "required": ["part", "text"],
            "additionalProperties": False,
        },
        {
            "type": "object",
            "properties": {"part": _PART, "before": _DATED, "after": _DATED},
            "required": ["before", "after"],
            "additionalProperties": False,
        },
    ]
}


def schemas() -> dict[str, str]:
    """Return the schema of each file, by the name of the schema's file: ``plans.json`` for ``plans.toml``."""
    made = {"gym.json": _bare(Brand.model_json_schema())}
    for file, kind, _ in contents().values():
        schema = _bare(TypeAdapter(kind).json_schema())
        for table in (schema, *schema.get("$defs", {}).values()):
            if "properties" in table:
                table["properties"] = {name: _or_a_part(value) for name, value in table["properties"].items()}
        for table in schema.get("$defs", {}).values():
            if "properties" in table:
                table["properties"]["part"] = _PART
        schema["$defs"] = {**schema.get("$defs", {}), "Text": _TEXT}
        made[f"{Path(file).stem}.json"] = schema
    return {name: json.dumps(schema, indent=1, ensure_ascii=False) + "\n" for name, schema in sorted(made.items())}


def _bare(schema: Any) -> Any:
    """Leave out what pydantic adds: the names of keys in other words, and defaults that aren't a single value.

    So the schemas don't depend on the gym, which decides whether a link has a default.
    """
    if isinstance(schema, dict):
        added = {"title": str, "default": dict | list | None}
        kept = {key: value for key, value in schema.items() if not isinstance(value, added.get(key, ()))}
        return {key: _bare(value) for key, value in kept.items()}
    return [_bare(one) for one in schema] if isinstance(schema, list) else schema


def _or_a_part(schema: dict[str, Any]) -> dict[str, Any]:
    """Let a table of a part stand for a plain text, or for an entry of a list of texts."""
    if schema.get("type") == "array" and isinstance(schema.get("items"), dict):
        return {**schema, "items": _or_a_part(schema["items"])}
    if schema.get("type") != "string" or schema.keys() - {"type", "default", "description"}:
        return schema
    return {**{key: schema[key] for key in schema if key != "type"}, "$ref": "#/$defs/Text"}
