"""Adds the site's style sheets to the build."""

from collections.abc import Iterator, Sequence
from typing import Any

from reflex_base import constants
from reflex_base.plugins.base import Plugin

from gym_site.build.brand_files import GROUNDS, STYLES
from gym_site.settings import ROOT

_CSS = ROOT / "assets" / "css"
_FIRST, _LAST = ("tokens", STYLES, "fonts", "base"), (GROUNDS, "print")
_FOLDERS = ("components", "layout", "sections", "pages")
"""Each has a style sheet for a module of the folder of that name in ``gym_site``; later ones take precedence."""


class Stylesheets(Plugin):
    """Includes the style sheets of ``assets/css``, and those that are generated.

    If ``rx.App(stylesheets=...)`` listed them, Reflex would copy all of them at every save, and the browser
    would reload them.
    """

    def get_stylesheet_paths(self, **_context: Any) -> Sequence[str]:
        """Return the path of each style sheet, relative to Reflex's root style sheet."""
        return [f"../{constants.Dirs.PUBLIC}/css/{name}.css" for name in _names()]


def _names() -> Iterator[str]:
    yield from _FIRST
    for folder in _FOLDERS:
        for sheet in sorted((_CSS / folder).glob("*.css")):
            yield f"{folder}/{sheet.stem}"
    yield from _LAST
