"""Explains to editors why a record refuses a value. Imports no content, because the content may be broken."""

from dataclasses import replace
from typing import Any

from pydantic import ValidationError


def refusal(record: Any, **changes: Any) -> str:
    """Return a sentence for each reason why a record refuses these changes; empty if it accepts them."""
    try:
        replace(record, **changes)
    except ValidationError as error:
        return " ".join(reasons(error))
    return ""


def reasons(error: ValidationError) -> list[str]:
    """Return a sentence for each refused value, with the name of its field."""
    return [_reason(fault) for fault in error.errors()]


def _reason(fault: Any) -> str:
    message = fault["msg"].removeprefix("Value error, ")
    if not fault["loc"]:
        return f"{message}."
    name, value = fault["loc"][0], fault["input"]
    if fault["type"] == "tuple_type" and isinstance(value, str):
        message = 'A list needs a comma after its last text, even if there is only one: ("like this",)'
    elif fault["type"] in ("string_too_long", "string_too_short"):
        message += f", not {len(value)}"
    elif fault["type"] in ("missing", "unexpected_keyword_argument"):
        return f"{name}: {message}."
    return f"{name} is {value!r:.60}. {message}."
