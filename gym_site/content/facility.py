"""The facility section: sixteen pictures, six feature cards, a panel about the expansion's opening (spec section 2)."""

from gym_site.content.gallery import CarouselWords, GalleryImage
from gym_site.content.links import NavLink, OutLink
from gym_site.content.opening import Dated
from gym_site.content.parts import either, only
from gym_site.content.plans import TRIAL_PASS, TRIAL_PRICE
from gym_site.content.record import record
from gym_site.content.stats import Stat
from gym_site.content.text import number, series


@record
class FeatureCard:
    """One feature of the building."""

    title: str
    text: str | Dated


@record
class OpeningPanel:
    """The panel about the expansion's opening, and the picture below it.

    The first of ``facts`` is shown largest. The link ``trial`` appears after the opening.
    """

    title: Dated
    text: Dated
    facts: tuple[Stat, ...]
    more: NavLink
    trial: OutLink
    picture: str


@record
class FacilityWords:
    """The title and the text above the carousel."""

    title: str
    intro: str | Dated


_ROOMS = series(
    "Racks", "turf", *only("kickboxing-boxing", "a ring"), *only("physiotherapy-kinesiology", "a treatment room")
)

FACILITY_WORDS = FacilityWords(
    title="Concrete, steel, room to move",
    intro=either(
        "expansion",
        Dated(
            before=f"{_ROOMS}. In {{season}}, 6,500 sq ft more.",
            after=f"{_ROOMS}. And 6,500 sq ft you may not have seen yet.",
        ),
        f"{_ROOMS}.",
    ),
)

_OPENING_PANEL = OpeningPanel(
    title=Dated(
        before="Opening {Season} {year}",
        after="Open since {season} {year}",
        former="Opening {Season} {year}",
    ),
    text=Dated(
        before="More floor, and the same hours: all of them.",
        after=f"More floor, and the same hours: all of them. Come and see it, three days for {TRIAL_PRICE}.",
    ),
    facts=(
        Stat(value="13,500", label="Square feet"),
        Stat(value="500", label="Member capacity"),
        Stat(value="24/7", label="Access"),
    ),
    more=NavLink(label="See the new space", key="facility-expansion"),
    trial=TRIAL_PASS,
    picture="expansion-05",
)

OPENING_PANEL = either("expansion", _OPENING_PANEL, None)

FEATURE_CARDS: tuple[FeatureCard, ...] = (
    FeatureCard(
        title="State-of-the-art equipment",
        text="Racks, platforms, machines, cardio. Built for heavy use at any hour.",
    ),
    FeatureCard(
        title="Spacious training areas",
        text=either(
            "expansion",
            Dated(
                before="13,500 sq ft, with 6,500 sq ft of new space coming in {season}.",
                after="13,500 sq ft, and 6,500 sq ft of it is new.",
                former="coming in {season}",
            ),
            "13,000 sq ft, and room between the racks.",
        ),
    ),
    *only(
        "expansion",
        FeatureCard(
            title="Sauna and recovery room",
            text=Dated(
                before="Heat, cold and quiet, available in {season}.",
                after="Heat, cold and quiet. Open now.",
                former="available in {season}",
            ),
        ),
    ),
    *only(
        "kickboxing-boxing",
        FeatureCard(
            title="Boxing section",
            text="Ring, ropes and heavy bags in a section of their own.",
        ),
    ),
    FeatureCard(
        title="Private showers",
        text="Your own stall. Your own lock.",
    ),
    *only(
        "physiotherapy-kinesiology",
        FeatureCard(
            title="Physiotherapy centre",
            text="ICBC vendor, with EMS and kinesiology, a few steps from the floor.",
        ),
    ),
)

FACILITY_PICTURES: tuple[GalleryImage, ...] = (
    GalleryImage(
        picture="facility-01",
        caption="Power racks",
    ),
    GalleryImage(
        picture="facility-02",
        caption="Lifting platform",
    ),
    GalleryImage(
        picture="facility-03",
        caption="Dumbbells, tier by tier",
    ),
    GalleryImage(
        picture="facility-04",
        caption="Treadmills with a view",
    ),
    GalleryImage(
        picture="facility-05",
        caption="Turf and sled",
    ),
    GalleryImage(
        picture="facility-06",
        caption="Functional area",
    ),
    GalleryImage(
        picture="facility-07",
        caption="Leg press",
    ),
    GalleryImage(
        picture="facility-08",
        caption="Kettlebells",
    ),
    *only(
        "kickboxing-boxing",
        GalleryImage(
            picture="facility-09",
            caption="The ring",
        ),
        GalleryImage(
            picture="facility-10",
            caption="Heavy bags",
        ),
    ),
    *only(
        "expansion",
        GalleryImage(
            picture="facility-11",
            caption="Sauna stove, new space",
        ),
        GalleryImage(
            picture="facility-12",
            caption="Recovery room, new space",
        ),
    ),
    GalleryImage(
        picture="facility-13",
        caption="Private showers",
    ),
    *only(
        "physiotherapy-kinesiology",
        GalleryImage(
            picture="facility-14",
            caption="Physiotherapy centre",
        ),
    ),
    GalleryImage(
        picture="facility-15",
        caption="Reception desk",
    ),
    GalleryImage(
        picture="facility-16",
        caption="Locker room",
    ),
)

CAROUSEL = CarouselWords(name=f"The facility in {number(FACILITY_PICTURES)} pictures")
