"""Writes a build's two files for Caddy: snippets for deploy/Caddyfile, and the page for an unreachable server."""

from pathlib import Path

from gym_site.content.business import Business
from gym_site.content.forms import INQUIRY_FORM
from gym_site.routes import HASHED
from gym_site.server.answer import notice
from gym_site.server.policy import FILE_HEADERS, PAGE_HEADERS
from gym_site.server.published import YEAR, built_files, published


def snippets(build: Path) -> str:
    """Return a build's snippets: folder, headers, paths that get a 404, and the page for an unreachable server."""
    pages = build / "pages"
    files, _ = published(pages)
    folder = f"{{$SITE_FOLDER:/srv/gym-site}}/.web/builds/{build.name}"
    kinds = " ".join(sorted({f"*{Path(path).suffix}" for path, file in files.items() if not file.is_page}))
    # Paths that the site does not publish, but at which Caddy would find a file, such as /faq/index.html or /404.html.
    on_disk = {path for path, _ in built_files(pages)}
    unpublished = {name for path in on_disk for name in (path, path.removesuffix(".html"))} - files.keys()
    blocks = {
        "(pages)": [f"root * {folder}/pages"],
        "(unavailable)": [f"root * {folder}", "rewrite * /unavailable.html"],
        "(headers)": [
            *_block("@file", f"path {kinds}", "file"),
            *_block("@page not", f"path {kinds}", "file"),
            *_block("header @file", *(f'{name} "{value}"' for name, value in FILE_HEADERS.items())),
            *_block("header @page", *(f'{name} "{value}"' for name, value in PAGE_HEADERS.items())),
            *_block("@hashed", f"path_regexp {HASHED}", "file"),  # a 404 must not be cached for a year
            f'header @hashed Cache-Control "{YEAR}"',
            "header ?Cache-Control no-cache",
            "header Cross-Origin-Resource-Policy same-origin",
        ],
        "(unpublished)": [
            f"@unpublished path {' '.join(f'{path} {path}/' for path in sorted(unpublished))}",
            "error @unpublished 404",
        ],
    }
    lines = [line for name, lines in blocks.items() for line in _block(name, *lines)]
    return "\n".join(["# Written by gym_site/cli/caddy.py for one build of the pages.", *lines, ""])


def _block(name: str, *lines: str) -> list[str]:
    return [f"{name} {{", *(f"\t{line}" for line in lines), "}"]


def write_for_caddy(build: Path, business: Business) -> None:
    """Write Caddy's snippets and its page for an unreachable server into the folder of a build."""
    unavailable = notice(INQUIRY_FORM.failure_title, business.fill(INQUIRY_FORM.failure_text), business)
    (build / "site.caddy").write_text(snippets(build), encoding="utf-8")
    (build / "unavailable.html").write_text(unavailable, encoding="utf-8")
