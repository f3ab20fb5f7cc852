"""The home page's section about the trainers: a picture of nine of them, and a link to their page."""

from gym_site.content.links import NavLink
from gym_site.content.parts import only
from gym_site.content.record import record


@record
class LineUpWords:
    """The texts of the section. ``picture`` is the name of its picture."""

    title: str
    text: str
    more: NavLink
    picture: str


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
)
