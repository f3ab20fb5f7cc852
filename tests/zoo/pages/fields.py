"""A form of Radix's fields."""

import reflex as rx

from gym_site.zoo.page import STYLES, page, zoo_page


class Fields(rx.State):
    """What the form sent."""

    sent: dict[str, str] = {}
    level: int = 0

    @rx.event
    def keep(self, form: dict[str, str]):
        """Keep the entries."""
        self.sent = form

    @rx.event
    def slide(self, value: list[int | float]):
        """Keep the slider's value."""
        self.level = int(value[0])


@page("/zoo/fields", title="Fields", policy={**STYLES})
def fields():
    """Return the page."""
    return zoo_page(
        rx.form(
            rx.input(name="name", placeholder="Name"),
            rx.text_area(name="words", placeholder="Words"),
            rx.select(["red", "green"], name="colour", default_value="green"),
            rx.radio(["one", "two"], name="number", default_value="two"),
            rx.checkbox("Agreed", name="agreed", default_checked=True),
            rx.switch(name="on", default_checked=True),
            rx.button("Send", type="submit"),
            on_submit=Fields.keep,
        ),
        rx.slider(default_value=40, on_change=Fields.slide, id="slider"),
        rx.segmented_control.root(rx.segmented_control.item("Day", value="day"), default_value="day"),
        rx.el.p(Fields.level, id="level"),
        rx.el.ul(rx.foreach(Fields.sent, lambda entry: rx.el.li(entry[0], "=", entry[1]))),
    )
