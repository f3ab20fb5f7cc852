"""Membership plans in their five tabs (spec sections 2, 3 and 9).

Prices are in Canadian dollars before taxes. An advertised saving may differ by at most two percentage points from the
saving computed from the prices, unless the plan has ``savings_as_given``.
"""

from decimal import Decimal
from typing import Annotated, Literal

from pydantic import Field

from gym_site.brand import BRAND
from gym_site.content.business import CURRENCY_NOTE
from gym_site.content.links import Destination, LinkKey, OutLink
from gym_site.content.parts import only
from gym_site.content.prices import Price, format_price
from gym_site.content.record import record

Period = Literal["week", "biweekly", "year", "2 years", "10 visits", "20 visits", "30 visits", "3 days", "1 day"]
TabKey = Literal["monthly", "annual", "visit", "trial", "personal"]
SAVINGS_TOLERANCE = 2  # percentage points; the savings in the specification are up to 1.4 off
PlanIcon = Literal["sun", "moon", "shield", "calendar", "ticket", "door", "dumbbell", "rings"]


@record
class Plan:
    """A plan card (spec section 3).

    ``price`` and ``original_price`` are in Canadian dollars for one ``period``, ``savings`` is in percent. If
    ``savings_as_given`` is true, ``savings`` may differ from what the prices give, and `check` notes the difference.
    ``additional_info`` states what the price doesn't include. The plan is bought at ``link``. ``secondary_link``
    and ``upgrade_link`` are optional, each with its own text. ``icon`` isn't shown: the card has the price in its
    place.
    """

    name: str
    price: Price
    period: Period
    description: str
    features: tuple[str, ...]
    icon: PlanIcon
    link: Destination
    additional_info: str
    original_price: Price | None = None
    savings: Annotated[int, Field(ge=1, le=99)] | None = None
    savings_as_given: bool = False
    popular: bool = False
    secondary_link: Destination | None = None
    secondary_text: str = ""
    upgrade_link: Destination | None = None
    upgrade_text: str = ""

    def __post_init__(self) -> None:
        if self.original_price is None and self.savings is not None:
            raise ValueError("savings needs an original_price")
        if self.original_price is not None and self.original_price <= self.price:
            raise ValueError(f"original_price {self.original_price} isn't above price {self.price}")
        if self.savings_are_off and not self.savings_as_given:
            raise ValueError(f"savings is {self.savings}, but the two prices give {self.true_savings:.0f} percent")

    @property
    def true_savings(self) -> Decimal:
        """The saving computed from the two prices, in percent."""
        return 100 * (1 - self.price / self.original_price) if self.original_price else Decimal(0)

    @property
    def savings_are_off(self) -> bool:
        """Whether the advertised saving differs too much from the one computed from the two prices."""
        return self.savings is not None and abs(self.savings - self.true_savings) > SAVINGS_TOLERANCE


@record
class PlanTab:
    """A tab. ``intro`` is shown above its cards, the optional ``note`` below them."""

    key: TabKey
    label: str
    intro: str
    plans: tuple[Plan, ...]
    note: str = ""


@record
class MembershipWords:
    """The texts of the membership section, except for its plans. ``picture`` is the picture behind its title."""

    title: str
    intro: str
    picture: str
    try_first: str
    tabs_label: str
    sign_up: str
    popular: str
    note: str


def offers_text(tab: PlanTab) -> str:
    """Return the name and price of each plan of a tab: ``3 days, $0 / 1 day, $15``."""
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


MEMBERSHIP = MembershipWords(
    title="Pick your hours",
    intro="No sign-up fee. Contract or month-to-month. Every price on the card, and everything it leaves out.",
    picture="tour-04",
    try_first="Try it:",
    tabs_label="Ways to pay",
    sign_up="Sign Up Online",
    popular="Most Popular",
    note=CURRENCY_NOTE,
)

