"""The services section: a card for each service, which links to its page (spec sections 2, 3 and 9)."""

from decimal import Decimal

from gym_site.brand import BRAND
from gym_site.content.parts import only
from gym_site.content.prices import ServicePrice
from gym_site.content.record import ServiceKey, record
from gym_site.content.text import number
from gym_site.routes import SERVICE_KEYS


@record
class ServiceCard:
    """A service. If there is no amount to show, ``price`` is a text. ``picture`` is the name of its picture."""

    key: ServiceKey
    title: str
    description: str
    features: tuple[str, ...]
    price: ServicePrice | str
    picture: str

    @property
    def price_text(self) -> str:
        """The price as shown."""
        return str(self.price)


@record
class ServicesWords:
    """The texts of the section."""

    title: str
    intro: str
    learn_more: str


SERVICES_WORDS = ServicesWords(
    title=f"{number(SERVICE_KEYS).capitalize()} ways in",
    intro=", ".join(
        (
            "Some come for a coach",
            *only("kickboxing-boxing", "some for the ring"),
            *only("physiotherapy-kinesiology", "some for the treatment table"),
        )
    )
    + ". Choose yours.",
    learn_more="Learn More",
)

ONLINE_PACKAGES = "$150 - $300/month"

_CARDS = (
    ServiceCard(
        key="personal-training",
        title="Personal Training",
        description="One trainer, one hour, one plan: yours.",
        features=(
            "60 minutes, 1-on-1",
            "15+ certified trainers",
            "All levels, first-timers included",
            "10% off gym memberships with a training plan",
        ),
        price=ServicePrice(low=Decimal("60"), high=Decimal("90"), unit="session"),
        picture="service-personal-training",
    ),
    ServiceCard(
        key="group-fitness",
        title="Group Fitness",
        description="Small enough that the coach knows your name.",
        features=(
            "Groups of 3-6",
            "45-60 minutes",
            "No fixed class schedule",
            "Private groups welcome",
        ),
        price=ServicePrice(low=Decimal("25"), high=Decimal("35"), unit="class"),
        picture="service-group-fitness",
    ),
    ServiceCard(
        key="physiotherapy-kinesiology",
        title="Physiotherapy/Kinesiology",
        description="Treatment and training in one building.",
        features=(
            "ICBC vendor",
            "Direct billing",
            "EMS and kinesiology",
            "45-60 minutes",
            "2+ physiotherapists",
        ),
        price="Direct billing available",
        picture="service-physiotherapy",
    ),
    ServiceCard(
        key="athletic-performance",
        title="Athletic Performance",
        description="For the season ahead: strength, speed and staying power for your sport.",
        features=(
            "60-90 minutes",
            "1-on-1",
            "Built around your sport and season",
            "All levels",
        ),
        price=ServicePrice(low=Decimal("60"), high=Decimal("110"), unit="session"),
        picture="service-athletic-performance",
    ),
    ServiceCard(
        key="kickboxing-boxing",
        title="Kickboxing & Boxing",
        description="Hands up, feet moving. Learn it properly or sharpen what you have.",
        features=(
            "45-60 minutes",
            "1-on-1",
            "A boxing section of its own",
            "All levels",
        ),
        price=ServicePrice(low=Decimal("60"), high=Decimal("90"), unit="session"),
        picture="service-kickboxing-boxing",
    ),
    ServiceCard(
        key="prenatal-postnatal",
        title="Pre & Post Natal Training",
        description="Stay strong while everything changes. Come back at your own pace.",
        features=(
            "45-60 minutes",
            "1-on-1",
            "Before and after birth",
            "After birth: from 6-8 weeks, with medical clearance",
        ),
        price=ServicePrice(low=Decimal("70"), unit="session"),
        picture="service-prenatal-postnatal",
    ),
    ServiceCard(
        key="online-coaching",
        title="Online Fitness Coaching",
        description="Your coach, wherever you train.",
        features=(
            "30-60 minute sessions",
            "1-on-1",
            "All levels",
            f"Packages at {ONLINE_PACKAGES}".replace(" - ", "\N{NO-BREAK SPACE}-\N{NO-BREAK SPACE}"),
        ),
        price=ServicePrice(low=Decimal("50"), unit="session"),
        picture="service-online-coaching",
    ),
)

SERVICE_CARDS: tuple[ServiceCard, ...] = tuple(card for card in _CARDS if BRAND.has(card.key))
CARDS_BY_KEY: dict[str, ServiceCard] = {card.key: card for card in SERVICE_CARDS}
SERVICE_PRICES: dict[str, ServicePrice] = {
    card.key: card.price for card in _CARDS if isinstance(card.price, ServicePrice)
}
"""The price of each service by its key, for sentences that quote it; services that aren't offered are included."""
