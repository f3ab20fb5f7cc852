"""Pages that are painted with their first bytes: CSS in the page, the top picture asked for at once, scripts last."""

from __future__ import annotations

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
    """Rewrites every page of the build.

    The stylesheet's text goes into the page; its links stay, as React would add them again, but load nothing. The
    scripts are not preloaded, and ``start.js`` begins them when the first screen is there: else they take the line and
    the processor. What starts them becomes a file: as inline text the content security policy would have to name each
    page's.
    Raises `RuntimeError` when the built pages don't look as expected: after an upgrade of Reflex, look here.
    """

    def post_build(self, **context: Any) -> None:
        """Run after the build, before the files are compressed."""
        root = Path(context["static_dir"])
        pages = list(root.rglob("*.html"))
        preloads = sum(_rewrite(page, root) for page in pages)
        if not pages or not preloads:
            msg = "The built pages preload no scripts: what was to be taken out has changed its form."
            raise RuntimeError(msg)


def _rewrite(page: Path, root: Path) -> int:
    """Rewrite one page and return how many preloads of scripts were taken out."""
    html = page.read_text(encoding="utf-8")
    links = _STYLESHEET.findall(html)
    if len(links) != 1:
        msg = f"{page.name} has {len(links)} stylesheets where one was expected."
        raise RuntimeError(msg)
    style = (root / links[0].lstrip("/")).read_text(encoding="utf-8")
    unloaded = f'<link href="{links[0]}" rel="stylesheet" type="text/css" disabled=""/>'
    html = _STYLESHEET.sub(lambda _: f"<style>{style}</style>{unloaded}", html)
    html = _STYLE_PRELOAD.sub(r'\1 media="not all"/>', html)
    html, preloads = _SCRIPT_PRELOAD.subn("", html)
    html, starts = _START.subn(lambda script: _waiting(script[1], root), html)
    if starts != 1:
        msg = f"{page.name} starts its scripts in {starts} places where one was expected."
        raise RuntimeError(msg)
    html = html.replace("</head>", f"<script>{_LOADER}</script></head>", 1)
    if top := _TOP_PICTURE.search(html):
        html = _HEAD.sub(lambda head: head[0] + _preloads(top["sources"]), html, count=1)
    page.write_text(html, encoding="utf-8")
    return preloads


def _waiting(script: str, root: Path) -> str:
    """Write a page's start module into a file and return the element that names it; no browser loads this type."""
    path = f"/assets/start-{hashlib.sha256(script.encode()).hexdigest()[:8]}.js"
    (root / path.lstrip("/")).write_text(script, encoding="utf-8")
    return f'<script type="text/plain" id="start" src="{path}"></script>'


def _preloads(sources: str) -> str:
    """Return the preloads of a picture's AVIF files; a source with a condition excludes those after it."""
    links, passed = "", ""
    for source in _SOURCE.findall(sources):
        attributes = dict(_ATTRIBUTE.findall(source))
        condition = attributes.get("media", passed)
        links += (
            f'<link rel="preload" as="image" type="image/avif" imagesrcset="{attributes["srcSet"]}"'
            f'{_written("imagesizes", attributes.get("sizes"))}{_written("media", condition)} fetchpriority="high"/>'
        )
        if condition:
            passed = f"not all and {condition}"
    return links


def _written(name: str, value: str | None) -> str:
    return f' {name}="{value}"' if value else ""
