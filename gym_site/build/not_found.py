"""A 404 page that says what it is before any script has run."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from reflex_base.plugins.base import Plugin

# Where the prerendered text of the 404 page comes from: Reflex renders its own 404 route in the browser only.
SOURCE = "not-found"


class PrerenderedNotFound(Plugin):
    """Puts the page built for the route ``SOURCE`` in the place of Reflex's empty fallback page.

    The page's script becomes the 404 route's own, or the browser would find another page than the one delivered.
    Raises `RuntimeError` when the built files don't look as expected: after an upgrade of Reflex, look here.
    """

    def post_build(self, **context: Any) -> None:
        """Run after the build, before the fallback is copied to 404.html and compressed."""
        root = Path(context["static_dir"])
        fallback = root / "__spa-fallback.html"
        source = root / SOURCE / "index.html"
        chunks = list((root / "assets").glob("_404_._index-*.js"))
        if not fallback.exists() or not source.exists() or len(chunks) != 1:
            msg = "The built site has no page to make its 404 page of."
            raise RuntimeError(msg)
        html, scripts = re.subn(r"_not-found_\._index-[\w-]+\.js", chunks[0].name, source.read_text(encoding="utf-8"))
        html, routes = re.subn(r"routes/\[not-found\]\._index", "routes/[404]._index", html)
        if not scripts or not routes:
            msg = "The 404 page's script was not found in the page built for it."
            raise RuntimeError(msg)
        fallback.write_text(html, encoding="utf-8")
