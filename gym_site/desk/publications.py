"""The gym's texts at the desk: the draft that people change, and the publications.

A folder of the texts contains ``0001`` and so on, each with all files of a publication, and beside it ``0001.json``,
which says when and by whom it was published, and what it changed; ``drafts``, with the open draft and the copy of it
that is looked at; and, on a server, ``current``, a link to the publication of which the site is built. Elsewhere the
site is built of another folder, such as ``gym``, which developers edit: it is brought up to date with each publication.

No file is changed, only replaced: so the folders can share those that are alike, as hard links.
"""

import json
import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from threading import RLock
from time import time_ns
from typing import Any

from gym_site.brand import FORMAT
from gym_site.errors import SiteError
from gym_site.folder import Folder, MistakesError, is_left
from gym_site.gym import Gym
from gym_site.reading.format_1 import FormerFolder
from gym_site.settings import ROOT, Settings

KEPT = 100
"""Number of publications whose texts are kept."""
CURRENT = "current"
GENERATED = "pictures/manifest.json", "pictures/drawn.json"
"""Files that are made anew of the others."""


class TextsError(SiteError):
    """A sentence that says why the texts were not changed."""


@dataclass(frozen=True)
class Change:
    """A change of the draft: when, by whom, and a few words about it."""

    at: datetime
    by: str
    about: str


@dataclass(frozen=True)
class Publication:
    """A publication of the texts. ``said``: a sentence about each change."""

    number: int
    at: datetime
    by: str
    said: tuple[str, ...] = ()


@dataclass(frozen=True)
class Draft:
    """The open draft: its folder, the number of the publication from which it began, and its changes, oldest first."""

    path: Path
    base: int
    changes: tuple[Change, ...] = ()

    def write(self, name: str, content: str | bytes) -> None:
        """Write a file of the draft."""
        replaced(self.path / name, content.encode() if isinstance(content, str) else content)

    def remove(self, name: str) -> None:
        """Remove a file of the draft."""
        (self.path / name).unlink()

    def move(self, name: str, to: str) -> None:
        """Move a file of the draft."""
        (self.path / to).parent.mkdir(exist_ok=True)
        (self.path / name).replace(self.path / to)


