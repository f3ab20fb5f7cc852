"""Gives each page only those of Reflex's libraries that it needs, by a plugin for Vite, and trims Reflex's scripts."""

import json
import re
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from reflex_base import constants
from reflex_base.plugins.base import Plugin

from lean_reflex.browser.library import library_files
from lean_reflex.build.patch import replaced

_SHIMS = Path(__file__).with_name("shims")
_ON_DEMAND = Path(__file__).with_name("on_demand.mjs")
# The name by which shims/socket.io-client.js imports the real library. The alias for this name must come first: the
# alias for socket.io-client matches the name too, and Vite uses the first alias that matches.
_CLIENT = "socket.io-client/itself"
_CLIENT_FILE = 'fileURLToPath(new URL("./node_modules/socket.io-client/build/esm/index.js", import.meta.url))'
_ALIASES = re.compile(r"^    alias: \[\n", re.MULTILINE)
_BUILD = re.compile(r"^  build: \{\n", re.MULTILINE)
# As in package.json. Scripts are written for Safari 16, because Vite would write class fields, which Safari 15.4 has,
# as calls of a helper.
_TARGETS = {
    "target": ["chrome99", "firefox102", "safari16"],
    "cssTarget": ["chrome99", "firefox102", "safari15.4", "ios15.4"],
}
_HYDRATED = re.compile(r"hydrateRoot\(document, createElement\(HydratedRouter\)\);")
# The site's error screen is in an error boundary with this method. Others are React Router's, which show a stack trace.
# The browser names what a policy refuses; the second function adds the line by which a developer can allow it.
# A static host also shows a built page under the name of its file, which the router doesn't know.
_REPORTED = r"""const breaks = (error, { errorBoundary }) => {
    console.error(error);
    if (errorBoundary?.resetErrorBoundary) return;
    document.documentElement.hidden = true;
    dispatchEvent(new Event("pagebreaks"));
  };
  addEventListener("securitypolicyviolation", ({ blockedURI: what, effectiveDirective }) => {
    const rule = effectiveDirective.replace(/-(elem|attr)$/, "");
    const isText = what === "inline" || what === "eval";
    const source = isText ? `'unsafe-${what}'` : /:/.test(what) ? new URL(what).origin : `${what}:`;
    console.error(`Where this page is added, context={"policy": {"${rule}": ["${source}"]}} allows what was refused.`);
  });
  const { pathname, search, hash } = location;
  if (document.getElementById("start") && pathname.endsWith(".html")) {
    const path = pathname.replace(/\/index\.html$/, "/").replace(/\.html$/, "");
    history.replaceState(history.state, "", path + search + hash);
  }
  hydrateRoot(document, createElement(HydratedRouter), { onCaughtError: breaks, onUncaughtError: breaks });"""
_WARM_UP = re.compile(r'^if \(typeof window !== "undefined"\) \{\n  queueMicrotask\(.*?^\}\n', re.MULTILINE | re.DOTALL)
_PLUGINS = re.compile(r"^  plugins: \[\n", re.MULTILINE)
_TEXT = re.compile(r"(?<![\w.])eval\((event\.payload\.\w+)\)")
_EVAL = re.compile(r"(?<![\w.])eval\(")
_GLOBALS = re.compile(r"window\.__reflex = \{[^}]*\};")
_NAMESPACE = re.compile(r"^import \* as (\w+) from .*\n", re.MULTILINE)
_COLOUR_SCHEME = re.compile(r'jsx\("script",\{\},"(?:[^"\\]|\\.)*\.colorScheme(?:[^"\\]|\\.)*"\),')


class LeanBundle(Plugin):
    """Adds the plugin of ``on_demand.mjs`` to Vite, and trims Reflex's own scripts. Development uses it too."""

    def __init__(self, *, has_server: bool = True) -> None:
        self._has_server = has_server

    def get_static_assets(self, **_context: Any) -> Sequence[tuple[Path, str]]:
        """Return the package's own scripts."""
        return [(Path(constants.Dirs.PUBLIC) / path, text) for path, text in library_files()]

    def pre_compile(self, **context: Any) -> None:
        """Register the changes to Reflex's files before the pages are compiled."""
        change = context["add_modify_task"]
        change("vite.config.js", lambda config: _lowered(_with_plugin(config, has_server=self._has_server)))
        change("app/entry.client.js", _watched)
        change("app/root.jsx", _without_globals)
        change("utils/state.js", _trimmed_state)
        change("app/_document.js", partial(replaced, _COLOUR_SCHEME, "", what="colour scheme script"))


def _with_plugin(config: str, *, has_server: bool) -> str:
    """Add the plugin of on_demand.mjs and the names of the websocket client to Vite's configuration."""
    client = _CLIENT_FILE if has_server else json.dumps((_SHIMS / "no-server.js").as_posix())
    shim = json.dumps((_SHIMS / "socket.io-client.js").as_posix())
    names = "".join(
        f"      {{ find: {json.dumps(name)}, replacement: {path} }},\n"
        for name, path in {_CLIENT: client, "socket.io-client": shim}.items()
    )
    if names in config:
        return config
    config = replaced(_ALIASES, lambda start: start[0] + names, config, "list of aliases")
    shims, assets = (json.dumps(folder.as_posix()) for folder in (_SHIMS, Path(constants.Dirs.APP_ASSETS).absolute()))
    folders = f'{{ shims: {shims}, assets: {assets}, web: fileURLToPath(new URL(".", import.meta.url)) }}'
    config = replaced(_PLUGINS, lambda start: f"{start[0]}    onDemand({folders}),\n", config, "list of plugins")
    return f'import onDemand from "{_ON_DEMAND.as_posix()}";\n{config}'


def _lowered(config: str) -> str:
    """Make Vite write scripts and styles for the oldest browsers that get the whole site."""
    line = "".join(f"    {name}: {json.dumps(targets)},\n" for name, targets in _TARGETS.items())
    return config if line in config else replaced(_BUILD, lambda start: start[0] + line, config, "options of the build")


def _watched(entry: str) -> str:
    """Report errors that the site's own error screen doesn't show, so that no other screen shows them (start.js)."""
    return entry if _REPORTED in entry else replaced(_HYDRATED, _REPORTED, entry, "start of React")


def _without_globals(root: str) -> str:
    """Remove the object of libraries, and the imports that only it used."""
    root = replaced(_GLOBALS, "", root, "object of libraries")
    rest = _NAMESPACE.sub("", root)
    return _NAMESPACE.sub(lambda line: line[0] if re.search(rf"\b{line[1]}\b", rest) else "", root)


def _trimmed_state(state: str) -> str:
    """Remove the connection that Reflex prepares before a page needs one, and load the call of ``eval`` on demand."""
    state = state.replace("globalThis.eval(", "eval(")  # as an earlier version of the site left it
    if "queueMicrotask(" in state:
        state = replaced(_WARM_UP, "", state, "connection prepared before its use")
    load = '(await import("run-text")).runText('
    state = state.replace("eval(`import(dataUri)`)", "import(/* @vite-ignore */ dataUri)")
    state = _TEXT.sub(lambda call: f"{load}{call[1]}, {{ addEvents, refs, ReflexEvent }})", state)
    if _EVAL.search(state):
        raise RuntimeError("Reflex's script calls eval in an unexpected form.")
    return state
