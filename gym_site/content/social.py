"""The social section: nine sample posts and the community panel (spec sections 2 and 3)."""

from typing import Annotated, Literal

from gym_site.brand import BRAND
from gym_site.content.links import LinkKey, NavLink, OutLink
from gym_site.content.record import Blanks, record


@record
class SocialPost:
    """A sample post. ``likes`` and ``comments`` are shown on hover and focus.

    If the post is a video, its clip has the same name as its ``picture``.
    """

    id: int
    type: Literal["image", "video"]
    content: str
    likes: int
    comments: int
    picture: str


@record
class SocialWords:
    """The texts of the section and of its panel. ``{content}`` in ``play`` is the text of the post."""

    title: str
    intro: str
    profile: OutLink
    likes: str
    comments: str
    play: Annotated[str, Blanks("content")]
    pause: str
    sample_note: str
    panel_title: str
    panel_text: str
    follow: OutLink
    consultation: NavLink


SOCIAL = SocialWords(
    title="Seen on the floor",
    intro="Chalk, steel, late nights. Follow along.",
    profile=OutLink(label=BRAND.instagram, link=LinkKey.INSTAGRAM),
    likes="likes",
    comments="comments",
    play="Play video: {content}",
    pause="Pause",
    sample_note="Sample posts.",
    panel_title="Join Our Community",
    panel_text="Someone's always training. Train with them.",
    follow=OutLink(label="Follow on Instagram", link=LinkKey.INSTAGRAM),
    consultation=NavLink(label="Book Consultation", anchor="consultation"),
)

SOCIAL_POSTS: tuple[SocialPost, ...] = (
    SocialPost(
        id=1,
        type="image",
        content="Chalk first. Everything else second.",
        likes=214,
        comments=18,
        picture="social-1",
    ),
    SocialPost(
        id=2,
        type="video",
        content="2 a.m. The rack line is yours.",
        likes=386,
        comments=41,
        picture="social-2",
    ),
    SocialPost(
        id=3,
        type="image",
        content="The lights stay on.",
        likes=342,
        comments=29,
        picture="social-3",
    ),
    SocialPost(
        id=4,
        type="image",
        content="Pick one. Then pick the next one.",
        likes=167,
        comments=12,
        picture="social-4",
    ),
    SocialPost(
        id=5,
        type="image",
        content="Something warm after leg day.",
        likes=298,
        comments=36,
        picture="social-5",
    ),
    SocialPost(
        id=6,
        type="image",
        content="Water. Towel. One more set.",
        likes=253,
        comments=44,
        picture="social-6",
    ),
    SocialPost(
        id=7,
        type="image",
        content="One bell. The whole turf lane. Go.",
        likes=189,
        comments=15,
        picture="social-7",
    ),
    SocialPost(
        id=8,
        type="image",
        content="Three minutes on the rope. Then we talk.",
        likes=176,
        comments=21,
        picture="social-8",
    ),
    SocialPost(
        id=9,
        type="video",
        content="Two minutes on the clock. Breathe. Again.",
        likes=231,
        comments=24,
        picture="social-9",
    ),
)
