"""Explains to editors what is wrong with a line or a value, and what to type instead, as if they had never programmed.

Imports no content, because the content may be broken.
"""

import re
import tomllib
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import date
from decimal import Decimal
from difflib import get_close_matches
from functools import partial
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from pydantic import ValidationError
from pydantic_core import ErrorDetails

Steps = tuple[str | int, ...]  # from the top of a file to a value: keys of tables and positions in lists

_SHOWN = 90  # characters; a longer line is not repeated in its right form
_COMMENT = re.compile(r"""^((?:[^"'#]|"[^"]*"|'[^']*')*)#.*""")
_ENTRY = re.compile(r"(.+?)\s*=\s*(.*)")
_HEADER = re.compile(r"(?=.*[][])\[*\s*([\w.-]+)\s*\]*")
_MONTHS = {f"{date(2000, month, 1):%b}".lower(): month for month in range(1, 13)}
_DIGITS = str.maketrans("OolI", "0011")
_DAY_IN_WORDS = re.compile(r"(?:\d{1,2} ([A-Za-z]{3,9})|([A-Za-z]{3,9}) \d{1,2}) *=")  # 26 December =
_OTHER_DAYS = 'A day with other hours stands below a line [hours.exceptions]: 2026-12-25 = "closed"'
_SMALL = {"true": "true", "yes": "true", "on": "true", "false": "false", "no": "false", "off": "false"}


def unreadable(text: str, at: int, said: str) -> tuple[int, str]:
    """Return the line to correct in a TOML text, and a sentence about it.

    ``at`` is the line at which a parser stopped, and ``said`` the beginning of its reason.
    """
    lines = [_COMMENT.sub(r"\1", line).strip() for line in text.split("\n")]
    line = lines[at - 1]
    if header := _HEADER.fullmatch(line):
        single, double = f"[{header[1]}]", f"[[{header[1]}]]"
        if {single, double} <= {*lines}:
            return lines.index(single) + 1, f"The other blocks of this kind have double brackets: type {double}"
        if line == single:
            return at, f"There is a block {line} above already: put the lines of both into one."
        return (
            at,
            f"A block has the same brackets at both ends: type {double if '[[' in line or double in lines else single}",
        )
    if said.startswith("Cannot"):
        block = next((f" A new block begins with {one}" for one in reversed(lines[:at]) if one.startswith("[[")), "")
        key = line.partition("=")[0].strip()
        return at, f"This block has a line {key} already: delete one of them.{block}"
    if _is_readable(line):  # an entry above has no end
        at = next((up for up in range(at - 1, 0, -1) if not _is_readable(lines[up - 1])), at)
        line = lines[at - 1]
    value = line.partition("=")[2].strip()
    if not value.startswith('"') and (days := _days(value)):
        return at, days
    if (day := _DAY_IN_WORDS.match(line)) and (day[1] or day[2])[:3].lower() in _MONTHS:
        return at, _OTHER_DAYS
    for why, mend in _MENDS:
        if (mended := mend(line)) != line and _is_readable(mended):
            return at, f"{why}: type {mended}" if len(mended) <= _SHOWN else f"{why}."
    if said.startswith("Unclosed"):
        above = at - 1 if lines[at - 2].endswith(('"', "}")) else at
        return (
            above,
            "A comma is missing after this entry of a list or, after its last one, a bracket ].",
        )
    if line.endswith("="):
        return at, "Nothing stands after the =: type a value, or delete the line."
    return at, 'This line has no form that can be read. A line is a name, = and a value, such as name = "24 Hours"'


def _is_readable(line: str) -> bool:
    try:
        tomllib.loads(line)
    except tomllib.TOMLDecodeError:
        return False
    return True


def _days(text: str) -> str:
    """Return how to type a day that is written in another form, such as 10/02/2025 or Oct 2, 2025."""
    digits = re.sub(r"(?<=\d)[OolI]|[OolI](?=\d)", lambda letter: letter[0].translate(_DIGITS), text)
    words = re.findall(r"\d+|[a-z]+", re.sub(r"(?<=\d)(st|nd|rd|th)\b", "", digits.lower()))[:3]
    parts = [int(word) if word.isdecimal() else _MONTHS.get(word[:3], 0) for word in words]
    days = set()
    for year, month, day in ((0, 1, 2), (2, 0, 1), (2, 1, 0)) if len(parts) == 3 else ():
        if parts[year] > 1000 and words[day].isdecimal():
            with suppress(ValueError):
                days.add(date(parts[year], parts[month], parts[day]))
    meant = " or ".join(f"{day} ({day:%B} {day.day})" for day in sorted(days))
    return f"A date has the year first, and no quotation marks: type {meant}" if meant else ""


def _value(mend: Callable[[str], str], line: str) -> str:
    return _ENTRY.sub(lambda entry: f"{entry[1]} = {mend(entry[2])}", line)


