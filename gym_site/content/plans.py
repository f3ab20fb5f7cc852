"""Membership plans in their five tabs (spec sections 2, 3 and 9).

Prices are in Canadian dollars before taxes. Savings are given by the gym, not worked out from the two prices.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from gym_site.content.business import CURRENCY_NOTE
from gym_site.content.links import Destination, LinkKey

Period = Literal["week", "biweekly", "year", "2 years", "10 visits", "20 visits", "30 visits", "3 days", "1 day"]
TabKey = Literal["monthly", "annual", "visit", "trial", "personal"]
PlanIcon = Literal["sun", "moon", "shield", "calendar", "ticket", "door", "dumbbell", "rings"]


@dataclass(frozen=True, kw_only=True)
class Plan:
    """A plan card (spec section 3).

    ``price`` and ``original_price`` are Canadian dollars for one ``period``, ``savings`` is in percent.
    ``additional_info`` says what the price leaves out. ``link`` is where the plan is bought; the other two links are
    optional and each has its own text.
    """

    name: str
    price: Decimal
    period: Period
    description: str
    features: tuple[str, ...]
    icon: PlanIcon
    link: Destination
    additional_info: str
    original_price: Decimal | None = None
    savings: int | None = None
    popular: bool = False
    secondary_link: Destination | None = None
    secondary_text: str = ""
    upgrade_link: Destination | None = None
    upgrade_text: str = ""


@dataclass(frozen=True, kw_only=True)
class PlanTab:
    """One tab. ``intro`` stands above its cards, ``note`` below them, where there is one."""

    key: TabKey
    label: str
    intro: str
    plans: tuple[Plan, ...]
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class MembershipWords:
    """Words of the membership section that are no plan's own."""

    title: str
    intro: str
    tabs_label: str
    sign_up: str
    popular: str
    note: str


def format_price(amount: Decimal) -> str:
    """Return dollars as customers read them: ``$12.50`` where there are cents, ``$99`` where there are none."""
    return f"${amount:,.0f}" if amount == amount.to_integral_value() else f"${amount:,.2f}"


def benefits_text(plan: Plan) -> str:
    """Return the header of a card's benefits list."""
    return f"View Benefits ({len(plan.features)})"


def was_text(plan: Plan) -> str:
    """Return the struck-through former price, or nothing where there is none."""
    return "" if plan.original_price is None else f"Was {format_price(plan.original_price)}/{plan.period}"


def savings_text(plan: Plan) -> str:
    """Return the saving, or nothing where there is none."""
    return "" if plan.savings is None else f"Save {plan.savings}%"


MEMBERSHIP = MembershipWords(
    title="Pick your hours",
    intro="No sign-up fee. Contract or month-to-month. Every price on the card, and everything it leaves out.",
    tabs_label="Ways to pay",
    sign_up="Sign Up Online",
    popular="Most Popular",
    note=CURRENCY_NOTE,
)

_REGULAR_HOURS = "Access 5:30am-10pm daily, 365 days a year"
_NO_SIGN_UP_FEE = "No sign-up fee"
_GUEST_PASSES = "2 one-week guest passes for family and friends"
_COMPLIMENTARY_SESSION = "A complimentary personal training session"
_HANDBOOK = "Free handbook and cookbook"
_PARTNER_DISCOUNT = "15% off partner apparel and supplements"
_ALL_DISCOUNTS = "15% off partner apparel and supplements, 20% off our own merchandise"
_NOTICE = "Cancel anytime with 30 days' notice"
_FREE_PARKING = "Free parking"
_MEMBERSHIP_DISCOUNT = "10% off gym memberships"
_ONE_ON_ONE = "60-minute sessions, 1-on-1"
_CERTIFIED = "A certified trainer"

_ANNUAL_FEE = "$65 annual maintenance fee, charged 3 months after sign-up and every 12 months."
_RESIDENTS = "For Surrey and Delta residents only"
_APPOINTMENT = "6 AM-9 PM, by appointment"

