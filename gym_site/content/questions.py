"""A question with its answer, the way every accordion shows it (spec sections 2 and 3)."""

from __future__ import annotations

from dataclasses import dataclass

from gym_site.content.opening import Dated


@dataclass(frozen=True, kw_only=True)
class Question:
    """One item of an accordion. ``slug`` is its anchor: ASCII, unique on its page, and never changed once published."""

    slug: str
    question: str | Dated
    answer: str | Dated
