"""``leads ...``: commands with which staff and scripts read and manage visitors' requests (spec section 7)."""

import asyncio
import csv
import re
import sys
import unicodedata
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from io import TextIOWrapper
from typing import Annotated
from urllib.parse import urlsplit

from cyclopts import App, Parameter

from gym_site.cli.command import (
    MAX_DAYS,
    FileOrPipe,
    database_url,
    gym,
    print_json,
    print_table,
    way_around,
    within,
)
from gym_site.cli.inbox import show_inbox
from gym_site.cli.requests import (
    all_found,
    empty_journal,
    erase_content,
    found,
    gateway,
    in_full,
    local,
    mark_done,
    print_paged,
    say_where_the_desk_is,
    send_all,
    status_text,
)
from gym_site.cli.review import review
from gym_site.db.engine import open_engine
from gym_site.db.tables import Lead
from gym_site.errors import CommandError
from gym_site.forms.all_forms import forms_of
from gym_site.forms.form import FormKey
from gym_site.leads.dispatcher import DEADLINE
from gym_site.leads.gateway import Delivery
from gym_site.leads.maintenance import Maintenance
from gym_site.leads.status import CLAIMABLE, REDELIVERED, Claimable, Status
from gym_site.leads.store import LeadStore, new_lead
from gym_site.leads.workers import now
from gym_site.settings import load_settings

TEST = "This is a test of the website: nobody has to be called or answered."
FORMULA_SIGNS = frozenset("=+-@＝＋－＠")
INVISIBLE = ("C", "Z", "M")  # Unicode's categories of control characters, spaces and marks
FILLER = "\N{HANGUL FILLER}"  # a letter that can't be seen


app = App(name="leads", help="Requests that visitors sent.")
app.default(show_inbox)
app.command(review)
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
    print_paged(in_full(lead))


@app.command
def stats(*, json: bool = False) -> None:
    """Count the requests.

    Args:
        json: as JSON
    """
    say_where_the_desk_is()
    with open_engine(database_url()) as engine:
        found = Maintenance(engine).stats()
    oldest = found.oldest_undelivered
    numbers = {status.value: found.by_status.get(status, 0) for status in Status}
    if json:
        print_json({**numbers, "undelivered": found.undelivered, "oldest_undelivered": oldest})
        return
    print_table([{"status": status, "requests": number} for status, number in numbers.items()])
    if oldest:
        print(f"Undelivered requests: {found.undelivered}, the oldest from {local(oldest)}.")


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
