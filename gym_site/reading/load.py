"""Makes content items from the TOML files of the gym's folder.

In a text of the folder, ``{town}`` stands for a fact (`gym_site.reading.facts`), and ``{number of photos}`` for the
number of entries in a list of the same file. Other blanks, such as ``{phone}``, stay: the item's type lists those that
are filled in later.

A table with the key ``part`` belongs to a part or service, and is left out if the gym doesn't have it. A table that has
only ``before`` and ``after`` stands for one of the two texts: ``after`` from the expansion's opening on.
"""

from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from gym_site.brand import PART_FILES
from gym_site.content.content_type import Known, Written
from gym_site.folder import Folder, Mistake, MistakesError
from gym_site.refusal import Steps, reasons
from gym_site.text import BLANK, filled, number

_Item = TypeVar("_Item")


class _Items(list[Any]):
    """The entries of a list that belong to this gym, and their positions in the file."""

    def __init__(self, items: Mapping[int, Any]) -> None:
        super().__init__(items.values())
        self.positions = tuple(items)

    def leave_out(self, indices: set[int]) -> None:
        """Remove the entries with these indices."""
        kept = [at for at in range(len(self)) if at not in indices]
        self[:], self.positions = [self[at] for at in kept], tuple(self.positions[at] for at in kept)


class Reader:
    """Makes content of a folder's files, and collects their mistakes."""

    def __init__(self, folder: Folder, known: Known) -> None:
        self.folder, self.known = folder, known
        self.mistakes: list[Mistake] = []

    def load(self, kind: type[_Item], file: str) -> _Item | None:
        """Return a file's contents as an item of this type; None, and every mistake noted, if it has mistakes.

        Entries of lists with mistakes are left out if the rest is right: so mistakes of other files are found, too.
        """
        try:
            present = self._present(self.folder.read(file), file, ())
        except MistakesError as error:
            self.mistakes += error.mistakes
            return None
        counts: dict[str, str] = {}
        _count(present, counts)
        data = _filled(present, {**counts, **self.known.facts})
        known = replace(self.known, file=data)
        try:
            made = TypeAdapter(kind).validate_python(data, context=known)
        except ValidationError as error:
            self.mistakes += self._mistakes(error, kind, data, file)
            _leave_out(data, [fault["loc"] for fault in error.errors()])
            try:
                made = TypeAdapter(kind).validate_python(data, context=known)
            except ValidationError:
                return None
        _mark(made, data, Written(self.folder, file))
        return made

    def _mistakes(self, error: ValidationError, kind: type, data: Any, file: str) -> list[Mistake]:
        mistakes = []
        for steps, said in reasons(error, kind):
            place = _place(data, steps)
            written = self._written(file, place)
            text = written if isinstance(written, str) else ""
            if not self.known.is_whole and BLANK.search(text):
                continue  # a fact that could not be read
            term = BLANK.fullmatch(text)
            if term and (line := self.folder.line_of("gym.toml", ("terms", term[1]))):  # the term has the mistake
                mistake = Mistake(self.folder.path / "gym.toml", line, f"{term[1]}{said[said.find(' is ') :]}")
            else:
                mistake = Mistake(self.folder.path / file, self.folder.line_of(file, place), said)
            mistakes.append(mistake)
        return [*dict.fromkeys(mistakes)]

    def _written(self, file: str, steps: Steps) -> Any:
        """Return what is written at a place in a file."""
        data: Any = self.folder.read(file)
        for step in steps:
            data = data[step]
        return data

    def _present(self, data: Any, file: str, steps: Steps) -> Any:
        """Return the data without what belongs to parts and services that the gym lacks, or to another time."""
        if isinstance(data, list):
            items = {at: self._present(item, file, (*steps, at)) for at, item in enumerate(data)}
            return _Items({at: item for at, item in items.items() if item is not None})
        if not isinstance(data, dict):
            return data
        if part := data.get("part"):
            parts = (*PART_FILES, *self.known.services)
            if part not in parts and self.known.is_whole:
                said = f"There is no part or service {part!r}. This gym's are {', '.join(parts)}."
                line = self.folder.line_of(file, (*steps, "part"))
                self.mistakes.append(Mistake(self.folder.path / file, line, said))
            if part not in self.known.routes.present:
                return None
            data = {key: value for key, value in data.items() if key != "part"}
            if data.keys() == {"text"}:
                return data["text"]
        if data.keys() == {"before", "after"}:
            return data["after" if self.known.has_opened else "before"]
        parts = {key: self._present(value, file, (*steps, key)) for key, value in data.items()}
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
        return filled(data, blanks)
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


def _mark(made: Any, data: Any, at: Written) -> None:
    """Let every item know where it is written."""

    def inside(step: str | int) -> Written:
        return at._replace(steps=(*at.steps, step))

    if is_dataclass(made):
        object.__setattr__(made, "written_at", at)
        for field in fields(made) if isinstance(data, dict) else ():  # a link may be written as a text
            _mark(getattr(made, field.name), data.get(field.name), inside(field.name))
    elif isinstance(made, tuple) and isinstance(data, _Items) and len(made) == len(data):
        for item, written, position in zip(made, data, data.positions, strict=True):
            _mark(item, written, inside(position))
    elif isinstance(made, dict) and isinstance(data, dict):
        for key, item in made.items():
            _mark(item, data.get(key), inside(key))
