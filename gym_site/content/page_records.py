"""Title, description and keywords of every page but blog posts: the seed of ``local_seo_content`` (spec section 3)."""

import re
from datetime import date
from typing import Annotated, Any

from pydantic import Field

from gym_site.brand import BRAND
from gym_site.content.parts import either, only
from gym_site.content.plans import PLAN_PRICES
from gym_site.content.record import Slug, record
from gym_site.content.services import ONLINE_PACKAGES, SERVICE_PRICES
from gym_site.content.text import number, series
from gym_site.content.transformations import PAIRS
from gym_site.routes import ROUTES

_NAME, _AREA, _TOWN, _LAST, _BC = BRAND.name, BRAND.area, BRAND.town, BRAND.towns[-1], BRAND.province
_REVERSED = " and ".join(reversed(BRAND.towns))

LONGEST_TITLE = 60  # characters; search engines cut longer titles
DESCRIPTION = range(50, 156)  # characters; search engines often replace a shorter description

PageTitle = Annotated[str, Field(max_length=LONGEST_TITLE)]
PageDescription = Annotated[str, Field(min_length=DESCRIPTION[0], max_length=DESCRIPTION[-1])]


@record
class PageRecord:
    """The metadata of a page for search engines. ``page_slug`` is the page's key.

    ``schema_markup`` is structured data that staff have written; it replaces the site's own.
    """

    page_slug: Slug
    title: PageTitle
    meta_description: PageDescription
    keywords: tuple[str, ...]
    local_keywords: tuple[str, ...]
    schema_markup: dict[str, Any] | None = None


def _titled(words: str, *, name_first: bool = False) -> str:
    """Return a page's title: the words with the gym's name if that fits, else with the short name, else alone."""
    for name in (BRAND.name, BRAND.short_name):
        if len(title := f"{name} | {words}" if name_first else f"{words} | {name}") <= LONGEST_TITLE:
            return title
    return words if len(words) <= LONGEST_TITLE else _of_one_town(words)


def _described(text: str) -> str:
    """Return as many sentences of a text as fit into a description."""
    while len(text) > DESCRIPTION[-1] and len(sentences := re.split(r"(?<=[.?!]) ", text)) > 1:
        text = " ".join(sentences[:-1])
    return text if len(text) <= DESCRIPTION[-1] else _of_one_town(text)


def _of_one_town(text: str) -> str:
    """Return a text with the first town in place of the list of all towns, which may be too long."""
    return text.replace(_AREA, _TOWN).replace(_REVERSED, _TOWN)


def _local(*keywords: str) -> tuple[str, ...]:
    """Return the keywords without the duplicates that arise if the gym serves only one town."""
    return tuple(dict.fromkeys(keywords))


