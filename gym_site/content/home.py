"""The texts of the home page, except for plans, services, pictures and forms (spec sections 1 and 2)."""

from gym_site.brand import BRAND
from gym_site.content.expansion import COUNTDOWN, CountdownWords
from gym_site.content.links import Action, LinkKey, NavLink, OutLink
from gym_site.content.opening import Dated
from gym_site.content.parts import either, only
from gym_site.content.plans import MONTHLY, TRIAL_PASS
from gym_site.content.prices import format_price
from gym_site.content.record import record
from gym_site.content.stats import Stat
from gym_site.content.text import number


@record
class HeroWords:
    """The hero: headline, one sentence, actions (two buttons, then up to three text links), four key figures."""

    headline: str
    sentence: str
    actions: tuple[Action, ...]
    countdown: CountdownWords | None
    figures: tuple[Stat, ...]
    picture: str


@record
class Step:
    """One step of a numbered list. ``number`` is shown as written."""

    number: str
    title: str
    text: str


@record
class StepsWords:
    """The four sign-up steps and their title."""

    title: str
    steps: tuple[Step, ...]


@record
class Reason:
    """One reason to choose the gym."""

    title: str
    text: str


@record
class AboutWords:
    """The about section. The photos of its tour are in `gym_site.content.gallery`."""

    title: str
    paragraphs: tuple[str | Dated, ...]
    stats: tuple[Stat, ...]
    reasons_title: str
    reasons: tuple[Reason, ...]


@record
class TestimonialsWords:
    """The Google reviews panel and its figures. ``rating_label`` is for screen readers."""

    title: str
    text: str
    rating: str
    rating_label: str
    reviews: OutLink
    gallery: NavLink | None
    stats: tuple[Stat, ...]


@record
class ContactWords:
    """The texts of the contact section. Its facts come from the business record, and its form is the inquiry form."""

    title: str
    intro: str
    address: str
    phone: str
    email: str
    hours: str
    hours_text: str


@record
class BusinessInfoWords:
    """The titles and labels of the section that shows the business record."""

    title: str
    contact: str
    services: str
    map_title: str
    map_alt: str = ""
    show_map: str
    map_notice: str
    parking: str
    directions: OutLink


HERO = HeroWords(
    headline="Strong at any hour",
    sentence=(
        f"The {BRAND.kind} for {BRAND.area}. From {format_price(MONTHLY.plans[0].price)} a week, no sign-up fee."
    ),
    actions=(
        NavLink(label="Choose Your Membership", anchor="membership"),
        TRIAL_PASS,
        *only("physiotherapy-kinesiology", OutLink(label="Physiotherapy Assessment", link=LinkKey.PHYSIO)),
        *only("personal-training", NavLink(label="Personal Training Consultation", key="consultation", alias=True)),
        NavLink(label="See the Facility", anchor="facility"),
    ),
    countdown=either("expansion", COUNTDOWN, None),
    figures=(
        Stat(value="7,000+", label="Members helped"),
        Stat(value="13,000", unit="sqft", label="Gym size"),
        Stat(value="24/7", label="Hours"),
        Stat(value="500", label="Membership cap"),
    ),
    picture="hero",
)

_STEPS = (
    Step(number="01", title="Choose a membership", text="Weekly, yearly or by the visit."),
    Step(number="02", title="Fill out the online form", text="On our membership portal."),
    Step(number="03", title="Download the member app and log in", text="Your membership lives there."),
    Step(number="04", title="Access the gym", text="Walk in. Start."),
)

STEPS = StepsWords(title=f"{number(_STEPS).capitalize()} steps to the floor", steps=_STEPS)

_REASONS = (
    Reason(title="Open 24 hours daily", text="With the 24 Hours plan, your key fob opens the door all year."),
    Reason(title="Certified trainers", text="For your first squat or your first round."),
    *only(
        "physiotherapy-kinesiology",
        Reason(title="Physiotherapy on site", text="An ICBC vendor with direct billing, under the same roof."),
    ),
    *only(
        "kickboxing-boxing",
        Reason(title="A boxing section", text="Ring and heavy bags, in a corner of their own."),
    ),
    Reason(title="Your terms", text="Contract or month-to-month. You decide."),
    Reason(title="No sign-up fee", text="The price on the card, plus taxes and the one yearly fee it names."),
    Reason(title="Bring someone", text="2 one-week guest passes for family and friends."),
    Reason(title="Free parking", text="Park at the door. Free, day and night."),
)

ABOUT = AboutWords(
    title="Eight years. Still no closing time.",
    paragraphs=(
        f"We've kept the lights on for {BRAND.area}: shift workers, early risers, parents with one free hour, "
        "people who think best under a bar.",
        *only(
            "expansion",
            Dated(
                before=(
                    "Now we're adding room. The planned expansion takes us to about 13,500 sq ft, with a group fitness "
                    "room, a sauna and private showers."
                ),
                after=(
                    "In {season} {year} we added room: about 13,500 sq ft now, with a group fitness room, a sauna and "
                    "private showers."
                ),
            ),
        ),
    ),
    stats=(
        Stat(value="15+", label="Certified trainers"),
        *only("physiotherapy-kinesiology", Stat(value="2+", label="Physiotherapists")),
        Stat(value="1000s+", label="Lives changed"),
        Stat(value="100s+", label="Success stories"),
        Stat(value="8+", label="Years in business"),
    ),
    reasons_title=f"{number(_REASONS).capitalize()} reasons",
    reasons=_REASONS,
)

TESTIMONIALS = TestimonialsWords(
    title="They said it on Google",
    text="We could quote ourselves. Read them instead.",
    rating="4.8/5",
    rating_label="Rated 4.8 out of 5 on Google",
    reviews=OutLink(label="Read All Reviews", link=LinkKey.REVIEWS),
    gallery=either("transformations", NavLink(label="Transformation Gallery", key="before-after", alias=True), None),
    stats=(
        Stat(value="7,000+", label="Members helped"),
        Stat(value="500+", label="Success stories"),
        Stat(value="15", label="Certified trainers"),
        Stat(value="8", label="Years"),
    ),
)

CONTACT = ContactWords(
    title="Find us awake",
    intro="Call, email or drop by.",
    address="Address",
    phone="Phone",
    email="Email",
    hours="Hours",
    hours_text="24/7 access",
)

BUSINESS_INFO = BusinessInfoWords(
    title=f"Visit Our {BRAND.town} Location",
    contact="Contact information",
    services="Services",
    map_title="Map",
    map_alt=either("map", "Drawn map of the streets around the gym.", ""),
    show_map="Show the live map",
    map_notice="The live map comes from another company, which will see that you're here.",
    parking="Free parking",
    directions=OutLink(label="Get Directions", link=LinkKey.DIRECTIONS),
)
