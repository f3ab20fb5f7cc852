"""The texts of the home page, except for plans, services, pictures and forms (spec sections 1 and 2)."""

from typing import Annotated

from pydantic import Field

from gym_site.content.content_type import PictureName, content_type
from gym_site.content.hours import DoorWords
from gym_site.content.links import Actions, LinkKey, NavLink, OutLink
from gym_site.content.stats import Stat


@content_type
class HeroWords:
    """The first screen of the home page."""

    headline: Annotated[str, Field(max_length=80)]
    """The largest words of the page."""
    sentence: str
    """One or two sentences below the headline."""
    actions: Annotated[Actions, Field(max_length=5)]
    """Buttons and links: the first two are buttons, the others links."""
    figures: tuple[Stat, ...] = ()
    picture: PictureName = ""
    day_picture: PictureName = ""
    """Picture by day: the same place in daylight."""
    door: DoorWords = DoorWords()
    """The door now"""


@content_type
class Step:
    """A step of a numbered list."""

    number: str
    """Shown as written, such as 01."""
    title: str
    text: str


@content_type
class StepsWords:
    """The steps to sign up."""

    title: str
    steps: tuple[Step, ...]


@content_type
class Reason:
    """A reason to choose the gym."""

    title: str
    text: str


@content_type
class AboutWords:
    """The section about the gym."""

    title: str
    paragraphs: tuple[str, ...]
    """One entry for each paragraph."""
    stats: tuple[Stat, ...]
    """Figures"""
    reasons_title: str
    """Title of the reasons"""
    reasons: tuple[Reason, ...]


@content_type
class TestimonialsWords:
    """The section about the gym's reviews."""

    title: str
    text: str
    rating: Annotated[
        str, Field(pattern=r"^\d+(\.\d+)?/([1-9]|10)$", description="It is a number, / and the best one, such as 4.8/5")
    ]
    """It also fills the stars."""
    rating_label: str
    """Rating in words: for people who can't see the stars, such as Rated 4.8 out of 5."""
    reviews: OutLink
    """Link to the reviews"""
    gallery: NavLink | None = None
    """Link to the transformations"""
    stats: tuple[Stat, ...]
    """Figures"""


@content_type
class ContactWords:
    """The section with the ways to reach the gym, whose address and telephone are in gym.toml."""

    title: str
    intro: str = ""
    """Below the title"""
    address: str = "Address"
    phone: str = "Phone"
    email: str = "Email"
    hours: str = "Hours"
    hours_text: str = ""
    """Hours in words: in place of the opening hours, such as 24/7 access."""


@content_type
class BusinessInfoWords:
    """The section with address, services and map."""

    title: str
    contact: str = "Contact information"
    """Title of the address"""
    services: str = "Services"
    """Title of the services"""
    map_title: str = "Map"
    """Name of the live map"""
    map_alt: str = "Drawn map of the streets around the gym."
    """Words for the map"""
    show_map: str = "Show the live map"
    """Button of the live map"""
    map_notice: str = "The live map comes from another company, which will see that you're here."
    """Privacy note"""
    parking: str = ""
    """A line such as Free parking."""
    directions: OutLink = OutLink(label="Get Directions", link=LinkKey.DIRECTIONS)
    """Link to the directions"""


@content_type
class Home:
    """The sections of the home page that have no file of their own."""

    hero: HeroWords
    """First screen"""
    steps: StepsWords | None = None
    about: AboutWords | None = None
    testimonials: TestimonialsWords | None = None
    """Reviews"""
    contact: ContactWords
    visit: BusinessInfoWords
    """Address and map"""
