"""The texts of the home page, except for plans, services, pictures and forms (spec sections 1 and 2)."""

from typing import Annotated

from pydantic import Field

from gym_site.content.content_type import content_type
from gym_site.content.hours import DoorWords
from gym_site.content.links import Actions, LinkKey, NavLink, OutLink
from gym_site.content.stats import Stat


@content_type
class HeroWords:
    """The hero: headline, one sentence, actions (two buttons, then up to three text links), key figures.

    By day ``day_picture`` replaces ``picture``. Both show the same place.
    """

    headline: Annotated[str, Field(max_length=80)]
    sentence: str
    actions: Annotated[Actions, Field(max_length=5)]
    figures: tuple[Stat, ...] = ()
    picture: str = ""
    day_picture: str = ""
    door: DoorWords = DoorWords()


@content_type
class Step:
    """One step of a numbered list. ``number`` is shown as written."""

    number: str
    title: str
    text: str


@content_type
class StepsWords:
    """The sign-up steps and their title."""

    title: str
    steps: tuple[Step, ...]


@content_type
class Reason:
    """One reason to choose the gym."""

    title: str
    text: str


@content_type
class AboutWords:
    """The about section. The photos of its tour are in `gym_site.content.facility`."""

    title: str
    paragraphs: tuple[str, ...]
    stats: tuple[Stat, ...]
    reasons_title: str
    reasons: tuple[Reason, ...]


@content_type
class TestimonialsWords:
    """The Google reviews panel and its figures. ``rating_label`` is for screen readers."""

    title: str
    text: str
    rating: str
    rating_label: str
    reviews: OutLink
    gallery: NavLink | None = None
    stats: tuple[Stat, ...]


@content_type
class ContactWords:
    """The texts of the contact section. Its facts come from the business record, and its form is the inquiry form."""

    title: str
    intro: str
    address: str = "Address"
    phone: str = "Phone"
    email: str = "Email"
    hours: str = "Hours"
    hours_text: str = ""


@content_type
class BusinessInfoWords:
    """The titles and labels of the section that shows the business record. ``parking`` may be empty."""

    title: str
    contact: str = "Contact information"
    services: str = "Services"
    map_title: str = "Map"
    map_alt: str = "Drawn map of the streets around the gym."
    show_map: str = "Show the live map"
    map_notice: str = "The live map comes from another company, which will see that you're here."
    parking: str = ""
    directions: OutLink = OutLink(label="Get Directions", link=LinkKey.DIRECTIONS)


@content_type
class Home:
    """The file ``home.toml``. A gym may lack the sections that are None by default."""

    hero: HeroWords
    steps: StepsWords | None = None
    about: AboutWords | None = None
    testimonials: TestimonialsWords | None = None
    contact: ContactWords
    visit: BusinessInfoWords
