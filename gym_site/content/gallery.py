"""Pictures in rows, and the virtual tour: photos and their full-screen viewer (spec sections 2 and 3)."""

from typing import Annotated

from pydantic import Field

from gym_site.content.content_type import Blanks, PictureName, content_type


@content_type
class GalleryImage:
    """A picture with a caption."""

    picture: PictureName
    caption: str


@content_type
class CarouselWords:
    """The texts of a row of pictures."""

    name: str
    """A description of the pictures, for people who can't see them."""
    previous: str = "Previous pictures"
    """Button back"""
    next: str = "Next pictures"
    """Button forward"""
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
    """The tour: photos that open on the whole screen."""

    title: str
    intro: str
    note: str = ""
    """A line below the photos, such as Pictures are visualizations."""
    photos: Annotated[tuple[GalleryImage, ...], Field(min_length=1)]


VIEWER = ViewerWords()