def number_in(value: str) -> str:
    """Return a number as TOML has it. A text that isn't one stays."""
    found = re.fullmatch(r"(?:C?A?\$)? *([\d.,]+) *(?:%|\$|CAD)?", value, re.IGNORECASE)
    if not found or not re.search(r"\d", value):
        return value
    whole, _, cents = re.sub(r",(?=\d{1,2}$)", ".", found[1]).replace(",", "").partition(".")
    return f"{whole.lstrip('0') or 0}{cents and f'.{cents}'}"


def with_digits(value: str) -> str:
    """Return a number with digits in place of letters that look like them. Another text stays."""
    return number_in(value.translate(_DIGITS)) if re.search(r"\d", value) and re.search("[OolI]", value) else value


def _single_inside(value: str) -> str:
    is_text = len(value) > 1 and value[0] == value[-1] == '"'
    return '"' + value[1:-1].replace('"', "'") + '"' if is_text else value


def _sub(pattern: str, by: str) -> Callable[[str], str]:
    return partial(re.compile(pattern).sub, by)


# Advice for a line that can't be read, and a function that corrects it; the first that makes it readable counts.
_MENDS: tuple[tuple[str, Callable[[str], str]], ...] = (
    ("A space in this line is of another kind, as word processors make it", _sub(r"[^\S ]|[\u200b\u2060\ufeff]", " ")),
    ("The quotation marks must be straight ones", _sub(r"(?<![^\s=\[,{])[“„«‘]|[”“»’](?=\s*(?:[,\]}]|=|$))", '"')),
    ("Between a name and its value is a =", _sub(r"^([\w -]+?|\"[^\"]+\")\s*:\s*", r"\1 = ")),
    ("A name of several words stands in quotation marks", _sub(r"^(\w+(?: [\w-]+)+)\s*=", r'"\1" =')),
    ("It is true or false, in small letters", partial(_value, lambda value: _SMALL.get(value.lower(), value))),
    ("There is a letter O, l or I in place of a digit", partial(_value, with_digits)),
    ("A number has digits alone, with a point before the decimals", partial(_value, number_in)),
    ("The quotation mark at the end is missing, or a text goes on in the next line", _sub(r'(=\s*"[^"]*)$', r'\1"')),
    ("Inside a text, quotation marks are single ones", partial(_value, _single_inside)),
    ("A comma is missing", _sub(r'"\s+"', '", "')),
    ("A bracket is missing at the end", _sub(r"(=\s*\[.*)$", r"\1]")),
    ("In place of \\ use /", _sub(r"\\", "/")),
    ("A text stands between two quotation marks", _sub(r"=\s*[\"']?([^\"\[{].*?)[\"']?$", r'= "\1"')),
)


def refusal(item: Any, **changes: Any) -> str:
    """Return a sentence for each reason why an item refuses these changes; empty if it accepts them."""
    try:
        replace(item, **changes)
    except ValidationError as error:
        return " ".join(reason for _, reason in reasons(error, type(item)))
    return ""


def reasons(error: ValidationError, kind: Any) -> list[tuple[Steps, str]]:
    """Return the steps from an item of this type to each refused value, and a sentence about it for who wrote it."""
    faults = [fault for fault in error.errors() if fault["type"] != "too_short" or not _has_faults_inside(fault, error)]
    found = dict.fromkeys(_reason(fault, kind) for fault in faults)
    return [
        (steps, sentence)
        for steps, sentence in found
        if not any(f"did you mean {sentence.partition(' ')[0]}?" in other for _, other in found)  # is only misspelt
    ]


def _has_faults_inside(fault: ErrorDetails, error: ValidationError) -> bool:
    """Return whether entries of a list have faults, for which the list counts as too short."""
    steps = fault["loc"]
    return any(other["loc"][: len(steps)] == steps != other["loc"] for other in error.errors())


def _reason(fault: ErrorDetails, kind: Any) -> tuple[Steps, str]:
    steps = tuple(step for step in fault["loc"] if step != "[key]")  # the library's mark of a wrong name
    name = next((str(step) for step in reversed(steps) if isinstance(step, str)), "")
    if fault["type"] in ("unexpected_keyword_argument", "extra_forbidden"):
        names = _names(kind, steps[:-1])
        has_days = "exceptions" in names
        near = get_close_matches(name, names, n=1, cutoff=0.75 if has_days else 0.4)
        if has_days and not near:
            return steps, _OTHER_DAYS
        advice = f"did you mean {near[0]}?" if near else f"delete it, or take one of these: {', '.join(names)}."
        return steps, f"The name {name!r} is not known here; {advice}"
    if fault["type"] in ("missing", "missing_keyword_only_argument"):
        return steps[:-1], f"{name} is missing: add a line {name} = ..."
    said = fault["msg"].removeprefix("Value error, ")
    if fault["type"] == "value_error" and not isinstance(fault["input"], str | int | Decimal | date):
        first = said.split()[0]  # of an item, and usually the name of its field
        said = said if not steps or first in _names(kind, steps) else f"{said[0].upper()}{said[1:]}"
        return (*steps, first), said if said.endswith("?") else f"{said}."
    value = _typed(fault["input"]) if fault["input"] != name else ""
    return steps, f"{name} is {value}. {_advice(fault, said, name, value, kind)}".removeprefix(f"{name} is . ")


