"""Components that open over a page."""

import reflex as rx

from gym_site.zoo.page import STYLES, page, zoo_page


@page("/zoo/overlays", title="Overlays", policy={**STYLES})
def overlays():
    """Return the page."""
    return zoo_page(
        rx.alert_dialog.root(
            rx.alert_dialog.trigger(rx.button("Warn")),
            rx.alert_dialog.content(
                rx.alert_dialog.title("Really?"),
                rx.alert_dialog.description("Twice"),
                rx.alert_dialog.cancel(rx.button("No")),
            ),
        ),
        rx.popover.root(rx.popover.trigger(rx.button("Pop")), rx.popover.content(rx.text("popped"))),
        rx.menu.root(rx.menu.trigger(rx.button("Menu")), rx.menu.content(rx.menu.item("An entry"))),
        rx.context_menu.root(
            rx.context_menu.trigger(rx.button("Right")), rx.context_menu.content(rx.context_menu.item("A choice"))
        ),
        rx.hover_card.root(rx.hover_card.trigger(rx.link("Hover", href="#")), rx.hover_card.content(rx.text("A card"))),
        rx.tooltip(rx.button("Tip"), content="A tooltip"),
        rx.drawer.root(
            rx.drawer.trigger(rx.button("Pull")),
            rx.drawer.overlay(),
            rx.drawer.portal(
                rx.drawer.content(
                    rx.drawer.title("A drawer"), rx.drawer.description("Inside"), rx.drawer.close(rx.el.button("Push"))
                )
            ),
            direction="left",
        ),
    )
