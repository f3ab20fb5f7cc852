"""Build the static site into dist/: copy it to any web host.

    python -m scripts.export

The pages look for the server that takes the forms at REFLEX_API_URL, or on their own host where that is unset.
"""

from __future__ import annotations

import shutil
import subprocess
import sys

from gym_site.settings import ROOT

DIST = ROOT / "dist"


def main() -> None:
    """Export and copy. Raises `subprocess.CalledProcessError` where the build fails."""
    subprocess.run(
        [sys.executable, "-m", "reflex", "export", "--frontend-only", "--no-zip", "--env", "prod"], check=True, cwd=ROOT
    )
    shutil.rmtree(DIST, ignore_errors=True)
    shutil.copytree(ROOT / ".web" / "build" / "client", DIST)
    print(f"The site is in {DIST}")


if __name__ == "__main__":
    main()
