"""``build``: builds the production pages if an input has changed."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, NamedTuple

from cyclopts import Parameter
from sqlalchemy.exc import SQLAlchemyError

from gym_site.built import built_folder, current_build, pages_in, web_folder
from gym_site.check.marks import check_marks
from gym_site.check.parts import missing_parts
from gym_site.cli.builds import STAMP, add_build, aside_build, equal_build, serve_build, set_aside
from gym_site.cli.processes import alone_in, run_whole
from gym_site.db.engine import open_engine
from gym_site.db.prepare import edited_now, prepared_site, site_with, update_database
from gym_site.db.staff_values import FolderRecords
from gym_site.errors import CommandError, MigrationError, SchemaError, SiteError
from gym_site.folder import is_left
from gym_site.gym import Gym
from gym_site.settings import ROOT, build_variables, load_settings
from gym_site.site import Site
from lean_reflex.environment import keep_working_folder

SOURCES = (
    "gym_site",
    "lean_reflex",
    "assets",
    "reflex.lock",
    "rxconfig.py",
    "requirements.txt",
    ".npmrc",
    "bunfig.toml",
)
_ENOUGH = 100  # MB of free disk space below which a failed build names it as the cause
_NOT_READ = {"__pycache__", "originals", "tests", ".schema"}


def build(*, aside: Annotated[bool, Parameter(show=False)] = False) -> None:
    """Build the pages if anything has changed since the last build."""
    # The desk asks for a build aside, of a draft: it is looked at before it is published.
    built_pages(is_aside=aside)


@contextmanager
def _only_builder(*, is_aside: bool) -> Iterator[None]:
    """Wait until no other build is running, such as one started by a timer: all builds use the same folder.

    A file says when the last build began, and another why it failed, if it did.
    """
    begun, failed = _marks(is_aside)
    with alone_in(web_folder(), waits=True):
        failed.unlink(missing_ok=True)
        begun.touch()
        at = begun.stat().st_mtime_ns
        try:
            yield
        except (SiteError, OSError) as error:
            said = str(error) if isinstance(error, SiteError) else f"The build failed: {error.strerror or error}."
            failed.write_text(said, encoding="utf-8")
            raise
        finally:
            begun.touch()  # a folder's first build removes the file
            os.utime(begun, ns=(at, at))


def built_pages(*, is_aside: bool = False) -> Path:
    """Build the pages if necessary; return their folder. Raises `CommandError` if they can't be built.

    ``is_aside``: the pages are not served; they may be later, if their inputs are still the same.
    """
    with _only_builder(is_aside=is_aside):
        site = _draft_site() if is_aside else _stored_site()
        sources = sources_hash(site)
        found = equal_build(sources)
        if found:
            (found / STAMP).touch()
            print("The pages are up to date.")
        build = found or add_build(_made(site), sources, site)
        (set_aside if is_aside else serve_build)(build)
        return pages_in(build)


def unbuildable(gym: Gym) -> list[str]:
    """Return a message for everything that a gym without mistakes still lacks to be built."""
    return [*missing_parts(gym), *(f"{mark.place}: {mark.message}" for mark in check_marks(gym.folder))]


def _made(site: Site) -> Path:
    """Make the pages; return their folder, in Reflex's own. Raises `CommandError`."""
    if missing := unbuildable(site.gym):
        raise CommandError("\n".join(missing))
    if "#" in str(web_folder()):
        raise CommandError(f"The folder's path contains #, which Vite can't read: rename a folder in {web_folder()}.")
    _ask_registry()
    place = _workplace()
    shutil.rmtree(place / "public", ignore_errors=True)  # another gym's files may be left there
    keep_working_folder()
    export = "reflex", "export", "--frontend-only", "--no-zip", "--env", "prod"
    folder = str(site.gym.folder.path)  # another publication of the desk may be current meanwhile
    if code := run_whole(*export, REFLEX_WEB_WORKDIR=str(place), GYM_FOLDER=folder):
        kept = " The previous build is still current." if built_folder().exists() else ""
        free = shutil.disk_usage(web_folder()).free // 2**20
        full = f" Only {free} MB are free on the disk: make room, then build again." if free < _ENOUGH else ""
        raise CommandError(
            f"The build failed with exit code {code}: the lines above show why, npm's after `npm error`.{full}{kept}"
        )
    return place / "build" / "client"


