"""The time until the expansion opens (spec sections 3 and 4)."""

import reflex as rx

from gym_site.browser.state import BrowserState, browser_var, script

_BEFORE_THE_FIRST_TICK = 90 * 24 * 60 * 60  # seconds


class Countdown(BrowserState):
    """The seconds left, 0 at the end, and the four figures that show them."""

    left = browser_var(script("seen", "firstLeft").call(_BEFORE_THE_FIRST_TICK).to(int))

    @property
    def days(self) -> rx.Var[int]:
        """Whole days."""
        return self.left // 86400

    @property
    def hours(self) -> rx.Var[int]:
        """Whole hours after the days."""
        return self.left // 3600 % 24

    @property
    def minutes(self) -> rx.Var[int]:
        """Whole minutes after the hours."""
        return self.left // 60 % 60

    @property
    def seconds(self) -> rx.Var[int]:
        """Seconds after the minutes."""
        return self.left % 60

    def second_hand(self) -> rx.Var:
        """Return a ref that updates the time while its element is on screen."""
        return script("seen", "secondHand").call(self.setter("left"))


countdown = Countdown("expansion")
