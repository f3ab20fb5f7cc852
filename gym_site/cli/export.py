"""``export``: build the static site into dist/, which can be copied to any web host.

The pages send forms to the server at REFLEX_API_URL or, if that is unset, to a server on their own host. With
GYM_SERVER=none they send forms to GYM_FORM_ENDPOINT.
"""

import shutil

from gym_site.cli.build import built_pages
from gym_site.cli.check import tasks_before_launch
from gym_site.settings import ROOT, load_settings, site_command
from gym_site.site import edited

DIST = ROOT / "dist"


def export() -> None:
    """Build the static site into dist/, for any web host."""
    pages = built_pages()
    new, old = DIST.with_suffix(".new"), DIST.with_suffix(".old")
    for left in (new, old):
        shutil.rmtree(left, ignore_errors=True)
    shutil.copytree(pages, new)
    (new / ".nojekyll").touch()  # otherwise GitHub Pages leaves out all files that begin with an underscore
    if DIST.exists():  # two renames leave almost no gap for a web server that serves this folder
        DIST.rename(old)
    new.rename(DIST)
    shutil.rmtree(old, ignore_errors=True)
    print(f"The site is in {DIST}")
    if tasks := tasks_before_launch(*edited(load_settings())):
        print(f"Tasks left before the launch: {len(tasks)}. To list them: {site_command()} check --launch")
