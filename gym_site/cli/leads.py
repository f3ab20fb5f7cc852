"""``leads ...``: commands with which staff and scripts read and manage visitors' requests (spec section 7)."""

import asyncio
import csv
import re
import sys
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from io import TextIOWrapper
from typing import Annotated
from urllib.parse import urlsplit

from cyclopts import App, Parameter
from sqlalchemy import Engine

from gym_site.cli.command import (
    MAX_DAYS,
    FileOrPipe,
    database_url,
    gym,
    local,
    print_json,
    print_table,
    way_around,
    within,
)
from gym_site.db.engine import open_engine
from gym_site.db.tables import Lead
from gym_site.errors import CommandError
from gym_site.forms.all_forms import forms_of
from gym_site.forms.form import FormKey
from gym_site.forms.tidy import plain
from gym_site.leads.dispatcher import CONCURRENT_DELIVERIES, DEADLINE, Dispatcher
from gym_site.leads.gateway import Delivery, Gateway, MailGateway, field_lines, gateway_for
from gym_site.leads.maintenance import Maintenance
from gym_site.leads.status import CLAIMABLE, REDELIVERED, Claimable, Status
from gym_site.leads.store import LeadStore, is_waiting, new_lead
from gym_site.leads.workers import Workers, now
from gym_site.settings import load_settings

TEST = "This is a test of the website: nobody has to be called or answered."
FORMULA_SIGNS = frozenset("=+-@＝＋－＠")
INVISIBLE = ("C", "Z", "M")  # Unicode's categories of control characters, spaces and marks
ENOUGH = 4  # characters with which a reference may be shortened
FILLER = "\N{HANGUL FILLER}"  # a letter that can't be seen


app = App(name="leads", help="Requests that visitors sent.")
References = Annotated[Sequence[str], Parameter(name="REFERENCE")]


@app.command(name="list")
def list_all(*, status: Status | None = None, email: str | None = None, json: bool = False) -> None:
    """List the requests, newest first, with contacts masked.

    Args:
        status: only requests with this status
        email: only requests from this e-mail address, as for access or erasure
        json: as JSON, with times in UTC
    """
    with open_engine(database_url()) as engine:
        leads = LeadStore(engine).listed(status)
    if email is not None:
        person = email.strip().casefold()
        leads = [lead for lead in leads if (lead.payload or {}).get("email", "").strip().casefold() == person]
    if json:
        print_json([_summary(lead) for lead in leads])
    elif leads:
        shown = [{**_summary(lead), "status": status_text(lead), "created": local(lead.created_at)} for lead in leads]
        for row in shown:  # the window is too narrow for numbers that `show` has too
            del row["attempts"], row["last_code"]
        print_table(shown, whole="reference")
    else:
        print("No requests.")


@app.command
def show(reference: str, /, *, json: bool = False) -> None:
    """Show one request with its content.

    Args:
        reference: as in the list, such as K7Q2-9M; K7Q2 is enough if no other begins so
        json: as JSON, with times in UTC
    """
    with open_engine(database_url()) as engine:
        lead = found(engine, reference)
    if json:
        contacts = {name: (lead.payload or {}).get(name, "") for name in ("email", "phone")}
        print_json({**_summary(lead), **contacts, "fields": lead.payload})
        return
    print(in_full(lead))  # not by rich, which would interpret markup in the visitor's input


@app.command
def export(
    *,
    file: Annotated[FileOrPipe, Parameter(name="--csv")],
    status: Status | None = None,
    form: FormKey | None = None,
    days: Annotated[int | None, within(1, MAX_DAYS)] = None,
) -> None:
    """Write the requests and their content into a CSV file.

    Args:
        file: new file, or - for the terminal
        status: only requests with this status
        form: only requests from this form
        days: only requests from the last DAYS days
    """
    since = datetime.min.replace(tzinfo=UTC) if days is None else now() - timedelta(days=days)
    with open_engine(database_url()) as engine:
        leads = LeadStore(engine).listed(status)
    stored = [name for lead in leads for name in lead.payload or {}]  # fields that the code no longer has, too
    known = (field.name for one in forms_of(gym()).values() for field in one.fields)
    columns = list(dict.fromkeys([*known, *stored]))
    rows: list[Sequence[str]] = [("reference", "form", "status", "created", *columns)]
    for lead in leads:
        if lead.payload is not None and form in (None, lead.form) and lead.created_at >= since:
            head = (lead.reference, lead.form, lead.status, local(lead.created_at))
            rows.append((*head, *(neutralised(lead.payload.get(name, "")) for name in columns)))
    if str(file) == "-":
        if isinstance(sys.stdout, TextIOWrapper) and not sys.stdout.isatty():
            sys.stdout.reconfigure(encoding="utf-8", newline="")  # whatever the terminal's encoding
            sys.stdout.write("\ufeff")
        csv.writer(sys.stdout).writerows(rows)
        return
    try:
        file.touch(0o600, exist_ok=False)  # private: it contains visitors' data
        with file.open("w", newline="", encoding="utf-8-sig") as opened:  # spreadsheets recognise UTF-8 by its BOM
            csv.writer(opened).writerows(rows)
    except OSError as error:
        raise CommandError(f"{file} can't be written: {error.strerror}{way_around(error, '--csv -')}") from error
    print(f"Requests in {file}: {len(rows) - 1}. The file contains personal data: delete it when you are done.")


