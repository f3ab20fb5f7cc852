"""Moved: ``python -m gym_site export``."""

from __future__ import annotations

import sys

from gym_site.cli import main

if __name__ == "__main__":
    print("python -m scripts.export has moved: python -m gym_site export", file=sys.stderr)
    sys.exit(main(["export", *sys.argv[1:]]))
