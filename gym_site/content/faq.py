"""The FAQ page: questions in categories (spec sections 2, 3 and 9)."""

from typing import Annotated

from pydantic import Field

from gym_site.content.questions import Question
from gym_site.folder import read
from gym_site.reading.content_type import Blanks, ContactText, content_type, must
from gym_site.reading.load import load

_WRITTEN = read("questions.toml").get("categories")
CATEGORIES: tuple[str, ...] = tuple(map(str, _WRITTEN)) if isinstance(_WRITTEN, list) else ()
"""The categories in the order of the page. They are read before the questions, which must be in one of them."""

Category = Annotated[
    str, must(lambda name: name in CATEGORIES or not CATEGORIES, f"A category is one of {', '.join(CATEGORIES)}")
]


@content_type
class FaqItem(Question):
    """A question of the FAQ page (spec section 3)."""

    category: Category


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
    """The file ``questions.toml``."""

    words: FaqWords
    categories: Annotated[
        tuple[str, ...],
        Field(min_length=1),
        must(lambda names: len(set(names)) == len(names), "Each category is listed once"),
    ]
    questions: Annotated[tuple[FaqItem, ...], Field(min_length=1)]


_FILE = load(Questions, "questions.toml")
FAQ_WORDS, FAQ = _FILE.words, _FILE.questions
