"""The two builds that the tests read, below ``.cache``: each is made anew only when something that it reads has changed.

    python -m tests.build

One is the production site, built as ``make run`` does, with a booking widget and a live map. The other is for a host
without a server of ours, with the page of docs/for-developers.md added. Neither knows a variable of a developer's
environment or ``.env`` file. Processes that want the same build wait for the first.
"""

import hashlib
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from datetime import date
from pathlib import Path

from filelock import FileLock

from gym_site.settings import ROOT
from tests.site import FORM_PATH, WEB, WIDGETS, site_environment

WEB_WITHOUT_SERVER = ROOT / ".cache" / "web-without-server"
ENDPOINT_WITHOUT_SERVER = f"http://127.0.0.1:24025{FORM_PATH}"
"""Where that build sends its forms: nobody listens there, a test answers in the browser."""
OPENING_AHEAD = "2099-10-31T23:59:59"
"""When the expansion opens, for that build; for the other one it has opened."""
GUIDE = ROOT / "docs" / "for-developers.md"

_READ = (
    "gym_site",
    "alembic",
    "alembic.ini",
    "assets",
    "pictures",
    "reflex.lock",
    "rxconfig.py",
    ".npmrc",
    "bunfig.toml",
)
_NOT_READ = shutil.ignore_patterns("__pycache__", "originals")
_BLOCK = re.compile(r"```python\n# (\S+), (?:(new)|(above|below) the line with ([^\n]+))\n(.*?)```", re.DOTALL)


def build_site() -> Path:
    """Return the folder of the production site. Raises `AssertionError` with the output where the build fails."""
    return _once(WEB, lambda scratch: _export(ROOT, WEB, scratch, **WIDGETS), repr(WIDGETS))


def build_without_server() -> Path:
    """Return the folder of the other. Raises `AssertionError` with the output where the build fails."""
    guide = GUIDE.read_text(encoding="utf-8")
    return _once(WEB_WITHOUT_SERVER, _export_without_server, ENDPOINT_WITHOUT_SERVER + guide)


def _once(web: Path, build: Callable[[Path], None], extra: str) -> Path:
    web.parent.mkdir(exist_ok=True)
    stamp = web.with_suffix(".key")
    with FileLock(web.with_suffix(".lock")):
        key = _key(extra)
        if not (stamp.exists() and stamp.read_text() == key and (web / "build" / "client" / "index.html").exists()):
            stamp.unlink(missing_ok=True)
            with tempfile.TemporaryDirectory() as scratch:
                build(Path(scratch))
            stamp.write_text(key)
    return web


def _key(extra: str) -> str:
    """Return a hash of everything that a build reads; of the date too, as the opening may have passed."""
    digest = hashlib.sha256(f"{extra}{date.today()}{sys.version}".encode())
    for name in (*_READ, "requirements.txt", "tests/build.py"):
        path = ROOT / name
        for file in [path] if path.is_file() else sorted(path.rglob("*")):
            if file.is_file() and not {"__pycache__", "originals"} & set(file.parts):
                digest.update(str(file.relative_to(ROOT)).encode())
                digest.update(file.read_bytes())
    return digest.hexdigest()


def _export_without_server(scratch: Path) -> None:
    project = scratch / "project"
    for name in _READ:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, project / name, ignore=_NOT_READ)
        else:
            shutil.copy(ROOT / name, project / name)
    assert 0 < apply_guide(project) < 25
    variables = {
        "GYM_SERVER": "none",
        "REFLEX_FRONTEND_COMPRESSION_FORMATS": "gzip",  # brotli is half of the build's work
        "GYM_EXPANSION_OPENS_AT": OPENING_AHEAD,
        "GYM_FORM_ENDPOINT": ENDPOINT_WITHOUT_SERVER,
    }
    _export(project, WEB_WITHOUT_SERVER, scratch, **variables)


def _export(project: Path, web: Path, scratch: Path, **variables: str) -> None:
    places = {"REFLEX_DB_URL": f"sqlite:///{scratch / 'gym.db'}", "REFLEX_WEB_WORKDIR": str(web)}
    export = subprocess.run(
        [sys.executable, "-m", "reflex", "export", "--frontend-only", "--no-zip", "--env", "prod"],
        cwd=project, env=site_environment(**places, **variables) | {"PYTHONPATH": str(project)}, capture_output=True,
        text=True, check=False,
    )  # fmt: skip
    assert export.returncode == 0, export.stdout + export.stderr


def apply_guide(project: Path) -> int:
    """Put the guide's blocks into a project; return how many lines of code they are."""
    lines = 0
    for name, new, where, mark, code in _BLOCK.findall(GUIDE.read_text(encoding="utf-8")):
        lines += sum(bool(line.strip()) for line in code.splitlines())
        file = project / name
        if new:
            assert not file.exists()
            file.write_text(code, encoding="utf-8")
            continue
        text = file.read_text(encoding="utf-8").splitlines(keepends=True)
        (place,) = (number for number, line in enumerate(text) if mark in line)
        text.insert(place + (where == "below"), code)
        file.write_text("".join(text), encoding="utf-8")
    return lines


if __name__ == "__main__":
    build_site()
    build_without_server()
