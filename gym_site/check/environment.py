"""Checks the settings for invalid values, unknown names, and defaults that a public site should replace."""

import re
from collections.abc import Iterator
from dataclasses import fields

from gym_site.brand import BRAND
from gym_site.check.findings import Finding, Place, place_of, place_of_text
from gym_site.errors import SettingsError
from gym_site.folder import FOLDER, line_of
from gym_site.reading.opening import opening_words
from gym_site.settings import ROOT, Settings, env_file, load_settings

FILE = ROOT / ".env"


def check_settings() -> tuple[Settings | None, list[Finding]]:
    """Return the settings (None if they are invalid) and their problems."""
    findings = []
    try:
        findings += _unknown()
        settings = load_settings()
    except SettingsError as error:
        place = _place(str(error).split()[0]) if error.line is None else place_of(FILE, error.line)
        return None, [*findings, place.error(f"{error}.")]
    if settings.form_endpoint is None:
        result = "requests are kept in the database for you" if settings.has_server else "forms can't be sent at all"
        findings.append(Place("settings").note(f"GYM_FORM_ENDPOINT is not set: {result}."))
    if settings.has_server and not settings.staff:
        findings.append(Place("settings").note("GYM_ALERTS is not set: nobody is told of a fault."))
    if settings.site_url.endswith(".example"):
        findings.append(_place("GYM_SITE_URL").note(f"GYM_SITE_URL is still the example {settings.site_url}."))
    if BRAND.has("expansion") and settings.expansion_has_opened:
        set_here = _place("GYM_EXPANSION_OPENS_AT")
        place = (
            set_here if set_here.line else place_of(FOLDER / "expansion.toml", line_of("expansion.toml", ("opens_at",)))
        )
        day = opening_words(settings.expansion_opens_at)["opening day"]
        findings.append(place.note(f"It opened on {day}: the pages say that the expansion is open."))
    return settings, findings


def _unknown() -> Iterator[Finding]:
    known = {setting.metadata["variable"] for setting in fields(Settings)}
    for name in env_file():
        if name.startswith("GYM_") and name not in known:
            yield _place(name).error(f"There is no setting {name}: see .env.example.")


def _place(variable: str) -> Place:
    written = place_of_text(FILE, rf"(export\s+)?{re.escape(variable)}\s*=")
    return written if written.line else Place("settings")
