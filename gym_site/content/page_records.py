"""Title, description and keywords of every page (spec section 3). Seeds the table ``local_seo_content``."""

from datetime import date
from typing import Annotated, Any

from pydantic import Field

from gym_site.content.plans import PLAN_PRICES
from gym_site.content.record import Slug, record
from gym_site.content.services import ONLINE_PACKAGES, SERVICE_PRICES
from gym_site.content.text import number
from gym_site.content.transformations import PAIRS

LONGEST_TITLE = 60  # characters; a search engine cuts what is longer
DESCRIPTION = range(50, 156)  # characters; it finds a shorter one too thin

PageTitle = Annotated[str, Field(max_length=LONGEST_TITLE)]
PageDescription = Annotated[str, Field(min_length=DESCRIPTION[0], max_length=DESCRIPTION[-1])]


@record
class PageRecord:
    """What a search engine shows of a page. ``page_slug`` is the key of its route.

    ``schema_markup`` is structured data that staff have written; it takes the place of the site's own.
    """

    page_slug: Slug
    title: PageTitle
    meta_description: PageDescription
    keywords: tuple[str, ...]
    local_keywords: tuple[str, ...]
    schema_markup: dict[str, Any] | None = None


_RECORDS = (
    PageRecord(
        page_slug="home",
        title="Tideforge 24 | 24-Hour Gym in Surrey and Delta, BC",
        meta_description=(
            f"24-hour gym for Surrey and Delta. Memberships from {PLAN_PRICES['Regular Hours']} a week, personal "
            "training, boxing, physiotherapy and free parking. Try us for 3 days."
        ),
        keywords=("24-hour gym", "gym membership", "personal training", "fitness club"),
        local_keywords=("gym Surrey BC", "24-hour gym Surrey", "gym Delta BC", "gym near me Surrey"),
    ),
    PageRecord(
        page_slug="personal-training",
        title="Personal Trainer in Surrey and Delta | Tideforge 24",
        meta_description=(
            "One-on-one personal training in Surrey and Delta. 60-minute sessions with certified trainers, "
            f"{SERVICE_PRICES['personal-training'].amounts} a session, all levels. Ask for a free consultation."
        ),
        keywords=("personal trainer", "personal training", "one-on-one training", "strength coach"),
        local_keywords=("personal trainer Surrey", "personal trainer Delta", "personal training Surrey BC"),
    ),
    PageRecord(
        page_slug="group-fitness",
        title="Group Fitness Classes in Surrey | Tideforge 24",
        meta_description=(
            "Small-group fitness in Surrey: 3-6 people, 45-60 minutes, "
            f"{SERVICE_PRICES['group-fitness'].amounts} a class. No fixed timetable: bring your "
            "group and we'll set a time."
        ),
        keywords=("group fitness", "small group training", "fitness classes", "private group training"),
        local_keywords=("group fitness Surrey", "fitness classes Surrey BC", "group training Delta"),
    ),
    PageRecord(
        page_slug="physiotherapy-kinesiology",
        title="Physiotherapy & Kinesiology in Surrey | Tideforge 24",
        meta_description=(
            "Physiotherapy, kinesiology and EMS for Surrey and Delta. ICBC vendor with direct billing, 45-60 minute "
            "sessions, inside the gym. Book an assessment."
        ),
        keywords=("physiotherapy", "kinesiology", "ICBC vendor", "EMS training", "direct billing"),
        local_keywords=("physiotherapy Surrey", "physiotherapy Delta", "kinesiologist Surrey", "ICBC physio Surrey"),
    ),
    PageRecord(
        page_slug="prenatal-postnatal",
        title="Pre & Post Natal Fitness in Surrey | Tideforge 24",
        meta_description=(
            "Pre and post natal training in Surrey and Delta. 45-60 minute one-on-one sessions from "
            f"{SERVICE_PRICES['prenatal-postnatal'].amounts}, paced with "
            "your body and your doctor's clearance."
        ),
        keywords=("prenatal fitness", "postnatal fitness", "pregnancy exercise", "postpartum training"),
        local_keywords=("prenatal fitness Surrey", "postnatal training Surrey", "postpartum trainer Delta"),
    ),
    PageRecord(
        page_slug="athletic-performance",
        title="Athletic Performance Training in Delta | Tideforge 24",
        meta_description=(
            "Athletic performance training for Delta and Surrey: strength, speed and conditioning built around your "
            f"sport. 60-90 minute sessions, {SERVICE_PRICES['athletic-performance'].amounts} each."
        ),
        keywords=("athletic performance", "sports training", "speed training", "strength and conditioning"),
        local_keywords=("athletic training Delta", "sports performance Surrey", "strength and conditioning Delta BC"),
    ),
    PageRecord(
        page_slug="kickboxing-boxing",
        title="Kickboxing & Boxing Gym in Surrey | Tideforge 24",
        meta_description=(
            "Kickboxing and boxing in Surrey with a boxing section of its own. 45-60 minute coached sessions for all "
            f"levels, {SERVICE_PRICES['kickboxing-boxing'].amounts} each. Hands up."
        ),
        keywords=("kickboxing", "boxing", "boxing gym", "boxing coach"),
        local_keywords=("boxing gym Surrey", "kickboxing Surrey BC", "boxing Delta"),
    ),
    PageRecord(
        page_slug="online-coaching",
        title="Online Personal Training Coach | Tideforge 24",
        meta_description=(
            f"Online fitness coaching from Tideforge 24: packages at {ONLINE_PACKAGES}, 30-60 minute sessions, "
            "1-on-1, all levels. Train anywhere."
        ),
        keywords=("online coaching", "online personal trainer", "online fitness coach", "training plan"),
        local_keywords=("online fitness coach Surrey", "online personal trainer BC"),
    ),
    PageRecord(
        page_slug="before-after",
        title="Fitness Transformation Results | Tideforge 24",
        meta_description=(
            f"{number(PAIRS).capitalize()} before-and-after pictures from the Tideforge 24 transformation gallery in "
            "Surrey. See what steady training looks like, then share a story of your own."
        ),
        keywords=("fitness transformation", "before and after", "fitness results", "success stories"),
        local_keywords=("fitness transformation Surrey", "gym results Surrey BC"),
    ),
    PageRecord(
        page_slug="facility-expansion",
        title="New Gym Facility for Surrey and Delta | Tideforge 24",
        meta_description=(
            "13,500 square feet, 6,500 of them new: a group fitness room, a sauna and private showers, with 24/7 "
            "access and room for 500 members."
        ),
        keywords=("gym expansion", "new gym", "gym sauna", "group fitness room"),
        local_keywords=("new gym Surrey", "new gym Delta BC", "gym with sauna Surrey"),
    ),
    PageRecord(
        page_slug="trainers",
        title="Certified Personal Trainers in Surrey | Tideforge 24",
        meta_description=(
            "Meet the trainers and practitioners of Tideforge 24 in Surrey: their specialties, languages and "
            "certificates. Pick one and ask for a free consultation."
        ),
        keywords=("certified personal trainers", "personal trainers", "fitness coaches", "kinesiologist"),
        local_keywords=("personal trainers Surrey", "certified trainer Delta", "female personal trainer Surrey"),
    ),
    PageRecord(
        page_slug="consultation",
        title="Free Fitness Consultation in Surrey | Tideforge 24",
        meta_description=(
            "Ask for your free fitness consultation at Tideforge 24 in Surrey. Tell us your goal, choose a trainer if "
            "you like, and hear from us within 24 hours."
        ),
        keywords=("free fitness consultation", "personal training consultation", "fitness assessment"),
        local_keywords=("free consultation gym Surrey", "fitness consultation Delta"),
    ),
    PageRecord(
        page_slug="blog",
        title="Fitness Blog for Surrey and Delta | Tideforge 24",
        meta_description=(
            "Plain words on training, recovery and staying with it, from the trainers of Tideforge 24 in Surrey. Short "
            "reads for before or after your session."
        ),
        keywords=("fitness blog", "training tips", "strength training", "recovery"),
        local_keywords=("fitness blog Surrey", "gym blog Delta BC"),
    ),
    PageRecord(
        page_slug="faq",
        title="Gym FAQ for Surrey and Delta | Tideforge 24",
        meta_description=(
            "Answers on memberships, personal training, ICBC, physiotherapy, EMS, boxing, youth training and the "
            "expansion at Tideforge 24 in Surrey and Delta."
        ),
        keywords=("gym FAQ", "gym membership questions", "personal training cost", "ICBC rehabilitation"),
        local_keywords=("gym questions Surrey", "gym FAQ Delta BC"),
    ),
    PageRecord(
        page_slug="book-appointment",
        title="Book an Appointment in Surrey | Tideforge 24",
        meta_description=(
            "Book physiotherapy, kinesiology or training at Tideforge 24 in Surrey. ICBC vendor with direct billing. "
            "Choose your time in the online calendar."
        ),
        keywords=("book appointment", "book physiotherapy", "book personal training", "ICBC appointment"),
        local_keywords=("book physiotherapy Surrey", "gym appointment Surrey"),
    ),
    PageRecord(
        page_slug="privacy",
        title="Your Privacy at the Gym in Surrey | Tideforge 24",
        meta_description=(
            "What the website of Tideforge 24 in Surrey learns about you, who receives it, when it is erased, and how "
            "to see it or have it erased. No cookies."
        ),
        keywords=("gym privacy", "privacy policy", "personal information"),
        local_keywords=("gym privacy Surrey", "BC PIPA"),
    ),
)

PAGE_RECORDS: dict[str, PageRecord] = {record.page_slug: record for record in _RECORDS}

# For the sitemap: whoever changes what a page says enters its key and the day here. By hand, since nothing else knows:
# files have the date of their checkout, and most commits change no words. Posts have dates of their own, and the blog
# takes that of its newest post.
_FIRST_WRITTEN = date(2026, 11, 21)
_REWRITTEN: dict[str, date] = {}


def revised(slug: str) -> date:
    """Return the day on which the words of a page last changed."""
    return _REWRITTEN.get(slug, _FIRST_WRITTEN)