_REGULAR_HOURS = "Access 5:30am-10pm daily, 365 days a year"
_NO_SIGN_UP_FEE = "No sign-up fee"
_GUEST_PASSES = "2 one-week guest passes for family and friends"
_COMPLIMENTARY_SESSION = only("personal-training", "A complimentary personal training session")
_HANDBOOK = "Free handbook and cookbook"
_PARTNER_DISCOUNT = "15% off partner apparel and supplements"
_ALL_DISCOUNTS = "15% off partner apparel and supplements, 20% off our own merchandise"
_NOTICE = "Cancel anytime with 30 days' notice"
_FREE_PARKING = "Free parking"
_MEMBERSHIP_DISCOUNT = "10% off gym memberships"
_ONE_ON_ONE = "60-minute sessions, 1-on-1"
_CERTIFIED = "A certified trainer"

ANNUAL_FEE = format_price(Decimal("65"))
_ANNUAL_FEE = f"{ANNUAL_FEE} annual maintenance fee, charged 3 months after sign-up and every 12 months."
_RESIDENTS = f"For {BRAND.area} residents only"
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
                *_COMPLIMENTARY_SESSION,
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
            description="Your key fob opens the door. Even at 2\N{NO-BREAK SPACE}a.m.",
            features=(
                "Access 24 hours a day, 365 days a year, with your key fob",
                _NO_SIGN_UP_FEE,
                *_COMPLIMENTARY_SESSION,
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
                *_COMPLIMENTARY_SESSION,
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

_ALL_HOURS_1_YEAR, _ALL_HOURS_2_YEARS = "$180", "$360"
_AFTER_1_YEAR, _AFTER_2_YEARS = "$55", "$50"

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
            savings_as_given=True,
            period="year",
            additional_info=f"Plus taxes. Rolls to {_AFTER_1_YEAR}/month. {_ANNUAL_FEE}",
            description="Twelve months, one payment.",
            features=(
                _REGULAR_HOURS,
                f"24-hour access for {_ALL_HOURS_1_YEAR} more",
                f"Rolls to {_AFTER_1_YEAR}/month after the year",
                _NO_SIGN_UP_FEE,
                *_COMPLIMENTARY_SESSION,
                _GUEST_PASSES,
                _PARTNER_DISCOUNT,
            ),
            icon="calendar",
            link=Destination(path="/join/1-year-prepay"),
            upgrade_link=Destination(path="/join/1-year-prepay-24-hours"),
            upgrade_text=f"24-hour access: +{_ALL_HOURS_1_YEAR}",
        ),
        Plan(
            name="2 Year Prepay",
            price=Decimal("1199.99"),
            original_price=Decimal("1560"),
            savings=24,
            period="2 years",
            popular=True,
            additional_info=f"Plus taxes. Rolls to {_AFTER_2_YEARS}/month. {_ANNUAL_FEE}",
            description="Two years, one payment, and our lowest monthly rate after.",
            features=(
                _REGULAR_HOURS,
                f"24-hour access for {_ALL_HOURS_2_YEARS} more",
                f"Rolls to {_AFTER_2_YEARS}/month after the two years",
                _NO_SIGN_UP_FEE,
                *_COMPLIMENTARY_SESSION,
                _GUEST_PASSES,
                _PARTNER_DISCOUNT,
            ),
            icon="calendar",
            link=Destination(path="/join/2-year-prepay"),
            upgrade_link=Destination(path="/join/2-year-prepay-24-hours"),
            upgrade_text=f"24-hour access: +{_ALL_HOURS_2_YEARS}",
        ),
    ),
)

