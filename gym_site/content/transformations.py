"""The transformation gallery: ten before-and-after pairs (spec section 2)."""

from gym_site.content.parts import either
from gym_site.content.record import ContactText, record
from gym_site.content.text import number


@record
class Pair:
    """Two pictures, given by name, and a caption.

    The caption describes the kind of training. It mentions no person and no figures, and promises nothing.
    """

    id: int
    before: str
    after: str
    caption: str


@record
class TransformationWords:
    """The texts of the page."""

    title: str
    intro: str
    illustration_note: str
    before: str
    after: str
    back: str
    start_title: str
    start_text: str
    start_call: str
    story_title: str
    story_text: str
    story_call: str
    story_subject: str
    story_hint: ContactText


PAIRS: tuple[Pair, ...] = tuple(
    Pair(id=number, before=f"pair-{number:02}-before", after=f"pair-{number:02}-after", caption=caption)
    for number, caption in enumerate(
        (
            "Strength training and daily walks",
            "Small-group training, week after week",
            "Barbell basics and enough food",
            either("personal-training", "Personal training and dumbbells", "Dumbbells, twice a week"),
            either("kickboxing-boxing", "Boxing rounds and heavy lifting", "Hard rounds and heavy lifting"),
            "Kettlebells, carries and patience",
            either("physiotherapy-kinesiology", "Kinesiology first, then the rack", "Easy sets first, then the rack"),
            "Machines, mobility and steady steps",
            "Rows, pull-ups and deadlifts",
            either("online-coaching", "Online coaching and short sessions", "Early mornings and short sessions"),
        ),
        start=1,
    )
)

TRANSFORMATIONS = TransformationWords(
    title="Before. After. Between: the work.",
    intro=(
        f"{number(PAIRS).capitalize()} ways to train, and what a few steady months can do. Bodies differ. So will "
        "results."
    ),
    illustration_note=(
        "These pictures are illustrations, not members. Members' own pictures will take their place as members send "
        "them in and agree to have them shown."
    ),
    before="Before",
    after="After",
    back="Back to Home",
    start_title="Yours starts with a conversation",
    start_text="Where you are, where you want to be, what it takes. Asking is free.",
    start_call="Ask for a free consultation",
    story_title="Your story belongs here",
    story_text=(
        "Send us two pictures and a few lines: what you wanted, what you did, what changed. We'll publish nothing "
        "without your written yes, and take it down when you say so."
    ),
    story_call="Share your story by email",
    story_subject="My transformation story",
    story_hint="By email: {email}",
)
