"""Tables of packages, and times."""

import reflex as rx

from gym_site.zoo.page import STYLES, page, zoo_page


class Marked(rx.Fragment):
    """A package that `rx.data_editor` needs and doesn't name."""

    lib_dependencies: list[str] = ["marked@4.3.0"]


@page("/zoo/tables", title="Tables", policy={**STYLES, "font-src": ["data:"]})
def tables():
    """Return the page."""
    return zoo_page(
        rx.data_table(data=[["Ann", 3], ["Bo", 1]], columns=["Name", "Visits"], search=True, sort=True),
        Marked.create(),
        rx.data_editor(
            columns=[{"title": "Name", "type": "str"}, {"title": "Visits", "type": "int"}],
            data=[["Ann", 3], ["Bo", 1]],
        ),
        rx.moment("2026-01-02", format="YYYY", id="year"),
        rx.moment(interval=1000, format="HH:mm:ss", id="now"),
    )
