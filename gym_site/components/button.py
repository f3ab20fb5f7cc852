"""How a link that looks like a decision looks, and how one leaves the site."""

from __future__ import annotations

from typing import Any, Literal

Look = Literal["ember", "line", "quiet"]


def external_attrs() -> dict[str, Any]:
    """Return the attributes of a link into a new tab: the other page learns nothing of ours."""
    return {"target": "_blank", "rel": "noopener noreferrer"}
