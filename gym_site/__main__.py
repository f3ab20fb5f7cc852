"""Runs a command of `gym_site.cli`: ``python -m gym_site COMMAND``."""

import sys
from io import TextIOWrapper

from gym_site.check.mistakes import wait_until_correct
from gym_site.fallback import go_on
from gym_site.folder import MistakesError

if sys.argv[1:] == ["dev"]:
    wait_until_correct()

for stream in (sys.stdout, sys.stderr):
    # On Windows, the encoding of redirected output lacks most of the characters that visitors may type.
    if isinstance(stream, TextIOWrapper):
        stream.reconfigure(errors="backslashreplace")
try:
    from gym_site.cli import main

    code = main()
except MistakesError as error:
    go_on(sys.argv[1:], error.mistakes)
    raise
sys.exit(code)
