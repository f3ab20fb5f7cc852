"""Pages that find their server wherever they are served from."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from reflex_base.plugins.base import Plugin

# Reflex writes the address at build into the pages' script; it is this machine's where REFLEX_API_URL is unset.
_BUILT_FOR = re.compile(r"`(http|ws)://localhost:\d+(/[\w-]+)`")
_WHERE_IT_IS = {"http": "${location.origin}", "ws": "${location.origin.replace(`http`,`ws`)}"}


class SameOrigin(Plugin):
    """Lets the pages talk to the server of their own origin, so that one build serves on any port and host.

    For a build without REFLEX_API_URL. Raises `RuntimeError` when the built files don't look as expected: after an
    upgrade of Reflex, look here.
    """

    def post_build(self, **context: Any) -> None:
        """Run after the build, before the files are compressed."""
        chunks = list((Path(context["static_dir"]) / "assets").glob("reflex-env-*.js"))
        found = 0
        for chunk in chunks:
            script, found = _BUILT_FOR.subn(
                lambda address: f"`{_WHERE_IT_IS[address[1]]}{address[2]}`", chunk.read_text(encoding="utf-8")
            )
            chunk.write_text(script, encoding="utf-8")
        if len(chunks) != 1 or not found:
            msg = "The built site doesn't say where its server is in the way that was expected."
            raise RuntimeError(msg)
