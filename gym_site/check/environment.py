"""Checks the settings for invalid values, unknown names, and defaults that a public site should replace."""

import re
from collections.abc import Iterator
from dataclasses import fields

from gym_site.check.findings import Finding, Place, place_of, place_of_text
from gym_site.errors import SettingsError
from gym_site.gym import Gym
from gym_site.reading.facts import opening_facts
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
    return settings, findings


def check_addresses(settings: Settings, gym: Gym) -> Iterator[Finding]:
    """Yield a note for an example in place of the site's address, and for an expansion that has opened."""
    site_url = settings.site_url or gym.brand.links.site
    if site_url.endswith(".example"):
        yield _place("GYM_SITE_URL").note(f"GYM_SITE_URL is still the example {site_url}.")
    if gym.opens_at and gym.has_opened:
        set_here = _place("GYM_EXPANSION_OPENS_AT")
        line = gym.folder.line_of("expansion.toml", ("opens_at",))
        place = set_here if set_here.line else place_of(gym.folder.path / "expansion.toml", line)
        day = opening_facts(gym.opens_at)["opening day"]
        yield place.note(f"It opened on {day}: the pages say that the expansion is open.")


def _unknown() -> Iterator[Finding]:
    known = {setting.metadata["variable"] for setting in fields(Settings)}
    for name in env_file():
        if name.startswith("GYM_") and name not in known:
            yield _place(name).error(f"There is no setting {name}: see .env.example.")


def _place(variable: str) -> Place:
    written = place_of_text(FILE, rf"(export\s+)?{re.escape(variable)}\s*=")
    return written if written.line else Place("settings")
