"""``dev``: run the site with hot reload, until it is stopped."""

from gym_site.built import web_folder
from gym_site.check.mistakes import PAGE_FILE, show_until_saved, wait_until_correct
from gym_site.cli.processes import run_whole
from gym_site.settings import load_settings


def dev() -> int:
    """Run the site with hot reload."""
    load_settings()  # an error in them is reported before Reflex begins
    page = web_folder() / PAGE_FILE
    while True:
        page.unlink(missing_ok=True)
        code = run_whole("reflex", "run")
        if not code or not page.exists() or not (text := page.read_text(encoding="utf-8")):
            return code
        show_until_saved(text)
        wait_until_correct()
