"""Which slide of a carousel is current, and what moves it (spec section 4)."""

from __future__ import annotations

import reflex as rx
from reflex.vars import NumberVar

from gym_site.browser.state import BrowserState, browser_var

_SCRIPT = rx.asset("scripts/carousel.js").importable_path


def _index(index: rx.Var[int]) -> tuple[rx.Var[int]]:
    return (index,)


class SnapCarousel(rx.Component):
    """A row of slides that scrolls natively, and what stands round it. The row is the first child.

    ``index`` is the first slide in view. Buttons with ``data-step`` and the left and right arrow keys report
    ``on_index(index)``, round both ends; so does scrolling.
    """

    library, tag = _SCRIPT, "SnapCarousel"
    index: rx.Var[int]
    on_index: rx.EventHandler[_index]


class CarouselFrame(rx.Component):
    """What stands round a track and its buttons; the left and right arrow keys in it are previous and next.

    ``swipe`` is for slides that don't scroll by themselves: a finger moves them too.
    """

    library, tag = _SCRIPT, "CarouselFrame"
    swipe: rx.Var[bool]
    on_previous: rx.EventHandler[rx.event.no_args_event_spec]
    on_next: rx.EventHandler[rx.event.no_args_event_spec]


class Carousel(BrowserState):
    """Which of ``count`` slides is current; next and previous wrap around."""

    index = browser_var(0)

    def __init__(self, name: str, count: int) -> None:
        super().__init__(name)
        self.count = count

    def go_to(self, index: int | rx.Var[int] | NumberVar) -> rx.Var:
        """Return the event that shows the slide at ``index``."""
        return self.set(index=index)

    def next(self) -> rx.Var:
        """Return the event that shows the next slide, after the last the first."""
        return self.go_to((self.index + 1) % self.count)

    def previous(self) -> rx.Var:
        """Return the event that shows the slide before, before the first the last."""
        return self.go_to((self.index + self.count - 1) % self.count)  # % of a negative differs in JavaScript
