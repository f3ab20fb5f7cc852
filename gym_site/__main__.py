"""``python -m gym_site``: the commands of `gym_site.cli`."""

from __future__ import annotations

import sys

from gym_site.cli import main

sys.exit(main())
