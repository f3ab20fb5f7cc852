"""Explains to editors why an item refuses a value. Imports no content, because the content may be broken."""

from dataclasses import fields, is_dataclass, replace
from decimal import Decimal
from difflib import get_close_matches
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from gym_site.folder import Steps


def refusal(item: Any, **changes: Any) -> str:
    """Return a sentence for each reason why an item refuses these changes; empty if it accepts them."""
    try:
        replace(item, **changes)
    except ValidationError as error:
        return " ".join(reasons(error))
    return ""


def reasons(error: ValidationError) -> list[str]:
    """Return a sentence for each refused value, with the name of its field."""
    return [_sentence(fault) for fault in error.errors()]


def reason(fault: ErrorDetails, kind: Any) -> tuple[Steps, str]:
    """Return the steps from an item of this type to a refused value, and a sentence about it for who wrote it."""
    steps = fault["loc"]
    if fault["type"] == "unexpected_keyword_argument":
        names = [field.name for field in fields(table)] if is_dataclass(table := _kind(kind, steps[:-1])) else []
        near = get_close_matches(str(steps[-1]), names, n=1, cutoff=0.4)
        advice = f"did you mean {near[0]}?" if near else f"known names are {', '.join(names)}."
        return steps, f"The name {steps[-1]!r} is not known here; {advice}"
    if fault["type"] in ("missing", "missing_keyword_only_argument"):
        return steps[:-1], f"{steps[-1]} is missing: add a line for it."
    if fault["type"] == "value_error" and not isinstance(fault["input"], str | int | Decimal):
        message = fault["msg"].removeprefix("Value error, ")  # of an item, and begins with the name of its field
        return (*steps, message.split()[0]), f"{message}."
    return steps, _sentence(fault)


def _kind(kind: Any, steps: Steps) -> Any:
    """Return the type of the value to which these steps lead."""
    kind = _bare(kind)
    if get_origin(kind) in (Union, UnionType):
        classes = {getattr(one, "__name__", ""): one for one in map(_bare, get_args(kind))}
        if steps and steps[0] in classes:  # of several classes, the steps name the one that refused the value
            return _kind(classes[str(steps[0])], steps[1:])
        kind = next((one for one in (_kind(one, ()) for one in get_args(kind)) if is_dataclass(one)), kind)
    if not steps:
        return kind
    step, *others = steps
    if is_dataclass(kind):
        types = get_type_hints(kind, include_extras=True)  # a step that isn't a field names a member of a union
        return _kind(types.get(str(step), kind), tuple(others))
    if get_origin(kind) is dict:
        return _kind(get_args(kind)[1], tuple(others))
    return _kind(get_args(kind)[0], tuple(others)) if get_origin(kind) is tuple else None


def _bare(kind: Any) -> Any:
    return get_args(kind)[0] if get_origin(kind) is Annotated else kind


def _sentence(fault: ErrorDetails) -> str:
    message = fault["msg"].removeprefix("Value error, ")
    if not fault["loc"]:
        return f"{message}."
    value = fault["input"]
    name = next(str(step) for step in reversed(fault["loc"]) if isinstance(step, str))
    if fault["type"] == "tuple_type":
        message = 'A list is written in square brackets: ["one", "two"]'
    elif fault["type"] in ("string_too_long", "string_too_short"):
        message = f"{message.replace('String', 'It')}, not {len(value)}"
    elif fault["type"] in ("missing", "unexpected_keyword_argument"):
        return f"{name}: {message}."
    shown = f"{value}" if isinstance(value, Decimal) else f"{value!r:.60}"
    return f"{name} is {shown}. {message}."
