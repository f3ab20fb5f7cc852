"""Which of a form's answers this page view shows.

The server's state outlives a reload; without this an old notice and old error marks would come again.
"""

from __future__ import annotations

import reflex as rx

from gym_site.browser.state import BrowserState, browser_var


class Answer(BrowserState):
    """What became of the last attempt, as this page view shows it."""

    notice = browser_var("")  # the attempt whose success or failure is shown
    marks = browser_var("")  # the attempt whose problems are marked in its form
    invalid = browser_var("")  # the problems in one line

    @property
    def show(self) -> rx.Var:
        """The handler of a form's ``on_answered``."""
        return self.setter("notice", "marks")

    @property
    def show_invalid(self) -> rx.Var:
        """The handler of a form's ``on_invalid``."""
        return self.setter("invalid")

    def close_notice(self) -> rx.Var:
        """Return the event that takes the notice away."""
        return self.set(notice="", invalid="")

    def clear_marks(self) -> rx.Var:
        """Return the event of the next change: the problems shown are about what stood there before."""
        return self.set(marks="", invalid="")


answer = Answer("page")
