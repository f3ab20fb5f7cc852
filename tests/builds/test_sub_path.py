"""The site below a path, as project pages of free hosts are: nothing leads out of that path."""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import httpx

from tests.build import SUB_PATH
from tests.export.test_every_page import pictures
from tests.gym import GYM, SETTINGS
from tests.markup import read

LOADED = ("href", "data-module", "action")
ABSOLUTE = re.compile(rf"{re.escape(SETTINGS.site_url)}([\w./-]*)")


def in_page(file: Path) -> Iterator[str]:
    """Yield the addresses that a page names."""
    for tag in read(file).walk():
        yield from (tag.attrs[name] for name in LOADED if tag.attrs.get(name))
        yield from pictures(tag)


def named(pages: Path) -> dict[str, str]:
    """Return the address of everything that a built file names, with the place of that file."""
    found = {}
    for file in pages.rglob("*"):
        if file.suffix not in {".html", ".css", ".js", ".xml", ".txt", ".webmanifest"}:
            continue
        own = f"{SUB_PATH}/{file.relative_to(pages).as_posix()}".removesuffix("index.html")
        text = file.read_text(encoding="utf-8")
        addresses = [path or "/" for path in ABSOLUTE.findall(text)]
        if file.suffix == ".html":
            addresses += in_page(file)
        elif file.suffix == ".css":
            addresses += re.findall(r"url\(['\"]?([^)'\"]+)", text)
        elif file.suffix == ".webmanifest":
            addresses += re.findall(r'"(/[^"]*)"', text)
        elif file.parent.name == "assets":  # beside these, scripts name pages, to which the router leads
            addresses += re.findall(
                r"[`\"'](/[^`\"'\s]*\.(?:js|css|png|ico|jpg|webp|avif|mp4|webmanifest))[`\"']", text
            )
        for address in addresses:
            parts = urlsplit(urljoin(own, address))
            if parts.path and not parts.scheme and not parts.netloc:
                found.setdefault(parts.path, own)
    return found


def test_everything_that_a_page_names_is_below_the_path(early_pages, early_host):
    addresses = named(early_pages)
    assert {SUB_PATH + GYM.routes.url_for(route.key) for route in GYM.routes.values()} <= addresses.keys()
    assert {path: place for path, place in addresses.items() if not path.startswith(f"{SUB_PATH}/")} == {}
    with httpx.Client(follow_redirects=True) as client:
        missing = [path for path in addresses if client.head(early_host.removesuffix(SUB_PATH) + path).is_error]
    assert missing == []
