"""The facility expansion page (spec sections 2, 4 and 9)."""

from typing import Annotated

from gym_site.brand import BRAND
from gym_site.content.gallery import CarouselWords, GalleryImage
from gym_site.content.links import NavLink, OutLink
from gym_site.content.opening import Dated
from gym_site.content.parts import only
from gym_site.content.plans import PLAN_PRICES, TRIAL_PASS, TRIAL_PRICE
from gym_site.content.questions import Question
from gym_site.content.record import Blanks, PageKey, record
from gym_site.content.services import SERVICE_PRICES
from gym_site.content.stats import Stat
from gym_site.content.text import number


@record
class CountdownWords:
    """The countdown to the expansion's opening. It links to the page with the key ``page``.

    Browsers without JavaScript show ``on_date`` instead.
    """

    heading: Dated
    days: str
    hours: str
    minutes: str
    seconds: str
    on_date: Annotated[str, Blanks("date")]
    page: PageKey


@record
class OfferBanner:
    """The banner with the countdown. The link ``trial`` appears after the opening."""

    title: Dated
    offer: Dated
    text: Dated
    countdown: CountdownWords
    trial: OutLink
    calls: tuple[NavLink, ...]


@record
class SpaceCard:
    """A new room in the building. ``picture`` is the name of its picture."""

    title: str
    text: str
    picture: str


@record
class Milestone:
    """One stage of the work."""

    when: str | Dated
    title: str | Dated
    text: str | Dated


@record
class Zone:
    """A room or an area on the floor plan."""

    name: str
    text: str
    new: bool = False


@record
class Change:
    """Something that the expansion changes for members, or leaves unchanged."""

    title: str | Dated
    text: str | Dated


@record
class ExpansionWords:
    """The texts of the page, except for its lists."""

    title: str
    intro: Dated
    head_picture: str
    figures: tuple[Stat, ...]
    banner: OfferBanner
    cards_title: str
    carousel_title: str
    carousel: CarouselWords
    dot: Annotated[str, Blanks("n", "caption")]
    pictures_note: str
    plan_title: str
    plan_text: str
    plan_now: str
    plan_new: str
    plan_note: str
    timeline_title: str
    timeline_picture: str
    changes_title: str
    offer_title: Dated
    offer_text: Dated
    offer_points: tuple[str, ...]
    offer_call: NavLink
    questions_title: str
    questions_more: NavLink


COUNTDOWN = CountdownWords(
    heading=Dated(before="The expansion opens in", after="The expansion is open"),
    days="Days",
    hours="Hours",
    minutes="Minutes",
    seconds="Seconds",
    on_date="The expansion opens on {date}.",
    page="facility-expansion",
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
        text="Your own stall. Your own lock. From the bar to the office, no detour.",
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
        text="On paper: a group room, a sauna, showers that lock.",
    ),
    Milestone(
        when="Then",
        title="Built",
        text=Dated(
            before="Walls, floor, light. The gym stays open beside it.",
            after="Walls, floor, light. The gym stayed open beside it.",
        ),
    ),
    Milestone(
        when=Dated(before="{Season} {year}", after="{Season} {year}"),
        title=Dated(before="Opens", after="Opened"),
        text=Dated(
            before="About 13,500 sq ft, 24/7 access. The countdown runs until {date}.",
            after="About 13,500 sq ft, 24/7 access. Come and see it.",
        ),
    ),
)

ZONES: tuple[Zone, ...] = (
    Zone(name="Racks and platforms", text="The rack line, the bars, the wooden platforms."),
    Zone(name="Dumbbells and machines", text="Hex dumbbells in rows, leg presses, a cable tower."),
    Zone(name="Cardio", text="Treadmills and rowers, with a view of the night."),
    Zone(name="Turf", text="The green lane with the sled: push, carry, sprint."),
    *only("kickboxing-boxing", Zone(name="Boxing section", text="Ring and heavy bags, in a corner of their own.")),
    *only(
        "physiotherapy-kinesiology",
        Zone(name="Physiotherapy centre", text="A treatment room, a few steps from the floor."),
    ),
    Zone(name="Group fitness room", text="For small groups, with space on every side.", new=True),
    Zone(name="Sauna and recovery room", text="Heat, cold and quiet.", new=True),
    Zone(name="Private showers", text="Lock the door. Leave the day outside.", new=True),
)

CHANGES: tuple[Change, ...] = (
    Change(title="Your rate stays", text="Current members keep their rates."),
    Change(title="Your hours stay", text="Regular Hours 5:30am-10pm daily, 24 Hours around the clock. As before."),
    Change(
        title=Dated(before="Your floor grows", after="More floor for you"),
        text="6,500 sq ft of new space, for the members who train here now and the ones who join.",
    ),
    Change(
        title="Your number is limited",
        text="500 member capacity. We'd rather cap it than have you queue for a rack.",
    ),
)

