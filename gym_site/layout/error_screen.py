"""The screen shown instead of a page that failed to render (spec sections 2 and 8)."""

import reflex as rx

from gym_site.browser.state import script
from gym_site.components.contact import with_contacts
from gym_site.components.link import PlainLink
from gym_site.content.navigation import ERROR_SCREEN
from gym_site.reflex_internals import ErrorBoundary
from gym_site.routes import url_for
from gym_site.site import Site


def error_boundary(site: Site) -> rx.Component:
    """Return an error boundary that shows the error of a failed page.

    The error isn't sent to the server: its message may contain what a visitor typed.
    """
    # Reflex passes the caught error as `event_args.error`.
    error = rx.Var("(event_args.error?.message ?? event_args.error?.statusText ?? String(event_args.error))").to(str)
    screen = rx.el.main(
        rx.el.title(ERROR_SCREEN.title),  # the page's own title is gone with the page
        rx.el.div(
            rx.el.h1(ERROR_SCREEN.title),
            rx.el.p(error, class_name="lead"),
            rx.el.p(*with_contacts(ERROR_SCREEN.text, site)),
            rx.el.div(
                PlainLink.create(ERROR_SCREEN.reload, href="", class_name="button button-ember"),
                PlainLink.create(ERROR_SCREEN.home.label, href=url_for("home"), class_name="button button-line"),
                class_name="button-row",
            ),
            role="alert",
            class_name="frame call-out",
        ),
        class_name="section missing",
        custom_attrs={"ref": script("navigation", "pageFails")},
    )
    return ErrorBoundary.create(fallback_render=rx.Var.create(screen), on_error=rx.console_log(ERROR_SCREEN.title))
