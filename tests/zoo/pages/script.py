"""An inline script."""

import reflex as rx

from gym_site.zoo.page import zoo_page


@rx.page("/zoo/script", title="Script")
def script():
    """Return the page."""
    return zoo_page(rx.script("document.documentElement.dataset.ran = 'yes'"))
