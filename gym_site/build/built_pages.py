"""Faster first paint: inlined CSS, a preloaded hero picture, scripts loaded last."""

import hashlib
import re
from pathlib import Path
from typing import Any

from reflex_base.plugins.base import Plugin

_STYLESHEET = re.compile(r'<link href="(/assets/[^"]+\.css)" rel="stylesheet" type="text/css"/>')
_STYLE_PRELOAD = re.compile(r'(<link as="style" href="/assets/[^"]+\.css" rel="preload")/>')
_SCRIPT_PRELOAD = re.compile(r'<link rel="modulepreload" href="/assets/[^"]+\.js"/>')
_TOP_PICTURE = re.compile(r'<picture[^>]*>(?P<sources>(?:(?!</picture>).)*?)<img [^>]*fetchPriority="high"', re.DOTALL)
_SOURCE = re.compile(r'<source [^>]*type="image/avif"[^>]*>')
_ATTRIBUTE = re.compile(r' (media|sizes|srcSet)="([^"]+)"')
_START = re.compile(r'<script type="module" async="">(.*?)</script>', re.DOTALL)
_COMMENTS_AND_INDENTS = re.compile(r"^ *(//.*\n)?", re.MULTILINE)
_LOADER = _COMMENTS_AND_INDENTS.sub("", Path(__file__).with_name("start.js").read_text(encoding="utf-8"))
_HEAD = re.compile(r'<meta content="width=device-width[^>]*>')


class FirstPaint(Plugin):
    """Rewrites every built page.

    The stylesheet is inlined; its links stay, as React would add them again, but load nothing. Scripts are not
    preloaded: ``start.js`` starts them once the first screen is painted, so that they don't compete with it. The
    inline script that starts them becomes a file, or the content security policy would need a hash for each page.
    """

    def post_build(self, **context: Any) -> None:
        """Run after the build, before the files are compressed."""
        root = Path(context["static_dir"])
        pages = list(root.rglob("*.html"))
        preloads = sum(_rewrite(page, root) for page in pages)
        if not pages or not preloads:
            raise RuntimeError("The built pages contain no script preloads in the expected form.")


def _rewrite(page: Path, root: Path) -> int:
    """Rewrite a page and return how many script preloads were removed."""
    html = page.read_text(encoding="utf-8")
    links = _STYLESHEET.findall(html)
    if len(links) != 1:
        raise RuntimeError(f"{page.name} has {len(links)} stylesheets, expected 1.")
    style = (root / links[0].lstrip("/")).read_text(encoding="utf-8")
    disabled_link = f'<link href="{links[0]}" rel="stylesheet" type="text/css" disabled=""/>'
    html = _STYLESHEET.sub(lambda _: f"<style>{style}</style>{disabled_link}", html)
    html = _STYLE_PRELOAD.sub(r'\1 media="not all"/>', html)
    html, preloads = _SCRIPT_PRELOAD.subn("", html)
    html, starts = _START.subn(lambda script: _deferred(script[1], root), html)
    if starts != 1:
        raise RuntimeError(f"{page.name} starts its scripts in {starts} places, expected 1.")
    html = html.replace("</head>", f"<script>{_LOADER}</script></head>", 1)
    if top := _TOP_PICTURE.search(html):
        html = _HEAD.sub(lambda head: head[0] + _preloads(top["sources"]), html, count=1)
    page.write_text(html, encoding="utf-8")
    return preloads


def _deferred(script: str, root: Path) -> str:
    """Move a page's start script into a file; return a script element of a type that browsers don't load."""
    path = f"/assets/start-{hashlib.sha256(script.encode()).hexdigest()[:8]}.js"
    (root / path.lstrip("/")).write_text(script, encoding="utf-8")
    return f'<script type="text/plain" id="start" src="{path}"></script>'


def _preloads(sources: str) -> str:
    """Return preload links for a picture's AVIF sources; a source with a media condition excludes the later ones."""
    links, excluded = "", ""
    for source in _SOURCE.findall(sources):
        attributes = dict(_ATTRIBUTE.findall(source))
        condition = attributes.get("media", excluded)
        links += (
            f'<link rel="preload" as="image" type="image/avif" imagesrcset="{attributes["srcSet"]}"'
            f'{_attr("imagesizes", attributes.get("sizes"))}{_attr("media", condition)} fetchpriority="high"/>'
        )
        if condition:
            excluded = f"not all and {condition}"
    return links


def _attr(name: str, value: str | None) -> str:
    return f' {name}="{value}"' if value else ""
