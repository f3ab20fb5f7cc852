"""The transformation gallery (spec section 2), an optional part: pairs of pictures, before and after."""

from gym_site.content.content_type import ContactText, content_type


@content_type
class Pair:
    """Two pictures, given by name, and a caption.

    The caption describes the kind of training, not a person.
    """

    id: int
    before: str
    after: str
    caption: str


@content_type
class TransformationWords:
    """The texts of the page, and the picture beside its title."""

    title: str
    intro: str
    head_picture: str
    illustration_note: str
    before: str = "Before"
    after: str = "After"
    back: str = "Back to Home"
    start_title: str
    start_text: str
    start_call: str
    story_title: str
    story_text: str
    story_call: str
    story_subject: str
    story_hint: ContactText


@content_type
class Transformations:
    """The file ``transformations.toml``."""

    words: TransformationWords
    pairs: tuple[Pair, ...]
