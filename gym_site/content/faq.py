"""The FAQ page: questions in categories (spec sections 2, 3 and 9)."""

from typing import Annotated

from pydantic import Field

from gym_site.content.content_type import Blanks, ContactText, PictureName, content_type, listed, must, one_of
from gym_site.content.questions import Question


@content_type
class FaqItem(Question):
    """A question and its answer."""

    category: Annotated[str, one_of(listed("categories"), "A category is")]
    """One of the categories."""


@content_type
class FaqWords:
    """The texts of the page."""

    title: str
    intro: str
    head_picture: PictureName = ""
    """Picture beside the title"""
    categories_label: str = "Categories"
    """Name of the categories"""
    filter_label: str = "Find a question"
    """Label of the search field"""
    filter_hint: str
    """In the search field: a hint such as One word is enough."""
    count: Annotated[str, Blanks("n", "total")] = "{n} of {total} questions"
    """Number found"""
    no_match: str = "No question matches"
    """If nothing is found"""
    no_match_text: str = "Try another word, or ask us."
    """Advice if nothing is found"""
    more_title: str = "Not answered?"
    """Title below the questions"""
    more_text: ContactText
    """Text below the questions"""
    more_call: str = "Ask us anything"
    """Link below the questions"""


@content_type
class Questions:
    """The page with questions and answers."""

    words: FaqWords
    """Texts"""
    categories: Annotated[
        tuple[str, ...],
        Field(min_length=1),
        must(lambda names: len(set(names)) == len(names), "Each category is listed once"),
    ]
    """In the order of the page, each once, such as Group Fitness."""
    questions: Annotated[tuple[FaqItem, ...], Field(min_length=1)]
