"""Writes the content security policy of each built page: what the page may run, load and contact."""

import base64
import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from html import escape, unescape
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

_INLINE_SCRIPT = r"<script(?![^>]*(?:\bsrc=|application/ld\+json))[^>]*>(?!</script>)"
_INLINE_STYLE = r"<style[^>]*>"
INLINE, _NONE = "'unsafe-inline'", "'none'"
# The attributes by which elements of a page name what they load, by the directive for it.
_HOSTS = {
    "img-src": r"<(?:img|image)\b[^>]*?\s(?:src|href)=",
    "media-src": r"<(?:video|audio)\b[^>]*?\ssrc=",
    "frame-src": r"<(?:iframe|embed)\b[^>]*?\ssrc=",
    "form-action": r"<form\b[^>]*?\saction=",
    "script-src": r"<script\b[^>]*?\ssrc=",
}
_OF_REACT = {"react-dom", "react-router"}  # their code for styles runs only for components that have styles
TO_SITE = r"/(?:[\w.-]+/)*?"
"""A pattern for the beginning of a path to one of the site's files: a slash, then the path below which the site is."""
_FROM_START = re.compile(rf'"{TO_SITE}(assets/[^"]+\.js)"')

Grants = dict[str, list[str]]
"""Additional sources by directive."""


class BuiltScripts:
    """The contents of each built script, as ``on_demand.mjs`` lists them."""

    def __init__(self, listed: Path) -> None:
        self._scripts: dict[str, dict[str, list[str]]] = json.loads(listed.read_text(encoding="utf-8"))

    def style_writers(self, start: str) -> list[str]:
        """Return the packages by which a page writes styles. ``start`` is the page's start script."""
        loaded = self._loaded(_FROM_START.findall(start))
        return sorted({writer for name in loaded for writer in self._scripts[name]["writers"]} - _OF_REACT)

    def _loaded(self, names: list[str]) -> set[str]:
        """Return the scripts with these names and all that they import."""
        found: set[str] = set()
        waiting = [name for name in names if name in self._scripts]
        while waiting:
            name = waiting.pop()
            if name not in found:
                found.add(name)
                waiting += self._scripts[name]["imports"]
        return found


def grants(
    html: str, sheets: str, writers: list[str], needs: Mapping[str, Any], usual: Mapping[str, Sequence[str]]
) -> tuple[Grants, list[str]]:
    """Return what a page needs beyond the strict policy, and a line for each rule that is less strict.

    ``sheets``: the page's own style sheets. ``writers``: what writes styles into the page. ``needs``: what its events
    need, and what its developer allows. ``usual``: the policy of all pages.
    """
    granted: dict[str, list[str]] = {}
    lines = []
    if needs.get("text"):
        granted["script-src"] = ["'unsafe-eval'"]
        lines.append(f"scripts sent as text, for {', '.join(needs['text'])}")
    writers = [*writers, *(["toasts"] if needs.get("toasts") else [])]
    without_scripts = re.sub(r"<script.*?</script>", "", html, flags=re.DOTALL)
    if not writers and re.search(r'<[^>]*\sstyle="', without_scripts):
        writers = ["the page's own style attributes"]
    if writers:
        granted["style-src"] = [INLINE]
        lines.append(f"styles in the page, for {', '.join(writers)}")
    granted.setdefault("script-src", []).extend(map(_hash, needs.get("scripts", ())))
    if "url(data:font" in sheets.replace('"', ""):
        granted["font-src"] = ["data:"]
    for directive, element in _HOSTS.items():
        urls = [unescape(url) for url in re.findall(rf'{element}"((?:https?:)?//[^"]+)"', html)]
        granted.setdefault(directive, []).extend(sorted({_origin(url) for url in urls}))
    for directive, sources in needs.get("policy", {}).items():
        granted.setdefault(directive, []).extend(sources)
    new = {name: [each for each in sources if each not in usual.get(name, ())] for name, sources in granted.items()}
    return {name: sources for name, sources in new.items() if sources}, lines


def policy_element(html: str, usual: Mapping[str, Sequence[str]], granted: Grants | None = None) -> str:
    """Return the ``meta`` element with the policy for ``html``, a page that is complete except for this element.

    The policy stays in force when client-side navigation opens another page. It allows that page's scripts, because
    they are files of the site. A page that is ``granted`` more is always opened as a document (``policies.js``).
    """
    rules, granted = {name: list(sources) for name, sources in usual.items()}, granted or {}
    rules["script-src"][1:1] = _hashes(_INLINE_SCRIPT, "</script>", html)
    if INLINE not in granted.get("style-src", ()):  # a hash would switch it off
        rules["style-src"] += _hashes(_INLINE_STYLE, "</style>", html)
    for name, sources in granted.items():
        rules[name] = list(dict.fromkeys([*rules.get(name, []), *sources]))
    policy = "; ".join(f"{name} {' '.join(sources) or _NONE}" for name, sources in rules.items())
    return f'<meta http-equiv="Content-Security-Policy" content="{escape(policy, quote=False)}"/>'


def usual_policy(server: str, further: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """Return the policy of all pages, without the hashes of their scripts and styles.

    ``server``: the server's origin if it isn't the pages'. ``further``: what the site's pages need beyond their own
    files, by directive.
    """
    rules = {
        "default-src": [],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "font-src": ["'self'"],
        "connect-src": ["'self'", server, re.sub("^http", "ws", server)],
        "frame-src": [],
        "manifest-src": ["'self'"],
        "media-src": ["'self'"],
        "form-action": ["'self'", server],
        "base-uri": [],
    }
    for directive, sources in further.items():
        rules.setdefault(directive, []).extend(sources)
    return {name: [*filter(None, sources)] for name, sources in rules.items()}


def _origin(url: str) -> str:
    """Return the origin of an address in a page, which may begin with two slashes."""
    parts = urlsplit(url)
    return f"{parts.scheme or 'https'}://{parts.netloc}"


def _hashes(opening: str, closing: str, html: str) -> list[str]:
    """Return the hashes of the texts between two tags, in the form that a policy uses. ``opening`` is a pattern."""
    texts = {rest.partition(closing)[0] for rest in re.split(opening, html)[1:]}
    return sorted(map(_hash, texts))


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
