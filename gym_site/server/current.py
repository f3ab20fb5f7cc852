"""The site as its current build has it, also after the next build."""

import asyncio
import logging
from dataclasses import replace

from gym_site.built import current_build, is_own
from gym_site.errors import SiteError
from gym_site.settings import Settings
from gym_site.site import Site, served

logger = logging.getLogger(__name__)

LOOK_SECONDS = 2.0


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