_ALL_HOURS_10_VISITS, _ALL_HOURS_20_VISITS, _ALL_HOURS_30_VISITS = "$15", "$40", "$60"

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
                f"24-hour access for {_ALL_HOURS_10_VISITS} more",
                _NO_SIGN_UP_FEE,
                _FREE_PARKING,
            ),
            icon="ticket",
            link=Destination(path="/join/10-visits"),
            upgrade_link=Destination(path="/join/10-visits-24-hours"),
            upgrade_text=f"24h upgrade: +{_ALL_HOURS_10_VISITS}",
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
                f"24-hour access for {_ALL_HOURS_20_VISITS} more",
                _NO_SIGN_UP_FEE,
                _FREE_PARKING,
            ),
            icon="ticket",
            link=Destination(path="/join/20-visits"),
            upgrade_link=Destination(path="/join/20-visits-24-hours"),
            upgrade_text=f"24h upgrade: +{_ALL_HOURS_20_VISITS}",
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
                f"24-hour access for {_ALL_HOURS_30_VISITS} more",
                _NO_SIGN_UP_FEE,
                _FREE_PARKING,
            ),
            icon="ticket",
            link=Destination(path="/join/30-visits"),
            upgrade_link=Destination(path="/join/30-visits-24-hours"),
            upgrade_text=f"24h upgrade: +{_ALL_HOURS_30_VISITS}",
        ),
    ),
)

TRIAL = PlanTab(
    key="trial",
    label="Trial Passes",
    intro="Come lift something first.",
    note=f"{BRAND.area} residents only. 6 AM-9 PM, by appointment.",
    plans=(
        Plan(
            name="3 Days Visit Pass",
            price=Decimal("0"),
            period="3 days",
            additional_info=f"$0 and refundable. {BRAND.area} residents only.",
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
            additional_info=f"Plus taxes. {BRAND.area} residents only.",
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

TRIAL_PRICE = format_price(TRIAL.plans[0].price)
TRIAL_PASS = OutLink(label=f"3 Day Trial Pass, {TRIAL_PRICE}", link=LinkKey.TRIAL)

_ONE_A_WEEK, _TWO_A_WEEK, _THREE_A_WEEK = Decimal("152"), Decimal("288"), Decimal("408")

_PERSONAL = PlanTab(
    key="personal",
    label="Personal Training",
    intro="A trainer, a time, a reason to show up.",
    note="Billed every two weeks.",
    plans=(
        Plan(
            name="1 Session Per Week",
            price=_ONE_A_WEEK,
            period="biweekly",
            additional_info="2 sessions biweekly. Plus taxes.",
            description="One hour a week that's all about you.",
            features=(
                f"2 sessions every two weeks, {format_price(_ONE_A_WEEK / 2)} each",
                _ONE_ON_ONE,
                _CERTIFIED,
                _MEMBERSHIP_DISCOUNT,
            ),
            icon="dumbbell",
            link=Destination(path="/training/1-session-per-week"),
        ),
        Plan(
            name="2 Sessions Per Week",
            price=_TWO_A_WEEK,
            period="biweekly",
            popular=True,
            additional_info="4 sessions biweekly. Plus taxes.",
            description="Often enough to feel it, easy enough to keep.",
            features=(
                f"4 sessions every two weeks, {format_price(_TWO_A_WEEK / 4)} each",
                _ONE_ON_ONE,
                _CERTIFIED,
                _MEMBERSHIP_DISCOUNT,
            ),
            icon="dumbbell",
            link=Destination(path="/training/2-sessions-per-week"),
        ),
        Plan(
            name="3 Sessions Per Week",
            price=_THREE_A_WEEK,
            period="biweekly",
            additional_info="6 sessions biweekly. Plus taxes.",
            description="For a goal with a date on it.",
            features=(
                f"6 sessions every two weeks, {format_price(_THREE_A_WEEK / 6)} each",
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

_TABS = (MONTHLY, ANNUAL, VISIT, TRIAL, _PERSONAL)
PLAN_TABS: tuple[PlanTab, ...] = tuple(tab for tab in _TABS if tab is not _PERSONAL or BRAND.has("personal-training"))

PLAN_PRICES: dict[str, str] = {plan.name: format_price(plan.price) for tab in _TABS for plan in tab.plans}
"""The price of each plan by its name, for sentences that quote it."""
