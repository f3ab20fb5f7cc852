"""Pictures in rows, and the virtual tour: photos and their full-screen viewer (spec sections 2 and 3)."""

from typing import Annotated

from pydantic import Field

from gym_site.content.content_type import Blanks, content_type


@content_type
class GalleryImage:
    """A picture with a caption. ``picture`` is its key in ``pictures/manifest.json``."""

    picture: str
    caption: str


@content_type
class CarouselWords:
    """The name of a carousel, and the labels of its buttons. ``{n}`` of ``{total}`` is the position of the picture."""

    name: str
    previous: str = "Previous pictures"
    next: str = "Next pictures"
    position: Annotated[str, Blanks("n", "total")] = "{n} of {total}"


@content_type
class ViewerWords:
    """The texts of the full-screen viewer. ``{n}`` of ``{total}`` is the position of the photo."""

    open: Annotated[str, Blanks("caption")] = "View larger: {caption}"
    close: str = "Close"
    previous: str = "Previous photo"
    next: str = "Next photo"
    position: Annotated[str, Blanks("n", "total")] = "{n} of {total}"


@content_type
class GalleryWords:
    """The tour: title and text above its photos, and an optional note below them."""

    title: str
    intro: str
    note: str = ""
    photos: Annotated[tuple[GalleryImage, ...], Field(min_length=1)]


VIEWER = ViewerWords()
