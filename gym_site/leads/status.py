"""The states of a lead."""

from enum import StrEnum
from typing import Literal, get_args

from gym_site.settings import Settings


class Status(StrEnum):
    """The state of a lead, as stored in the column ``lead.status``. The form service may also be a mail server."""

    PENDING = "pending"  # not delivered yet: it waits for its turn, nothing was sent, or the form service asked to wait
    SENDING = "sending"  # being delivered; becomes unsure if its lease expires
    SENT = "sent"  # accepted by the form service
    UNSURE = "unsure"  # perhaps sent; it is unknown whether the form service accepted it
    REJECTED = "rejected"  # refused by the form service, or given up after 3 days or 3 unclear responses
    QUARANTINED = "quarantined"  # held back, because it looks like spam
    KEPT = "kept"  # stored for staff to read: no form service is configured
    DONE = "done"  # dealt with by staff
    ERASED = "erased"  # its content was erased


UNDELIVERED = (Status.PENDING, Status.UNSURE, Status.REJECTED)
"""The statuses of leads that may not have arrived. Submitting the same form again delivers such a lead."""
Claimable = Literal[Status.PENDING, Status.UNSURE, Status.REJECTED, Status.KEPT, Status.QUARANTINED]
CLAIMABLE: tuple[Status, ...] = get_args(Claimable)
"""The statuses of leads that staff can send with `leads deliver` or close with `leads done`."""
REDELIVERED = (Status.PENDING, Status.UNSURE)
"""The statuses of leads that are redelivered automatically."""


def undecided(settings: Settings) -> tuple[Status, ...]:
    """Return the statuses of leads that wait for staff to decide."""
    resends = settings.form_endpoint and settings.redeliver and settings.resend_unsure
    return Status.QUARANTINED, *([] if resends else [Status.UNSURE]), Status.REJECTED
