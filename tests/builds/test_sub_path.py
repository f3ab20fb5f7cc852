"""The site below a path, as project pages of free hosts are: nothing leads out of that path."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from urllib.parse import urljoin, urlsplit
from xml.etree import ElementTree

import httpx

from tests.build import SUB_PATH
from tests.gym import GYM, SETTINGS
from tests.markup import read

ADDRESS = replace(SETTINGS, frontend_path=SUB_PATH).address
LOADED = ("href", "src", "poster", "data-module", "action")
ABSOLUTE = re.compile(rf"{re.escape(ADDRESS)}[\w./-]*")


def in_page(file: Path) -> Iterator[str]:
    """Yield the addresses that a page names."""
    for tag in read(file).walk():
        yield from (tag.attrs[name] for name in LOADED if tag.attrs.get(name))
        for name in ("srcset", "imagesrcset"):
            yield from (part.split()[0] for part in (tag.attrs.get(name) or "").split(",") if part.strip())


def named(pages: Path) -> dict[str, str]:
    """Return the address of everything that a built file names, with the place of that file."""
    found = {}
    for file in pages.rglob("*"):
        if file.suffix not in {".html", ".css", ".js", ".xml", ".txt", ".webmanifest"}:
            continue
        own = f"{SUB_PATH}/{file.relative_to(pages).as_posix()}".removesuffix("index.html")
        text = file.read_text(encoding="utf-8")
        addresses = [match[0].removeprefix(ADDRESS.removesuffix(SUB_PATH)) for match in ABSOLUTE.finditer(text)]
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


def test_search_engines_get_each_page_s_address_with_the_path(early_pages):
    sitemap = {
        place.text for place in ElementTree.parse(early_pages / "sitemap.xml").iter() if place.tag.endswith("loc")
    }
    canonical = {
        GYM.routes.url_for(route.key): read(early_pages / GYM.routes.url_for(route.key).strip("/") / "index.html")
        for route in GYM.routes.values()
    }
    for path, document in canonical.items():
        assert document.one("link", rel="canonical").attrs["href"] == ADDRESS + path
        assert ADDRESS + path in sitemap
