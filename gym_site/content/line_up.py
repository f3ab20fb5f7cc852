"""The home page's section about the trainers: a picture of nine of them, and a link to their page."""

from gym_site.content.links import NavLink
from gym_site.content.parts import only
from gym_site.content.record import record
from gym_site.content.trainers import TRAINERS


@record
class LineUpWords:
    """The texts of the section. ``picture`` is the name of its picture, ``shows`` those of the portraits in it."""

    title: str
    text: str
    more: NavLink
    picture: str
    shows: tuple[str, ...]


LINE_UP = LineUpWords(
    title="Somebody for every kind of hard",
    text=", ".join(
        (
            "Strength",
            *only("kickboxing-boxing", "boxing"),
            *only("physiotherapy-kinesiology", "rehab"),
            *only("athletic-performance", "sport"),
            *only("prenatal-postnatal", "pregnancy"),
        )
    )
    + ": somebody here coaches it for a living.",
    more=NavLink(label="Meet the trainers", key="trainers"),
    picture="line-up",
    shows=tuple(f"trainer-{person}" for person in "14 08 04 10 02 05 13 01 09".split()),
)
IS_LINED_UP = set(LINE_UP.shows) <= {trainer.picture for trainer in TRAINERS}
"""Whether all people in the picture are trainers of the gym. Otherwise it isn't shown."""
