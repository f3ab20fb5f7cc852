"""Texts that depend on whether the expansion has opened: GYM_EXPANSION_OPENS_AT decides which version is shown."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, cast

from gym_site.content.record import Blanks, record
from gym_site.content.text import fill

if TYPE_CHECKING:
    from gym_site.settings import Settings

_SEASONS = ("winter", "spring", "summer", "fall")  # three months each, starting in December
_Content = TypeVar("_Content")
_Opening = Annotated[str, Blanks("Season", "season", "year", "date")]

ADVERTISED = "Advertised until {date}: {claims}."  # the fine print of a section, once the expansion is open


@record
class Dated:
    """A text with two versions: ``before`` is shown until the expansion opens, ``after`` from then on.

    ``former`` is a claim that was advertised before the opening. After the opening, the fine print of the same section
    quotes it. All three texts may contain the opening's ``{season}``, ``{Season}``, ``{year}`` and ``{date}``: fall,
    Fall, 2025, October 31, 2025.
    """

    before: _Opening = ""
    after: _Opening
    former: _Opening = ""


def as_built(content: _Content, settings: Settings) -> _Content:
    """Return a record, or a tuple of records, with its dated texts filled in.

    If the expansion opened before the build, the versions for the time before the opening become empty.
    """
    return cast("_Content", _as_built(content, settings))


def reading(text: str | Dated, settings: Settings) -> str:
    """Return the version of a text that applies at build. Attributes and structured data can't have both versions."""
    if isinstance(text, str):
        return text
    filled = as_built(text, settings)
    return filled.before or filled.after


def opening_date(settings: Settings) -> str:
    """Return the day of the opening: ``October 31, 2025``."""
    opens_at = settings.expansion_opens_at
    return f"{opens_at:%B} {opens_at.day}, {opens_at.year}"


def _as_built(content: Any, settings: Settings) -> Any:
    if isinstance(content, tuple):
        return tuple(_as_built(item, settings) for item in content)
    if not is_dataclass(content) or isinstance(content, type):
        return content
    if isinstance(content, Dated):
        return Dated(
            before="" if settings.expansion_has_opened else _filled(content.before, settings),
            after=_filled(content.after, settings),
            former=_filled(content.former, settings),
        )
    values = {field.name: getattr(content, field.name) for field in fields(content)}
    return replace(content, **{name: _as_built(value, settings) for name, value in values.items()})


def _filled(text: str, settings: Settings) -> str:
    opens_at = settings.expansion_opens_at
    season = _SEASONS[opens_at.month % 12 // 3]
    return fill(
        text,
        season=season,
        Season=season.capitalize(),
        year=opens_at.year,
        date=opening_date(settings),
    )
