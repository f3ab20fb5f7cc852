"""Makes the pages call the server of the origin that they are served from."""

import re
from pathlib import Path
from typing import Any

from reflex_base.plugins.base import Plugin

# Reflex builds the server's address into the pages' script; without REFLEX_API_URL it is localhost.
_BUILT_FOR = re.compile(r"`(http|ws)://localhost:\d+(/[\w-]+)`")
_OWN_ORIGIN = {"http": "${location.origin}", "ws": "${location.origin.replace(`http`,`ws`)}"}


class SameOrigin(Plugin):
    """Replaces the server's address with the pages' origin, for builds that run on any host (no REFLEX_API_URL)."""

    def post_build(self, **context: Any) -> None:
        """Run after the build, before the files are compressed."""
        chunks = list((Path(context["static_dir"]) / "assets").glob("reflex-env-*.js"))
        count = 0
        for chunk in chunks:
            script, count = _BUILT_FOR.subn(
                lambda address: f"`{_OWN_ORIGIN[address[1]]}{address[2]}`", chunk.read_text(encoding="utf-8")
            )
            chunk.write_text(script, encoding="utf-8")
        if len(chunks) != 1 or not count:
            raise RuntimeError("The built site doesn't say where its server is in the expected form.")