MONTHLY = PlanTab(
    key="monthly",
    label="Monthly Billing",
    intro="Month to month. Leave anytime with 30 days' notice.",
    plans=(
        Plan(
            name="Regular Hours",
            price=Decimal("14.99"),
            original_price=Decimal("18.75"),
            savings=21,
            period="week",
            additional_info=f"5:30am-10pm daily. Plus taxes. {_ANNUAL_FEE}",
            description="Early mornings to late evenings, every day of the year.",
            features=(
                _REGULAR_HOURS,
                _NO_SIGN_UP_FEE,
                _COMPLIMENTARY_SESSION,
                _GUEST_PASSES,
                _HANDBOOK,
                _PARTNER_DISCOUNT,
                _NOTICE,
            ),
            icon="sun",
            link=Destination(path="/join/regular-hours"),
        ),
        Plan(
            name="24 Hours",
            price=Decimal("18.75"),
            original_price=Decimal("22.50"),
            savings=18,
            period="week",
            popular=True,
            additional_info=f"24 hours, 365 days. Plus taxes. {_ANNUAL_FEE}",
            description="Your key fob opens the door. Even at 2 a.m.",
            features=(
                "Access 24 hours a day, 365 days a year, with your key fob",
                _NO_SIGN_UP_FEE,
                _COMPLIMENTARY_SESSION,
                _GUEST_PASSES,
                _HANDBOOK,
                _ALL_DISCOUNTS,
                _NOTICE,
            ),
            icon="moon",
            link=Destination(path="/join/24-hours"),
        ),
        Plan(
            name="First Responders",
            price=Decimal("12.50"),
            original_price=Decimal("18.75"),
            savings=32,
            period="week",
            additional_info=f"5:30am-10pm daily. Plus taxes. {_ANNUAL_FEE}",
            description="You look after us. 20% discount on regular prices.",
            features=(
                _REGULAR_HOURS,
                _NO_SIGN_UP_FEE,
                _COMPLIMENTARY_SESSION,
                _GUEST_PASSES,
                _HANDBOOK,
                _PARTNER_DISCOUNT,
                _NOTICE,
            ),
            icon="shield",
            link=Destination(path="/join/first-responders"),
        ),
    ),
)

ANNUAL = PlanTab(
    key="annual",
    label="Annual Billing",
    intro="Pay once, train all year. Or two.",
    plans=(
        Plan(
            name="1 Year Prepay",
            price=Decimal("659.99"),
            original_price=Decimal("780"),
            savings=27,
            period="year",
            additional_info=f"Plus taxes. Rolls to $55/month. {_ANNUAL_FEE}",
            description="Twelve months, one payment.",
            features=(
                _REGULAR_HOURS,
                "24-hour access for $180 more",
                "Rolls to $55/month after the year",
                _NO_SIGN_UP_FEE,
                _COMPLIMENTARY_SESSION,
                _GUEST_PASSES,
                _PARTNER_DISCOUNT,
            ),
            icon="calendar",
            link=Destination(path="/join/1-year-prepay"),
            upgrade_link=Destination(path="/join/1-year-prepay-24-hours"),
            upgrade_text="24-hour access: +$180",
        ),
        Plan(
            name="2 Year Prepay",
            price=Decimal("1199.99"),
            original_price=Decimal("1560"),
            savings=24,
            period="2 years",
            popular=True,
            additional_info=f"Plus taxes. Rolls to $50/month. {_ANNUAL_FEE}",
            description="Two years, one payment, and our lowest monthly rate after.",
            features=(
                _REGULAR_HOURS,
                "24-hour access for $360 more",
                "Rolls to $50/month after the two years",
                _NO_SIGN_UP_FEE,
                _COMPLIMENTARY_SESSION,
                _GUEST_PASSES,
                _PARTNER_DISCOUNT,
            ),
            icon="calendar",
            link=Destination(path="/join/2-year-prepay"),
            upgrade_link=Destination(path="/join/2-year-prepay-24-hours"),
            upgrade_text="24-hour access: +$360",
        ),
    ),
)

VISIT = PlanTab(
    key="visit",
    label="Visit Packs",
    intro="Pay by the visit, not by the month.",
    plans=(
        Plan(
            name="10 Visits",
            price=Decimal("99"),
            original_price=Decimal("150"),
            savings=34,
            period="10 visits",
            additional_info="5:30am-10pm daily. Plus taxes.",
            description="For the weeks that never look the same.",
            features=(
                "10 visits, under $10 each",
                _REGULAR_HOURS,
                "24-hour access for $15 more",
                _NO_SIGN_UP_FEE,
                _FREE_PARKING,
            ),
            icon="ticket",
            link=Destination(path="/join/10-visits"),
            upgrade_link=Destination(path="/join/10-visits-24-hours"),
            upgrade_text="24h upgrade: +$15",
        ),
        Plan(
            name="20 Visits",
            price=Decimal("159.99"),
            original_price=Decimal("280"),
            savings=43,
            period="20 visits",
            popular=True,
            additional_info="5:30am-10pm daily. Plus taxes.",
            description="Twice the visits, and a better price for each.",
            features=(
                "20 visits, under $8 each",
                _REGULAR_HOURS,
                "24-hour access for $40 more",
                _NO_SIGN_UP_FEE,
                _FREE_PARKING,
            ),
            icon="ticket",
            link=Destination(path="/join/20-visits"),
            upgrade_link=Destination(path="/join/20-visits-24-hours"),
            upgrade_text="24h upgrade: +$40",
        ),
        Plan(
            name="30 Visits",
            price=Decimal("199.99"),
            original_price=Decimal("405"),
            savings=51,
            period="30 visits",
            additional_info="5:30am-10pm daily. Plus taxes.",
            description="Our lowest price per visit.",
            features=(
                "30 visits, under $7 each",
                _REGULAR_HOURS,
                "24-hour access for $60 more",
                _NO_SIGN_UP_FEE,
                _FREE_PARKING,
            ),
            icon="ticket",
            link=Destination(path="/join/30-visits"),
            upgrade_link=Destination(path="/join/30-visits-24-hours"),
            upgrade_text="24h upgrade: +$60",
        ),
    ),
)