@app.command
def deliver(
    references: References = (), /, *, status: Sequence[Claimable] = (), dry_run: bool = False, json: bool = False
) -> None:
    """Send undelivered requests.

    Args:
        references: default: all requests with the status
        status: default: pending and unsure; may be given repeatedly
        dry_run: list what would be sent, without sending it
        json: the result as JSON
    """
    through = gateway()
    with open_engine(database_url()) as engine:
        maintenance = Maintenance(engine)
        maintenance.expire(now())
        if references:
            wanted = {lead.reference for lead in all_found(engine, references)}
            leads = [lead for lead in maintenance.waiting(CLAIMABLE) if lead.reference in wanted]
            if missing := wanted - {lead.reference for lead in leads}:
                raise CommandError(
                    f"Can't send {', '.join(sorted(missing))}: already sent, being sent, done or erased."
                )
        else:
            leads = maintenance.waiting(status or REDELIVERED)
        if dry_run:
            deliveries: list[Delivery | None] = [None] * len(leads)
            summary = f"{len(leads)} would be sent"
        else:
            deliveries = send_all(engine, through, leads)
            counted = Counter(delivery.status if delivery else "left to another process" for delivery in deliveries)
            summary = ", ".join(f"{count} {status}" for status, count in sorted(counted.items())) or "Nothing to send"
    lines = []
    for lead, delivery in zip(leads, deliveries, strict=True):
        now_is = {"is": delivery.status, "code": delivery.code} if delivery else {"is": lead.status, "code": ""}
        lines.append({"reference": lead.reference, "form": lead.form, "was": lead.status, **now_is})
    if json:
        print_json(lines)
    else:
        print_table(lines, whole="reference")
        print(f"{summary}.")
    if failed := sum(delivery is not None and delivery.status is not Status.SENT for delivery in deliveries):
        raise CommandError(f"{failed} of {len(leads)} requests were not delivered.")


@app.command
def test() -> None:
    """Send one request that is marked as a test, without storing it."""
    through, host = gateway(), urlsplit(load_settings().form_endpoint or "").hostname
    entries = {"name": "TEST", "email": gym().business.email, "additionalInfo": TEST}
    lead = new_lead("consultation", entries, page_key=None, via="", reason="", now=now())
    lead.reference = "TEST"
    delivery = asyncio.run(through.deliver(lead, within=DEADLINE))
    if delivery.status is not Status.SENT:
        raise CommandError(f"{host} did not accept a test request ({delivery.code}). Is GYM_FORM_ENDPOINT right?")
    print(f"{host} accepted a test request from TEST. Check that it has arrived.")


@app.command
def done(references: References, /) -> None:
    """Mark requests as dealt with; their content is erased a week later."""
    with open_engine(database_url()) as engine:
        maintenance = Maintenance(engine)
        for lead in all_found(engine, references):
            print(mark_done(maintenance, lead))


@app.command
def erase(references: References, /) -> None:
    """Erase the content of requests at once; this does not recall what was sent."""
    with open_engine(database_url()) as engine:
        maintenance = Maintenance(engine)
        for lead in all_found(engine, references):
            print(erase_content(maintenance, lead))
        empty_journal(maintenance)


@app.command
def purge(*, dry_run: bool = False) -> None:
    """Erase content whose retention time is over, as the server does.

    Args:
        dry_run: print the number of requests, without erasing anything
    """
    with open_engine(database_url()) as engine:
        maintenance = Maintenance(engine)
        if dry_run:
            print(f"Requests that would be erased or deleted: {maintenance.erasable(now())}.")
            return
        erased = 0
        while batch := maintenance.erase_due(now()):
            erased += batch
        print(f"Requests erased or deleted: {erased}.")
        empty_journal(maintenance)


def _summary(lead: Lead) -> dict[str, str | int | datetime]:
    payload = lead.payload or {}
    return {
        "reference": lead.reference,
        "form": lead.form,
        "status": lead.status,
        "created": lead.created_at,
        "attempts": lead.attempts,
        "email": mask_email(payload.get("email", "")),
        "phone": mask_phone(payload.get("phone", "")),
        "last_code": lead.last_code,
    }


def mask_email(email: str) -> str:
    """Return a masked address: ``j***@example.org``."""
    name, at, host = email.strip().rpartition("@")
    return f"{name[:1]}***{at}{host}" if at else "***" if email.strip() else ""


def mask_phone(phone: str) -> str:
    """Return a masked number: ``***-0142``. The last four digits stay, except in a short number."""
    digits = re.sub(r"\D", "", phone)
    return f"***-{digits[-4:]}" if len(digits) > 6 else "***" if digits else ""


def neutralised(text: str) -> str:
    """Return a cell that no spreadsheet runs as a formula. Some spreadsheets skip invisible characters before ``=``."""
    seen = (letter for letter in text if letter != FILLER and not unicodedata.category(letter).startswith(INVISIBLE))
    return f"'{text}" if next(seen, "") in FORMULA_SIGNS or text.startswith(("\t", "\r", "\n")) else text


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


def status_text(lead: Lead) -> str:
    """Return a lead's status for people; that of a waiting lead with the time of its turn."""
    if is_waiting(lead) and lead.next_attempt_at:
        return f"{lead.status}, its turn is at {local(lead.next_attempt_at)}"
    return lead.status


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
    for start in range(0, len(leads), CONCURRENT_DELIVERIES):
        batch = leads[start : start + CONCURRENT_DELIVERIES]
        deliveries += await asyncio.gather(*map(dispatcher.deliver_waiting, batch))
    await dispatcher.aclose()
    return deliveries


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