def _workplace() -> Path:
    """Return the folder in which Reflex is to build.

    Before another version of Reflex builds, it deletes its working folder. That may contain the builds that are being
    served: then it gets a folder of its own inside.
    """
    web = web_folder()
    with suppress(OSError, ValueError):
        if json.loads((web / "reflex.json").read_text(encoding="utf-8"))["version"] == version("reflex"):
            return web
    return web / "renewed" if built_folder().exists() else web


def _ask_registry() -> None:
    """Warn if packages must be installed but no npm registry answers: npm retries silently for ten minutes."""
    npm = shutil.which("npm", path=str(Path(sys.executable).parent))
    if npm is None or (web_folder() / "node_modules").exists():
        return
    ask = [npm, "view", "react", "version", "--fetch-timeout=20000", "--fetch-retries=0"]
    with TemporaryDirectory() as empty:  # an empty cache, as npm's usual cache answers even offline
        answers = subprocess.run([*ask, f"--cache={empty}"], check=False, cwd=ROOT, capture_output=True).returncode == 0
    if not answers:
        print(
            "npm can't reach its registry: are you online? NPM_CONFIG_REGISTRY can name another registry. "
            "npm keeps trying.",
            flush=True,
        )


def sources_hash(site: Site) -> str:
    """Return a hash of all inputs of the pages, such as files, settings and stored records."""
    records = site.business, sorted(site.page_records.items()), site.has_business_record
    gym, today = site.gym, site.gym.brand.now().date()
    of_the_day = gym.has_opened, gym.brand.hours.changes_from(today), [post.id for post in gym.posts]
    made_of = sys.version, build_variables(site.settings), of_the_day, records
    digest = hashlib.sha256(repr(made_of).encode())
    texts = site.gym.folder.path
    for file in _files(texts):
        name = file.relative_to(texts if file.is_relative_to(texts) else ROOT)
        digest.update(b"%s\0%b\0" % (os.fsencode(name), file.read_bytes()))
    return digest.hexdigest()


def _stored_site() -> Site:
    """Return the site that is to be built, with the records of the database, which is migrated before.

    Raises `MistakesError`, and `CommandError` if a migration fails. It is rolled back; the running site goes on.
    """
    gym, settings = edited_now(load_settings())  # `database_url` would ask the server, which a build doesn't need
    with open_engine(settings.db_url) as engine:
        try:
            update_database(engine, FolderRecords(gym))
        except MigrationError as error:
            reason = f"a migration of the database failed and was rolled back: {error}"
            raise CommandError(f"Nothing was built, because {reason}.") from error
        except (SchemaError, SQLAlchemyError):  # the pages are then built from the content's records
            pass
        return prepared_site(engine, settings, gym)


def _draft_site() -> Site:
    """Return the site that is to be built aside, with staff's values. The database isn't changed."""
    gym, settings = edited_now(load_settings())
    with open_engine(settings.db_url) as engine:
        return site_with(engine, settings, gym)


def changed_since_build() -> Path | None:
    """Return the newest input file if it is newer than the current build, else None. Return None without a build."""
    last = max(_files(ROOT / load_settings().folder), key=lambda file: file.stat().st_mtime)
    is_newer = _stamp().exists() and last.stat().st_mtime > _stamp().stat().st_mtime
    return Path(os.path.relpath(last, ROOT)) if is_newer else None


class Times(NamedTuple):
    """When the last build began, was made or found up to date, and failed, in nanoseconds; 0 if that never was."""

    begun: int
    made: int
    failed: int
    why: str


def build_times(*, is_aside: bool = False) -> Times:
    """Return the times of the last build, or of the last one aside, and why it failed."""
    begun, failed = _marks(is_aside)
    made = (aside_build() if is_aside else current_build()) / STAMP
    begun_at, made_at, failed_at = (file.stat().st_mtime_ns if file.exists() else 0 for file in (begun, made, failed))
    return Times(begun_at, made_at, failed_at, failed.read_text(encoding="utf-8") if failed_at else "")


def _marks(is_aside: bool) -> tuple[Path, Path]:
    name = "aside" if is_aside else "build"
    return web_folder() / f"{name}.begun", web_folder() / f"{name}.failed"


def _stamp() -> Path:
    """Return the file with the hash of the current build's inputs."""
    return current_build() / STAMP


def _files(texts: Path) -> Iterator[Path]:
    """Yield the files from which the pages are built. ``texts``: the gym's folder."""
    for path in (*(ROOT / name for name in SOURCES), texts):
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.is_file() and not is_left(file) and not _NOT_READ.intersection(file.relative_to(path).parts):
                yield file
