"""The online coaching page: tiles, packages and steps (spec sections 2, 3 and 9)."""

from typing import Annotated, Literal

from pydantic import Field

from gym_site.content.content_type import Blanks, PictureName, content_type
from gym_site.content.home import Step
from gym_site.content.links import Target
from gym_site.content.prices import Price, format_price


@content_type
class InfoTile:
    """A fact with its label."""

    label: str
    """Name"""
    value: str
    """Such as 30-60 mins."""


@content_type
class CoachingPackage:
    """A package, with its price."""

    title: str
    price: Price
    period: Literal["month", "3 months"]
    """The unit of the price."""
    summary: str
    """One sentence about the package."""
    features: tuple[str, ...]
    """The parts of the package, one entry for each."""
    link: Target
    """Sign-up page"""
    popular: bool = False
    """Most popular: whether the package is marked as the most popular."""

    @property
    def price_text(self) -> str:
        """The price as shown: ``$41.50/month``."""
        return f"{format_price(self.price)}/{self.period}"


@content_type
class OnlineCoachingWords:
    """The texts of the page."""

    title: str
    intro: str
    tiles: tuple[InfoTile, ...]
    """Facts"""
    price_from: Annotated[str, Blanks("price")]
    """Price beside the title: that of the first package, such as From {price} a month."""
    price_range: str
    """Range of prices: from the lowest to the highest, such as 150 to 300 a month."""
    price_note: str
    """Note on prices: such as All prices plus taxes."""
    packages_title: str
    """Title of the packages"""
    packages_call: str = "See the packages"
    """Link to the packages"""
    popular: str = "Most Popular"
    """Mark of the most popular"""
    sign_up: str = "Sign Up Online"
    """Button of a package"""
    steps_title: str = "How it works"
    """Title of the steps"""
    steps: tuple[Step, ...]
    safety: str
    """Safety note: what visitors should ask a doctor before they train at home."""
    back: str = "Back to Home"
    """Link to the home page"""
    picture: PictureName


@content_type
class OnlineCoaching:
    """The page of online coaching."""

    words: OnlineCoachingWords
    """Texts"""
    packages: Annotated[tuple[CoachingPackage, ...], Field(min_length=1)]
