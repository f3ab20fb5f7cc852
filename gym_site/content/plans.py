"""Membership plans in their five tabs (spec sections 2, 3 and 9).

Prices are in Canadian dollars before taxes. An advertised saving may differ by at most two percentage points from the
saving computed from the prices, unless the plan has ``savings_as_given``.
"""

from decimal import Decimal
from typing import Annotated, Literal

from pydantic import Field

from gym_site.brand import Slug
from gym_site.content.content_type import Known, PictureName, content_type
from gym_site.content.hours import HoursText
from gym_site.content.links import Target
from gym_site.content.prices import Price, format_price

SAVINGS_TOLERANCE = 2  # percentage points; the savings in the specification are up to 1.4 off
PlanIcon = Literal["sun", "moon", "shield", "calendar", "ticket", "door", "dumbbell", "rings"]


@content_type
class Plan:
    """A plan, such as a membership or a trial."""

    name: str
    price: Price
    """For one period, before taxes."""
    original_price: Price | None = None
    """Price without discount: shown crossed out, only if there is a discount."""
    savings: Annotated[int, Field(ge=1, le=99)] | None = None
    """Discount in percent: a whole number, at most two away from what the two prices give, such as 18."""
    savings_as_given: bool = False
    """Discount as given: whether it may be further away from what the prices give."""
    period: str
    """The unit of the price, such as week or 10 visits."""
    hours: HoursText = ""
    """The hours in which members of the plan may come in."""
    description: str
    """One sentence about the plan."""
    features: tuple[str, ...]
    """Benefits: what the plan includes, one entry for each."""
    icon: PlanIcon | None = None
    """Not shown at present, as the price is in its place."""
    link: Target
    """Sign-up page"""
    additional_info: str
    """Below the price: what the price doesn't include, such as Plus taxes."""
    sessions: Annotated[int, Field(ge=1)] | None = None
    """The number of training sessions in the price, such as 2."""
    popular: bool = False
    """Most popular: whether the plan is marked as the most popular."""
    secondary_link: Target | None = None
    """Second link"""
    secondary_text: str = ""
    """Text of the second link"""
    upgrade_link: Target | None = None
    """Link to an upgrade"""
    upgrade_text: str = ""
    """Text of the link to an upgrade"""

    def check(self, _: Known | None) -> None:
        """Raise `ValueError` for values that contradict each other."""
        if self.original_price is None and self.savings is not None:
            raise ValueError("savings is only for a plan with original_price")
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
    """A tab with plans."""

    key: Slug
    """Never change it; the plans to try the gym are in the tab with the key trial."""
    label: str
    """Name"""
    intro: str
    plans: Annotated[tuple[Plan, ...], Field(min_length=1)]
    note: str = ""
    """A line below the plans, such as Billed every two weeks."""


@content_type
class MembershipWords:
    """The texts around the plans."""

    title: str
    intro: str
    picture: PictureName = ""
    """Picture behind the title"""
    try_first: str = "Try it:"
    """Words before the trials"""
    see_first: str = "Rather see it?"
    """Words before the trials on other pages"""
    tabs_label: str = "Ways to pay"
    """Name of the tabs"""
    sign_up: str = "Sign Up Online"
    """Button of a plan"""
    popular: str = "Most Popular"
    """Mark of the most popular"""
    note: str
    """A line below all plans, such as All prices plus taxes."""


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
    """The plans and their prices, in the order of the page."""

    words: MembershipWords
    """Texts"""
    tabs: Annotated[tuple[PlanTab, ...], Field(min_length=1)]
    """Kinds of plans: the tabs of the page."""