@dataclass
class Texts:
    """The gym's texts. ``folder``: that of drafts and publications. ``source``: that of which the site is built."""

    folder: Path
    source: Path
    _lock: Any = field(default_factory=RLock, init=False, repr=False)
    _depth: int = field(default=0, init=False, repr=False)

    @property
    def has_own(self) -> bool:
        """Whether the site is built of a publication itself, as on a server, and not of a folder beside it."""
        return self.source == self.folder / CURRENT

    @property
    def may_change(self) -> bool:
        """Whether the desk may change the texts: on a server, only those that were taken over."""
        return self.has_own or os.access(self.source, os.W_OK)

    @property
    def shown(self) -> Path:
        """The folder to read: the draft's if one is open, otherwise that of which the site is built."""
        draft = self.draft()
        return draft.path if draft else self.source

    def draft(self) -> Draft | None:
        """Return the draft; None if none is open. One whose first change was not finished isn't."""
        stored = _read(self._drafts / "draft.json")
        if not stored.get("changes"):
            return None
        changes = (Change(_moment(at), by, about) for at, by, about in stored["changes"])
        return Draft(self._drafts / stored["folder"], stored["base"], tuple(changes))

    @contextmanager
    def changing(self, by: str, about: str) -> Iterator[Draft]:
        """Let one person at a time change the draft; open one if there is none. ``about``: a few words for the list."""
        with self.alone():
            if (draft := self.draft()) is None:
                number = self._number_of_source()
                draft = self.reopen(self.path_of(number), number)
            yield draft
            self._note(replace(draft, changes=(*draft.changes, Change(datetime.now(UTC), by, about))))

    def discard(self) -> None:
        """Throw the draft away."""
        with self.alone():
            (self._drafts / "draft.json").unlink(missing_ok=True)
            self._remove_closed()

    def reopen(self, texts: Path, base: int, changes: tuple[Change, ...] = ()) -> Draft:
        """Let the draft, or a new one, have the texts of a folder. After a crash it is the former or the new one."""
        with self.alone():
            draft = Draft(self._drafts / f"draft-{time_ns()}", base, changes)
            self._copy(texts, draft.path)
            self._note(draft)
            self._remove_closed()
            return draft

    def copy_to_look_at(self, texts: Path) -> None:
        """Copy a folder's texts to where they stay as they are until the next copy."""
        with self.alone():
            made, look = self._drafts / "look.new", self.look
            self._copy(texts, made)
            _remove(look)
            made.rename(look)

    @property
    def look(self) -> Path:
        """The copy of a draft that was last made to look at it."""
        return self._drafts / "look"

    def publications(self) -> list[Publication]:
        """Return the publications, newest first."""
        found = ((int(file.stem), _read(file)) for file in self.folder.glob("[0-9]*.json"))
        made = [
            Publication(number, _moment(stored["at"]), stored["by"], tuple(stored["said"]))
            for number, stored in found
            if stored and self.path_of(number).is_dir()
        ]
        return sorted(made, key=lambda one: -one.number)

    def path_of(self, number: int) -> Path:
        """Return the folder of a publication."""
        return self.folder / f"{number:04}"

    def add(self, texts: Path, by: str, said: tuple[str, ...]) -> int:
        """Store a folder's texts as a publication that isn't yet that of the site; return its number."""
        with self.alone():
            number = max([int(path.name[:4]) for path in self.folder.glob("[0-9]*")], default=0) + 1
            made = self.folder / "new"
            self._copy(texts, made)
            stored = {"at": datetime.now(UTC).isoformat(), "by": by, "said": said}
            _write(self.path_of(number).with_suffix(".json"), stored)
            made.rename(self.path_of(number))
            return number

    def use(self, number: int) -> None:
        """Let the site be built of a publication from now on."""
        with self.alone():
            if self.has_own:
                new = self.folder / f"{CURRENT}.new"
                new.unlink(missing_ok=True)
                new.symlink_to(self.path_of(number).name, target_is_directory=True)
                new.replace(self.source)
            else:
                _bring_up_to_date(self.source, self.path_of(number))

    def current(self) -> int:
        """Return the number of the publication of which the site is built; a new one if somebody edited the files."""
        with self.alone():
            return self._number_of_source()

    def forget(self, number: int) -> None:
        """Remove a publication."""
        self.path_of(number).with_suffix(".json").unlink(missing_ok=True)
        _remove(self.path_of(number))

    def forget_old(self) -> None:
        """Remove all but the newest `KEPT` publications."""
        draft = self.draft()
        for one in self.publications()[KEPT:]:
            if not draft or one.number != draft.base:
                self.forget(one.number)

    def merged(self, draft: Draft, into: int) -> tuple[Path, list[str]]:
        """Return a folder with the draft's texts, and the files that were changed in it and elsewhere since it began.

        A file that the draft didn't change is that of the publication ``into``.
        """
        with self.alone():
            base, theirs = self.path_of(draft.base), self.path_of(into)
            if not base.is_dir() or draft.base == into:
                return draft.path, []
            base, theirs = self.in_this_format(base), self.in_this_format(theirs)
            made = self._drafts / "merged"
            self._copy(draft.path, made)
            both = []
            for name in sorted({*files_of(base), *files_of(theirs), *files_of(made)}):
                mine_is_base, theirs_is_base = (alike(base / name, folder / name) for folder in (made, theirs))
                if mine_is_base and not theirs_is_base:
                    _put(theirs / name, made / name)
                elif not mine_is_base and not theirs_is_base and not alike(made / name, theirs / name):
                    both += [name] * (name not in GENERATED)
            return made, both

    def in_this_format(self, folder: Path) -> Path:
        """Return a folder's texts in the format of this version: the folder, or a copy. Raises `MistakesError`."""
        if format_of(folder) >= FORMAT:
            return folder
        made, former = self._drafts / f"converted-{folder.name}", FormerFolder(Folder(folder))
        self._copy(folder, made)
        for name in former.files():
            replaced(made / name, former.written_out(name).encode())
        return made

    def add_in_this_format(self) -> int:
        """Store the site's texts in the format of this version, but don't use them yet; return their number.

        It is the newest one's if that has the format: a roll back left it out. Raises `MistakesError`.
        """
        with self.alone():
            newest = next(iter(self.publications()), None)
            if newest and format_of(self.path_of(newest.number)) == FORMAT:
                return newest.number
            made = self.in_this_format(self.source.resolve())
            Gym.read(made)
            return self.add(made, "", ("The texts were brought up to date for a new version of the website.",))

    def fit_draft(self) -> None:
        """Let the open draft be of this version's format: one of a former format is brought up to date.

        The original is set aside until a version that reads it is back, as is a draft of a later format.
        """
        with self.alone():
            noted, draft, kept = self._drafts / "draft.json", self.draft(), self._drafts / f"format-{FORMAT}.json"
            number = format_of(draft.path) if draft else FORMAT
            if draft and number != FORMAT:
                try:
                    made = self.in_this_format(draft.path)
                except MistakesError:
                    return  # its page says what is wrong
                noted.replace(self._drafts / f"format-{number}.json")
                if number < FORMAT and not kept.exists():
                    self.reopen(made, draft.base, draft.changes)
            if kept.exists() and not noted.exists():
                kept.replace(noted)

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Keep other threads and processes, such as ``folder put``, from changing the texts meanwhile."""
        with self._lock:
            self._depth += 1
            try:
                if self._depth > 1 or os.name != "posix":
                    yield
                    return
                import fcntl

                self._drafts.mkdir(mode=0o750, parents=True, exist_ok=True)
                with (self.folder / "lock").open("a") as lock:
                    fcntl.flock(lock, fcntl.LOCK_EX)
                    yield
            finally:
                self._depth -= 1

    def _copy(self, folder: Path, to: Path) -> None:
        """Copy a folder. A copy of one of the desk shares its files; in others, editors may change them in place."""
        _remove(to)
        to.mkdir(parents=True)
        for name in files_of(folder):
            _put(folder / name, to / name, is_shared=folder.is_relative_to(self.folder))

    @property
    def _drafts(self) -> Path:
        return self.folder / "drafts"

    def _remove_closed(self) -> None:
        kept = {_read(file).get("folder") for file in self._drafts.glob("*.json")}
        for folder in self._drafts.glob("draft-*"):
            if folder.name not in kept:
                shutil.rmtree(folder)

    def _note(self, draft: Draft) -> None:
        changes = [(one.at.isoformat(), one.by, one.about) for one in draft.changes]
        stored = {"folder": draft.path.name, "base": draft.base, "changes": changes}
        _write(self._drafts / "draft.json", stored)

    def _number_of_source(self) -> int:
        if self.has_own:
            return int(self.source.resolve().name)
        newest = next(iter(self.publications()), None)
        if newest and _equal(self.path_of(newest.number), self.source):
            return newest.number
        return self.add(self.source, "", ())


def texts_of(settings: Settings) -> Texts:
    """Return the texts of this installation: those of the desk's folder, or on a server of one that builds can read."""
    source = ROOT / settings.folder
    is_own = source.name == CURRENT and source.is_symlink()
    return Texts(source.parent if is_own else ROOT / settings.desk_folder / "texts", source)


