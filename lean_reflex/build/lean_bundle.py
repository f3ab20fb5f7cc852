"""Gives each page only those of Reflex's libraries that it needs, by a plugin for Vite, and trims Reflex's scripts."""

import json
import re
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import reflex as rx
from reflex_base import constants
from reflex_base.plugins.base import Plugin

from lean_reflex.browser.connection import Connection
from lean_reflex.browser.library import library_files
from lean_reflex.browser.page_change import PageReady
from lean_reflex.browser.toaster import late
from lean_reflex.build.page_policy import Policy
from lean_reflex.build.patch import replaced
from lean_reflex.build.radix import RadixOnItsPages
from lean_reflex.reflex_internals import (
    DefaultPagePlugin,
    get_plugin,
    is_embedded,
    is_prod_mode,
    shows_server_facts,
    web_folder,
)

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
# A static host also shows a built page under the name of its file, which the router doesn't know.
_REPORTED = r"""const breaks = (error, { errorBoundary }) => {
    console.error(error);
    if (errorBoundary?.resetErrorBoundary) return;
    document.documentElement.hidden = true;
    dispatchEvent(new Event("pagebreaks"));
  };
  const { pathname, search, hash } = location;
  if (document.getElementById("start") && pathname.endsWith(".html")) {
    const path = pathname.replace(/\/index\.html$/, "/").replace(/\.html$/, "");
    history.replaceState(history.state, "", path + search + hash);
  }
  hydrateRoot(document, createElement(HydratedRouter), { onCaughtError: breaks, onUncaughtError: breaks });"""
# The browser names what a policy refuses; this adds the line by which a developer can allow it.
_TOLD = r"""const tell = ({ blockedURL, blockedURI: what = blockedURL, effectiveDirective }) => {
    if (!effectiveDirective) return;
    const rule = effectiveDirective.replace(/-(elem|attr)$/, "");
    const isText = what === "inline" || what === "eval";
    const source = isText ? `'unsafe-${what}'` : /:/.test(what) ? new URL(what).origin : `${what}:`;
    console.error(`add_page(context={"policy": {"${rule}": ["${source}"]}}) allows it.`);
  };
  if (window.ReportingObserver)
    new ReportingObserver((found) => found.forEach(({ body }) => tell(body)), { buffered: true }).observe();
  else addEventListener("securitypolicyviolation", tell);
  """
_WARM_UP = re.compile(r'^if \(typeof window !== "undefined"\) \{\n  queueMicrotask\(.*?^\}\n', re.MULTILINE | re.DOTALL)
_PLUGINS = re.compile(r"^  plugins: \[\n", re.MULTILINE)
_TEXT = re.compile(r"(?<![\w.])eval\((event\.payload\.\w+)\)")
_EXPORT = re.compile(r"^export const ((?:py|is|getRef|refs|ReflexEvent)\w*)", re.MULTILINE)
_EVAL = re.compile(r"(?<![\w.])eval\(")
_GLOBALS = re.compile(r"window\.__reflex = \{([^}]*)\};")
_NAMESPACE = re.compile(r"^import \* as (\w+) from .*\n", re.MULTILINE)
_LOAD = "await window.__reflex_load?.();"
_LOAD_LATE = f'{_LOAD}\n  window.__reflex ??= (await import("$/utils/libraries")).default;'
_COLOUR_SCHEME = re.compile(r'jsx\("script",\{\},"(?:[^"\\]|\\.)*\.colorScheme(?:[^"\\]|\\.)*"\),')


class LeanBundle(Plugin):
    """Adds the plugin of ``on_demand.mjs`` to Vite, and trims Reflex's own scripts. Development uses it too."""

    def __init__(self, *, has_server: bool = True, policy: Policy | None = None) -> None:
        self._has_server, self._policy = has_server, policy

    def eval_page(self, page_fn: Any, /, *, page: Any, compile_context: Any, **_kwargs: Any) -> Any:
        """Evaluate a page, and add what it must have to start late. What it needs later is loaded when it asks."""
        app: rx.App = compile_context.app
        app.toaster = late(app.toaster)
        app.app_wraps.setdefault((6, "PageChange"), lambda _stateful: rx.fragment(PageReady.create()))
        evaluated = DefaultPagePlugin().eval_page(page_fn, page=page)
        content, *head = evaluated.root_component.children
        assert isinstance(content, rx.Component)
        parts: list[Any] = [content]
        if app._load_events.get(page.route) or shows_server_facts(content):
            parts = [Connection.create(), content]
        if radix := get_plugin(RadixOnItsPages):
            parts[-1] = radix.around(content)
        evaluated.root_component.children = [*parts, *head]
        return evaluated

    def get_static_assets(self, **_context: Any) -> Sequence[tuple[Path, str]]:
        """Return the package's own scripts."""
        return [(Path(constants.Dirs.PUBLIC) / path, text) for path, text in library_files()]

    def pre_compile(self, **context: Any) -> None:
        """Register the changes to Reflex's files before the pages are compiled."""
        change = context["add_modify_task"]
        own_radix = get_plugin(RadixOnItsPages) is not None
        change("vite.config.js", lambda config: _lowered(_with_plugin(config, self._has_server, own_radix)))
        if not is_embedded():
            change("app/entry.client.js", partial(_watched, "" if self._policy is None else _TOLD))
        change("app/root.jsx", _with_late_globals)
        has_texts = self._policy is None or not is_prod_mode()
        policies = [self._policy or {}, *(page.context.get("policy", {}) for page in context["unevaluated_pages"])]
        has_texts |= any("'unsafe-eval'" in policy.get("script-src", ()) for policy in policies)
        change("utils/state.js", partial(_trimmed_state, has_texts=has_texts))
        if own_radix:
            change("app/_document.js", partial(replaced, _COLOUR_SCHEME, "", what="colour scheme script"))


