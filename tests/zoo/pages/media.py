"""Pictures, films and markup."""

from pathlib import Path

import reflex as rx

from gym_site.zoo.page import STYLES, page, zoo_page

FILM, OTHER, *_ = (f"/clips/{clip.name}" for clip in sorted(Path("gym/public/clips").glob("*.mp4")))


@rx.memo
def greeting(name: rx.Var[str]) -> rx.Component:
    """A component of its own."""
    return rx.el.p("Hello ", name)


@page("/zoo/media", title="Media", policy={**STYLES})
def media():
    """Return the page."""
    return zoo_page(
        rx.image(src="/favicon.svg", alt="", width="20px", id="picture"),
        rx.video(src=FILM),
        rx.audio(src=OTHER),
        rx.html("<b id='bold'>bold</b>"),
        rx.icon("sun", id="sun"),
        greeting(name="Jo"),
        rx.auto_scroll(rx.el.p("scrolled")),
        rx.desktop_only(rx.el.p("wide")),
    )
