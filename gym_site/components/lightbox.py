"""A gallery of photos, each opening in a viewer over the page (spec section 4)."""

from __future__ import annotations

from collections.abc import Sequence

import reflex as rx

from gym_site.browser.lightbox import Lightbox, ModalDialog
from gym_site.components.icon import icon
from gym_site.components.picture import picture
from gym_site.content.gallery import GalleryImage, ViewerWords

# How wide a photo of the mosaic is shown, by its tile (HTML's ``sizes``).
_SIZES = {
    "small": "(min-width: 64rem) 16vw, (min-width: 40rem) 33vw, 66vw",
    "wide": "(min-width: 40rem) 33vw, 66vw",
    "tall": "(min-width: 64rem) 40vw, (min-width: 40rem) 33vw, 66vw",  # as high as two: cut at the sides
    "large": "(min-width: 64rem) 50vw, 66vw",
}


def _viewer_photo(state: Lightbox, position: int, image: GalleryImage, place: str) -> rx.Component:
    return rx.el.figure(
        rx.cond(state.photo == position, picture(image.picture, sizes="100vw")),  # a closed viewer loads nothing
        rx.el.figcaption(image.caption, rx.el.span(place, class_name="viewer-position")),
        hidden=state.photo != position,
    )


def lightbox(state: Lightbox, images: Sequence[GalleryImage], words: ViewerWords, *, label: str) -> rx.Component:
    """Return the mosaic of photo buttons and the viewer; ``label`` names the viewer for screen readers."""
    return rx.el.div(
        rx.el.ul(
            *(
                rx.el.li(
                    rx.el.button(
                        picture(image.picture, sizes=_SIZES[image.tile]),
                        rx.el.span(image.caption, class_name="photo-caption"),
                        type="button",
                        class_name="photo-button",
                        aria_haspopup="dialog",
                        aria_label=words.open.format(caption=image.caption),
                        on_click=state.open(position),
                    ),
                    class_name=f"tile-{image.tile}",
                )
                for position, image in enumerate(images)
            ),
            class_name="photo-grid",
        ),
        ModalDialog.create(
            rx.el.div(
                *(
                    _viewer_photo(
                        state, position, image, words.position.format(n=position + 1, total=len(images))
                    )
                    for position, image in enumerate(images)
                ),
                rx.el.button(
                    icon("close"), type="button", class_name="round-button viewer-close", aria_label=words.close,
                    on_click=state.close(),
                ),
                rx.el.button(
                    icon("chevron-left"), type="button", class_name="round-button viewer-previous",
                    aria_label=words.previous, on_click=state.previous(),
                ),
                rx.el.button(
                    icon("chevron-right"), type="button", class_name="round-button viewer-next",
                    aria_label=words.next, on_click=state.next(),
                ),
                class_name="viewer-body",
            ),
            open=state.is_open,
            on_close=state.close(),
            on_previous=state.previous(),
            on_next=state.next(),
            class_name="viewer",
            custom_attrs={"aria-label": label},
        ),
    )  # fmt: skip
