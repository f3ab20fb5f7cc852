"""The floating buttons of every page (spec section 2)."""

import reflex as rx

from gym_site.components.calls import free_consultation, trial_link
from gym_site.components.link import site_link
from gym_site.content.prices import format_price
from gym_site.site import Site
from lean_reflex.browser.state import script


def floating_buttons(site: Site) -> rx.Component:
    """Return the floating links."""
    return rx.el.aside(
        _trial(site),
        site_link(free_consultation(site.gym), site, look="line"),
        aria_label=site.gym.site.shell.floating,
        class_name="floating",
        custom_attrs={"ref": script("floating_buttons", "watchLinks")},
    )


def _trial(site: Site) -> rx.Component | None:
    """Return the link to the trial with its price, if the gym has one."""
    plans, link = site.gym.trial, trial_link(site.gym)
    if not plans or not link:
        return None
    label = rx.el.span(link.label, f", {format_price(plans.plans[0].price)}")
    return site_link(link, site, label=label, look="ember")
