"""The transformation gallery (spec section 2), an optional part: pairs of pictures, before and after."""

from gym_site.content.content_type import ContactText, PictureName, content_type


@content_type
class Pair:
    """Two pictures, before and after, and a caption."""

    id: int
    """Number: one that no other pair has; never change it."""
    before: PictureName
    after: PictureName
    caption: str
    """The kind of training, not a person, such as Strength training and daily walks."""


@content_type
class TransformationWords:
    """The texts of the page."""

    title: str
    intro: str
    head_picture: PictureName
    """Picture beside the title"""
    illustration_note: str
    """For pictures that aren't photos, such as These pictures are illustrations."""
    before: str = "Before"
    """Word for before"""
    after: str = "After"
    """Word for after"""
    back: str = "Back to Home"
    """Link to the home page"""
    start_title: str
    """Title about the start"""
    start_text: str
    """Text about the start"""
    start_call: str
    """Link to the consultation: such as Ask for a free consultation."""
    story_title: str
    """Title about visitors' stories"""
    story_text: str
    """Text about visitors' stories"""
    story_call: str
    """Link to write an email: such as Share your story by email."""
    story_subject: str
    """Subject of the email: such as My transformation story."""
    story_hint: ContactText
    """Below the link: a line such as By email to {email}."""


@content_type
class Transformations:
    """The page with pictures before and after."""

    words: TransformationWords
    """Texts"""
    pairs: tuple[Pair, ...]
