"""The current item in a row of tabs, slides or photos, and the keys that select another item (spec section 4)."""

import reflex as rx
from reflex.vars import NumberVar

from lean_reflex.browser.state import BrowserState, browser_var, script


class Position(BrowserState):
    """The index of the current item in a row of ``count`` items. At the ends, next and previous wrap around."""

    index = browser_var(0)

    def __init__(self, name: str, count: int) -> None:
        super().__init__(name)
        self.count = count

    @property
    def places(self) -> int | NumberVar:
        """The number of values that the index can have."""
        return self.count

    def go_to(self, index: int | rx.Var[int] | NumberVar) -> rx.Var:
        """Return the event that selects the item at ``index``."""
        return self.set(index=index)

    def next(self) -> rx.Var:
        """Return the event that selects the next item. From the last item it goes to the first."""
        return self.go_to((self.index + 1) % self.places)

    def previous(self) -> rx.Var:
        """Return the event that selects the previous item. From the first item it goes to the last."""
        # ``places`` is added because in JavaScript the % of a negative number is negative.
        return self.go_to((self.index + self.places - 1) % self.places)

    def moves(self) -> dict[str, rx.Var]:
        """Return the events, each under the name of the keyboard key that triggers it."""
        return {"ArrowLeft": self.previous(), "ArrowRight": self.next()}

    def keys(self) -> dict[str, rx.Var]:
        """Return the attribute that makes an element handle the keys of `moves`."""
        return {"onKeyDown": script("keys", "onKey").call(self.moves())}

    def swipes(self) -> dict[str, rx.Var]:
        """Return the attributes that make an element handle swipes to the left and right."""
        return {
            "onTouchStart": script("keys", "onTouchStart"),
            "onTouchEnd": script("keys", "onTouchEnd").call(self.moves()),
        }


class MembershipTabs(Position):
    """The selected tab of the membership plans."""

    def moves(self) -> dict[str, rx.Var]:
        """Return the events of the left and right arrow keys, Home and End."""
        return {**super().moves(), "Home": self.go_to(0), "End": self.go_to(self.count - 1)}


class Carousel(Position):
    """The index of the first visible slide.

    ``in_view`` is the number of visible slides. At the highest index, the last slide is visible. ``touched`` is whether
    the visitor has touched or focused the row.
    """

    in_view = browser_var(1)
    touched = browser_var(False)

    @property
    def places(self) -> NumberVar:
        """The number of slides that can be the first visible slide."""
        return self.count + 1 - self.in_view


class PhotoViewer(Position):
    """The index of the photo in the viewer; -1 while the viewer is closed."""

    index = browser_var(-1)

    @property
    def is_open(self) -> rx.Var[bool]:
        """Whether the viewer is open."""
        return self.index >= 0

    def close(self) -> rx.Var:
        """Return the event that closes the viewer."""
        return self.go_to(-1)
