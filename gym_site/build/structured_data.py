"""Structured data in the built pages, and not in the scripts that every visitor downloads."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from reflex_base.plugins.base import Plugin

from gym_site.build.page_files import public_file

_COLLECTED = "structured-data.json"
_PLACE = re.compile(r'<script type="application/ld\+json">\{\}</script>')


class StructuredData(Plugin):
    """Fills the places of `layout.record.data_place` with what the pages name: ``context={"structured_data": [text]}``.

    The places stay empty in development. Pages are compiled in one process and built in another, so the texts travel
    in a file among the built ones. Raises `RuntimeError` when a page has another number of places than texts: after an
    upgrade of Reflex, look here.
    """

    def pre_compile(self, **context: Any) -> None:
        """Run before the pages are compiled."""
        texts = {page.route: page.context.get("structured_data", []) for page in context["unevaluated_pages"]}
        context["add_save_task"](public_file, _COLLECTED, json.dumps(texts))

    def post_build(self, **context: Any) -> None:
        """Run after the build, before the files are compressed."""
        root = Path(context["static_dir"])
        collected = root / _COLLECTED
        texts: dict[str, list[str]] = json.loads(collected.read_text(encoding="utf-8"))
        collected.unlink()
        for page in root.rglob("*.html"):
            route = page.relative_to(root).as_posix().removesuffix(".html").removesuffix("/index")
            _fill(page, texts.get(route, []))


def _fill(page: Path, texts: list[str]) -> None:
    html = page.read_text(encoding="utf-8")
    if len(_PLACE.findall(html)) != len(texts):
        msg = f"{page.name} has {len(_PLACE.findall(html))} places for structured data and {len(texts)} texts for them."
        raise RuntimeError(msg)
    waiting = iter(texts)
    html = _PLACE.sub(lambda place: place[0].replace("{}", next(waiting)), html)
    page.write_text(html, encoding="utf-8")
