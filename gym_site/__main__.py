"""``python -m gym_site``: the commands of `gym_site.cli`."""

import sys
from io import TextIOWrapper

from gym_site.cli import main

for stream in (sys.stdout, sys.stderr):
    if isinstance(stream, TextIOWrapper):  # a file on Windows accepts a few hundred letters, visitors use all
        stream.reconfigure(errors="backslashreplace")
sys.exit(main())
