"""The online coaching page: tiles, packages and steps (spec sections 2, 3 and 9)."""

from typing import Annotated, Literal

from pydantic import Field

from gym_site.content.content_type import Blanks, content_type
from gym_site.content.home import Step
from gym_site.content.links import Target
from gym_site.content.prices import Price, format_price


@content_type
class InfoTile:
    """A fact with its label."""

    label: str
    value: str


@content_type
class CoachingPackage:
    """An online coaching package (spec section 3). ``price`` is for one ``period``, and ``link`` is where to buy."""

    title: str
    price: Price
    period: Literal["month", "3 months"]
    summary: str
    features: tuple[str, ...]
    link: Target
    popular: bool = False

    @property
    def price_text(self) -> str:
        """The price as shown: ``$41.50/month``."""
        return f"{format_price(self.price)}/{self.period}"


@content_type
class OnlineCoachingWords:
    """The texts of the page, except for its packages. ``{price}`` is the price of the first package."""

    title: str
    intro: str
    tiles: tuple[InfoTile, ...]
    price_from: Annotated[str, Blanks("price")]
    price_range: str
    price_note: str
    packages_title: str
    packages_call: str = "See the packages"
    popular: str = "Most Popular"
    sign_up: str = "Sign Up Online"
    steps_title: str = "How it works"
    steps: tuple[Step, ...]
    safety: str
    back: str = "Back to Home"
    picture: str


@content_type
class OnlineCoaching:
    """The file ``online-coaching.toml``."""

    words: OnlineCoachingWords
    packages: Annotated[tuple[CoachingPackage, ...], Field(min_length=1)]
