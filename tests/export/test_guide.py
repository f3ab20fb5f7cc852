"""The page that docs/for-developers.md adds: its blocks, put into a copy of the project and built."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from gym_site.settings import ROOT
from tests.markup import read
from tests.site import plain_host, site_environment

WEB = ROOT / ".cache" / "web-of-guide"
GUIDE = ROOT / "docs" / "for-developers.md"
NEEDED = ("gym_site", "alembic", "alembic.ini", "assets", "pictures", "reflex.lock", "rxconfig.py")
BLOCK = re.compile(r"```python\n# (\S+), (?:(new)|(above|below) the line with ([^\n]+))\n(.*?)```", re.DOTALL)


def apply(project: Path) -> int:
    """Put the guide's blocks into a project; return how many lines of code they are."""
    lines = 0
    for name, new, where, mark, code in BLOCK.findall(GUIDE.read_text(encoding="utf-8")):
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


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The built pages of a copy of the project to which the guide's page was added."""
    project = tmp_path_factory.mktemp("project")
    for name in NEEDED:
        if (ROOT / name).is_dir():
            shutil.copytree(
                ROOT / name, project / name, ignore=shutil.ignore_patterns("external", "__pycache__", "originals")
            )
        else:
            shutil.copy(ROOT / name, project / name)
    assert 0 < apply(project) < 25
    environment = site_environment(REFLEX_DB_URL=f"sqlite:///{project / 'gym.db'}", REFLEX_WEB_WORKDIR=str(WEB))
    export = subprocess.run(
        [sys.executable, "-m", "reflex", "export", "--frontend-only", "--no-zip", "--env", "prod"],
        cwd=project,
        env=environment | {"PYTHONPATH": str(project)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert export.returncode == 0, export.stdout + export.stderr
    return WEB / "build" / "client"


def test_the_page_of_the_guide_stands_on_both_paths(built):
    for path in ("parking-surrey", "parking"):
        page = read(built / path / "index.html")
        assert "Free parking" in page.text
    assert "/parking-surrey<" in (built / "sitemap.xml").read_text(encoding="utf-8")


def test_the_page_of_the_guide_comes_alive(built, opener):
    with plain_host(built) as url:
        page = opener.open(url + "/parking-surrey", server="away")
        assert page.get_by_role("heading", level=1).text_content() == "Free parking"
        assert page.title() == "Free Parking at the Gym | Tideforge 24"
