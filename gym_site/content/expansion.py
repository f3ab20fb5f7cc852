"""The facility expansion (spec sections 2, 4 and 9), an optional part: its page, and the countdown to its opening."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from gym_site.content.content_type import Blanks, PageKey, content_type
from gym_site.content.gallery import CarouselWords, GalleryImage
from gym_site.content.links import NavLink, OutLink
from gym_site.content.questions import Question
from gym_site.content.stats import Stat

Mark = Literal["bag", "dumbbell", "mats", "rack", "sauna", "shower", "sled", "table", "treadmill"]


@content_type
class CountdownWords:
    """The countdown to the expansion's opening. It links to the page with the key ``page``.

    ``opened`` replaces ``heading`` at the opening. Browsers without JavaScript show ``on_date`` instead.
    """

    heading: str
    opened: str
    days: str = "Days"
    hours: str = "Hours"
    minutes: str = "Minutes"
    seconds: str = "Seconds"
    on_date: str
    page: PageKey = "facility-expansion"


@content_type
class OfferBanner:
    """The banner with the countdown. The link ``trial`` appears after the opening."""

    title: str
    offer: str
    text: str
    countdown: CountdownWords
    trial: OutLink
    calls: tuple[NavLink, ...]


@content_type
class SpaceCard:
    """A new room in the building. ``picture`` is the name of its picture."""

    title: str
    text: str
    picture: str


@content_type
class Milestone:
    """One stage of the work."""

    when: str
    title: str
    text: str


@content_type
class Zone:
    """A room of the floor plan. ``mark`` is the drawing in it (``.room-mark`` in ``facility_expansion.css``)."""

    name: str
    text: str
    new: bool = False
    mark: Mark | None = None


@content_type
class Change:
    """Something that the expansion changes for members, or leaves unchanged."""

    title: str
    text: str


@content_type
class ExpansionWords:
    """The texts of the page, except for its lists."""

    title: str
    intro: str
    head_picture: str
    figures: tuple[Stat, ...]
    banner: OfferBanner
    cards_title: str
    carousel_title: str
    carousel: CarouselWords
    dot: Annotated[str, Blanks("n", "caption")] = "Picture {n}: {caption}"
    pictures_note: str
    plan_title: str
    plan_text: str
    plan_now: str
    plan_new: str
    plan_note: str
    timeline_title: str
    timeline_picture: str
    changes_title: str
    offer_title: str
    offer_text: str
    offer_points: tuple[str, ...]
    offer_call: NavLink
    questions_title: str
    questions_more: NavLink


@content_type
class Expansion:
    """The file ``expansion.toml``."""

    opens_at: datetime
    words: ExpansionWords
    cards: tuple[SpaceCard, ...]
    pictures: Annotated[tuple[GalleryImage, ...], Field(min_length=1)]
    milestones: tuple[Milestone, ...]
    zones: tuple[Zone, ...]
    changes: tuple[Change, ...]
    questions: tuple[Question, ...]
