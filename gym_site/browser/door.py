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
        exceptions: Mapping[int, str],
    ) -> rx.Var:
        """Return a callback ref, which updates the state every minute.

        ``offsets`` and ``daylight``: as `gym_site.content.clock` makes them. ``sentences`` and ``exceptions``: as
        `gym_site.content.hours` does.
        """
        usual, others = ([list(one) for one in said.items()] for said in (sentences, exceptions))
        return script("door", "doorClock").call(
            list(offsets), list(daylight), clock, usual, self.setter("sentence", "day"), *([others] if others else [])
        )


door_clock = DoorClock("gym")
