"""A row of figures."""

from collections.abc import Sequence

import reflex as rx

from gym_site.content.stats import Stat


def stat_row(stats: Sequence[Stat], *, class_name: str = "") -> rx.Component:
    """Return the figures as a description list. Each figure is shown above its label."""
    rows = (
        (rx.el.dt(stat.label), rx.el.dd(stat.value, rx.el.small(f" {stat.unit}") if stat.unit else None))
        for stat in stats
    )
    return rx.el.dl(*(rx.el.div(*row, class_name="stat") for row in rows), class_name=f"stat-row {class_name}".strip())
