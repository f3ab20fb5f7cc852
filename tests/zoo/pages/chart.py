"""A chart."""

import reflex as rx

from gym_site.zoo.page import STYLES, page, zoo_page


@page("/zoo/chart", title="Chart", policy={**STYLES})
def chart():
    """Return the page."""
    data = [{"name": "a", "uv": 40}, {"name": "b", "uv": 30}]
    return zoo_page(
        rx.recharts.line_chart(
            rx.recharts.line(data_key="uv"), rx.recharts.x_axis(data_key="name"), rx.recharts.y_axis(), data=data,
            width=300, height=200,
        )
    )  # fmt: skip
