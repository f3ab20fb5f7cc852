"""Writes deploy/pages.caddy and deploy/unavailable.html, which deploy/Caddyfile uses, for one build of the pages."""

from dataclasses import replace
from pathlib import Path

from gym_site.content.business import BUSINESS
from gym_site.content.forms import INQUIRY_FORM
from gym_site.server.answer import notice
from gym_site.server.policy import FILE_HEADERS, headers
from gym_site.server.published import HASHED, YEAR, built_files, published
from gym_site.settings import ROOT, Settings, load_settings

DEPLOY = ROOT / "deploy"


def snippets(pages: Path, settings: Settings) -> str:
    """Return Caddy's snippets for the built pages in the folder ``pages``: their headers, and unpublished paths."""
    files, _ = published(pages)
    kinds = " ".join(sorted({f"*{Path(path).suffix}" for path, file in files.items() if not file.is_page}))
    blocks = {
        "(headers)": [
            *_block("@file", f"path {kinds}", "file"),
            *_block("@page not", f"path {kinds}", "file"),
            *_block("header @file", *(f'{name} "{value}"' for name, value in FILE_HEADERS.items())),
            *_block("header @page", *(f'{name} "{value}"' for name, value in headers(pages, settings).items())),
            *_block("@hashed", f"path_regexp {HASHED}", "file"),  # a 404 must not be kept for a year
            f'header @hashed Cache-Control "{YEAR}"',
            "header ?Cache-Control no-cache",
            "header Cross-Origin-Resource-Policy same-origin",
        ],
        # On the disk, but no path of the site: a page by its file's name, and the page for missing paths.
        "(unpublished)": [
            f"@unpublished path {' '.join(sorted(path for path, _ in built_files(pages) if path not in files))}",
            "error @unpublished 404",
        ],
    }
    lines = [line for name, lines in blocks.items() for line in _block(name, *lines)]
    return "\n".join(["# Written by gym_site/cli/caddy.py for one build of the pages.", *lines, ""])


def _block(name: str, *lines: str) -> list[str]:
    return [f"{name} {{", *(f"\t{line}" for line in lines), "}"]


def write_for_caddy(pages: Path, folder: Path = DEPLOY) -> None:
    """Write both files into ``folder``: the snippets, as in production, and the page for forms that no server takes."""
    pages_file = snippets(pages, replace(load_settings(), env_mode="prod"))
    unavailable = notice(INQUIRY_FORM.failure_title, BUSINESS.fill(INQUIRY_FORM.failure_text), BUSINESS)
    (folder / "pages.caddy").write_text(pages_file, encoding="utf-8")
    (folder / "unavailable.html").write_text(unavailable, encoding="utf-8")