def _with_plugin(config: str, has_server: bool, own_radix: bool) -> str:
    """Add the plugin of on_demand.mjs and the names of the websocket client to Vite's configuration."""
    client = _CLIENT_FILE if has_server else json.dumps((_SHIMS / "no-server.js").as_posix())
    shim = json.dumps((_SHIMS / "socket.io-client.js").as_posix())
    names = "".join(
        f"      {{ find: {json.dumps(name)}, replacement: {path} }},\n"
        for name, path in {_CLIENT: client, "socket.io-client": shim}.items()
    )
    config = replaced(_ALIASES, lambda start: start[0] + names, config, "list of aliases")
    shims, assets = (json.dumps(folder.as_posix()) for folder in (_SHIMS, Path(constants.Dirs.APP_ASSETS).absolute()))
    web = 'fileURLToPath(new URL(".", import.meta.url))'
    given = f"{{ shims: {shims}, assets: {assets}, web: {web}, ownRadix: {json.dumps(own_radix)} }}"
    config = replaced(_PLUGINS, lambda start: f"{start[0]}    onDemand({given}),\n", config, "list of plugins")
    return f'import onDemand from "{_ON_DEMAND.as_posix()}";\n{config}'


def _lowered(config: str) -> str:
    """Make Vite write scripts and styles for the oldest browsers that get the whole site."""
    line = "".join(f"    {name}: {json.dumps(targets)},\n" for name, targets in _TARGETS.items())
    return replaced(_BUILD, lambda start: start[0] + line, config, "options of the build")


def _watched(told: str, entry: str) -> str:
    """Report errors that the site's own error screen doesn't show, so that no other screen shows them (start.js)."""
    return replaced(_HYDRATED, told + _REPORTED, entry, "start of React")


def _with_late_globals(root: str) -> str:
    """Move the object of libraries for components that a state holds into a file that the first of them loads."""
    taken = _GLOBALS.search(root)
    is_whole = taken and "..." not in taken[1]  # otherwise the site has `frontend_lazy_bundled_libraries`
    imports = "".join(line[0] for line in _NAMESPACE.finditer(root)) if is_whole else ""
    libraries = f"{imports}export default {{{taken[1] if taken and is_whole else ''}}};\n"
    (web_folder() / "utils" / "libraries.js").write_text(libraries, encoding="utf-8")
    if taken and not is_whole:
        return root
    root = replaced(_GLOBALS, "", root, "object of libraries")
    rest = _NAMESPACE.sub("", root)
    return _NAMESPACE.sub(lambda line: line[0] if re.search(rf"\b{line[1]}\b", rest) else "", root)


def _trimmed_state(state: str, *, has_texts: bool) -> str:
    """Remove the connection that Reflex prepares before a page needs one, and load the call of ``eval`` on demand.

    ``has_texts``: whether a page may run a text from the server; what such a text can use must then be kept.

    The file of the environment has the time of the build in it. Imported whole, it renames all scripts at each build.
    """
    if not _TEXT.search(state):  # an earlier build has changed it, perhaps with an earlier version of the package
        state = (constants.Templates.Dirs.WEB_TEMPLATE / "utils" / "state.js").read_text(encoding="utf-8")
    state = state.replace("import reflexEnvironment from", "import * as reflexEnvironment from")
    state = replaced(_WARM_UP, "", state, "connection prepared before its use")
    state = replaced(re.escape(_LOAD), _LOAD_LATE, state, "load of libraries")
    state = state.replace("eval(`import(dataUri)`)", "import(/* @vite-ignore */ dataUri)")
    names = ", ".join(["addEvents, event, socket, navigate, params", *_EXPORT.findall(state)] if has_texts else [])
    load = '(await import("run-text")).runText('
    state = _TEXT.sub(lambda call: f"{load}{call[1]}, {{ {names} }})", state)
    if _EVAL.search(state):
        raise RuntimeError("Reflex's script calls eval in an unexpected form.")
    return state
