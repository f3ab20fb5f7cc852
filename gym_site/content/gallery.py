"""Pictures in rows, and the virtual tour: twelve photos and their full-screen viewer (spec sections 2 and 3)."""

from typing import Annotated

from gym_site.content.parts import either, only
from gym_site.content.record import Blanks, record
from gym_site.content.text import number


@record
class GalleryImage:
    """A picture with a caption. ``picture`` is its key in ``pictures/manifest.json``."""

    picture: str
    caption: str


@record
class CarouselWords:
    """The name of a carousel, and the labels of its buttons. ``{n}`` of ``{total}`` is the position of the picture."""

    name: str
    previous: str = "Previous pictures"
    next: str = "Next pictures"
    position: Annotated[str, Blanks("n", "total")] = "{n} of {total}"


@record
class ViewerWords:
    """The texts of the full-screen viewer. ``{n}`` of ``{total}`` is the position of the photo."""

    open: Annotated[str, Blanks("caption")] = "View larger: {caption}"
    close: str = "Close"
    previous: str = "Previous photo"
    next: str = "Next photo"
    position: Annotated[str, Blanks("n", "total")] = "{n} of {total}"


@record
class GalleryWords:
    """The title and the text above the tour, and the note below it."""

    title: str
    intro: str
    note: str


VIEWER = ViewerWords()

TOUR: tuple[GalleryImage, ...] = (
    GalleryImage(picture="tour-01", caption="Front desk"),
    GalleryImage(picture="tour-02", caption="First light on the floor"),
    GalleryImage(picture="tour-03", caption="The rack line"),
    GalleryImage(picture="tour-05", caption="The turf lane"),
    GalleryImage(picture="tour-06", caption="Dumbbell wall"),
    GalleryImage(picture="tour-07", caption="Rowers"),
    *only("kickboxing-boxing", GalleryImage(picture="tour-08", caption="Ringside")),
    either(  # tour-04 is only the second choice, because the membership section shows it too
        "expansion",
        GalleryImage(picture="expansion-01", caption="Group fitness room, new space"),
        GalleryImage(picture="tour-04", caption="Cardio after midnight"),
    ),
    *only("expansion", GalleryImage(picture="tour-10", caption="Recovery room, new space")),
    GalleryImage(picture="tour-11", caption="Lockers"),
    *only("expansion", GalleryImage(picture="tour-09", caption="Sauna, new space")),
    *only("physiotherapy-kinesiology", GalleryImage(picture="tour-12", caption="Physiotherapy room")),
)

TOUR_WORDS = GalleryWords(
    title="Walk the floor",
    intro=(
        f"{number(TOUR).capitalize()} stops, front desk to "
        f"{either('physiotherapy-kinesiology', 'treatment room', 'locker room')}. Pick one to step in."
    ),
    note="Pictures are visualizations.",
)