def format_of(folder: Path) -> int:
    """Return the format of a folder's texts; this version's if the file that says it can't be read."""
    try:
        return Folder(folder).read("gym.toml").get("format", 1)
    except SiteError:
        return FORMAT


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text)


def files_of(folder: Path) -> Iterator[str]:
    """Yield the names of a folder's files, without what systems and editors leave."""
    for file in folder.rglob("*"):
        name = file.relative_to(folder)
        if file.is_file() and not any(is_left(Path(part)) for part in name.parts):
            yield name.as_posix()


def alike(one: Path, other: Path) -> bool:
    """Return whether two files have the same content; a missing file has none."""
    if not (one.is_file() and other.is_file()):
        return one.is_file() == other.is_file()
    return one.samefile(other) or one.read_bytes() == other.read_bytes()


def _equal(one: Path, other: Path) -> bool:
    return all(alike(one / name, other / name) for name in {*files_of(one), *files_of(other)})


def replaced(file: Path, content: bytes) -> None:
    """Put a file with this content in place, in one step."""
    file.parent.mkdir(parents=True, exist_ok=True)
    new = file.with_name(f".{file.name}.new")
    new.write_bytes(content)
    new.replace(file)


def _put(file: Path, to: Path, *, is_shared: bool = True) -> None:
    """Let ``to`` have the content of a file, or be the same file; remove it if there is no such file."""
    if not file.is_file():
        to.unlink(missing_ok=True)
        return
    to.parent.mkdir(parents=True, exist_ok=True)
    new = to.with_name(f".{to.name}.new")
    new.unlink(missing_ok=True)
    (os.link if is_shared else shutil.copyfile)(file, new)
    new.replace(to)


def _bring_up_to_date(folder: Path, texts: Path) -> None:
    """Let a folder that people edit have these texts. Files that are alike stay as they are."""
    for name in sorted({*files_of(folder), *files_of(texts)}):
        if not (texts / name).is_file():
            (folder / name).unlink()
        elif not alike(folder / name, texts / name):
            replaced(folder / name, (texts / name).read_bytes())


def _remove(folder: Path) -> None:
    if folder.exists():
        shutil.rmtree(folder)


def _read(file: Path) -> dict[str, Any]:
    """Return what is stored in a file; nothing if there is no such file, or it can't be read."""
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}


def _write(file: Path, stored: Mapping[str, Any]) -> None:
    replaced(file, json.dumps(stored, ensure_ascii=False).encode())
