"""``python -m gym_site``: the commands of `gym_site.cli`."""

import sys

from gym_site.cli import main

sys.exit(main())
