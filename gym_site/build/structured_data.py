"""Puts structured data into the built pages, but not into the scripts that every visitor downloads."""

import json
import re
from pathlib import Path
from typing import Any

from reflex_base.plugins.base import Plugin

from gym_site.build.page_files import public_file

_COLLECTED = "structured-data.json"
_PLACEHOLDER = re.compile(r'<script type="application/ld\+json">\{\}</script>')


class StructuredData(Plugin):
    """Fills the placeholders of `gym_site.layout.head` with the pages' ``context={"structured_data": [text]}``.

    In development the placeholders stay empty. Pages are compiled and built in different processes, so the texts are
    passed on in a temporary public file.
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
    placeholders = len(_PLACEHOLDER.findall(html))
    if placeholders != len(texts):
        raise RuntimeError(
            f"{page.name} has {placeholders} placeholders for structured data and {len(texts)} texts for them."
        )
    remaining = iter(texts)
    html = _PLACEHOLDER.sub(lambda placeholder: placeholder[0].replace("{}", next(remaining)), html)
    page.write_text(html, encoding="utf-8")
