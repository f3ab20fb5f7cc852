"""The builds that the tests read, below ``.cache``, each rebuilt only when its inputs have changed.

    python -m tests.build

The command makes the one that ``make test`` reads: the production site, built as by ``make run``, with a booking widget
and a live map. The others are made before a release. All ignore the developer's environment and ``.env`` file.
Processes that need the same build wait for the first one.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from filelock import FileLock

from gym_site.built import built_folder, current_build
from gym_site.cli.build import SOURCES
from gym_site.settings import ROOT
from tests.gym import GYM
from tests.site import FORM_PATH, WEB, WIDGETS, python, site_environment

SUB_PATH = "/gym"
"""The path of the build without a server, as on the free hosts for which it is made, and of `build_below_path`."""
WEB_OF_EARLY_SITE = ROOT / ".cache" / "web-of-early-site"
WEB_BELOW_PATH = ROOT / ".cache" / "web-below-path"
SMALL_GYM = ROOT / "tests" / "small_gym"
WEB_OF_ZOO = ROOT / ".cache" / "web-of-zoo"
WEB_OF_SECOND_GYM = ROOT / ".cache" / "web-of-second-gym"
OPENING_AHEAD = "2099-10-31T23:59:59"
"""The opening date of the expansion in the early build. The date in the production site is past."""
ENDPOINT_WITHOUT_SERVER = f"http://127.0.0.1:24025{FORM_PATH}"
"""The form endpoint of the early build. Nothing listens there: tests intercept requests in the browser."""
EARLY = {
    "GYM_SERVER": "none",
    "REFLEX_FRONTEND_PATH": SUB_PATH,
    "GYM_EXPANSION_OPENS_AT": OPENING_AHEAD,
    "GYM_FORM_ENDPOINT": ENDPOINT_WITHOUT_SERVER,
}
"""The settings of the early build: before the opening, without a server, below a path."""
GZIP = {"REFLEX_FRONTEND_COMPRESSION_FORMATS": "gzip"}  # brotli takes half of the time of a build
GUIDE = ROOT / "docs" / "for-developers.md"

_BLOCK = re.compile(
    r"```(?:python|toml)\n# (\S+), (?:(new|at the end)|(above|below) the line with ([^\n]+))\n(.*?)```", re.DOTALL
)


def build_site() -> Path:
    """Return the folder of the production site. Raises `AssertionError` with the output if the build fails."""
    return _build(ROOT, WEB, **WIDGETS)


def build_early_site() -> Path:
    """Return the folder of the early site: see `EARLY`. Raises `AssertionError` if the build fails."""
    return _build_copy(WEB_OF_EARLY_SITE, **EARLY)


def build_below_path() -> Path:
    """Return the folder of the site with a server below a path. Raises `AssertionError` if the build fails."""
    return _build_copy(WEB_BELOW_PATH, REFLEX_FRONTEND_PATH=SUB_PATH)


def _build_copy(web: Path, **variables: str) -> Path:
    with tempfile.TemporaryDirectory() as scratch:
        return _build(copy_project(Path(scratch) / "project"), web, **GZIP, **variables)


def build_second_gym(project: Path) -> Path:
    """Copy the project with another gym's folder, add the code of the developers' guide, and draw icons and cards.

    Returns the folder of that site. Raises `AssertionError` if a step fails.
    """
    copy_project(project)
    shutil.copytree(ROOT / "scripts", project / "scripts", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.rmtree(project / "gym")
    shutil.copytree(SMALL_GYM, project / "gym")
    (project / "gym/pictures/originals").mkdir(exist_ok=True)
    apply_guide(project)
    shutil.rmtree(project / "gym/public")
    environment = site_environment(GYM_FOLDER="gym") | {"PYTHONPATH": str(project)}
    done = python("-m", "scripts.draw_brand", cwd=project, env=environment)
    assert done.returncode == 0, done.stdout + done.stderr
    return _build(project, WEB_OF_SECOND_GYM, **GZIP)


def build_zoo(project: Path) -> Path:
    """Build a copy of the project with the pages of ``tests/zoo``. Returns the folder of that site."""
    copy_zoo(project)
    return _build(project, WEB_OF_ZOO, **WIDGETS)


def copy_zoo(project: Path) -> Path:
    """Copy the project with the pages of ``tests/zoo``, and without its lock file: the pages need more packages."""
    copy_project(project)
    (project / "reflex.lock" / "package-lock.json").unlink()
    shutil.copy(ROOT / "tests" / "zoo" / "pages.py", project / "gym_site" / "zoo.py")
    app = project / "gym_site" / "app.py"
    text = app.read_text(encoding="utf-8").replace("\n\n\nclass GymApp", "\nimport gym_site.zoo\n\n\nclass GymApp")
    text = re.sub(r"\n *toaster=None,.*", "", text)
    app.write_text(text, encoding="utf-8")
    return project


def copy_project(project: Path) -> Path:
    """Copy the files that a build needs, as two builds in one folder would overwrite each other's ``reflex.lock``."""
    ignored = shutil.ignore_patterns("originals", "__pycache__")
    shutil.copytree(GYM.folder.path, project / "gym", ignore=ignored)
    for name in ("alembic", *SOURCES):
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, project / name, ignore=ignored)
        else:
            shutil.copy(ROOT / name, project / name)
    return project


def _build(project: Path, web: Path, **variables: str) -> Path:
    web.parent.mkdir(exist_ok=True)
    folder = {} if project == ROOT else {"GYM_FOLDER": "gym"}
    with FileLock(web.with_suffix(".lock")), tempfile.TemporaryDirectory() as scratch:
        places = {"REFLEX_DB_URL": f"sqlite:///{scratch}/gym.db", "REFLEX_WEB_WORKDIR": str(web)} | folder
        environment = site_environment(**places, **variables) | {"PYTHONPATH": str(project)}
        command = [sys.executable, "-m", "gym_site", "build"]
        build = subprocess.run(command, cwd=project, env=environment, capture_output=True, text=True, check=False)
        assert build.returncode == 0, build.stdout + build.stderr
        # Files kept from earlier builds could hide that this build lacks a file.
        pages = built_folder(web) / variables.get("REFLEX_FRONTEND_PATH", "").strip("/")
        for name in (current_build(web) / "earlier.txt").read_text(encoding="utf-8").splitlines():
            (pages / name).unlink(missing_ok=True)
    return web


def apply_guide(project: Path) -> None:
    """Apply the guide's code blocks and file copies to a project."""
    guide = GUIDE.read_text(encoding="utf-8")
    for source, target in re.findall(r"^    cp (\S+) (\S+)$", guide, re.MULTILINE):
        shutil.copy(project / source, project / target)
    for name, whole, where, mark, code in _BLOCK.findall(guide):
        file = project / name
        if whole:
            assert file.exists() == (whole != "new")
            with file.open("a", encoding="utf-8") as end:
                end.write(code)
            continue
        text = file.read_text(encoding="utf-8").splitlines(keepends=True)
        (place,) = (number for number, line in enumerate(text) if mark in line)
        text.insert(place + (where == "below"), code)
        file.write_text("".join(text), encoding="utf-8")


if __name__ == "__main__":
    build_site()
