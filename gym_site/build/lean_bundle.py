"""Removes code that Reflex puts into every bundle and that this site doesn't use."""

import json
import re
from functools import partial
from pathlib import Path
from typing import Any

from reflex_base.plugins.base import Plugin

from gym_site.build.patch import replaced

_SHIMS = Path(__file__).with_name("shims")
_REPLACED = {
    "@emotion/react": "emotion-react.js",
    "universal-cookie": "universal-cookie.js",
    "$/utils/react-theme": "react-theme.js",
    "socket.io-client": "socket.io-client.js",
}
# The name by which shims/socket.io-client.js imports the real library. The alias for this name must come first: the
# alias for socket.io-client matches the name too, and Vite uses the first alias that matches.
_CLIENT = "socket.io-client/itself"
_CLIENT_FILE = 'fileURLToPath(new URL("./node_modules/socket.io-client/build/esm/index.js", import.meta.url))'
_ALIASES = re.compile(r"^    alias: \[\n", re.MULTILINE)
_WARM_UP = re.compile(r'^if \(typeof window !== "undefined"\) \{\n  queueMicrotask\(.*?^\}\n', re.MULTILINE | re.DOTALL)
_EVAL = re.compile(r"(?<![\w.])eval\(")
_GLOBALS = re.compile(r"window\.__reflex = \{[^}]*\};")
_COLOUR_SCHEME = re.compile(r'jsx\("script",\{\},"(?:[^"\\]|\\.)*\.colorScheme(?:[^"\\]|\\.)*"\),')


class LeanBundle(Plugin):
    """Replaces libraries with the modules in ``shims``, and trims Reflex's own scripts. Development uses it too."""

    def __init__(self, *, has_server: bool) -> None:
        self._has_server = has_server

    def pre_compile(self, **context: Any) -> None:
        """Register the changes to Reflex's files before the pages are compiled."""
        change = context["add_modify_task"]
        change("vite.config.js", partial(_with_aliases, has_server=self._has_server))
        change("app/root.jsx", partial(replaced, _GLOBALS, "", what="object of libraries"))
        change("utils/state.js", _trimmed_state)
        change("app/_document.js", partial(replaced, _COLOUR_SCHEME, "", what="colour scheme script"))


def _with_aliases(config: str, *, has_server: bool) -> str:
    aliases = {library: json.dumps((_SHIMS / shim).as_posix()) for library, shim in _REPLACED.items()}
    client = _CLIENT_FILE if has_server else json.dumps((_SHIMS / "no-server.js").as_posix())
    lines = "".join(
        f"      {{ find: {json.dumps(library)}, replacement: {path} }},\n"
        for library, path in {_CLIENT: client, **aliases}.items()
    )
    return config if lines in config else replaced(_ALIASES, lambda start: start[0] + lines, config, "list of aliases")


def _trimmed_state(state: str) -> str:
    """Remove the connection that Reflex prepares before a page needs one, and make calls of ``eval`` indirect.

    A direct call of ``eval`` stops the minifier from shortening the module's names.
    """
    if "queueMicrotask(" in state:
        state = replaced(_WARM_UP, "", state, "connection prepared before its use")
    return _EVAL.sub("globalThis.eval(", state)
