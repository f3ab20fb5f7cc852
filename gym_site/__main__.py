"""``python -m gym_site``: the commands of `gym_site.cli`."""

import sys
from io import TextIOWrapper

from gym_site.cli import main

for stream in (sys.stdout, sys.stderr):
    if isinstance(stream, TextIOWrapper):  # Windows' encoding of files lacks most characters that visitors may use
        stream.reconfigure(errors="backslashreplace")
sys.exit(main())
