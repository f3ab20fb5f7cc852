"""Which tab, slide or photo of a row is current, and the keys that move along it (spec section 4)."""

import reflex as rx
from reflex.vars import NumberVar

from gym_site.browser.state import BrowserState, browser_var, script


class Position(BrowserState):
    """Which of ``count`` things is current, the first one until a visitor moves; next and previous wrap around."""

    index = browser_var(0)

    def __init__(self, name: str, count: int) -> None:
        super().__init__(name)
        self.count = count

    @property
    def places(self) -> int | NumberVar:
        """The number of places to move to."""
        return self.count

    def go_to(self, index: int | rx.Var[int] | NumberVar) -> rx.Var:
        """Return the event that makes the thing at ``index`` current."""
        return self.set(index=index)

    def next(self) -> rx.Var:
        """Return the event that goes on, after the last to the first."""
        return self.go_to((self.index + 1) % self.places)

    def previous(self) -> rx.Var:
        """Return the event that goes back, before the first to the last."""
        return self.go_to((self.index + self.places - 1) % self.places)  # % of a negative differs in JavaScript

    def moves(self) -> dict[str, rx.Var]:
        """Return the events of keys, by their names."""
        return {"ArrowLeft": self.previous(), "ArrowRight": self.next()}

    def keys(self) -> dict[str, rx.Var]:
        """Return the attribute of an element in which keys move."""
        return {"onKeyDown": script("keys", "onKey").call(self.moves())}


class MembershipTabs(Position):
    """Which tab of the plans is selected."""

    def moves(self) -> dict[str, rx.Var]:
        """Return the events of the arrow keys, and of those that lead to either end."""
        return {**super().moves(), "Home": self.go_to(0), "End": self.go_to(self.count - 1)}


class Carousel(Position):
    """Which slide is shown, or is the first of those ``in_view``: the row ends where the last one is in view."""

    in_view = browser_var(1)

    @property
    def places(self) -> NumberVar:
        """The number of slides that can be the first in view."""
        return self.count + 1 - self.in_view


class PhotoViewer(Position):
    """Which photo is shown large: none, -1, until a visitor opens one."""

    index = browser_var(-1)

    @property
    def is_open(self) -> rx.Var[bool]:
        """Whether a photo is shown."""
        return self.index >= 0

    def close(self) -> rx.Var:
        """Return the event that shows no photo."""
        return self.go_to(-1)
