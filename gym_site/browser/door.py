"""The time at the gym, and what it means for who wants to come in."""

from collections.abc import Mapping, Sequence

import reflex as rx

from lean_reflex.browser.state import BrowserState, browser_var, script


class DoorClock(BrowserState):
    """The sentence about the plans that open the door now; empty until the browser knows the time.

    ``day`` is whether the picture of the day is to be shown.
    """

    sentence = browser_var("")
    day = browser_var(False)

    def ticking(
        self,
        offsets: Sequence[tuple[int, int | None]],
        daylight: Sequence[tuple[int, int]],
        clock: str,
        sentences: Mapping[int, str],
    ) -> rx.Var:
        """Return a callback ref, which updates the state every minute while its element is on screen.

        ``offsets`` and ``daylight``: as `gym_site.content.clock` makes them. ``sentences``: each by the minute of the
        day from which on it is true.
        """
        listed = [list(one) for one in sentences.items()]
        return script("door", "doorClock").call(
            list(offsets), list(daylight), clock, listed, self.setter("sentence", "day")
        )


door_clock = DoorClock("gym")
