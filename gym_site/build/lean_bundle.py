"""Removes from the bundle what Reflex always includes and this site doesn't use."""

import json
import re
from functools import partial
from pathlib import Path
from typing import Any

from reflex_base.plugins.base import Plugin

_SHIMS = Path(__file__).with_name("shims")
_REPLACED = {
    "@emotion/react": "emotion-react.js",
    "universal-cookie": "universal-cookie.js",
    "$/utils/react-theme": "react-theme.js",
    "socket.io-client": "socket.io-client.js",
}
# The name by which the shim imports the real library. Listed first, as Vite uses the first matching alias.
_CLIENT = "socket.io-client/itself"
_CLIENT_FILE = 'fileURLToPath(new URL("./node_modules/socket.io-client/build/esm/index.js", import.meta.url))'
_ALIASES = "    alias: [\n"
_EVAL = re.compile(r"(?<![\w.])eval\(")
_GLOBALS = re.compile(r"window\.__reflex = \{[^}]*\};")
_COLOUR_SCHEME = re.compile(r'jsx\("script",\{\},"(?:[^"\\]|\\.)*\.colorScheme(?:[^"\\]|\\.)*"\),')


class LeanBundle(Plugin):
    """Replaces libraries with the modules in ``shims`` and trims Reflex's own scripts, in development too."""

    def __init__(self, *, has_server: bool) -> None:
        self._has_server = has_server

    def pre_compile(self, **context: Any) -> None:
        """Run before the pages are compiled."""
        context["add_modify_task"]("vite.config.js", partial(_with_aliases, has_server=self._has_server))
        context["add_modify_task"]("app/root.jsx", partial(_without, _GLOBALS, "object of libraries"))
        context["add_modify_task"]("utils/state.js", _with_short_names)
        context["add_modify_task"]("app/_document.js", partial(_without, _COLOUR_SCHEME, "colour scheme script"))


def _with_aliases(config: str, *, has_server: bool) -> str:
    aliases = {library: json.dumps((_SHIMS / shim).as_posix()) for library, shim in _REPLACED.items()}
    client = _CLIENT_FILE if has_server else json.dumps((_SHIMS / "no-server.js").as_posix())
    lines = "".join(
        f"      {{ find: {json.dumps(library)}, replacement: {path} }},\n"
        for library, path in {_CLIENT: client, **aliases}.items()
    )
    if lines in config:
        return config
    if config.count(_ALIASES) != 1:
        raise RuntimeError("Vite's configuration has no list of aliases in the expected form.")
    return config.replace(_ALIASES, _ALIASES + lines)


def _with_short_names(state: str) -> str:
    """Keep ``eval`` out of the module's scope, where it would prevent the minifier from shortening any name."""
    return _EVAL.sub("globalThis.eval(", state)


def _without(unused: re.Pattern[str], name: str, module: str) -> str:
    module, count = unused.subn("", module)
    if count != 1:
        raise RuntimeError(f"A compiled module has no {name} in the expected form.")
    return module
