"""Functions that the commands for requests share: for finding one, printing it, and acting on it."""

import asyncio
import os
import pydoc
import shutil
import sys
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TypeVar

from rich.console import Console
from rich.progress import track
from sqlalchemy import Engine

from gym_site.cli.command import gym
from gym_site.db.tables import Lead
from gym_site.errors import CommandError
from gym_site.forms.all_forms import forms_of
from gym_site.forms.tidy import plain
from gym_site.leads.dispatcher import CONCURRENT_DELIVERIES, Dispatcher
from gym_site.leads.gateway import Delivery, Gateway, MailGateway, field_lines, gateway_for
from gym_site.leads.maintenance import Maintenance
from gym_site.leads.status import Status
from gym_site.leads.store import LeadStore, is_waiting
from gym_site.leads.workers import Workers, now
from gym_site.settings import load_settings

# For less: the text stays on the screen, and the last line says which keys to press.
PAGER_OPTIONS = "-X -Ps?eThe end   q = leave:Space = more   q = leave."
ENOUGH = 4  # characters with which a reference may be shortened
WINDOW = (120, 24)  # columns and lines of an output that is no terminal
T = TypeVar("T")


def found(engine: Engine, reference: str) -> Lead:
    """Return the request with this reference, or the only one whose reference begins so. Raises `CommandError`."""
    wanted = reference.strip().upper()
    store = LeadStore(engine)
    if lead := store.by_reference(wanted):
        return lead
    leads = store.by_beginning(wanted) if len(wanted) >= ENOUGH else []
    if not leads:
        raise CommandError(f"There is no request {reference}.")
    if len(leads) > 1:
        listed = [f"{lead.reference}  {local(lead.created_at)}  {lead.form}, {lead.status}" for lead in leads]
        raise CommandError("\n".join([f"{len(leads)} requests begin with {wanted}:", *listed]))
    return leads[0]


def all_found(engine: Engine, references: Iterable[str]) -> list[Lead]:
    """Return the requests with these references, each once. Raises `CommandError` if one is missing."""
    leads = [found(engine, reference) for reference in references]
    return list({lead.reference: lead for lead in leads}.values())


def in_full(lead: Lead) -> str:
    """Return a request with its content, for people."""
    lines = [
        f"Reference: {lead.reference}",
        f"Form: {lead.form}",
        f"Status: {status_text(lead)}",
        *([f"Reason: {lead.reason}"] if lead.reason else []),
        f"Created: {local(lead.created_at)}",
        f"Attempts: {lead.attempts}",
        f"Last code: {lead.last_code or '-'}",
        "",
    ]
    if lead.payload is None:
        lines.append("The content of this request has been erased.")
    else:
        lines += field_lines(forms_of(gym()).get(lead.form), lead.payload)
    return plain("\n".join(lines))


def say_where_the_desk_is() -> None:
    """Tell whoever uses a command that goes with the next release what does it better."""
    if sys.stderr.isatty():
        desk = load_settings().desk_url or "python -m gym_site desk serve"
        print(f"This command goes with 3.2.0. Requests are at the desk: {desk}", file=sys.stderr)


def print_paged(text: str) -> None:
    """Print a text: in a terminal with a pager, if it is longer than the window."""
    lines = text.count("\n") + 1
    if sys.stdout.isatty() and lines >= shutil.get_terminal_size(WINDOW).lines:
        os.environ.setdefault("LESS", PAGER_OPTIONS)
        pydoc.pager(text)
    else:
        print(text)  # not by rich, which would interpret markup in the visitor's input


def status_text(lead: Lead) -> str:
    """Return a lead's status for people; that of a waiting lead with the time of its turn."""
    if is_waiting(lead) and lead.next_attempt_at:
        return f"{lead.status}, its turn is at {local(lead.next_attempt_at)}"
    return lead.status


def local(moment: datetime) -> str:
    """Return a time of the gym's clock."""
    return gym().brand.time(moment).strftime("%Y-%m-%d %H:%M")


def gateway() -> Gateway | MailGateway:
    """Return the gateway to which requests are sent. Raises `CommandError` if none is configured."""
    if (configured := gateway_for(load_settings().with_links(gym().brand.links), lambda: forms_of(gym()))) is None:
        raise CommandError("There is nowhere to send requests: GYM_FORM_ENDPOINT is not set.")
    return configured


def send_all(engine: Engine, through: Gateway | MailGateway, leads: Sequence[Lead]) -> list[Delivery | None]:
    """Send requests; return the outcome of each, or None if another process has taken it."""
    return asyncio.run(_sent(Dispatcher(LeadStore(engine), through, Workers(engine)), leads))


async def _sent(dispatcher: Dispatcher, leads: Sequence[Lead]) -> list[Delivery | None]:
    deliveries: list[Delivery | None] = []
    for start in progress(range(0, len(leads), CONCURRENT_DELIVERIES), "Sending"):
        batch = leads[start : start + CONCURRENT_DELIVERIES]
        deliveries += await asyncio.gather(*map(dispatcher.deliver_waiting, batch))
    await dispatcher.aclose()
    return deliveries


def progress(steps: Sequence[T], what: str) -> Iterable[T]:
    """Return the steps; in a terminal, a bar shows how many of several are taken."""
    is_hidden = len(steps) < 2 or not sys.stderr.isatty()
    return track(steps, what, console=Console(stderr=True), transient=True, disable=is_hidden)


def mark_done(maintenance: Maintenance, lead: Lead) -> str:
    """Mark a request as dealt with; return what to tell the user. Raises `CommandError`."""
    if lead.status in (Status.SENT, Status.DONE):
        return f"{lead.reference} needs nothing more: it is already {lead.status}."
    if not maintenance.done(lead.reference, now()):
        raise CommandError(f"{lead.reference} was not changed: its status is {lead.status}.")
    return f"{lead.reference} is done; its content will be erased in a week."


def erase_content(maintenance: Maintenance, lead: Lead) -> str:
    """Erase a request's content; return what to tell the user. Raises `CommandError`."""
    if lead.status == Status.ERASED:
        return f"{lead.reference} was already erased."
    if not maintenance.erase(lead.reference, now()):
        raise CommandError(f"{lead.reference} is being sent right now: try again in half a minute.")
    return f"The content of {lead.reference} is erased."


def empty_journal(maintenance: Maintenance) -> None:
    """Empty the database's journal after content was erased; tell the user if it can't be emptied now."""
    if not maintenance.empty_journal():
        print("The erased content is still in the database's journal, because the database is in use. A running site "
              "empties the journal within minutes. If no site is running, run `leads purge` again.")  # fmt: skip