EXPANSION_QUESTIONS: tuple[Question, ...] = (
    Question(
        slug="when-does-it-open",
        question=Dated(before="When does it open?", after="Is it open?"),
        answer=Dated(
            before="In {season} {year}. The countdown on this page runs until {date}, 23:59:59.",
            after="Yes, since {season} {year}. Come and see it.",
        ),
    ),
    Question(
        slug="does-my-rate-change",
        question="I'm a member. Does my rate change?",
        answer="No. Current members keep their rates.",
    ),
    Question(
        slug="what-is-launch-pricing",
        question=Dated(before="What is launch pricing?", after="Is there still launch pricing?"),
        answer=Dated(
            before=(
                "A price for the launch, and only 500 memberships at that price. Today's prices are on the plan cards "
                "on our home page. If you want to know what launch pricing means for the plan you have in mind, ask us "
                "before you sign up."
            ),
            after="No, the launch is over. Today's prices are on the plan cards on our home page.",
        ),
    ),
    Question(
        slug="is-the-gym-open-meanwhile",
        question=Dated(before="Can I train here before it is finished?", after="Can I look around before I sign up?"),
        answer=Dated(
            before=(
                "Yes. The gym is open: 5:30am-10pm daily with regular access, 24 hours a day with the 24 Hours plan. "
                "If you want to look around first, take the 3 Days Visit Pass."
            ),
            after=(
                f"Yes. Take the 3 Days Visit Pass: three days, {PLAN_PRICES['3 Days Visit Pass']} and refundable, for "
                f"{BRAND.area} residents, 6 AM-9 PM by appointment."
            ),
        ),
    ),
    Question(
        slug="who-may-use-the-new-space",
        question="Is the new space open 24/7 too?",
        answer=(
            "Access is 24/7 for members on the 24 Hours plan. For sauna hours, or to book the group fitness room, ask "
            "us when you come by."
        ),
    ),
    *only(
        "group-fitness",
        Question(
            slug="can-my-group-book-the-room",
            question="Can my group book the new room?",
            answer=(
                f"Yes, with a coach: it's made for groups of 3-6 people, {SERVICE_PRICES['group-fitness']}. There's no "
                "fixed class schedule. Tell us who you are and when you're free, and we'll agree on a time."
            ),
        ),
    ),
)

_LAUNCH_OFFER = "Only 500 memberships available at launch pricing"

EXPANSION = ExpansionWords(
    title="More floor. Same hours.",
    intro=Dated(
        before=(
            "We are growing to about 13,500 sq ft: 6,500 sq ft of new space, with a group fitness room, a sauna and "
            "private showers. It opens in {season} {year}."
        ),
        after=(
            "About 13,500 sq ft, open since {season} {year}: 6,500 sq ft of new space, with a group fitness room, a "
            "sauna and private showers."
        ),
    ),
    head_picture="expansion-05",
    figures=(
        Stat(value="13,500", unit="sq ft", label="In all"),
        Stat(value="6,500", unit="sq ft", label="New"),
        Stat(value="500", label="Member capacity"),
        Stat(value="24/7", label="Access"),
    ),
    banner=OfferBanner(
        title=Dated(before="Launch pricing", after="Open since {season} {year}"),
        offer=Dated(before=_LAUNCH_OFFER, after=f"See it. Three days for {TRIAL_PRICE}.", former=_LAUNCH_OFFER),
        text=Dated(
            before="When they're gone, they're gone.", after=f"For {BRAND.area} residents, 6 AM-9 PM by appointment."
        ),
        countdown=COUNTDOWN,
        trial=TRIAL_PASS,
        calls=(
            NavLink(label="See memberships", anchor="membership"),
            NavLink(label="Ask us", anchor="contact"),
        ),
    ),
    cards_title="What's new",
    carousel_title="Look inside",
    carousel=CarouselWords(
        name=f"The new space in {number(EXPANSION_PICTURES)} pictures",
        previous="Previous picture",
        next="Next picture",
    ),
    dot="Picture {n}: {caption}",
    pictures_note="Pictures are visualizations.",
    plan_title="How it fits together",
    plan_text="About 13,500 sq ft in all. 6,500 sq ft of it is new.",
    plan_now="The floor you know",
    plan_new="The new space",
    plan_note="A sketch, not to scale.",
    timeline_title="From plan to open door",
    timeline_picture="expansion-06",
    changes_title="What it means for members",
    offer_title=Dated(before="Be one of 500", after="500 members. Then we stop."),
    offer_text=Dated(
        before=f"{_LAUNCH_OFFER}. Member capacity is 500, so there's room on the floor at any hour.",
        after="Member capacity is 500, so there's room on the floor at any hour.",
    ),
    offer_points=(
        "No sign-up fee",
        "24-hour access with the 24 Hours plan and your key fob",
        *only("personal-training", "A complimentary personal training session"),
        "2 one-week guest passes for family and friends",
    ),
    offer_call=NavLink(label="Sign Up Online", anchor="membership"),
    questions_title=f"{number(EXPANSION_QUESTIONS).capitalize()} questions about the new space",
    questions_more=NavLink(label="All questions and answers", key="faq"),
)
