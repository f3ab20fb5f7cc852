"""Find axe-core, the accessibility checker that the tests run in their pages, or fetch it into .cache/axe.

python -m scripts.axe
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from gym_site.settings import ROOT

VERSION = "4.14.1"
_FOLDER = ROOT / ".cache" / "axe" / VERSION


def find_axe() -> Path:
    """Return the path of axe's script, fetched with the environment's own Node where it isn't there yet.

    Raises `subprocess.CalledProcessError` where no package registry answers.
    """
    script = _FOLDER / "node_modules" / "axe-core" / "axe.min.js"
    if not script.exists():
        _FOLDER.mkdir(parents=True, exist_ok=True)
        (_FOLDER / "package.json").write_text("{}", encoding="utf-8")
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
        npm = shutil.which("npm", path=path) or sys.exit("npm is missing: pip install -r requirements.txt")
        subprocess.run(
            [npm, "install", "--ignore-scripts", "--no-audit", "--no-fund", f"axe-core@{VERSION}"],
            cwd=_FOLDER, env=os.environ | {"PATH": path}, check=True, stdout=subprocess.DEVNULL,
        )  # fmt: skip
    return script


if __name__ == "__main__":
    print(find_axe())
