"""An inline script."""

import reflex as rx

from gym_site.zoo.page import page, zoo_page


@page("/zoo/script", title="Script", policy={"script-src": ["'unsafe-inline'"]})
def script():
    """Return the page."""
    return zoo_page(rx.script("document.documentElement.dataset.ran = 'yes'"))
