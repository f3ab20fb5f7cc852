"""Writes deploy/headers.caddy and deploy/unavailable.html, which deploy/Caddyfile uses, for one build of the pages."""

from dataclasses import replace
from pathlib import Path

from gym_site.content.business import BUSINESS
from gym_site.content.forms import INQUIRY_FORM
from gym_site.server.answer import notice
from gym_site.server.policy import FILE_HEADERS, headers
from gym_site.server.published import published
from gym_site.settings import ROOT, Settings, load_settings

DEPLOY = ROOT / "deploy"


def snippet(pages: Path, settings: Settings) -> str:
    """Return Caddyfile directives that set the headers for the built pages in the folder ``pages``."""
    files, _ = published(pages)
    kinds = " ".join(sorted({f"*{Path(path).suffix}" for path, file in files.items() if not file.is_page}))
    blocks = {
        "@file": [f"path {kinds}", "file"],
        "@page not": [f"path {kinds}", "file"],
        "header @file": [f'{name} "{value}"' for name, value in FILE_HEADERS.items()],
        "header @page": [f'{name} "{value}"' for name, value in headers(pages, settings).items()],
    }
    lines = [line for name, block in blocks.items() for line in (f"{name} {{", *(f"\t{part}" for part in block), "}")]
    return "\n".join(["# Written by gym_site/cli/caddy.py for one build of the pages.", *lines, ""])


def write_for_caddy(pages: Path, folder: Path = DEPLOY) -> None:
    """Write both files into ``folder``: the headers, as in production, and the page for forms that no server takes."""
    headers_file = snippet(pages, replace(load_settings(), env_mode="prod"))
    unavailable = notice(INQUIRY_FORM.failure_title, BUSINESS.fill(INQUIRY_FORM.failure_text), BUSINESS)
    (folder / "headers.caddy").write_text(headers_file, encoding="utf-8")
    (folder / "unavailable.html").write_text(unavailable, encoding="utf-8")
