"""What pages bring along in their ``context``: files beside them, and structured data."""

import json
import re
from pathlib import Path
from typing import Any

from reflex_base import constants
from reflex_base.plugins.base import Plugin

_COLLECTED = "structured-data.json"
_PLACEHOLDER = re.compile(r'<script type="application/ld\+json">\{\}</script>')


class PageContext(Plugin):
    """Writes the ``files`` of pages, and puts their ``structured_data`` into the built pages.

    ``context={"files": {"feed.xml": text}, "structured_data": [text]}``; the texts fill the placeholders of
    `gym_site.layout.head`, so that no visitor downloads them with the scripts. In development those stay empty. Pages
    are compiled and built in different processes, so the texts are passed on in a temporary public file.
    """

    def pre_compile(self, **context: Any) -> None:
        """Run before the pages are compiled."""
        data = {}
        for page in context["unevaluated_pages"]:
            data[page.route] = page.context.get("structured_data", [])
            for name, text in page.context.get("files", {}).items():
                context["add_save_task"](_public_file, name, text)
        context["add_save_task"](_public_file, _COLLECTED, json.dumps(data))

    def post_build(self, **context: Any) -> None:
        """Run after the build, before the files are compressed."""
        root = Path(context["static_dir"])
        collected = root / _COLLECTED
        data: dict[str, list[str]] = json.loads(collected.read_text(encoding="utf-8"))
        collected.unlink()
        for page in root.rglob("*.html"):
            route = page.relative_to(root).as_posix().removesuffix(".html").removesuffix("/index")
            _fill(page, data.get(route, []))


def _public_file(name: str, text: str) -> tuple[str, str]:
    """Return the path and the text of a file at the root of the site."""
    return str(Path(constants.Dirs.PUBLIC) / name), text


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
