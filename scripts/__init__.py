"""Tools that developers run by hand: pictures, cards, fonts, schemas."""

import sys
from importlib.util import find_spec

if not find_spec("PIL"):
    sys.exit("This needs more packages. To install them, once: python -m pip install -r requirements-dev.txt")
