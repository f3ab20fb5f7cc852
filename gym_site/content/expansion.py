"""The facility expansion page (spec sections 2, 4 and 9).

Some texts come twice: one for the time before the countdown's end, one (``passed``) for the time after it.
"""

from __future__ import annotations

from dataclasses import dataclass

from gym_site.content.facility import CarouselWords
from gym_site.content.gallery import GalleryImage
from gym_site.content.home import HERO, CountdownWords
from gym_site.content.links import NavLink
from gym_site.content.questions import Question
from gym_site.content.stats import Stat


@dataclass(frozen=True, kw_only=True)
class OfferBanner:
    """The banner with the countdown. ``offer`` stands before its end, the ``passed_*`` texts after it."""

    title: str
    offer: str
    text: str
    countdown: CountdownWords
    until: str
    call: NavLink
    passed_title: str
    passed_text: str
    passed_call: NavLink


@dataclass(frozen=True, kw_only=True)
class SpaceCard:
    """One new part of the building."""

    title: str
    text: str
    picture: str


@dataclass(frozen=True, kw_only=True)
class Milestone:
    """One stage of the work. ``passed_text`` takes the place of ``text`` after the opening."""

    when: str
    title: str
    text: str
    passed_text: str


@dataclass(frozen=True, kw_only=True)
class Zone:
    """One part of the floor plan."""

    name: str
    text: str
    new: bool = False


@dataclass(frozen=True, kw_only=True)
class Change:
    """What changes for members, or doesn't."""

    title: str
    text: str


@dataclass(frozen=True, kw_only=True)
class ExpansionWords:
    """Titles and lines of the page's sections."""

    title: str
    intro: str
    passed_intro: str
    figures: tuple[Stat, ...]
    banner: OfferBanner
    cards_title: str
    carousel_title: str
    carousel: CarouselWords
    dot: str
    pictures_note: str
    plan_title: str
    plan_text: str
    plan_now: str
    plan_new: str
    timeline_title: str
    timeline_picture: str
    changes_title: str
    offer_title: str
    offer_text: str
    offer_points: tuple[str, ...]
    offer_call: NavLink
    questions_title: str
    questions_more: NavLink


COUNTDOWN_ENDS = "October 31, 2025"

_LAUNCH_OFFER = "Only 500 memberships available at launch pricing"

EXPANSION = ExpansionWords(
    title="More floor. Same hours.",
    intro=(
        "We are growing to about 13,500 sq ft: 6500 sq ft of new space, with a group fitness room, a sauna and private "
        "showers. It opens in fall 2025."
    ),
    passed_intro=(
        "We have grown to about 13,500 sq ft: 6500 sq ft of new space, with a group fitness room, a sauna and private "
        "showers."
    ),
    figures=(
        Stat(value="13,500", unit="sq ft", label="In all"),
        Stat(value="6500", unit="sq ft", label="New"),
        Stat(value="500", label="Member capacity"),
        Stat(value="24/7", label="Access"),
    ),
    banner=OfferBanner(
        title="Launch offer",
        offer=_LAUNCH_OFFER,
        text="When they are gone, they are gone.",
        countdown=HERO.countdown,
        until=f"Until {COUNTDOWN_ENDS}",
        call=NavLink(label="See memberships", anchor="membership"),
        passed_title="The expansion is open.",
        passed_text="The countdown is over. Ask us whether launch pricing is still to be had.",
        passed_call=NavLink(label="Ask us", anchor="contact"),
    ),
    cards_title="What is new",
    carousel_title="Look inside",
    carousel=CarouselWords(
        name="The new space in five pictures",
        previous="Previous picture",
        next="Next picture",
    ),
    dot="Picture {n}: {caption}",
    pictures_note="Pictures are visualisations.",
    plan_title="How it fits together",
    plan_text="Of about 13,500 sq ft, 6500 are new: not quite half of the floor.",
    plan_now="What you know",
    plan_new="What is added",
    timeline_title="From plan to open door",
    timeline_picture="expansion-06",
    changes_title="What it means for members",
    offer_title="Be one of 500",
    offer_text=f"{_LAUNCH_OFFER}. Member capacity is 500, so that there is room on the floor at any hour.",
    offer_points=(
        "No sign-up fee",
        "24-hour access with the 24 Hours plan and your key fob",
        "A complimentary personal training session",
        "2 one-week guest passes for family and friends",
    ),
    offer_call=NavLink(label="Sign Up Online", anchor="membership"),
    questions_title="Six questions about the new space",
    questions_more=NavLink(label="All questions and answers", key="faq"),
)

