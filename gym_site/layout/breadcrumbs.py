"""The breadcrumbs at the top of every inner page."""

from collections.abc import Sequence

import reflex as rx

from gym_site.seo.breadcrumbs import BREADCRUMBS, Crumb

_PICTURED = ("head-scene", "head-print")  # sections/page_head.py


def breadcrumbs(trail: Sequence[Crumb], first: Sequence[str]) -> rx.Component:
    """Return the breadcrumbs. The last one is the page itself, without a link.

    ``first`` are the classes of the page's first section: the breadcrumbs stand on a head with a picture.
    """
    *above, here = trail
    return rx.el.nav(
        rx.el.ol(
            *(rx.el.li(rx.el.a(crumb.label, href=crumb.path)) for crumb in above),
            rx.el.li(here.label, aria_current="page"),
        ),
        aria_label=BREADCRUMBS,
        class_name=" ".join(["frame breadcrumbs", *(f"on-{look}" for look in first if look in _PICTURED)]),
    )
