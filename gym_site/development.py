"""The app of ``reflex run``: the site or, while the gym's folder has mistakes, an app without pages.

Vite then shows a page with the mistakes at every path (`gym_site.build.mistakes_page`).
"""

import gc
import sys

from starlette.applications import Starlette

from gym_site.check.mistakes import PAGE_FILE, described, mistakes, page_with
from lean_reflex.reflex_internals import is_prod_mode, on_failed_compilation, runs_after_save, web_folder

if not is_prod_mode():  # every save compiles all pages, and collecting garbage takes a third of that time
    gc.set_threshold(100_000)


def _show(lines: list[str]) -> None:
    """Let Vite, or ``python -m gym_site dev`` once `reflex run` has ended, show a page until the next compilation."""
    (web_folder() / PAGE_FILE).write_text(page_with(lines), encoding="utf-8")


_found = mistakes()
if not _found:
    from gym_site.settings import SettingsError

    try:
        from gym_site.gym_site import app as app
    except SettingsError as error:
        sys.exit(f"Settings: {error}")
    except Exception as error:
        _show([described(error)])
        raise
    on_failed_compilation(app, lambda error: _show([described(error)]))
elif runs_after_save():
    print(*_found, sep="\n", file=sys.stderr, flush=True)  # noqa: T201, for the developer
    _show(_found)
    app = Starlette  # Reflex calls it. It compiles nothing, so the site's pages stay as they are.
else:
    sys.exit("\n".join(_found))
