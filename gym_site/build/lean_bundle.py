"""Leaves out of the bundle what Reflex always includes and this site doesn't use."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from reflex_base.plugins.base import Plugin

_SHIMS = Path(__file__).with_name("shims")
_REPLACED = {
    "@emotion/react": "emotion-react.js",
    "universal-cookie": "universal-cookie.js",
    "$/utils/react-theme": "react-theme.js",
}
_WITHOUT_SERVER = {"socket.io-client": "socket.io-client.js"}
_ALIASES = "    alias: [\n"
_COLOUR_SCHEME = re.compile(r'jsx\("script",\{\},"(?:[^"\\]|\\.)*\.colorScheme(?:[^"\\]|\\.)*"\),')


class LeanBundle(Plugin):
    """Replaces libraries with the modules in ``shims``, in development too.

    Without ``server`` the websocket client is replaced too: the pages never look for a server. The script that chooses
    between the light and the dark colour scheme is removed. Raises `RuntimeError` if Vite's configuration or the
    document doesn't look as expected, as after an upgrade of Reflex.
    """

    def __init__(self, *, server: bool = True) -> None:
        self._replaced = _REPLACED if server else _REPLACED | _WITHOUT_SERVER

    def pre_compile(self, **context: Any) -> None:
        """Run before the pages are compiled."""
        context["add_modify_task"]("vite.config.js", self._with_aliases)
        context["add_modify_task"]("app/_document.js", _without_colour_scheme)

    def _with_aliases(self, config: str) -> str:
        lines = "".join(
            f"      {{ find: {json.dumps(library)}, replacement: {json.dumps((_SHIMS / shim).as_posix())} }},\n"
            for library, shim in self._replaced.items()
        )
        if lines in config:
            return config
        if config.count(_ALIASES) != 1:
            msg = "Vite's configuration has no list of aliases in the expected form."
            raise RuntimeError(msg)
        return config.replace(_ALIASES, _ALIASES + lines)


def _without_colour_scheme(document: str) -> str:
    if "colorScheme" not in document:
        return document
    document, count = _COLOUR_SCHEME.subn("", document)
    if count != 1:
        msg = "The document contains no colour scheme script in the expected form."
        raise RuntimeError(msg)
    return document
