"""The list with which every page begins under ``reflex run`` while values of a new gym are still examples."""

from collections.abc import Sequence

import reflex as rx

from gym_site.check.marks import check_marks
from gym_site.gym import Gym

_SHOWN = 3  # a longer list is folded to its first line
_LOOK = {"marginTop": "var(--bar)", "padding": "0.5rem 1rem", "background": "#fff", "color": "#111"}


def marked_lines(gym: Gym) -> tuple[str, ...]:
    """Return each line of the folder that is to be filled in, as ``file:line: message``."""
    return tuple(f"{mark.place}: {mark.message}" for mark in check_marks(gym.folder))


def marks(lines: Sequence[str]) -> rx.Component | None:
    """Return the list of these lines, or None if there are none."""
    if not lines:
        return None
    first, *others = lines
    if len(lines) <= _SHOWN:
        return rx.el.div(*map(rx.el.p, lines), style=_LOOK)
    return rx.el.details(rx.el.summary(f"{first} And {len(others)} more."), *map(rx.el.p, others), style=_LOOK)
