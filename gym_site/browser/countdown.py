"""The time until the expansion opens (spec sections 3 and 4)."""

import reflex as rx

from lean_reflex.browser.state import BrowserState, browser_var, script

_BEFORE_THE_FIRST_TICK = 90 * 24 * 60 * 60  # seconds


class Countdown(BrowserState):
    """The seconds until the expansion opens; 0 from then on."""

    left = browser_var(script("seen", "firstLeft").call(_BEFORE_THE_FIRST_TICK).to(int))

    def figures(self) -> tuple[rx.Var[int], ...]:
        """Return the remaining days, hours, minutes and seconds."""
        return self.left // 86400, self.left // 3600 % 24, self.left // 60 % 60, self.left % 60

    def second_hand(self) -> rx.Var:
        """Return a callback ref, which updates the seconds while its element is on screen."""
        return script("seen", "secondHand").call(self.setter("left"))


countdown = Countdown("expansion")
