"""The states of a lead."""

from __future__ import annotations

from enum import StrEnum


class Status(StrEnum):
    """Where a lead stands, as stored in the column ``lead.status``."""

    PENDING = "pending"
    """Stored, not accepted by the form service: nothing was sent, or it asked to try later."""
    SENDING = "sending"
    """Being delivered under a lease; once the lease has run out it counts as unsure."""
    SENT = "sent"
    """Accepted by the form service."""
    UNSURE = "unsure"
    """Sent, and nobody knows whether it was accepted."""
    REJECTED = "rejected"
    """Refused by the form service."""
    QUARANTINED = "quarantined"
    """Looks like a bot: kept for staff, not forwarded."""
    KEPT = "kept"
    """Stored for staff to read, no form service being configured."""
    DONE = "done"
    """Dealt with by staff."""
    ERASED = "erased"
    """Its words are gone."""


UNDELIVERED = (Status.PENDING, Status.UNSURE, Status.REJECTED)
"""What has not arrived, and is delivered when its visitor sends it again."""
CLAIMABLE = (*UNDELIVERED, Status.KEPT, Status.QUARANTINED)
"""What staff may have delivered."""
REDELIVERED = (Status.PENDING, Status.UNSURE)
"""What is sent again without anybody asking."""
