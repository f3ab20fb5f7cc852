"""The floating buttons of every page (spec section 2)."""

import reflex as rx

from gym_site.components.link import site_link
from gym_site.content.navigation import FLOATING_CONSULTATION, FLOATING_TRIAL, SHELL
from gym_site.content.plans import TRIAL
from gym_site.content.prices import format_price
from gym_site.site import Site
from lean_reflex.browser.state import script


def floating_buttons(site: Site) -> rx.Component:
    """Return the floating links."""
    return rx.el.aside(
        _trial(site),
        site_link(FLOATING_CONSULTATION, site, look="line"),
        aria_label=SHELL.floating,
        class_name="floating",
        custom_attrs={"ref": script("floating_buttons", "watchLinks")},
    )


def _trial(site: Site) -> rx.Component | None:
    """Return the link to the trial with its price, if the gym has one."""
    if not TRIAL or not FLOATING_TRIAL:
        return None
    label = rx.el.span(FLOATING_TRIAL.label, f", {format_price(TRIAL.plans[0].price)}")
    return site_link(FLOATING_TRIAL, site, label=label, look="ember")
