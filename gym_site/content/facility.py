"""The sections about the building: pictures, feature cards, a panel about the expansion; the tour (spec section 2)."""

from typing import Annotated

from pydantic import Field

from gym_site.content.content_type import content_type
from gym_site.content.gallery import CarouselWords, GalleryImage, GalleryWords
from gym_site.content.links import NavLink, OutLink
from gym_site.content.stats import Stat


@content_type
class FeatureCard:
    """One feature of the building."""

    title: str
    text: str


@content_type
class OpeningPanel:
    """The panel about the expansion's opening, and the picture below it.

    The first of ``facts`` is shown largest. ``formerly`` quotes what was advertised before the opening. The optional
    link ``trial`` appears after the opening.
    """

    title: str
    text: str
    formerly: str = ""
    facts: tuple[Stat, ...]
    more: NavLink
    trial: OutLink | None = None
    picture: str


@content_type
class FacilityWords:
    """The facility section: title and text above its carousel, then the cards and the optional panel."""

    title: str
    intro: str
    carousel: CarouselWords
    pictures: Annotated[tuple[GalleryImage, ...], Field(min_length=1)]
    features: tuple[FeatureCard, ...] = ()
    opening: OpeningPanel | None = None


@content_type
class Facility:
    """The file ``facility.toml``.

    The tour is part of the section about the gym, or of the facility section if the gym has no such section.
    """

    facility: FacilityWords | None = None
    tour: GalleryWords | None = None
