"""Build the static site into dist/: copy it to any web host.

    python -m scripts.export

The pages look for the server that takes the forms at REFLEX_API_URL, or on their own host where that is unset.
What Caddy needs besides is written into deploy/ (scripts/caddy_headers.py).
"""

from __future__ import annotations

import shutil
import subprocess
import sys

from gym_site.settings import ROOT
from scripts.caddy_headers import write_for_caddy

DIST = ROOT / "dist"


def main() -> None:
    """Export and copy. Raises `subprocess.CalledProcessError` where the build fails."""
    subprocess.run(
        [sys.executable, "-m", "reflex", "export", "--frontend-only", "--no-zip", "--env", "prod"], check=True, cwd=ROOT
    )
    new, old = DIST.with_suffix(".new"), DIST.with_suffix(".old")
    for left in (new, old):
        shutil.rmtree(left, ignore_errors=True)
    shutil.copytree(ROOT / ".web" / "build" / "client", new)
    if DIST.exists():  # a host that serves this very folder is without it for no longer than two renames
        DIST.rename(old)
    new.rename(DIST)
    shutil.rmtree(old, ignore_errors=True)
    write_for_caddy(DIST)
    print(f"The site is in {DIST}")


if __name__ == "__main__":
    main()
