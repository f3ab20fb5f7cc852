"""The social section: posts and the community panel (spec sections 2 and 3)."""

from typing import Annotated, Literal

from gym_site.content.content_type import Blanks, PictureName, content_type
from gym_site.content.links import LinkKey, NavLink, OutLink


@content_type
class SocialPost:
    """A post, as on Instagram."""

    id: int
    """Number: one that no other post has."""
    type: Literal["image", "video"]
    """A video needs a clip with the name of its picture."""
    content: str
    """Text: what the post says."""
    likes: int
    """The number of likes."""
    comments: int
    """The number of comments."""
    picture: PictureName


@content_type
class SocialWords:
    """The texts of the section."""

    title: str
    intro: str
    profile: OutLink | None = None
    """Link to the profile: without it, the link is made of the name in gym.toml."""
    likes: str = "likes"
    """Word for likes"""
    comments: str = "comments"
    """Word for comments"""
    play: Annotated[str, Blanks("content")] = "Play video: {content}"
    """Button to play"""
    pause: str = "Pause"
    """Button to pause"""
    cant_play: str = "This browser can't play the clip."
    """If the clip can't play"""
    sample_note: str = ""
    """A line below the posts, such as Sample posts and counts."""
    panel_title: str
    """Title of the panel"""
    panel_text: str
    """Text of the panel"""
    follow: OutLink = OutLink(label="Follow on Instagram", link=LinkKey.INSTAGRAM)
    """Link to follow the gym"""
    consultation: NavLink = NavLink(label="Book Consultation", anchor="consultation")
    """Link to the consultation"""


@content_type
class Social:
    """The section of the home page with posts."""

    words: SocialWords
    """Texts"""
    posts: tuple[SocialPost, ...]
