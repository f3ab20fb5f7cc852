"""The social section: posts and the community panel (spec sections 2 and 3)."""

from typing import Annotated, Literal

from gym_site.content.content_type import Blanks, content_type
from gym_site.content.links import LinkKey, NavLink, OutLink


@content_type
class SocialPost:
    """A post. ``likes`` and ``comments`` are shown on hover and focus.

    If the post is a video, its clip has the same name as its ``picture``.
    """

    id: int
    type: Literal["image", "video"]
    content: str
    likes: int
    comments: int
    picture: str


@content_type
class SocialWords:
    """The texts of the section and of its panel. ``{content}`` in ``play`` is the text of the post.

    ``sample_note``, below the posts, may be empty.
    """

    title: str
    intro: str
    profile: OutLink | None = None  # by default, the gym's name on Instagram
    likes: str = "likes"
    comments: str = "comments"
    play: Annotated[str, Blanks("content")] = "Play video: {content}"
    pause: str = "Pause"
    cant_play: str = "This browser can't play the clip."
    sample_note: str = ""
    panel_title: str
    panel_text: str
    follow: OutLink = OutLink(label="Follow on Instagram", link=LinkKey.INSTAGRAM)
    consultation: NavLink = NavLink(label="Book Consultation", anchor="consultation")


@content_type
class Social:
    """The file ``social.toml``."""

    words: SocialWords
    posts: tuple[SocialPost, ...]
