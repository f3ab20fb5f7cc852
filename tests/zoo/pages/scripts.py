"""Scripts, and their answers."""

import reflex as rx

from gym_site.zoo.page import SCRIPTS, Zoo, page, zoo_page


@page("/zoo/scripts", title="Scripts", policy={**SCRIPTS})
def scripts():
    """Return the page."""
    return zoo_page(
        rx.el.p(Zoo.told, id="told"),
        rx.el.button("log", on_click=Zoo.log),
        rx.el.button("ask", on_click=Zoo.ask),
        rx.el.button("answer", on_click=rx.call_script("1 + 1", callback=Zoo.hear)),
        rx.el.button("run", on_click=rx.run_script("5", callback=Zoo.hear)),
        rx.el.button("alert", on_click=rx.window_alert("Alert")),
    )
