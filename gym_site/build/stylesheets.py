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
    """Includes ``assets/css`` in this order.

    If they were the app's ``stylesheets``, Reflex would copy all of them at every save, and the browser reload all.
    """

    def get_stylesheet_paths(self, **_context: Any) -> Sequence[str]:
        """Return the paths as seen from the root style sheet."""
        return [f"../{constants.Dirs.PUBLIC}/css/{name}.css" for name in _NAMES.split()]
