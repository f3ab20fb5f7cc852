"""The sections about the building: pictures, feature cards, a panel about the expansion; the tour (spec section 2)."""

from typing import Annotated

from pydantic import Field

from gym_site.content.content_type import PictureName, content_type
from gym_site.content.gallery import CarouselWords, GalleryImage, GalleryWords
from gym_site.content.links import NavLink, OutLink
from gym_site.content.stats import Stat


@content_type
class FeatureCard:
    """A feature of the building."""

    title: str
    text: str


@content_type
class OpeningPanel:
    """The panel about the expansion, and the picture below it."""

    title: str
    text: str
    formerly: str = ""
    """The words that the page had before the opening, shown after it."""
    facts: tuple[Stat, ...]
    """The first is shown largest."""
    more: NavLink
    """Link to the expansion"""
    trial: OutLink | None = None
    """Link to the trial, after the opening"""
    picture: PictureName


@content_type
class FacilityWords:
    """The section about the building."""

    title: str
    intro: str
    carousel: CarouselWords
    """Row of pictures"""
    pictures: Annotated[tuple[GalleryImage, ...], Field(min_length=1)]
    features: tuple[FeatureCard, ...] = ()
    opening: OpeningPanel | None = None
    """Panel about the expansion"""


@content_type
class Facility:
    """The sections with pictures of the building. Each may be left out."""

    facility: FacilityWords | None = None
    """Building"""
    tour: GalleryWords | None = None
