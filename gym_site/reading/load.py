"""Makes content items from the TOML files of the gym's folder.

In a text of the folder, ``{town}`` stands for a fact (`gym_site.reading.facts`), and ``{number of photos}`` for the
number of entries in a list of the same file. Other blanks, such as ``{phone}``, stay: the item's type lists those that
are filled in later.

A table with the key ``part`` belongs to a part or service, and is left out if the gym doesn't have it. A table that has
only ``before`` and ``after`` stands for one of the two texts: ``after`` from the expansion's opening on.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from gym_site.brand import BRAND
from gym_site.folder import FOLDER, Mistake, MistakesError, has, line_of, read
from gym_site.reading import format_1
from gym_site.reading.facts import FACTS
from gym_site.reading.opening import HAS_OPENED
from gym_site.refusal import Steps, reasons
from gym_site.text import BLANK, number

_Item = TypeVar("_Item")

KINDS: dict[str, type] = {}
"""The type of each file's contents, by the file's name."""

_IS_FORMER = format_1.is_needed()
_collected: list[Mistake] | None = None


@contextmanager
def collecting() -> Iterator[list[Mistake]]:
    """Let `load` leave out the entries of lists with mistakes, and add the mistakes to the list that is yielded.

    So the mistakes of a file are found too if it uses a file with mistakes. The items are of no other use.
    """
    global _collected
    _collected = []
    try:
        yield _collected
    finally:
        _collected = None


class _Items(list[Any]):
    """The entries of a list that belong to this gym, and their positions in the file."""

    def __init__(self, items: Mapping[int, Any]) -> None:
        super().__init__(items.values())
        self.positions = tuple(items)

    def leave_out(self, indices: set[int]) -> None:
        """Remove the entries with these indices."""
        kept = [at for at in range(len(self)) if at not in indices]
        self[:], self.positions = [self[at] for at in kept], tuple(self.positions[at] for at in kept)


def load(kind: type[_Item], file: str) -> _Item:
    """Return a file's contents as an item of this type. Raises `MistakesError` with every mistake in the file."""
    KINDS[file] = kind
    _check_format()
    present = _present(read(file), file, ())
    counts: dict[str, str] = {}
    _count(present, counts)
    filled = _filled(present, counts | FACTS)
    try:
        made = TypeAdapter(kind).validate_python(filled)
    except ValidationError as error:
        mistakes = _mistakes(error, kind, filled, file)
        if _collected is None:
            raise MistakesError(mistakes) from None
        _collected.extend(mistakes)
        _leave_out(filled, [fault["loc"] for fault in error.errors()])
        try:
            made = TypeAdapter(kind).validate_python(filled)
        except ValidationError:
            raise MistakesError(mistakes) from None
    _mark(made, filled, file, ())
    return made


def load_optional(kind: type[_Item], file: str) -> _Item | None:
    """Return a file's contents as `load` does, or None if the gym's folder lacks the file."""
    KINDS[file] = kind
    return load(kind, file) if has(file) else None


def filled(data: Any) -> Any:
    """Return data of the folder, such as the text of a Markdown file, with the blanks of its texts filled."""
    _check_format()
    return _filled(data, FACTS)


def _check_format() -> None:
    if _IS_FORMER:
        advice = "This folder is of an earlier version: python -m gym_site new-format brings it up to date."
        raise MistakesError([Mistake(FOLDER, 0, advice)])


def _mistakes(error: ValidationError, kind: type, data: Any, file: str) -> list[Mistake]:
    mistakes = []
    for steps, said in reasons(error, kind):
        place = _place(data, steps)
        term = BLANK.fullmatch(str(_written(file, place)))
        if term and (line := line_of("gym.toml", ("terms", term[1]))):  # the term has the mistake
            mistakes.append(Mistake(FOLDER / "gym.toml", line, f"{term[1]}{said[said.find(' is ') :]}"))
        else:
            mistakes.append(Mistake(FOLDER / file, line_of(file, place), said))
    return [*dict.fromkeys(mistakes)]


