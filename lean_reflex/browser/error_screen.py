"""The screen that a page shows instead of itself when it fails."""

from collections.abc import Callable

import reflex as rx

from lean_reflex.reflex_internals import ErrorBoundary


def error_boundary(screen: Callable[[rx.Var[str]], rx.Component], log: str) -> rx.Component:
    """Return a boundary for `rx.App.app_wraps`. ``screen`` makes the screen from the error's message.

    The error isn't sent to the server, as its message may contain what a visitor typed; the console gets ``log``. Give
    an element of the screen the ref `page_fails`: a page that fails before it is ready is loaded again without scripts.
    """
    # Reflex passes the caught error as `event_args.error`.
    error = rx.Var("(event_args.error?.message ?? event_args.error?.statusText ?? String(event_args.error))").to(str)
    return ErrorBoundary.create(fallback_render=rx.Var.create(screen(error)), on_error=rx.console_log(log))
