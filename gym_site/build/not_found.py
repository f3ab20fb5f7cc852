"""A prerendered 404 page, readable before any script has run."""

import re
from pathlib import Path
from typing import Any

from reflex_base.plugins.base import Plugin

# The route whose prerendered page becomes the 404 page: Reflex renders its own 404 route in the browser only.
SOURCE = "not-found"


class PrerenderedNotFound(Plugin):
    """Replaces Reflex's empty fallback page with the page built for the route ``SOURCE``.

    The page's script is replaced with that of the 404 route, or hydration would find a different page.
    """

    def post_build(self, **context: Any) -> None:
        """Run after the build, before the fallback is copied to 404.html and compressed."""
        root = Path(context["static_dir"])
        fallback = root / "__spa-fallback.html"
        source = root / SOURCE / "index.html"
        chunks = list((root / "assets").glob("_404_._index-*.js"))
        if not fallback.exists() or not source.exists() or len(chunks) != 1:
            raise RuntimeError("The built site lacks the files that the 404 page is made from.")
        html, scripts = re.subn(r"_not-found_\._index-[\w-]+\.js", chunks[0].name, source.read_text(encoding="utf-8"))
        html, routes = re.subn(r"routes/\[not-found\]\._index", "routes/[404]._index", html)
        if not scripts or not routes:
            raise RuntimeError("The 404 page's script was not found in the page built for it.")
        fallback.write_text(html, encoding="utf-8")
