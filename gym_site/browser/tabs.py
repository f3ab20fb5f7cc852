"""Which tab of a set is selected, and the keys that move along it (WAI-ARIA tabs)."""

from __future__ import annotations

import reflex as rx

from gym_site.browser.state import BrowserState, browser_var


class TabList(rx.Component):
    """Container of ``role="tab"`` buttons: arrow keys, Home and End move and select."""

    library, tag = rx.asset("scripts/tabs.js").importable_path, "TabList"


class Tabs(BrowserState):
    """The selected tab, by position; the first one until a visitor chooses."""

    selected = browser_var(0)

    def select(self, position: int) -> rx.Var:
        """Return the event that selects the tab at ``position``."""
        return self.set(selected=position)
