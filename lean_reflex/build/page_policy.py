"""Writes the content security policy of each built page: what the page may run, load and contact."""

import base64
import hashlib
import re
from collections.abc import Mapping, Sequence
from html import escape

_INLINE = {"script": r"<script(?![^>]*(?:\bsrc=|application/ld\+json))[^>]*>(?!</script>)", "style": r"<style[^>]*>"}
INLINE, _NONE = "'unsafe-inline'", "'none'"
TO_SITE = r"/(?:[\w.-]+/)*?"
"""A pattern for the beginning of a path to one of the site's files: a slash, then the path below which the site is."""

Policy = Mapping[str, Sequence[str]]
"""Sources by directive."""


def usual_policy(server: str, further: Policy) -> dict[str, list[str]]:
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


def beyond(own: Policy, usual: Policy) -> dict[str, list[str]]:
    """Return what a page's ``own`` policy allows beyond the ``usual`` one of all pages."""
    new = {name: [each for each in sources if each not in usual.get(name, ())] for name, sources in own.items()}
    return {name: sources for name, sources in new.items() if sources}


def policy_element(html: str, usual: Policy, further: Policy) -> str:
    """Return the ``meta`` element with the policy for ``html``, a page that is complete except for this element.

    The policy stays in force when client-side navigation opens another page. It allows that page's scripts, because
    they are files of the site. A page with ``further`` sources is always opened as a document (``policies.js``).
    """
    rules = {name: list(sources) for name, sources in usual.items()}
    for name, tag in (("script-src", "script"), ("style-src", "style")):
        if INLINE not in [*usual[name], *further.get(name, ())]:  # a hash would switch it off
            rules[name][1:1] = _hashes(_INLINE[tag], f"</{tag}>", html)
    for name, sources in further.items():
        rules[name] = list(dict.fromkeys([*rules.get(name, []), *sources]))
    policy = "; ".join(f"{name} {' '.join(sources) or _NONE}" for name, sources in rules.items())
    return f'<meta http-equiv="Content-Security-Policy" content="{escape(policy, quote=False)}"/>'


def _hashes(opening: str, closing: str, html: str) -> list[str]:
    """Return the hashes of the texts between two tags, in the form that a policy uses. ``opening`` is a pattern."""
    texts = {rest.partition(closing)[0] for rest in re.split(opening, html)[1:]}
    return sorted(f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'" for text in texts)
