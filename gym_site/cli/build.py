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

from sqlalchemy.exc import SQLAlchemyError

from gym_site.built import built_folder, current_build, web_folder
from gym_site.check.marks import check_marks
from gym_site.check.parts import missing_parts
from gym_site.cli.builds import add_build
from gym_site.cli.processes import run_whole
from gym_site.db.engine import open_engine
from gym_site.db.prepare import prepared_site, update_database
from gym_site.db.staff_values import folder_records
from gym_site.errors import CommandError, MigrationError, SchemaError
from gym_site.folder import is_left
from gym_site.settings import ROOT, Settings, build_variables, load_settings
from gym_site.site import Site, edited
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
_NOT_READ = {"__pycache__", "originals", "tests"}


def build() -> None:
    """Build the pages if anything has changed since the last build."""
    built_pages()


@contextmanager
def _only_builder() -> Iterator[None]:
    """Wait until no other build is running, such as one started by a timer: all builds use the same folder.

    The file's time is that at which the last build began.
    """
    web_folder().mkdir(parents=True, exist_ok=True)
    with _lock().open("a") as lock:
        if os.name == "posix":
            import fcntl

            os.set_inheritable(lock.fileno(), True)  # Reflex holds the lock too, and goes on if this process is killed
            fcntl.flock(lock, fcntl.LOCK_EX)
        os.utime(_lock())
        yield


@_only_builder()
def built_pages() -> Path:
    """Build the pages if necessary; return their folder. Raises `CommandError` if they can't be built."""
    site = _stored_site()
    stamp, sources = _stamp(), sources_hash(site)
    if stamp.exists() and stamp.read_text(encoding="utf-8") == sources:
        stamp.touch()
        print("The pages are up to date.")
        return built_folder()
    marks = (f"{mark.place}: {mark.message}" for mark in check_marks(site.gym.folder))
    if missing := [*missing_parts(site.gym), *marks]:
        raise CommandError("\n".join(missing))
    if "#" in str(web_folder()):
        raise CommandError(f"The folder's path contains #, which Vite can't read: rename a folder in {web_folder()}.")
    _ask_registry()
    place = _workplace()
    shutil.rmtree(place / "public", ignore_errors=True)  # another gym's files may be left there
    keep_working_folder()
    export = "reflex", "export", "--frontend-only", "--no-zip", "--env", "prod"
    if code := run_whole(*export, REFLEX_WEB_WORKDIR=str(place)):
        kept = " The previous build is still current." if built_folder().exists() else ""
        free = shutil.disk_usage(web_folder()).free // 2**20
        full = f" Only {free} MB are free on the disk: make room, then build again." if free < _ENOUGH else ""
        raise CommandError(
            f"The build failed with exit code {code}: the lines above show why, npm's after `npm error`.{full}{kept}"
        )
    return add_build(place / "build" / "client", sources, site)


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
    made_of = sys.version, build_variables(site.settings), site.gym.has_opened, records
    digest = hashlib.sha256(repr(made_of).encode())
    texts = ROOT / site.settings.folder
    for file in _files(site.settings):
        name = file.relative_to(texts if file.is_relative_to(texts) else ROOT)
        digest.update(b"%s\0%b\0" % (os.fsencode(name), file.read_bytes()))
    return digest.hexdigest()


def _stored_site() -> Site:
    """Return the site that is to be built, with the records of the database, which is migrated before.

    Raises `MistakesError`, and `CommandError` if a migration fails. It is rolled back; the running site goes on.
    """
    gym, settings = edited(load_settings())  # `database_url` would ask the server, which a build doesn't need
    with open_engine(settings.db_url) as engine:
        try:
            update_database(engine, folder_records(gym))
        except MigrationError as error:
            reason = f"a migration of the database failed and was rolled back: {error}"
            raise CommandError(f"Nothing was built, because {reason}.") from error
        except (SchemaError, SQLAlchemyError):  # the pages are then built from the content's records
            pass
        return prepared_site(engine, settings, gym)


def changed_since_build() -> Path | None:
    """Return the newest input file if it is newer than the current build, else None. Return None without a build."""
    last = max(_files(load_settings()), key=lambda file: file.stat().st_mtime)
    is_newer = _stamp().exists() and last.stat().st_mtime > _stamp().stat().st_mtime
    return Path(os.path.relpath(last, ROOT)) if is_newer else None


def begun_and_made() -> tuple[int, int]:
    """Return when the last build began, and when the current one was made or found up to date, in nanoseconds.

    The first of a folder counts as never begun, as Reflex deletes the file with its time. Raises `OSError`.
    """
    return _lock().stat().st_mtime_ns if _lock().exists() else 0, _stamp().stat().st_mtime_ns


def _lock() -> Path:
    return web_folder() / "build.lock"


def _stamp() -> Path:
    """Return the file with the hash of the current build's inputs."""
    return current_build() / "sources.sha256"


def _files(settings: Settings) -> Iterator[Path]:
    """Yield the files from which the pages are built."""
    for path in (*(ROOT / name for name in SOURCES), ROOT / settings.folder):
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.is_file() and not is_left(file) and not _NOT_READ.intersection(file.relative_to(path).parts):
                yield file
