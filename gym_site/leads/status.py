"""The states of a lead."""

from enum import StrEnum


class Status(StrEnum):
    """The state of a lead, as stored in the column ``lead.status``."""

    PENDING = "pending"  # stored and not delivered: nothing was sent, or the form service asked to try later
    SENDING = "sending"  # being delivered; becomes unsure when its lease expires
    SENT = "sent"  # accepted by the form service
    UNSURE = "unsure"  # possibly sent; unknown whether it arrived
    REJECTED = "rejected"  # refused, or given up: after 3 days or 3 unclear responses
    QUARANTINED = "quarantined"  # held back: looks like spam, or is over a rate limit
    KEPT = "kept"  # stored for staff, as no form service is configured
    DONE = "done"  # dealt with by staff
    ERASED = "erased"  # its content was erased


UNDELIVERED = (Status.PENDING, Status.UNSURE, Status.REJECTED)
"""Leads that have not arrived; submitting the form again delivers them."""
CLAIMABLE = (*UNDELIVERED, Status.KEPT, Status.QUARANTINED)
"""Leads that staff can send with `leads deliver` or close with `leads done`."""
REDELIVERED = (Status.PENDING, Status.UNSURE)
"""Leads that are redelivered automatically."""
LIMIT_REASONS = ("address", "total")
"""Reasons for quarantine that come from `gym_site.leads.rate_limit`."""
