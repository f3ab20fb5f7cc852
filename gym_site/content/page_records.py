"""Title, description and keywords of every page but blog posts, for the table ``local_seo_content``."""

from datetime import date
from typing import Annotated, Any

from pydantic import Field, ValidationError

from gym_site.brand import Brand, Slug
from gym_site.content.content_type import Blanks, Known, Written, content_type
from gym_site.folder import Mistake
from gym_site.refusal import Steps, reasons
from gym_site.text import fill

LONGEST_TITLE = 60  # characters; search engines cut longer titles
DESCRIPTION = range(50, 156)  # characters; search engines often replace a shorter description

PageTitle = Annotated[str, Field(max_length=LONGEST_TITLE)]
PageDescription = Annotated[str, Field(min_length=DESCRIPTION[0], max_length=DESCRIPTION[-1])]


@content_type
class PageRecord:
    """The metadata of a page for search engines. ``page_slug`` is the page's key.

    ``schema_markup`` is structured data that staff have written; it replaces the site's own.
    """

    page_slug: Slug
    title: PageTitle
    meta_description: PageDescription
    keywords: tuple[str, ...]
    local_keywords: tuple[str, ...]
    schema_markup: dict[str, Any] | None = None


@content_type
class PageWords:
    """The words that search engines show of a page."""

    title: PageTitle
    """Without the gym's name, which is added if it fits."""
    description: Annotated[str, Blanks("Number of pairs")]
    """One or two sentences of 50 to 155 characters."""
    keywords: tuple[str, ...] = ()
    """The words that people search for, such as fitness club, one entry for each."""
    local_keywords: tuple[str, ...] = ()
    """The same with a place, such as gym {town}, one entry for each."""
    revised: date | None = None
    """Last change: the day on which the page's texts changed, such as 2027-03-15."""


@content_type
class Search:
    """The words that search engines show of each page."""

    written: date
    """Written on: the day of all pages without a last change, such as 2026-11-27."""
    pages: dict[str, PageWords]
    """The texts of each page, by its key."""


SEARCH_FILE = "search.toml"


def _titled(brand: Brand, words: str, *, name_first: bool = False) -> str:
    """Return a page's title: the words with the gym's name if that fits, else with the short name, else alone."""
    for name in (brand.name, brand.short_name):
        if len(title := f"{name} | {words}" if name_first else f"{words} | {name}") <= LONGEST_TITLE:
            return title
    return words


def page_records(search: Search, number_of_pairs: str, known: Known) -> tuple[dict[str, PageRecord], list[Mistake]]:
    """Return the record of each page by its key, and a mistake for each table that is missing, unknown or refused.

    ``number_of_pairs``: in words, of the pictures before and after.
    """
    records: dict[str, PageRecord] = {}
    mistakes: list[Mistake] = []

    def note(message: str, *steps: str) -> None:
        place: Steps = ("pages", *steps)
        mistakes.append(Mistake(known.folder.path / SEARCH_FILE, known.folder.line_of(SEARCH_FILE, place), message))

    for key in search.pages.keys() - {*known.routes.known}:
        note(f"There is no page {key!r}. The pages are {', '.join(known.routes.known)}.", key)
    for key in known.routes:
        if not (words := search.pages.get(key)):
            note(f"The page {key!r} has no table: add [pages.{key}].")
            continue
        try:
            records[key] = PageRecord(
                page_slug=key,
                title=_titled(known.brand, words.title, name_first=key == "home"),
                meta_description=fill(words.description, **{"Number of pairs": number_of_pairs.capitalize()}),
                keywords=words.keywords,
                # If the gym serves only one town, keywords with the first and the last town are the same.
                local_keywords=tuple(dict.fromkeys(words.local_keywords)),
            )
            object.__setattr__(records[key], "written_at", Written(known.folder, SEARCH_FILE, ("pages", key)))
        except ValidationError as error:
            for steps, message in reasons(error, PageRecord):
                note(message.removeprefix("meta_"), key, str(steps[0]).removeprefix("meta_"))
    return records, mistakes
