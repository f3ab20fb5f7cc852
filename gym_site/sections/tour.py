"""A photo tour of the building; each photo opens in a viewer over the page (spec sections 2 and 4)."""

import reflex as rx

from gym_site.browser.position import PhotoViewer
from gym_site.components.carousel import round_button
from gym_site.components.picture import picture
from gym_site.components.rows import mosaic, mosaic_classes
from gym_site.content.gallery import VIEWER, GalleryWords
from gym_site.site import Site
from gym_site.text import fill
from lean_reflex.browser.state import script
from lean_reflex.reflex_internals import Element

# The HTML attribute ``sizes`` of a photo, for each kind of tile in the mosaic.
_SIZES = {
    "small": "(min-width: 64rem) 22vw, (min-width: 40rem) 33vw, 66vw",
    "wide": "(min-width: 40rem) 33vw, 66vw",
    "tall": "(min-width: 64rem) 40vw, (min-width: 40rem) 33vw, 66vw",  # two rows high; CSS cuts off the sides
    "large": "(min-width: 64rem) 50vw, 66vw",
    "main": "(min-width: 64rem) 50vw, 66vw",
    "half": "(min-width: 64rem) 50vw, (min-width: 40rem) 33vw, 66vw",
    "whole": "(min-width: 64rem) 100vw, (min-width: 40rem) 33vw, 66vw",
}


class ModalDialog(Element):
    """``<dialog>`` with a handler for the ``close`` event."""

    tag = "dialog"
    on_close: rx.EventHandler[rx.event.no_args_event_spec]


def tour(site: Site, words: GalleryWords) -> rx.Component:
    """Return the mosaic of photo buttons and the viewer, a modal dialog."""
    photos = words.photos
    state, sizes = PhotoViewer("tour", len(photos)), mosaic(len(photos))
    tiles = (
        rx.el.li(
            rx.el.button(
                picture(site, image.picture, sizes=_SIZES[tile]),
                rx.el.span(image.caption, class_name="photo-caption"),
                type="button",
                class_name="photo-button",
                aria_haspopup="dialog",
                aria_label=fill(VIEWER.open, caption=image.caption),
                on_click=state.go_to(position),
            ),
            class_name=f"tile-{tile}",
        )
        for position, (image, tile) in enumerate(zip(photos, sizes, strict=True))
    )
    shown = (
        rx.el.figure(
            rx.cond(
                state.index == position, picture(site, image.picture, sizes="100vw")
            ),  # a closed viewer loads no photo
            rx.el.figcaption(
                image.caption,
                rx.el.span(fill(VIEWER.position, n=position + 1, total=len(photos)), class_name="viewer-position"),
            ),
            hidden=state.index != position,
        )
        for position, image in enumerate(photos)
    )
    modal = rx.cond(state.is_open, script("lightbox", "modal"), None)
    heading = (rx.el.h3(words.title), rx.el.p(words.intro, class_name="quiet"))
    return rx.el.div(
        rx.el.div(*heading, class_name="tour-heading"),
        rx.el.ul(*tiles, class_name=mosaic_classes("photo-grid", sizes)),
        ModalDialog.create(
            rx.el.div(
                *shown,
                round_button("close", VIEWER.close, class_name="viewer-close", on_click=state.close()),
                round_button("chevron-left", VIEWER.previous, class_name="viewer-previous", on_click=state.previous()),
                round_button("chevron-right", VIEWER.next, class_name="viewer-next", on_click=state.next()),
                class_name="viewer-body",
                aria_live="polite",  # says which photo it shows now
            ),
            on_close=state.close(),
            on_unmount=state.close(),  # without this, the viewer would still be open when the visitor returns
            class_name="viewer",
            custom_attrs={"aria-label": words.title, "ref": modal, **state.keys(), **state.swipes()},
        ),
        rx.el.p(words.note, class_name="fine-print") if words.note else None,
        class_name="frame tour",
    )
