"""The online coaching page: three tiles, three packages, four steps (spec sections 2, 3 and 9)."""

from decimal import Decimal
from typing import Literal

from gym_site.content.home import Step
from gym_site.content.links import Destination
from gym_site.content.prices import Price, format_price
from gym_site.content.record import record
from gym_site.content.services import ONLINE_PACKAGES, SERVICE_PRICES
from gym_site.content.text import number


@record
class InfoTile:
    """A fact with its label."""

    label: str
    value: str


@record
class CoachingPackage:
    """An online coaching package (spec section 3). ``price`` is for one ``period``, and ``link`` is where to buy."""

    title: str
    price: Price
    period: Literal["month", "3 months"]
    summary: str
    features: tuple[str, ...]
    link: Destination
    popular: bool = False

    @property
    def price_text(self) -> str:
        """The price as shown: ``$150/month``."""
        return f"{format_price(self.price)}/{self.period}"


@record
class OnlineCoachingWords:
    """The texts of the page, except for its packages."""

    title: str
    intro: str
    tiles: tuple[InfoTile, ...]
    price_from: str
    price_range: str
    price_note: str
    packages_title: str
    packages_call: str
    popular: str
    sign_up: str
    steps_title: str
    steps: tuple[Step, ...]
    safety: str
    back: str
    picture: str


_FULL_ACCESS, _THREE_MONTHS = Decimal("250"), Decimal("600")

COACHING_PACKAGES: tuple[CoachingPackage, ...] = (
    CoachingPackage(
        title="Monthly Training Package (Limited Access)",
        price=Decimal("150"),
        period="month",
        summary="A plan and a coach who keeps it honest.",
        features=(
            "A training plan written for your goal",
            "Built for the equipment you have",
            "1-on-1, with one coach",
            "Every exercise explained step by step",
            "A plan review every month",
        ),
        link=Destination(path="/coaching/monthly-limited-access"),
    ),
    CoachingPackage(
        title="Monthly Training Package (Full Access)",
        price=_FULL_ACCESS,
        period="month",
        summary="The plan, and someone who watches you do it.",
        features=(
            "Everything in Limited Access",
            "Live sessions of 30-60 minutes with your coach",
            "Feedback on your technique from videos you send",
            "Your questions answered between sessions",
            "The plan adjusted when your week changes",
            "Plain advice on everyday eating",
            "Mobility work for your weak spots",
            "Your progress kept in one place",
        ),
        link=Destination(path="/coaching/monthly-full-access"),
        popular=True,
    ),
    CoachingPackage(
        title="3 Months Transformation Package (Full Access)",
        price=_THREE_MONTHS,
        period="3 months",
        summary="One goal. Three months. All\N{NO-BREAK SPACE}our\N{NO-BREAK SPACE}attention.",
        features=(
            "Everything in Full Access, for 3 months",
            f"{format_price(_THREE_MONTHS / 3)} a month instead of {format_price(_FULL_ACCESS)}",
            "One goal, planned backward from the end",
            "A first test of strength, movement and habits",
            "Three blocks of training, each building on the last",
            "A review at the end of every block",
            "A final test, next to your first",
            "A plan for what comes after",
        ),
        link=Destination(path="/coaching/3-months-transformation"),
    ),
)

ONLINE_COACHING = OnlineCoachingWords(
    title="Online Fitness Coaching",
    intro=(
        "Your coach, wherever you train: at home, on the road, in a gym that isn't ours. The plan fits the equipment "
        "you have, and a person, not a program, reads how it went."
    ),
    tiles=(
        InfoTile(label="Duration", value="30-60 mins"),
        InfoTile(label="Group Size", value="1-on-1"),
        InfoTile(label="Experience", value="All Levels"),
    ),
    price_from=f"From {format_price(COACHING_PACKAGES[0].price)} a month",
    price_range=ONLINE_PACKAGES,
    price_note=f"Single sessions {SERVICE_PRICES['online-coaching'].in_sentence}. All prices plus taxes.",
    packages_title=f"{number(COACHING_PACKAGES).capitalize()} packages",
    packages_call="See the packages",
    popular="Most Popular",
    sign_up="Sign Up Online",
    steps_title="How it works",
    steps=(
        Step(number="01", title="Choose a package", text="Sign up on our membership portal."),
        Step(number="02", title="Tell us where you're at", text="Goal, week, equipment, injuries. Be honest."),
        Step(number="03", title="Get your plan", text="Your coach writes it and walks you through it."),
        Step(number="04", title="Train, report, adjust", text="Tell us how it went. We'll build the next weeks on it."),
    ),
    safety=(
        "You'll be training where we can't stand beside you. Ask your doctor first if you have a heart condition or an "
        "injury, or are pregnant, and stop if something hurts."
    ),
    back="Back to Home",
    picture="service-online-coaching",
)
