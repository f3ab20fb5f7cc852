"""A question and its answer as a record. All accordions use such records (spec sections 2 and 3)."""

from gym_site.content.opening import Dated
from gym_site.content.record import Slug, record


@record
class Question:
    """One item of an accordion. ``slug`` is its anchor: ASCII, unique on its page, and never changed once published."""

    slug: Slug
    question: str | Dated
    answer: str | Dated

    def __post_init__(self) -> None:
        for text in (self.question,) if isinstance(self.question, str) else (self.question.before, self.question.after):
            if text and not text.endswith("?"):
                raise ValueError(f"question {text!r} doesn't end with a question mark")
