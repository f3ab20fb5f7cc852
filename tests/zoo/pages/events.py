"""Reflex's own events."""

import reflex as rx

from gym_site.zoo.page import SCRIPTS, STYLES, page, zoo_page


class Heard(rx.State):
    """What the page heard."""

    text: str = ""
    picture: str = ""
    kept: str = rx.LocalStorage("", name="zoo-kept")

    @rx.event
    def hear(self, text: str):
        """Keep a text."""
        self.text = text

    @rx.event
    def paste(self, items: list[tuple[str, str]]):
        """Keep what was pasted."""
        self.text = items[0][1]

    @rx.event
    def fill(self):
        """Change a field from the server."""
        return [rx.set_value("field", "filled"), rx.set_focus("field")]

    @rx.event
    def look(self):
        """Show a picture from a host that can't be seen in the page."""
        self.picture = "http://127.0.0.1:9/late.png"

    @rx.event
    def keep(self):
        """Keep an entry in the browser."""
        self.kept = "kept"

    @rx.event
    def forget(self):
        """Remove it."""
        return rx.remove_local_storage("zoo-kept")

    @rx.event
    def file(self):
        """Send a file."""
        return rx.download(data="one,two", filename="numbers.csv")

    @rx.event
    def leave(self):
        """Send the visitor to another page."""
        return rx.redirect("/faq")


@page("/zoo/events", title="Events", policy={**STYLES, **SCRIPTS})
def events():
    """Return the page."""
    return zoo_page(
        rx.el.p(Heard.text, id="heard"),
        rx.el.input(id="field"),
        rx.debounce_input(rx.el.input(id="slow", on_change=Heard.hear), debounce_timeout=50),
        rx.el.button("fill", on_click=Heard.fill),
        rx.el.button("keep", on_click=Heard.keep),
        rx.el.button("forget", on_click=Heard.forget),
        rx.el.button("file", on_click=Heard.file),
        rx.el.button("file of the page", on_click=rx.download(data="three", filename="three.txt")),
        rx.el.button("down", on_click=rx.scroll_to("end")),
        rx.el.button("look", on_click=Heard.look),
        rx.cond(Heard.picture, rx.el.img(src=Heard.picture, alt=""), ""),
        rx.el.button("leave", on_click=Heard.leave),
        rx.el.button("focus", on_click=rx.set_focus("field")),
        rx.window_event_listener(on_key_down=lambda key: Heard.hear(key)),
        rx.clipboard(on_paste=Heard.paste),
        rx.el.div(style={"height": "3000px"}),
        rx.el.p("The end", id="end"),
    )
