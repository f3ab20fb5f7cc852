"""The page's header: solid once the page is scrolled (spec section 4), and closing its own menus."""

from __future__ import annotations

import reflex as rx


class SiteHeader(rx.Component):
    """A header with ``data-solid`` once the page is scrolled past the height of ``.scroll-sentinel``.

    Menus in it are the browser's own, ``details`` and ``popover``: they open before any script has loaded.
    """

    library, tag = rx.asset("scripts/header.js").importable_path, "SiteHeader"
