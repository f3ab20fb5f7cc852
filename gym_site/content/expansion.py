"""The facility expansion (spec sections 2, 4 and 9), an optional part: its page, and the countdown to its opening."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from gym_site.content.content_type import Blanks, PageKey, PictureName, content_type
from gym_site.content.gallery import CarouselWords, GalleryImage
from gym_site.content.links import NavLink, OutLink
from gym_site.content.questions import Question
from gym_site.content.stats import Stat

Mark = Literal["bag", "dumbbell", "mats", "rack", "sauna", "shower", "sled", "table", "treadmill"]


@content_type
class CountdownWords:
    """The countdown to the opening."""

    heading: str
    """Above the countdown, such as The new space opens in."""
    opened: str
    """In place of the heading from the opening on, such as The new space is open."""
    days: str = "Days"
    hours: str = "Hours"
    minutes: str = "Minutes"
    seconds: str = "Seconds"
    on_date: str
    """Day in words: for browsers that can't count down, such as It opens on {opening day}."""
    page: PageKey = "facility-expansion"
    """The page to which the countdown leads."""


@content_type
class OfferBanner:
    """The banner with the countdown."""

    title: str
    offer: str
    """The offer in one sentence."""
    text: str
    countdown: CountdownWords
    trial: OutLink
    """Link to the trial, after the opening"""
    calls: tuple[NavLink, ...]
    """Links"""


@content_type
class SpaceCard:
    """A new room."""

    title: str
    text: str
    picture: PictureName


@content_type
class Milestone:
    """A stage of the work."""

    when: str
    """A time such as First, or Spring 2027."""
    title: str
    text: str


@content_type
class Zone:
    """A room on the floor plan."""

    name: str
    text: str
    new: bool = False
    """Whether the room is new."""
    mark: Mark | None = None
    """Drawing: what is drawn in the room."""
    picture: PictureName = ""
    """Picture: shown while somebody points at the room."""


@content_type
class Change:
    """Something that the expansion changes for members, or leaves as it was."""

    title: str
    text: str


@content_type
class ExpansionWords:
    """The texts of the page."""

    title: str
    intro: str
    head_picture: PictureName
    """Picture beside the title"""
    figures: tuple[Stat, ...]
    banner: OfferBanner
    cards_title: str
    """Title of the new rooms"""
    carousel_title: str
    """Title of the pictures"""
    carousel: CarouselWords
    """Row of pictures"""
    dot: Annotated[str, Blanks("n", "caption")] = "Picture {n}: {caption}"
    """Buttons below the pictures"""
    pictures_note: str
    """Below the pictures: a line such as Pictures are visualizations."""
    plan_title: str
    """Title of the floor plan"""
    plan_text: str
    """Text of the floor plan"""
    plan_now: str
    """Present rooms: their name on the floor plan."""
    plan_new: str
    """New rooms: their name on the floor plan."""
    plan_note: str
    """Below the floor plan: a line such as Not to scale."""
    timeline_title: str
    """Title of the milestones"""
    timeline_picture: PictureName
    """Picture beside the milestones"""
    changes_title: str
    """Title of the changes"""
    offer_title: str
    offer_text: str
    offer_points: tuple[str, ...]
    """Points of the offer: what it includes, one entry for each."""
    offer_call: NavLink
    """Link below the offer"""
    questions_title: str
    questions_more: NavLink
    """Link below the questions"""


@content_type
class Expansion:
    """The expansion of the building: its page and countdown."""

    opens_at: datetime
    """Opening: day and local time, such as 2027-03-31T23:59:59."""
    words: ExpansionWords
    """Texts"""
    cards: tuple[SpaceCard, ...]
    """New rooms"""
    pictures: Annotated[tuple[GalleryImage, ...], Field(min_length=1)]
    milestones: tuple[Milestone, ...]
    zones: tuple[Zone, ...]
    """Rooms on the floor plan"""
    changes: tuple[Change, ...]
    questions: tuple[Question, ...]
