"""Which slide, photo or tab of a row is current, and the keys that move along it."""

import reflex as rx
from reflex.vars import NumberVar

from gym_site.browser.state import BrowserState, browser_var, script


class Position(BrowserState):
    """Which of ``count`` things is current, the first one until a visitor moves; next and previous wrap around."""

    index = browser_var(0)

    def __init__(self, name: str, count: int) -> None:
        super().__init__(name)
        self.count = count

    def go_to(self, index: int | rx.Var[int] | NumberVar) -> rx.Var:
        """Return the event that makes the thing at ``index`` current."""
        return self.set(index=index)

    def next(self) -> rx.Var:
        """Return the event that goes on, after the last to the first."""
        return self.go_to((self.index + 1) % self.count)

    def previous(self) -> rx.Var:
        """Return the event that goes back, before the first to the last."""
        return self.go_to((self.index + self.count - 1) % self.count)  # % of a negative differs in JavaScript

    def moves(self, **more: rx.Var) -> dict[str, rx.Var]:
        """Return the events of the left and right arrow keys, and of ``more`` keys."""
        return {"ArrowLeft": self.previous(), "ArrowRight": self.next(), **more}

    def keys(self, **more: rx.Var) -> dict[str, rx.Var]:
        """Return the attribute of an element in which keys move, the arrow keys and ``more``."""
        return {"onKeyDown": script("keys", "onKey").call(self.moves(**more))}


class Viewer(Position):
    """Which of ``count`` photos is shown large; none, -1, until a visitor opens one."""

    index = browser_var(-1)
