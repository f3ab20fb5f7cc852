"""A question and its answer as a record. All accordions use such records (spec sections 2 and 3)."""

from gym_site.content.record import Slug, record


@record
class Question:
    """One item of an accordion. ``slug`` is its anchor: ASCII, unique on its page, and never changed once published."""

    slug: Slug
    question: str
    answer: str

    def __post_init__(self) -> None:
        if not self.question.endswith("?"):
            raise ValueError(f"question {self.question!r} doesn't end with a question mark")
