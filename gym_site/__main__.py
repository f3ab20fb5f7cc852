"""Runs a command of `gym_site.cli`: ``python -m gym_site COMMAND``."""

import sys
from io import TextIOWrapper

from gym_site.cli import main

for stream in (sys.stdout, sys.stderr):
    # On Windows, the encoding of redirected output lacks most of the characters that visitors may type.
    if isinstance(stream, TextIOWrapper):
        stream.reconfigure(errors="backslashreplace")
sys.exit(main())
