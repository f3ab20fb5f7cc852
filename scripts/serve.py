"""Moved: ``python -m gym_site serve``."""

from __future__ import annotations

import sys

from gym_site.cli import main

if __name__ == "__main__":
    print("python -m scripts.serve has moved: python -m gym_site serve", file=sys.stderr)
    sys.exit(main(["serve", *sys.argv[1:]]))
