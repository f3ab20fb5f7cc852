"""Files beside the pages, such as the feed and robots.txt."""

from pathlib import Path
from typing import Any

from reflex_base import constants
from reflex_base.plugins.base import Plugin


class PageFiles(Plugin):
    """Writes the files that pages list in their context: ``context={"files": {"feed.xml": text}}``."""

    def pre_compile(self, **context: Any) -> None:
        """Run before the pages are compiled."""
        for page in context["unevaluated_pages"]:
            for name, text in page.context.get("files", {}).items():
                context["add_save_task"](public_file, name, text)


def public_file(name: str, text: str) -> tuple[str, str]:
    """Return the path and the text of a file at the root of the site."""
    return str(Path(constants.Dirs.PUBLIC) / name), text
