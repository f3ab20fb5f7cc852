"""The states of a lead."""

from enum import StrEnum


class Status(StrEnum):
    """The state of a lead, as stored in the column ``lead.status``."""

    PENDING = "pending"  # stored; not sent yet, or the form service asked for a later attempt
    SENDING = "sending"  # being delivered under a lease; counts as unsure once the lease has run out
    SENT = "sent"  # accepted by the form service
    UNSURE = "unsure"  # sent, but it is unknown whether it was accepted
    REJECTED = "rejected"  # refused by the form service
    QUARANTINED = "quarantined"  # looks like spam, or over a rate limit: kept for staff, not delivered
    KEPT = "kept"  # stored for staff to read, as no form service is configured
    DONE = "done"  # dealt with by staff
    ERASED = "erased"  # its content was erased


UNDELIVERED = (Status.PENDING, Status.UNSURE, Status.REJECTED)
"""Leads that have not arrived, and are delivered when the visitor submits them again."""
CLAIMABLE = (*UNDELIVERED, Status.KEPT, Status.QUARANTINED)
"""Leads that staff may have delivered."""
REDELIVERED = (Status.PENDING, Status.UNSURE)
"""Leads that are redelivered automatically."""
LIMIT_REASONS = ("address", "total")
"""The reasons for which `gym_site.leads.rate_limit` quarantines a lead."""
