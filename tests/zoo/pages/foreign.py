"""Elements from other hosts."""

import reflex as rx

from gym_site.zoo.page import page, zoo_page

HOST = "http://127.0.0.1:9"


@page("/zoo/foreign", title="Foreign", policy={"img-src": [HOST], "frame-src": [HOST], "form-action": [HOST]})
def foreign():
    """Return the page."""
    return zoo_page(
        rx.el.img(src="http://127.0.0.1:9/picture.png", alt=""),
        rx.el.iframe(src="http://127.0.0.1:9/frame", title="Frame"),
        rx.el.form(action="http://127.0.0.1:9/form"),
    )
