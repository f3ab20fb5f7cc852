"""The breadcrumbs above an inner page."""

from __future__ import annotations

from collections.abc import Sequence

import reflex as rx

from gym_site.content.breadcrumbs import BREADCRUMBS, Crumb


def breadcrumbs(trail: Sequence[Crumb]) -> rx.Component:
    """Return the breadcrumbs; the last is the page itself."""
    *above, here = trail
    return rx.el.nav(
        rx.el.ol(
            *(rx.el.li(rx.el.a(crumb.label, href=crumb.path)) for crumb in above),
            rx.el.li(here.label, aria_current="page"),
        ),
        aria_label=BREADCRUMBS.label,
        class_name="frame breadcrumbs",
    )
