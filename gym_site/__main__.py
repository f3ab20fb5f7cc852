"""``python -m gym_site``: the commands of `gym_site.cli`."""

import sys
from io import TextIOWrapper

from gym_site.cli import main

for stream in (sys.stdout, sys.stderr):
    # On Windows, output redirected to a file can't hold most of the characters that visitors may type.
    if isinstance(stream, TextIOWrapper):
        stream.reconfigure(errors="backslashreplace")
sys.exit(main())
