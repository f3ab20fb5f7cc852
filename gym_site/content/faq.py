"""The FAQ page: questions in categories (spec sections 2, 3 and 9)."""

from typing import Annotated

from pydantic import Field

from gym_site.content.content_type import Blanks, ContactText, content_type, listed, must, one_of
from gym_site.content.questions import Question


@content_type
class FaqItem(Question):
    """A question of the FAQ page (spec section 3)."""

    category: Annotated[str, one_of(listed("categories"), "A category is")]


@content_type
class FaqWords:
    """The texts of the page. ``{n}`` of ``{total}`` questions match the filter."""

    title: str
    intro: str
    categories_label: str = "Categories"
    filter_label: str = "Find a question"
    filter_hint: str
    count: Annotated[str, Blanks("n", "total")] = "{n} of {total} questions"
    no_match: str = "No question matches"
    no_match_text: str = "Try another word, or ask us."
    more_title: str = "Not answered?"
    more_text: ContactText
    more_call: str = "Ask us anything"


@content_type
class Questions:
    """The file ``questions.toml``. The page has the ``categories`` in this order."""

    words: FaqWords
    categories: Annotated[
        tuple[str, ...],
        Field(min_length=1),
        must(lambda names: len(set(names)) == len(names), "Each category is listed once"),
    ]
    questions: Annotated[tuple[FaqItem, ...], Field(min_length=1)]
