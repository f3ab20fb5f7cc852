"""Patches for Reflex's output, which stop the build if the output's form has changed."""

import re
from collections.abc import Callable


def replaced(pattern: str | re.Pattern[str], new: str | Callable[[re.Match[str]], str], text: str, what: str) -> str:
    """Replace the only match of a pattern. Raises `RuntimeError`, which says ``what`` was not found exactly once."""
    text, times = re.subn(pattern, new if callable(new) else lambda _: new, text)
    if times != 1:
        raise RuntimeError(f"The {what} was found {times} times, expected 1.")
    return text