TRIAL = PlanTab(
    key="trial",
    label="Trial Passes",
    intro="Come lift something first.",
    note="Surrey and Delta residents only. 6 AM-9 PM, by appointment.",
    plans=(
        Plan(
            name="3 Days Visit Pass",
            price=Decimal("0"),
            period="3 days",
            additional_info="$0 and refundable. Surrey and Delta residents only.",
            description="Three days on us. Bring shoes.",
            features=(
                "3 days in the gym",
                "$0 and refundable",
                _APPOINTMENT,
                _RESIDENTS,
                _FREE_PARKING,
            ),
            icon="door",
            link=Destination(link=LinkKey.TRIAL),
        ),
        Plan(
            name="1 Day Drop In",
            price=Decimal("15"),
            period="1 day",
            additional_info="Plus taxes. Surrey and Delta residents only.",
            description="One day. One workout. No strings.",
            features=(
                "1 day in the gym",
                _APPOINTMENT,
                _RESIDENTS,
                _FREE_PARKING,
            ),
            icon="door",
            link=Destination(path="/join/1-day-drop-in"),
            secondary_link=Destination(link=LinkKey.TRIAL),
            secondary_text="Or take 3 days for $0",
        ),
    ),
)

PERSONAL = PlanTab(
    key="personal",
    label="Personal Training",
    intro="A trainer, a time, a reason to show up.",
    note="Billed every two weeks.",
    plans=(
        Plan(
            name="1 Session Per Week",
            price=Decimal("152"),
            period="biweekly",
            additional_info="2 sessions biweekly. Plus taxes.",
            description="One hour a week that's all about you.",
            features=(
                "2 sessions every two weeks, $76 each",
                _ONE_ON_ONE,
                _CERTIFIED,
                _MEMBERSHIP_DISCOUNT,
            ),
            icon="dumbbell",
            link=Destination(path="/training/1-session-per-week"),
        ),
        Plan(
            name="2 Sessions Per Week",
            price=Decimal("288"),
            period="biweekly",
            popular=True,
            additional_info="4 sessions biweekly. Plus taxes.",
            description="Often enough to feel it, easy enough to keep.",
            features=(
                "4 sessions every two weeks, $72 each",
                _ONE_ON_ONE,
                _CERTIFIED,
                _MEMBERSHIP_DISCOUNT,
            ),
            icon="dumbbell",
            link=Destination(path="/training/2-sessions-per-week"),
        ),
        Plan(
            name="3 Sessions Per Week",
            price=Decimal("408"),
            period="biweekly",
            additional_info="6 sessions biweekly. Plus taxes.",
            description="For a goal with a date on it.",
            features=(
                "6 sessions every two weeks, $68 each",
                _ONE_ON_ONE,
                _CERTIFIED,
                _MEMBERSHIP_DISCOUNT,
            ),
            icon="dumbbell",
            link=Destination(path="/training/3-sessions-per-week"),
        ),
        Plan(
            name="Couples Wedding Transformation Package",
            price=Decimal("354"),
            period="biweekly",
            additional_info="6 sessions biweekly for 3 months. Plus taxes.",
            description="Three months, two people, one date.",
            features=(
                "6 sessions every two weeks",
                "A 3-month plan",
                "Train together, with a certified trainer",
                _MEMBERSHIP_DISCOUNT,
            ),
            icon="rings",
            link=Destination(path="/training/couples-wedding-transformation"),
        ),
    ),
)

PLAN_TABS: tuple[PlanTab, ...] = (MONTHLY, ANNUAL, VISIT, TRIAL, PERSONAL)