_RECORDS = (
    PageRecord(
        page_slug="home",
        title=_titled(f"{BRAND.kind.title()} in {_AREA}, {_BC}", name_first=True),
        meta_description=_described(
            f"{BRAND.kind.capitalize()} for {_AREA}. "
            + series(
                f"Memberships from {PLAN_PRICES['Regular Hours']} a week",
                *only("personal-training", "personal training"),
                *only("kickboxing-boxing", "boxing"),
                *only("physiotherapy-kinesiology", "physiotherapy"),
                "free parking",
            )
            + ". Try us for 3 days."
        ),
        keywords=(BRAND.kind, "gym membership", *only("personal-training", "personal training"), "fitness club"),
        local_keywords=_local(
            f"gym {_TOWN} {_BC}",
            f"{BRAND.kind} {_TOWN}",
            f"gym {_LAST} {_BC}",
            f"gym near me {_TOWN}",
        ),
    ),
    PageRecord(
        page_slug="personal-training",
        title=_titled(f"Personal Trainer in {_AREA}"),
        meta_description=_described(
            f"One-on-one personal training in {_AREA}. 60-minute sessions with certified trainers, "
            f"{SERVICE_PRICES['personal-training'].amounts} a session, all levels. Ask for a free consultation."
        ),
        keywords=("personal trainer", "personal training", "one-on-one training", "strength coach"),
        local_keywords=_local(
            f"personal trainer {_TOWN}",
            f"personal trainer {_LAST}",
            f"personal training {_TOWN} {_BC}",
        ),
    ),
    PageRecord(
        page_slug="group-fitness",
        title=_titled(f"Group Fitness Classes in {_TOWN}"),
        meta_description=_described(
            f"Small-group fitness in {_TOWN}: 3-6 people, 45-60 minutes, "
            f"{SERVICE_PRICES['group-fitness'].amounts} a class. No fixed timetable: bring your "
            "group and we'll set a time."
        ),
        keywords=("group fitness", "small group training", "fitness classes", "private group training"),
        local_keywords=_local(
            f"group fitness {_TOWN}",
            f"fitness classes {_TOWN} {_BC}",
            f"group training {_LAST}",
        ),
    ),
    PageRecord(
        page_slug="physiotherapy-kinesiology",
        title=_titled(f"Physiotherapy & Kinesiology in {_TOWN}"),
        meta_description=_described(
            f"Physiotherapy, kinesiology and EMS for {_AREA}. ICBC vendor with direct billing, 45-60 minute "
            "sessions, inside the gym. Book an assessment."
        ),
        keywords=("physiotherapy", "kinesiology", "ICBC vendor", "EMS training", "direct billing"),
        local_keywords=_local(
            f"physiotherapy {_TOWN}",
            f"physiotherapy {_LAST}",
            f"kinesiologist {_TOWN}",
            f"ICBC physio {_TOWN}",
        ),
    ),
    PageRecord(
        page_slug="prenatal-postnatal",
        title=_titled(f"Pre & Post Natal Fitness in {_TOWN}"),
        meta_description=_described(
            f"Pre and post natal training in {_AREA}. 45-60 minute one-on-one sessions from "
            f"{SERVICE_PRICES['prenatal-postnatal'].amounts}, paced with "
            "your body and your doctor's clearance."
        ),
        keywords=("prenatal fitness", "postnatal fitness", "pregnancy exercise", "postpartum training"),
        local_keywords=_local(
            f"prenatal fitness {_TOWN}",
            f"postnatal training {_TOWN}",
            f"postpartum trainer {_LAST}",
        ),
    ),
    PageRecord(
        page_slug="athletic-performance",
        title=_titled(f"Athletic Performance Training in {_LAST}"),
        meta_description=_described(
            f"Athletic performance training for {_REVERSED}: strength, speed and conditioning "
            f"built around your sport. 60-90 minute sessions, {SERVICE_PRICES['athletic-performance'].amounts} each."
        ),
        keywords=("athletic performance", "sports training", "speed training", "strength and conditioning"),
        local_keywords=_local(
            f"athletic training {_LAST}",
            f"sports performance {_TOWN}",
            f"strength and conditioning {_LAST} {_BC}",
        ),
    ),
    PageRecord(
        page_slug="kickboxing-boxing",
        title=_titled(f"Kickboxing & Boxing Gym in {_TOWN}"),
        meta_description=_described(
            f"Kickboxing and boxing in {_TOWN} with a boxing section of its own. 45-60 minute coached sessions for all "
            f"levels, {SERVICE_PRICES['kickboxing-boxing'].amounts} each. Hands up."
        ),
        keywords=("kickboxing", "boxing", "boxing gym", "boxing coach"),
        local_keywords=_local(
            f"boxing gym {_TOWN}",
            f"kickboxing {_TOWN} {_BC}",
            f"boxing {_LAST}",
        ),
    ),
    PageRecord(
        page_slug="online-coaching",
        title=_titled("Online Personal Training Coach"),
        meta_description=_described(
            f"Online fitness coaching from {_NAME}: packages at {ONLINE_PACKAGES}, 30-60 minute sessions, "
            "1-on-1, all levels. Train anywhere."
        ),
        keywords=("online coaching", "online personal trainer", "online fitness coach", "training plan"),
        local_keywords=_local(f"online fitness coach {_TOWN}", f"online personal trainer {_BC}"),
    ),
    PageRecord(
        page_slug="before-after",
        title=_titled("Fitness Transformation Results"),
        meta_description=_described(
            f"{number(PAIRS).capitalize()} before-and-after pictures from the {_NAME} transformation gallery in "
            f"{_TOWN}. See what steady training looks like, then share a story of your own."
        ),
        keywords=("fitness transformation", "before and after", "fitness results", "success stories"),
        local_keywords=_local(f"fitness transformation {_TOWN}", f"gym results {_TOWN} {_BC}"),
    ),
    PageRecord(
        page_slug="facility-expansion",
        title=_titled(f"New Gym Facility for {_AREA}"),
        meta_description=_described(
            "13,500 square feet, 6,500 of them new: a group fitness room, a sauna and private showers, with 24/7 "
            "access and room for 500 members."
        ),
        keywords=("gym expansion", "new gym", "gym sauna", "group fitness room"),
        local_keywords=_local(
            f"new gym {_TOWN}",
            f"new gym {_LAST} {_BC}",
            f"gym with sauna {_TOWN}",
        ),
    ),
    PageRecord(
        page_slug="trainers",
        title=_titled(f"Certified Personal Trainers in {_TOWN}"),
        meta_description=_described(
            f"Meet the trainers and practitioners of {_NAME} in {_TOWN}: their specialties, languages and "
            "certificates. Pick one and ask for a free consultation."
        ),
        keywords=(
            "certified personal trainers",
            "personal trainers",
            "fitness coaches",
            *only("physiotherapy-kinesiology", "kinesiologist"),
        ),
        local_keywords=_local(
            f"personal trainers {_TOWN}",
            f"certified trainer {_LAST}",
            f"female personal trainer {_TOWN}",
        ),
    ),
    PageRecord(
        page_slug="consultation",
        title=_titled(f"Free Fitness Consultation in {_TOWN}"),
        meta_description=_described(
            f"Ask for your free fitness consultation at {_NAME} in {_TOWN}. Tell us your goal, "
            + either("trainers", "choose a trainer if you like, ", "")
            + "and hear from us within 24 hours."
        ),
        keywords=(
            "free fitness consultation",
            *only("personal-training", "personal training consultation"),
            "fitness assessment",
        ),
        local_keywords=_local(f"free consultation gym {_TOWN}", f"fitness consultation {_LAST}"),
    ),
    PageRecord(
        page_slug="blog",
        title=_titled(f"Fitness Blog for {_AREA}"),
        meta_description=_described(
            f"Plain words on training, recovery and staying with it, from the trainers of {_NAME} in {_TOWN}. Short "
            "reads for before or after your session."
        ),
        keywords=("fitness blog", "training tips", "strength training", "recovery"),
        local_keywords=_local(f"fitness blog {_TOWN}", f"gym blog {_LAST} {_BC}"),
    ),
    PageRecord(
        page_slug="faq",
        title=_titled(f"Gym FAQ for {_AREA}"),
        meta_description=_described(
            "Answers on "
            + series(
                "memberships",
                *only("personal-training", "personal training"),
                *only("physiotherapy-kinesiology", "ICBC", "physiotherapy", "EMS"),
                *only("kickboxing-boxing", "boxing"),
                "youth training",
                *only("expansion", "the expansion"),
            )
            + f" at {_NAME} in {_AREA}."
        ),
        keywords=(
            "gym FAQ",
            "gym membership questions",
            *only("personal-training", "personal training cost"),
            *only("physiotherapy-kinesiology", "ICBC rehabilitation"),
        ),
        local_keywords=_local(f"gym questions {_TOWN}", f"gym FAQ {_LAST} {_BC}"),
    ),
    PageRecord(
        page_slug="book-appointment",
        title=_titled(f"Book an Appointment in {_TOWN}"),
        meta_description=_described(
            f"Book {either('physiotherapy-kinesiology', 'physiotherapy, kinesiology or training', 'training')} at "
            f"{_NAME} in {_TOWN}. "
            + either("physiotherapy-kinesiology", "ICBC vendor with direct billing. ", "")
            + "Choose your time in the online calendar."
        ),
        keywords=(
            "book appointment",
            *only("physiotherapy-kinesiology", "book physiotherapy"),
            *only("personal-training", "book personal training"),
            *only("physiotherapy-kinesiology", "ICBC appointment"),
        ),
        local_keywords=_local(
            *only("physiotherapy-kinesiology", f"book physiotherapy {_TOWN}"), f"gym appointment {_TOWN}"
        ),
    ),
    PageRecord(
        page_slug="privacy",
        title=_titled(f"Your Privacy at the Gym in {_TOWN}"),
        meta_description=_described(
            f"What the website of {_NAME} in {_TOWN} learns about you, who receives it, when it is erased, and how "
            "to see it or have it erased. No cookies."
        ),
        keywords=("gym privacy", "privacy policy", "personal information"),
        local_keywords=_local(f"gym privacy {_TOWN}", f"{_BC} PIPA"),
    ),
)

PAGE_RECORDS: dict[str, PageRecord] = {
    record.page_slug: record for record in _RECORDS if record.page_slug in {route.key for route in ROUTES}
}

# When you change the text of a page, enter the page's key and the day here, for the sitemap. Dates of files are no
# substitute, because a checkout sets them. Nor are dates of commits, because most commits change no text. Blog posts
# have dates of their own.
_FIRST_WRITTEN = date(2026, 11, 21)
_REWRITTEN: dict[str, date] = {}


def revised(slug: str) -> date:
    """Return the day on which the text of a page last changed."""
    return _REWRITTEN.get(slug, _FIRST_WRITTEN)
