"""The app as Reflex imports it, made of the folder that people edit. `python -m gym_site serve` makes its own.

While the folder has mistakes, `reflex run` gets an app without pages, and Vite shows a page with the mistakes at every
path (`gym_site.build.mistakes_page`).
"""

import gc
import sys

from starlette.applications import Starlette

from gym_site.check.mistakes import PAGE_FILE, described, mistakes, page_with
from gym_site.errors import SettingsError
from lean_reflex.reflex_internals import is_prod_mode, on_failed_compilation, runs_after_save, web_folder

if not is_prod_mode():  # every save compiles all pages, and collecting garbage takes a third of that time
    gc.set_threshold(100_000)


def _show(lines: list[str]) -> None:
    """Let Vite, or ``python -m gym_site dev`` once `reflex run` has ended, show a page until the next compilation."""
    if web_folder().is_dir():  # after a first compilation
        (web_folder() / PAGE_FILE).write_text(page_with(lines), encoding="utf-8")


def _found() -> list[str]:
    try:
        return mistakes()
    except SettingsError as error:
        sys.exit(f"Settings: {error}")


if runs_after_save() and (found := _found()):
    print(*found, sep="\n", file=sys.stderr, flush=True)  # noqa: T201, for the developer
    _show(found)
    app = Starlette  # Reflex calls it. It compiles nothing, so the site's pages stay as they are.
else:
    try:
        from gym_site.app import create_app
        from gym_site.db.prepare import edited_now
        from gym_site.settings import load_settings

        settings = load_settings()
        app = create_app(settings, edited_now(settings)[0])
    except SettingsError as error:
        sys.exit(f"Settings: {error}")
    except Exception as error:
        if not is_prod_mode():
            _show([described(error)])
        raise
    if not is_prod_mode():
        on_failed_compilation(app, lambda error: _show([described(error)]))
