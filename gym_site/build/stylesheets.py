"""Adds the site's style sheets to the build."""

from collections.abc import Sequence
from typing import Any

from reflex_base import constants
from reflex_base.plugins.base import Plugin

_NAMES = (
    "tokens brand fonts base icons components layout sections hero about membership facility services forms contact "
    "pages people rows older picture-grounds print"
)


class Stylesheets(Plugin):
    """Includes the style sheets of ``assets/css``, and the generated ``brand.css``, in the order of ``_NAMES``.

    If ``rx.App(stylesheets=...)`` listed them, Reflex would copy all of them at every save, and the browser
    would reload them.
    """

    def get_stylesheet_paths(self, **_context: Any) -> Sequence[str]:
        """Return the path of each style sheet, relative to Reflex's root style sheet."""
        return [f"../{constants.Dirs.PUBLIC}/css/{name}.css" for name in _NAMES.split()]
