"""Whether the visitor has asked for the live map in the picture's place."""

from __future__ import annotations

import reflex as rx

from gym_site.browser.state import BrowserState, browser_var


class LiveMap(BrowserState):
    """Whether the live map is shown; it is loaded only then."""

    shown = browser_var(False)

    def show(self) -> rx.Var:
        """Return the event that puts the live map in the picture's place."""
        return self.set(shown=True)
