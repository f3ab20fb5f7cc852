"""What Reflex always puts into a page and this site doesn't use, left out."""

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
    """Puts the modules in ``shims`` in the places of whole libraries, in development too.

    Without ``server`` the client of the websocket is one of them: the pages never look for a server. The script that
    chooses between a light and a dark look goes too. Raises `RuntimeError` when Vite's configuration or the document
    doesn't look as expected: after an upgrade of Reflex, look here.
    """

    def __init__(self, *, server: bool = True) -> None:
        self._replaced = _REPLACED if server else _REPLACED | _WITHOUT_SERVER

    def pre_compile(self, **context: Any) -> None:
        """Run before the pages are compiled."""
        context["add_modify_task"]("vite.config.js", self._with_aliases)
        context["add_modify_task"]("app/_document.js", _with_one_look)

    def _with_aliases(self, config: str) -> str:
        lines = "".join(
            f"      {{ find: {json.dumps(library)}, replacement: {json.dumps((_SHIMS / shim).as_posix())} }},\n"
            for library, shim in self._replaced.items()
        )
        if lines in config:
            return config
        if config.count(_ALIASES) != 1:
            msg = "Vite's configuration has no list of aliases where it was expected."
            raise RuntimeError(msg)
        return config.replace(_ALIASES, _ALIASES + lines)


def _with_one_look(document: str) -> str:
    if "colorScheme" not in document:
        return document
    document, found = _COLOUR_SCHEME.subn("", document)
    if found != 1:
        msg = "The document chooses between a light and a dark look in another way than expected."
        raise RuntimeError(msg)
    return document
