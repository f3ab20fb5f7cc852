"""Title, description and keywords of every page but blog posts, for the table ``local_seo_content``."""

from collections.abc import Iterator
from datetime import date
from typing import Annotated, Any

from pydantic import Field, ValidationError

from gym_site.brand import BRAND, Slug
from gym_site.content.transformations import PAIRS
from gym_site.folder import FOLDER, Mistake, MistakesError, line_of
from gym_site.reading.content_type import Blanks, content_type
from gym_site.reading.load import load
from gym_site.refusal import Steps, reasons
from gym_site.routes import KNOWN_PAGES, ROUTES
from gym_site.text import fill, number

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
    """A page's texts for search engines. ``title`` is without the gym's name, which is added if it fits.

    ``description`` may name the ``{Number of pairs}`` of pictures before and after. ``revised`` is the day on which the
    page's texts last changed.
    """

    title: PageTitle
    description: Annotated[str, Blanks("Number of pairs")]
    keywords: tuple[str, ...] = ()
    local_keywords: tuple[str, ...] = ()
    revised: date | None = None


@content_type
class Search:
    """The file ``search.toml``: the day on which the texts were written, and a table for each page by its key."""

    written: date
    pages: dict[str, PageWords]


_NAME = "search.toml"
_FILE = load(Search, _NAME)


def _titled(words: str, *, name_first: bool = False) -> str:
    """Return a page's title: the words with the gym's name if that fits, else with the short name, else alone."""
    for name in (BRAND.name, BRAND.short_name):
        if len(title := f"{name} | {words}" if name_first else f"{words} | {name}") <= LONGEST_TITLE:
            return title
    return words


def _record(key: str, words: PageWords) -> PageRecord:
    made = PageRecord(
        page_slug=key,
        title=_titled(words.title, name_first=key == "home"),
        meta_description=fill(words.description, **{"Number of pairs": number(PAIRS).capitalize()}),
        keywords=words.keywords,
        # If the gym serves only one town, keywords with the first and the last town are the same.
        local_keywords=tuple(dict.fromkeys(words.local_keywords)),
    )
    object.__setattr__(made, "written_at", (_NAME, ("pages", key)))
    return made


def _mistake(message: str, *steps: str) -> Mistake:
    place: Steps = ("pages", *steps)
    return Mistake(FOLDER / _NAME, line_of(_NAME, place), message)


def _records() -> dict[str, PageRecord]:
    """Return the record of each page. Raises `MistakesError` if tables are missing, unknown or refused."""
    records: dict[str, PageRecord] = {}
    mistakes = list(_unknown())
    for route in ROUTES:
        if words := _FILE.pages.get(route.key):
            try:
                records[route.key] = _record(route.key, words)
            except ValidationError as error:
                for steps, message in reasons(error, PageRecord):
                    at = str(steps[0]).removeprefix("meta_")
                    mistakes.append(_mistake(message.removeprefix("meta_"), route.key, at))
        else:
            mistakes.append(_mistake(f"The page {route.key!r} has no table: add [pages.{route.key}]."))
    if mistakes:
        raise MistakesError(mistakes)
    return records


def _unknown() -> Iterator[Mistake]:
    for key in _FILE.pages:
        if key not in KNOWN_PAGES:
            yield _mistake(f"There is no page {key!r}. The pages are {', '.join(KNOWN_PAGES)}.", key)


PAGE_RECORDS: dict[str, PageRecord] = _records()


def revised(slug: str) -> date:
    """Return the day on which the text of a page last changed."""
    return _FILE.pages[slug].revised or _FILE.written
