"""The current tab, slide or photo of a row, and the keys that move along the row (spec section 4)."""

import reflex as rx
from reflex.vars import NumberVar

from gym_site.browser.state import BrowserState, browser_var, script


class Position(BrowserState):
    """The index of the current item of ``count``, initially the first; next and previous wrap around."""

    index = browser_var(0)

    def __init__(self, name: str, count: int) -> None:
        super().__init__(name)
        self.count = count

    @property
    def places(self) -> int | NumberVar:
        """The number of positions in the row."""
        return self.count

    def go_to(self, index: int | rx.Var[int] | NumberVar) -> rx.Var:
        """Return the event that selects the item at ``index``."""
        return self.set(index=index)

    def next(self) -> rx.Var:
        """Return the event that selects the next item, the first after the last."""
        return self.go_to((self.index + 1) % self.places)

    def previous(self) -> rx.Var:
        """Return the event that selects the previous item, the last before the first."""
        return self.go_to((self.index + self.places - 1) % self.places)  # % of a negative differs in JavaScript

    def moves(self) -> dict[str, rx.Var]:
        """Return the event for each key, by the key's name."""
        return {"ArrowLeft": self.previous(), "ArrowRight": self.next()}

    def keys(self) -> dict[str, rx.Var]:
        """Return the attribute of an element that handles these keys."""
        return {"onKeyDown": script("keys", "onKey").call(self.moves())}


class MembershipTabs(Position):
    """The selected tab of the plans."""

    def moves(self) -> dict[str, rx.Var]:
        """Return the events of the arrow keys, Home and End."""
        return {**super().moves(), "Home": self.go_to(0), "End": self.go_to(self.count - 1)}


class Carousel(Position):
    """The first slide in view, of ``in_view`` slides; the row ends when the last slide is in view."""

    in_view = browser_var(1)

    @property
    def places(self) -> NumberVar:
        """The number of slides that can be first in view."""
        return self.count + 1 - self.in_view


class PhotoViewer(Position):
    """The photo in the viewer; -1 while it is closed."""

    index = browser_var(-1)

    @property
    def is_open(self) -> rx.Var[bool]:
        """Whether the viewer is open."""
        return self.index >= 0

    def close(self) -> rx.Var:
        """Return the event that closes the viewer."""
        return self.go_to(-1)
