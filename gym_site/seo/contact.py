"""Addresses that a telephone understands."""

from __future__ import annotations

import re


def tel(phone: str) -> str:
    """Return the ``tel:`` address of a North American number such as ``604-555-0124``."""
    return "tel:+1" + re.sub(r"\D", "", phone)
