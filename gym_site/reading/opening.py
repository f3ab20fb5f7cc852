"""The day on which the expansion opens: it decides which version of a text a build takes.

Without an expansion, that is the version for the time after.
"""

from datetime import datetime

from gym_site.errors import SettingsError
from gym_site.folder import has
from gym_site.settings import Settings, load_settings

_SEASONS = ("winter", "spring", "summer", "fall")  # three months each, starting in December


def opening_words(opens_at: datetime) -> dict[str, str]:
    """Return the blanks about the opening, filled: fall, Fall, 2025 and October 31, 2025."""
    season = _SEASONS[opens_at.month % 12 // 3]
    return {
        "opening season": season,
        "Opening season": season.capitalize(),
        "opening year": str(opens_at.year),
        "opening day": f"{opens_at:%B} {opens_at.day}, {opens_at.year}",
    }


def _settings() -> Settings:
    try:
        return load_settings()
    except SettingsError:  # every command reports it
        return Settings()


OPENS_AT: datetime = _settings().expansion_opens_at
HAS_OPENED: bool = not has("expansion.toml") or _settings().expansion_has_opened
