"""The screen shown instead of a page that failed to render (spec sections 2 and 8)."""

import reflex as rx

from gym_site.components.contact import with_contacts
from gym_site.components.link import PlainLink
from gym_site.site import Site
from lean_reflex.browser.error_screen import error_boundary
from lean_reflex.browser.page_change import page_fails


def error_screen(site: Site) -> rx.Component:
    """Return an error boundary with the screen."""
    return error_boundary(lambda error: _screen(error, site), site.gym.site.error_screen.title)


def _screen(error: rx.Var[str], site: Site) -> rx.Component:
    words, home = site.gym.site.error_screen, site.settings.public_path(site.routes.url_for("home"))
    return rx.el.main(
        rx.el.title(words.title),  # the page's own title is gone with the page
        rx.el.div(
            rx.el.h1(words.title),
            rx.el.p(error, class_name="lead"),
            rx.el.p(*with_contacts(words.text, site)),
            rx.el.div(
                PlainLink.create(words.reload, href="", class_name="button button-ember"),
                PlainLink.create(words.home.label, href=home, class_name="button button-line"),
                class_name="button-row",
            ),
            role="alert",
            class_name="frame call-out",
        ),
        class_name="section missing",
        custom_attrs={"ref": page_fails()},
    )
