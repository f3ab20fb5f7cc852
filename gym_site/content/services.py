"""The services section: seven cards, each leading to its page (spec sections 2, 3 and 9)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class ServiceCard:
    """One service. ``key`` is its route's key, ``price`` the text shown as it stands, ``picture`` a picture's name."""

    key: str
    title: str
    description: str
    features: tuple[str, ...]
    price: str
    picture: str


@dataclass(frozen=True, kw_only=True)
class ServicesWords:
    """Words of the section."""

    title: str
    intro: str
    learn_more: str


SERVICES_WORDS = ServicesWords(
    title="Seven ways in",
    intro="Some come for a coach, some for the ring, some for the treatment table. Choose yours.",
    learn_more="Learn More",
)

SERVICE_CARDS: tuple[ServiceCard, ...] = (
    ServiceCard(
        key="personal-training",
        title="Personal Training",
        description="One trainer, one hour, one plan: yours.",
        features=(
            "60 minutes, 1-on-1",
            "15+ certified trainers to choose from",
            "All levels, first-timers included",
            "10% off gym memberships with a training plan",
        ),
        price="$60-90/session",
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
        price="$25-35/class",
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
        price="$60-110/session",
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
        price="$60-90/session",
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
        price="From $70/session",
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
            "Packages at $150 - $300/month",
        ),
        price="From $50/session",
        picture="service-online-coaching",
    ),
)
