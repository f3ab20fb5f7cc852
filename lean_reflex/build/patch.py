"""Patches Reflex's output, and stops the build if the output doesn't have the expected form."""

import re
from collections.abc import Callable


def replaced(pattern: str | re.Pattern[str], new: str | Callable[[re.Match[str]], str], text: str, what: str) -> str:
    """Replace the only match of ``pattern``. If there isn't exactly one, a `RuntimeError` names ``what``."""
    text, times = re.subn(pattern, new if callable(new) else lambda _: new, text)
    if times != 1:
        raise RuntimeError(f"The {what} was found {times} times, expected 1.")
    return text
