"""Membership plans in their five tabs (spec sections 2, 3 and 9).

Prices are in Canadian dollars before taxes. An advertised saving may differ by at most two percentage points from the
saving computed from the prices, unless the plan has ``savings_as_given``.
"""

from decimal import Decimal
from typing import Annotated, Literal

from pydantic import Field

from gym_site.brand import Slug
from gym_site.content.content_type import Known, content_type
from gym_site.content.hours import HoursText
from gym_site.content.links import Target
from gym_site.content.prices import Price, format_price

SAVINGS_TOLERANCE = 2  # percentage points; the savings in the specification are up to 1.4 off
PlanIcon = Literal["sun", "moon", "shield", "calendar", "ticket", "door", "dumbbell", "rings"]


@content_type
class Plan:
    """A plan card (spec section 3).

    ``price`` and ``original_price`` are in Canadian dollars for one ``period`` such as ``month``, which has this many
    ``sessions`` of training. ``savings`` is in percent. If ``savings_as_given`` is true, ``savings`` may differ from
    what the prices give, and `check` notes the difference.
    The plan opens the door during its ``hours``, if it has any.
    ``additional_info`` states what the price doesn't include. The plan is bought at ``link``. ``secondary_link``
    and ``upgrade_link`` are optional, each with its own text. ``icon`` isn't shown: the card has the price in its
    place.
    """

    name: str
    price: Price
    period: str
    hours: HoursText = ""
    description: str
    features: tuple[str, ...]
    icon: PlanIcon | None = None
    link: Target
    additional_info: str
    sessions: Annotated[int, Field(ge=1)] | None = None
    original_price: Price | None = None
    savings: Annotated[int, Field(ge=1, le=99)] | None = None
    savings_as_given: bool = False
    popular: bool = False
    secondary_link: Target | None = None
    secondary_text: str = ""
    upgrade_link: Target | None = None
    upgrade_text: str = ""

    def check(self, _: Known | None) -> None:
        """Raise `ValueError` for values that contradict each other."""
        if self.original_price is None and self.savings is not None:
            raise ValueError("savings needs an original_price")
        if self.original_price is not None and self.original_price <= self.price:
            raise ValueError(
                f"original_price {self.original_price} isn't above price {self.price}: is a point missing? Without a"
                " discount, delete original_price and savings"
            )
        if self.savings_are_off and not self.savings_as_given:
            raise ValueError(
                f"savings is {self.savings}, but the two prices give {self.true_savings:.0f} percent: type that number"
            )

    @property
    def true_savings(self) -> Decimal:
        """The saving computed from the two prices, in percent."""
        return 100 * (1 - self.price / self.original_price) if self.original_price else Decimal(0)

    @property
    def savings_are_off(self) -> bool:
        """Whether the advertised saving differs too much from the one computed from the two prices."""
        return self.savings is not None and abs(self.savings - self.true_savings) > SAVINGS_TOLERANCE


@content_type
class PlanTab:
    """A tab. ``intro`` is shown above its cards, the optional ``note`` below them. The tab ``trial`` has trials."""

    key: Slug
    label: str
    intro: str
    plans: tuple[Plan, ...]
    note: str = ""


@content_type
class MembershipWords:
    """The texts of the membership section, except for its plans. ``picture`` is the picture behind its title.

    ``see_first`` offers the trial beside the questions of a service page.
    """

    title: str
    intro: str
    picture: str = ""
    try_first: str = "Try it:"
    see_first: str = "Rather see it?"
    tabs_label: str = "Ways to pay"
    sign_up: str = "Sign Up Online"
    popular: str = "Most Popular"
    note: str


def offers_text(tab: PlanTab) -> str:
    """Return the name and price of each plan of a tab: ``visit, $13 / 5 visits, $41``."""
    return " / ".join(f"{plan.period}, {format_price(plan.price)}" for plan in tab.plans)


def benefits_text(plan: Plan) -> str:
    """Return the header of a card's benefits list."""
    return f"View Benefits ({len(plan.features)})"


def was_text(plan: Plan) -> str:
    """Return the struck-through former price, if there is one."""
    return "" if plan.original_price is None else f"Was {format_price(plan.original_price)}/{plan.period}"


def savings_text(plan: Plan) -> str:
    """Return the saving, if there is one."""
    return "" if plan.savings is None else f"Save {plan.savings}%"


@content_type
class Plans:
    """The file ``plans.toml``."""

    words: MembershipWords
    tabs: Annotated[tuple[PlanTab, ...], Field(min_length=1)]
