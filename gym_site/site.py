"""The input of every page: the gym, the settings, the records and the current page; and which gym is served."""

import asyncio
import json
import logging
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from gym_site.built import DAYS, TEXTS, current_build, is_own
from gym_site.content.business import Business
from gym_site.content.page_records import PageRecord
from gym_site.errors import SiteError
from gym_site.folder import MistakesError
from gym_site.forms.all_forms import forms_of
from gym_site.forms.form import Form
from gym_site.gym import Gym
from gym_site.routes import Routes
from gym_site.settings import ROOT, Settings

logger = logging.getLogger(__name__)

LOOK_SECONDS = 2.0


@dataclass(frozen=True, kw_only=True)
class Site:
    """The gym, the settings, the records (spec section 3) and the page to render.

    The records are the folder's, with staff's values on top. The settings have the gym's own addresses where none is
    set (`Settings.with_links`).
    """

    gym: Gym
    settings: Settings
    business: Business
    page_records: Mapping[str, PageRecord]
    # Whether the database has a business record. If not, the contact section omits the panel with map and services.
    has_business_record: bool = True
    page: str | None = None  # the key of the page's route; None for the 404 page and for parts that all pages share

    @property
    def routes(self) -> Routes:
        """The pages of the site."""
        return self.gym.routes

    @cached_property
    def forms(self) -> dict[str, Form]:
        """The forms by their keys."""
        return forms_of(self.gym)


def edited(settings: Settings, days: Mapping[str, str] | None = None) -> tuple[Gym, Settings]:
    """Return the gym of the folder that people edit, and the settings with its addresses. Raises `MistakesError`.

    ``days``: those with other hours that staff set at the desk, which the database has (`db.prepare.edited_now`).
    """
    folder = ROOT / settings.folder
    return _read(folder.resolve() if folder.is_symlink() else folder, settings, days)  # the desk may replace the link


def served(settings: Settings) -> tuple[Gym, Settings]:
    """Return the gym as the current build has it, so that a slip in a text stops no server and no command.

    Without a build of this version, or with one that a developer's change of the code has outdated, it is that of the
    folder that people edit. Raises `MistakesError`.
    """
    build = current_build()
    if is_own(build):
        days = build / DAYS
        with suppress(MistakesError):
            return _read(
                build / TEXTS, settings, json.loads(days.read_text(encoding="utf-8")) if days.is_file() else None
            )
    return edited(settings)


def _read(folder: Path, settings: Settings, days: Mapping[str, str] | None) -> tuple[Gym, Settings]:
    gym = Gym.read(folder, opens_at=settings.expansion_opens_at, days=days)
    return gym, settings.with_links(gym.brand.links)


class Current:
    """Holds the site for whatever answers requests: ask ``site`` at each of them.

    A build of another version of the code is left alone: its texts are read after a restart with that version.
    """

    def __init__(self, site: Site, settings: Settings) -> None:
        """Begin with ``site``. ``settings``: as `load_settings` returns them, without a gym's own addresses."""
        self.site = site
        self._settings, self._build = settings, current_build()

    async def follow(self) -> None:
        """Look for a new build until cancelled, and read the gym from its texts."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                await asyncio.to_thread(self.look)
            except (OSError, SiteError) as error:
                logger.error("The texts of the new build can't be read (%s)", type(error).__name__)

    def look(self) -> None:
        """Read the gym anew if there is a new build of this version. Raises `MistakesError` and `OSError`."""
        build = current_build()
        if build == self._build:
            return
        self._build = build
        if is_own(build):
            gym, settings = served(self._settings)
            self.site = replace(self.site, gym=gym, settings=settings)
            logger.info("The texts of the build %s are used", build.name)
