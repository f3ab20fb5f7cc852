"""``folder ...``: the gym's folder as an archive, for developers of a site whose texts are changed at the desk."""

import hashlib
import io
import json
import shutil
import sys
import tarfile
import zlib
from collections.abc import Mapping
from gzip import BadGzipFile, GzipFile
from pathlib import Path, PurePosixPath
from typing import IO

from cyclopts import App

from gym_site.desk.changes import sentences
from gym_site.desk.publications import Texts, TextsError, files_of, texts_of
from gym_site.errors import CommandError
from gym_site.folder import MistakesError, is_left
from gym_site.gym import Gym
from gym_site.settings import load_settings, site_command

MAX_FILES, MAX_BYTES = 5000, 300_000_000
TOO_LARGE = f"Nothing was changed: the archive has over {MAX_FILES} files, or {MAX_BYTES // 10**6} MB."
BASE = ".from.json"
"""The file of an archive with the hashes of the texts from which it was made."""

app = App(name="folder", help="The gym's folder as an archive, for developers: get it, change it, put it back.")


@app.command
def get() -> None:
    """Write the texts of the site to a pipe: ... folder get > gym.tar.gz."""
    if sys.stdout.isatty():
        raise CommandError("Write it into a file: ... folder get > gym.tar.gz")
    folder = texts_of(load_settings()).source.resolve()
    with tarfile.open(fileobj=sys.stdout.buffer, mode="w|gz") as archive:
        base = json.dumps(_hashes(folder)).encode()
        entry = tarfile.TarInfo(BASE)
        entry.size = len(base)
        archive.addfile(entry, io.BytesIO(base))
        for name in sorted(files_of(folder)):
            archive.add(folder / name, name, filter=_without_owner)


@app.command
def put() -> None:
    """Read an archive from a pipe, and make its changes a draft at the desk: ... folder put < gym.tar.gz."""
    if sys.stdin.isatty():
        raise CommandError("Read it from a file: ... folder put < gym.tar.gz")
    try:
        texts = texts_of(load_settings())
        changed = put_archive(texts, sys.stdin.buffer)
        site = texts.path_of(texts.current())
    except OSError as error:
        raise CommandError(f"Nothing was changed: {error.strerror or error}.") from error
    if not changed:
        print("The archive changes nothing.")
        return
    print("\n".join(["The draft at the desk now differs from the site:", *sentences(site, texts.shown)]))
    try:
        Gym.read(texts.shown)
    except MistakesError as error:
        raise CommandError(f"These mistakes keep it from being published:\n{error}") from error
    print("Publish it at the desk.")


def put_archive(texts: Texts, archive: IO[bytes]) -> list[str]:
    """Bring an archive's changes into the draft; return the names of the changed files.

    An archive that `get` has made counts as what was changed in it since then. Raises `TextsError`, and changes
    nothing, if it isn't such an archive, or if other changes were made in the same files meanwhile.
    """
    with texts.alone():
        sent = texts.folder / "drafts" / "sent"
        shutil.rmtree(sent, ignore_errors=True)
        try:
            base = _unpack(archive, sent)
            mine, theirs = _hashes(sent), _hashes(texts.shown)
            base = base or theirs
            changed = [name for name in sorted({*mine, *base}) if mine.get(name) != base.get(name)]
            changed = [name for name in changed if mine.get(name) != theirs.get(name)]
            if both := [name for name in changed if theirs.get(name) != base.get(name)]:
                raise TextsError(
                    f"Nothing was changed, as these were changed at the desk too: {', '.join(both)}. Publish the"
                    f" draft there or throw it away, then take the folder again: {site_command()} folder get"
                )
            if changed:
                with texts.changing("An archive", f"{len(changed)} files") as draft:
                    for name in changed:
                        if name in mine:
                            draft.write(name, (sent / name).read_bytes())
                        else:
                            draft.remove(name)
            return changed
        finally:
            shutil.rmtree(sent, ignore_errors=True)


def _unpack(archive: IO[bytes], to: Path) -> Mapping[str, str]:
    """Write an archive's files into a new folder; return the hashes from which it was made. Raises `TextsError`."""
    base: Mapping[str, str] = {}
    to.mkdir(parents=True)
    try:
        with tarfile.open(fileobj=_Limited(archive), mode="r|") as opened:
            for number, entry in enumerate(opened):
                if number >= MAX_FILES:
                    raise TextsError(TOO_LARGE)
                name = PurePosixPath(entry.name)
                if entry.isdir():
                    continue
                if not entry.isreg() or name.is_absolute() or ".." in name.parts or not entry.name.isprintable():
                    raise TextsError(f"{entry.name!r} is no file inside the folder.")
                content = opened.extractfile(entry)
                assert content
                if str(name) == BASE:
                    base = {str(key): str(value) for key, value in json.load(content).items()}
                elif not any(is_left(Path(part)) for part in name.parts):
                    (to / name).parent.mkdir(parents=True, exist_ok=True)
                    with (to / name).open("wb") as file:
                        shutil.copyfileobj(content, file)
    except (tarfile.TarError, BadGzipFile, EOFError, zlib.error, ValueError, AttributeError) as error:
        raise TextsError("The archive can't be read, or is cut off. Make it with tar, or take it again.") from error
    if not (to / "gym.toml").is_file():
        raise TextsError("The archive has no file gym.toml at its top.")
    return base


class _Limited(GzipFile):
    """Reads a compressed stream, and refuses more than `MAX_BYTES` of what it contains."""

    def __init__(self, stream: IO[bytes]) -> None:
        super().__init__(fileobj=stream, mode="rb")
        self._left = MAX_BYTES

    def read(self, size: int | None = -1) -> bytes:
        self._left -= size or 0
        if size is None or size < 0 or self._left < 0:
            raise TextsError(TOO_LARGE)
        return super().read(size)


def _hashes(folder: Path) -> dict[str, str]:
    return {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in files_of(folder)}


def _without_owner(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = ""
    return entry