_NOTHING = "'', "
_LIMITS = {"ge": "at least", "gt": "more than", "le": "at most", "lt": "less than"}
_AS_OTHERS = "Type it in the form that it has in the other blocks of this file."
_SORTS = {  # by the beginning of the library's name for the fault
    "bool": "Type true or false, without quotation marks.",
    "int": "Type a whole number, such as 12, without quotation marks.",
    "float": "Type a number, such as 49.1, without quotation marks.",
    "decimal_max_places": "Type two digits after the point.",
    "datetime": "Type year, month, day, a T and the time, without quotation marks: 2027-03-31T23:59:59",
    "date": "Type year, month and day without quotation marks: 2027-03-31",
}


def _typed(value: Any) -> str:
    """Return a value as it is typed in a file; empty for a list or table."""
    if isinstance(value, str):
        return f'"{value}"' if len(value) <= _SHOWN else f'"{value[:_SHOWN]}..."'
    return "" if isinstance(value, Mapping | list | tuple) else str(value).lower() if value is not None else "empty"


def _advice(fault: ErrorDetails, said: str, name: str, value: str, kind: Any) -> str:
    """Return what to type in place of a value, without the words of the library that refused it."""
    sort, limits = fault["type"], fault.get("ctx", {})
    if sort in ("value_error", "string_pattern_mismatch"):
        field = getattr(_kind(kind, fault["loc"][:-1]), "__pydantic_fields__", {}).get(name)
        words = (field and field.description) or said
        return f"{words[0].upper()}{words[1:]}."
    if sort in ("string_too_long", "string_too_short"):
        least_or_most = said.removeprefix("String should have ")
        return f"It should have {least_or_most}, not {len(fault['input'])}."
    if sort in ("literal_error", "enum"):
        return f"Type one of these: {limits['expected'].removeprefix(_NOTHING)}.".replace("'", '"')
    if sort in ("too_short", "too_long"):
        limit = f"at least {limits['min_length']}" if sort == "too_short" else f"at most {limits['max_length']}"
        return f"{name} has {limits['actual_length']} entries: it needs {limit}."
    if sort.startswith(("greater_than", "less_than")):
        ((how, limit),) = limits.items()
        return f"It must be {_LIMITS[how]} {limit}."
    if sort.endswith(("tuple_type", "list_type")):
        return f"A list stands in square brackets: {name} = [{value}]"
    if sort == "string_type" and value:
        return f'A text stands between two quotation marks: {name} = "{value}"'
    if sort.startswith("date") and (days := _days(value)):
        return days
    if names := _names(kind, fault["loc"]):
        return f"It needs braces, and a name for each of its values: {name} = {{ {names[0]} = ... }}"
    return next((words for start, words in _SORTS.items() if sort.startswith(start)), _AS_OTHERS)


def _names(kind: Any, steps: Steps) -> list[str]:
    """Return the names that the table to which these steps lead may have."""
    known = getattr(_kind(kind, steps), "__pydantic_fields__", {})
    return [name for name, field in known.items() if not getattr(field, "exclude", None)]


def _kind(kind: Any, steps: Steps) -> Any:
    """Return the type of the value to which these steps lead."""
    kind = _bare(kind)
    if get_origin(kind) in (Union, UnionType):
        classes = {getattr(one, "__name__", ""): one for one in map(_bare, get_args(kind))}
        if steps and steps[0] in classes:  # of several classes, the steps name the one that refused the value
            return _kind(classes[str(steps[0])], steps[1:])
        kind = next((one for one in map(_bare, get_args(kind)) if hasattr(one, "__pydantic_fields__")), kind)
    if not steps:
        return kind
    step, *others = steps
    if hasattr(kind, "__pydantic_fields__"):
        types = get_type_hints(kind, include_extras=True)  # a step that isn't a field names a member of a union
        return _kind(types.get(str(step), kind), tuple(others))
    if get_origin(kind) in (dict, Mapping):
        return _kind(get_args(kind)[1], tuple(others))
    return _kind(get_args(kind)[0], tuple(others)) if get_origin(kind) is tuple else None


def _bare(kind: Any) -> Any:
    return get_args(kind)[0] if get_origin(kind) is Annotated else kind
