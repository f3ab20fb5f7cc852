"""The style sheets of all pages."""

from collections.abc import Sequence
from typing import Any

from reflex_base import constants
from reflex_base.plugins.base import Plugin

_NAMES = (
    "tokens brand fonts base icons components layout sections hero about membership facility services forms contact "
    "pages people picture-grounds print"
)


class Stylesheets(Plugin):
    """Includes the style sheets of ``assets/css`` in the order of ``_NAMES``.

    If they were the app's ``stylesheets``, Reflex would copy them all at every save, and the browser would reload them.
    """

    def get_stylesheet_paths(self, **_context: Any) -> Sequence[str]:
        """Return the paths relative to the root style sheet."""
        return [f"../{constants.Dirs.PUBLIC}/css/{name}.css" for name in _NAMES.split()]