SPACE_CARDS: tuple[SpaceCard, ...] = (
    SpaceCard(
        title="Group fitness room",
        text="A room of its own for groups of 3-6: mats, bells, mirrors, and a door to close behind you.",
        picture="expansion-02",
    ),
    SpaceCard(
        title="Sauna",
        text="Timber, heat, quiet. The end of a session, or the reason for one.",
        picture="expansion-03",
    ),
    SpaceCard(
        title="Private showers",
        text="Your own cabin, your own door. From the bar to the office without a detour.",
        picture="expansion-04",
    ),
)

EXPANSION_PICTURES: tuple[GalleryImage, ...] = (
    GalleryImage(picture="expansion-01", caption="Group fitness room"),
    GalleryImage(picture="expansion-02", caption="Mats out, lights on"),
    GalleryImage(picture="expansion-03", caption="The sauna"),
    GalleryImage(picture="expansion-04", caption="Private showers"),
    GalleryImage(picture="expansion-05", caption="The building at dusk"),
)

MILESTONES: tuple[Milestone, ...] = (
    Milestone(
        when="First",
        title="Planned",
        text="On paper: a room for groups, heat to end the day, a door to close.",
        passed_text="On paper: a room for groups, heat to end the day, a door to close.",
    ),
    Milestone(
        when="Then",
        title="Built",
        text="Walls, floor, light. The gym stays open beside it.",
        passed_text="Walls, floor, light. The gym stayed open beside it.",
    ),
    Milestone(
        when="Fall 2025",
        title="Opens",
        text=f"About 13,500 sq ft, 24/7 access. The countdown runs until {COUNTDOWN_ENDS}.",
        passed_text="About 13,500 sq ft, 24/7 access. Come and see it.",
    ),
)

ZONES: tuple[Zone, ...] = (
    Zone(name="Racks and platforms", text="The rack line, the bars, the wooden platforms."),
    Zone(name="Dumbbells and machines", text="Hexagons in rows, leg presses, cable tower."),
    Zone(name="Cardio", text="Treadmills and rowers, with a view of the night."),
    Zone(name="Turf", text="The green lane with the sled, for pushing, carrying and sprinting."),
    Zone(name="Boxing section", text="Ring and heavy bags, in a corner of their own."),
    Zone(name="Physiotherapy centre", text="Treatment room, a few steps from the floor."),
    Zone(name="Group fitness room", text="For small groups, with space on every side.", new=True),
    Zone(name="Sauna and recovery room", text="Heat, cold and quiet.", new=True),
    Zone(name="Private showers", text="Cabins with doors that lock out the day.", new=True),
)

CHANGES: tuple[Change, ...] = (
    Change(title="Your rate stays", text="Current members keep their rates."),
    Change(title="Your hours stay", text="Regular Hours 5:30am-10pm daily, 24 Hours around the clock. As before."),
    Change(
        title="Your floor grows", text="6500 sq ft of new space, for the same members who train here now and new ones."
    ),
    Change(title="Your number is limited", text="500 member capacity. We would rather be full than crowded."),
)

EXPANSION_QUESTIONS: tuple[Question, ...] = (
    Question(
        slug="when-does-it-open",
        question="When does it open?",
        answer=f"In fall 2025. The countdown on this page runs until {COUNTDOWN_ENDS}, 23:59:59.",
    ),
    Question(
        slug="does-my-rate-change",
        question="I am a member. Does my rate change?",
        answer="No. Current members keep their rates.",
    ),
    Question(
        slug="what-is-launch-pricing",
        question="What is launch pricing?",
        answer=(
            "Only 500 memberships are available at it. Today's prices stand on the plan cards on our home page. If you "
            "want to know what launch pricing means for the plan you have in mind, ask us before you sign up."
        ),
    ),
    Question(
        slug="is-the-gym-open-meanwhile",
        question="Can I train here before it is finished?",
        answer=(
            "Yes. The gym is open: 5:30am-10pm daily with regular access, 24 hours a day with the 24 Hours plan. If "
            "you want to look around first, take the 3 Days Visit Pass."
        ),
    ),
    Question(
        slug="who-may-use-the-new-space",
        question="Is the new space open 24/7 too?",
        answer=(
            "Access is 24/7 for members of the 24 Hours plan. For the hours of the sauna and of a booked group fitness "
            "room, ask us when you come by."
        ),
    ),
    Question(
        slug="can-my-group-book-the-room",
        question="Can my group book the new room?",
        answer=(
            "Groups of 3-6 people train there with a coach, $25-35/class, without a fixed class schedule. Tell us who "
            "you are and when you can, and we agree on a time."
        ),
    ),
)
