"""A page for each of many paths."""

import reflex as rx

from gym_site.zoo.page import SCRIPTS, STYLES, page, zoo_page


class Item(rx.State):
    """What the server found for the path."""

    found: str = ""

    @rx.event
    def load(self):
        """Look the item up."""
        self.found = f"Item {self.item_name}"  # pyright: ignore[reportAttributeAccessIssue], Reflex adds it

    @rx.event
    def tell(self):
        """Show a toast, for which the page's policy must allow scripts and styles."""
        return rx.toast("Told")


@page("/zoo/item/[item_name]", title="Item", on_load=Item.load, policy={**STYLES, **SCRIPTS})
def item():
    """Return the page."""
    return zoo_page(rx.el.p(Item.found, id="found"), rx.el.button("tell", on_click=Item.tell))
