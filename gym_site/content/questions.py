"""A question and its answer. All accordions consist of these (spec sections 2 and 3)."""

from gym_site.brand import Slug
from gym_site.content.content_type import Known, content_type


@content_type
class Question:
    """A question and its answer."""

    slug: Slug
    """Name in links: part of links to the question; never change it."""
    question: str
    """With a question mark at the end."""
    answer: str

    def check(self, _: Known | None) -> None:
        """Raise `ValueError` for a question without its mark."""
        if not self.question.endswith("?"):
            raise ValueError(f"question {self.question!r} doesn't end with a question mark")