def _written(file: str, steps: Steps) -> Any:
    """Return what is written at a place in a file."""
    data: Any = read(file)
    for step in steps:
        data = data[step]
    return data


def _present(data: Any, file: str, steps: Steps) -> Any:
    """Return the data without what belongs to parts and services that the gym lacks, or to another time."""
    if isinstance(data, list):
        items = {at: _present(item, file, (*steps, at)) for at, item in enumerate(data)}
        return _Items({at: item for at, item in items.items() if item is not None})
    if not isinstance(data, dict):
        return data
    if part := data.get("part"):
        if part not in BRAND.known:
            known = f"This gym's are {', '.join(BRAND.known)}"
            line = line_of(file, (*steps, "part"))
            raise MistakesError([Mistake(FOLDER / file, line, f"There is no part or service {part!r}. {known}.")])
        if not BRAND.has(part):
            return None
        data = {key: value for key, value in data.items() if key != "part"}
        if data.keys() == {"text"}:
            return data["text"]
    if data.keys() == {"before", "after"}:
        return data["after" if HAS_OPENED else "before"]
    parts = {key: _present(value, file, (*steps, key)) for key, value in data.items()}
    return {key: value for key, value in parts.items() if value is not None}


def _count(data: Any, counts: dict[str, str]) -> None:
    """Add the number of entries of each list in the data: ``number of photos``, and the same with a capital."""
    for key, value in data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ():
        if isinstance(value, list) and isinstance(key, str):
            words = number(value)
            counts |= {f"number of {key}": words, f"Number of {key}": words.capitalize()}
        _count(value, counts)


def _filled(data: Any, blanks: Mapping[str, str]) -> Any:
    """Return the data with the blanks of its texts filled, and without entries of lists that are empty then."""
    if isinstance(data, str):
        return BLANK.sub(lambda blank: blanks.get(blank[1], blank[0]), data)
    if isinstance(data, dict):
        return {key: _filled(value, blanks) for key, value in data.items()}
    if isinstance(data, _Items):
        items = zip(data.positions, (_filled(item, blanks) for item in data), strict=True)
        return _Items({at: item for at, item in items if item != ""})
    return data


def _place(data: Any, steps: Steps) -> Steps:
    """Return the steps to a value in the file, as far as they lead to something there."""
    found: Steps = ()
    for step in steps:
        if isinstance(data, _Items) and isinstance(step, int) and step < len(data):
            found, data = (*found, data.positions[step]), data[step]
        elif isinstance(data, dict) and step in data:
            found, data = (*found, step), data[step]
    return found


def _leave_out(data: Any, faults: Iterable[Steps]) -> None:
    """Remove the innermost entries of lists to which the steps of faults lead."""
    entries: dict[int, tuple[_Items, set[int]]] = {}
    for steps in faults:
        here, entry = data, None
        for step in steps:
            if isinstance(here, _Items) and isinstance(step, int) and step < len(here):
                entry, here = (here, step), here[step]
            elif isinstance(here, dict) and step in here:
                here = here[step]
        if entry:
            entries.setdefault(id(entry[0]), (entry[0], set()))[1].add(entry[1])
    for items, indices in entries.values():
        items.leave_out(indices)


def _mark(made: Any, data: Any, file: str, steps: Steps) -> None:
    """Let every item know where it is written."""
    if is_dataclass(made):
        object.__setattr__(made, "written_at", (file, steps))
        for field in fields(made) if isinstance(data, dict) else ():  # a link may be written as a text
            _mark(getattr(made, field.name), data.get(field.name), file, (*steps, field.name))
    elif isinstance(made, tuple) and isinstance(data, _Items) and len(made) == len(data):
        for item, written, at in zip(made, data, data.positions, strict=True):
            _mark(item, written, file, (*steps, at))
    elif isinstance(made, dict) and isinstance(data, dict):
        for key, item in made.items():
            _mark(item, data.get(key), file, (*steps, key))
