"""A page that exists only under `reflex run`. It lists every picture with its sizes, crops and pages."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

import reflex as rx

from gym_site.content.pictures import Picture
from gym_site.site import Site

_FILE = re.compile(r"/images/[\w.-]+\.jpg")


def all_pictures(
    site: Site, pages: Mapping[str, Callable[[Site], Iterable[rx.Component | None]]]
) -> tuple[rx.Component, ...]:
    """Return the only section of the page. ``pages``: functions that return other pages' sections, by route key."""
    by_file = {entry.jpeg: name for name, entry in site.gym.pictures.items()}
    places: dict[str, dict[str, None]] = defaultdict(dict)  # used as an ordered set
    for key, page in pages.items():
        for section in filter(None, page(replace(site, page=key))):
            for file in _FILE.findall(str(section.render())):
                if name := by_file.get(file):
                    places[name][f"{key}: {section.id or section.tag}"] = None
    rows = (_row(site, name, entry, places[name]) for name, entry in site.gym.pictures.items())
    heads = ("Picture", "As it is cropped", "Text for those who can't see it", "Shown on")
    table = rx.el.table(rx.el.tr(*map(rx.el.th, heads)), *rows, custom_attrs={"border": "1", "cellPadding": "8"})
    return (rx.el.section(rx.el.h1("Pictures"), table, class_name="frame section"),)


def _row(site: Site, name: str, entry: Picture, places: Iterable[str]) -> rx.Component:
    original = "original kept" if (site.gym.folder.pictures / "originals" / f"{name}.jpg").exists() else "no original"
    facts = f"{entry.width} x {entry.height}", ", ".join(entry.avif), original
    crops = (site.settings.public_path(file) for file in (entry.jpeg, entry.upright) if file)
    return rx.el.tr(
        rx.el.td(rx.el.b(name), *(rx.el.p(fact) for fact in facts)),
        rx.el.td(*(rx.el.img(src=file, alt="", loading="lazy", custom_attrs={"width": 240}) for file in crops)),
        rx.el.td(entry.alt),
        rx.el.td(*map(rx.el.p, places)),
    )
