"""``leads ...``: commands with which staff and scripts read and manage visitors' requests (spec section 7)."""

import argparse
import asyncio
import csv
import re
import sys
import unicodedata
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from rich.console import Console
from rich.progress import track
from sqlalchemy import Engine

from gym_site.cli.command import CommandError, Commands, add_command, add_group, database_url, print_json, print_table
from gym_site.content.forms import FORMS
from gym_site.db.engine import open_engine
from gym_site.db.tables import Lead
from gym_site.leads.dispatcher import CONCURRENT_DELIVERIES, Dispatcher
from gym_site.leads.fields import plain
from gym_site.leads.gateway import Delivery, field_lines, gateway_for
from gym_site.leads.maintenance import Maintenance
from gym_site.leads.status import CLAIMABLE, REDELIVERED, Status
from gym_site.leads.store import LeadStore, is_waiting
from gym_site.leads.workers import Workers, now
from gym_site.settings import load_settings

MAX_DAYS = 9999
FORMULA_SIGNS = frozenset("=+-@＝＋－＠")
INVISIBLE = ("C", "Z", "M")  # Unicode's categories of control characters, spaces and marks
FILLER = "\N{HANGUL FILLER}"  # a letter that can't be seen


def add(groups: Commands) -> None:
    """Add the commands to the parser."""
    leads = add_group(groups, "leads", "requests that visitors sent")
    statuses = [status.value for status in Status]

    about = "list the requests, newest first, with contacts masked"
    listing = add_command(leads, "list", about, _list, as_json="as JSON, with times in UTC")
    listing.add_argument("--status", choices=statuses, help="only requests with this status")
    listing.add_argument("--email", help="only requests from this e-mail address, as for access or erasure")

    show = add_command(leads, "show", "show one request with its content", _show, as_json="as JSON, with times in UTC")
    show.add_argument("reference", help="as in the list, such as K7Q2-9M")

    add_command(leads, "stats", "count the requests", _stats, as_json="as JSON")

    export = add_command(leads, "export", "write the requests and their content into a CSV file", _export)
    export.add_argument("--csv", type=Path, required=True, metavar="FILE", help="new file, or - for the terminal")
    export.add_argument("--status", choices=statuses, help="only requests with this status")
    export.add_argument("--form", choices=list(FORMS), help="only requests from this form")
    export.add_argument("--days", type=int, help="only requests from the last DAYS days")

    about = "send undelivered requests"
    deliver = add_command(leads, "deliver", about, _deliver, as_json="the result as JSON")
    deliver.add_argument("references", nargs="*", metavar="REFERENCE", help="default: all requests with the status")
    default = "default: pending and unsure; may be given repeatedly"
    deliver.add_argument("--status", action="append", choices=[status.value for status in CLAIMABLE], help=default)
    deliver.add_argument("--dry-run", action="store_true", help="list what would be sent, without sending it")

    done = add_command(leads, "done", "mark requests as dealt with; their content is erased a week later", _done)
    about = "erase the content of requests at once; this does not recall what was sent"
    for command in (done, add_command(leads, "erase", about, _erase)):
        command.add_argument("references", nargs="+", metavar="REFERENCE")

    purge = add_command(leads, "purge", "erase content whose retention time is over, as the server does", _purge)
    purge.add_argument("--dry-run", action="store_true", help="print the number of requests, without erasing anything")


def _list(chosen: argparse.Namespace) -> None:
    with open_engine(database_url()) as engine:
        leads = LeadStore(engine).listed(chosen.status)
    if chosen.email:
        person = chosen.email.strip().casefold()
        leads = [lead for lead in leads if (lead.payload or {}).get("email", "").strip().casefold() == person]
    if chosen.json:
        print_json([_summary(lead) for lead in leads])
    elif leads:
        print_table([{**_summary(lead), "status": _status(lead), "created": _local(lead.created_at)} for lead in leads])
    else:
        print("No requests.")


def _show(chosen: argparse.Namespace) -> None:
    with open_engine(database_url()) as engine:
        lead = _found(engine, chosen.reference)
    if chosen.json:
        contacts = {name: (lead.payload or {}).get(name, "") for name in ("email", "phone")}
        print_json({**_summary(lead), **contacts, "fields": lead.payload})
        return
    lines = [
        f"Reference: {lead.reference}",
        f"Form: {lead.form}",
        f"Status: {_status(lead)}",
        f"Created: {_local(lead.created_at)}",
        f"Attempts: {lead.attempts}",
        f"Last code: {lead.last_code or '-'}",
        "",
    ]
    if lead.payload is None:
        lines.append("The content of this request has been erased.")
    else:
        lines += field_lines(lead.form, lead.payload)
    print(plain("\n".join(lines)))  # not by rich, which would interpret markup in the visitor's input


def _stats(chosen: argparse.Namespace) -> None:
    with open_engine(database_url()) as engine:
        stats = Maintenance(engine).stats()
    oldest = stats.oldest_undelivered
    numbers = {status.value: stats.by_status.get(status, 0) for status in Status}
    if chosen.json:
        print_json({**numbers, "undelivered": stats.undelivered, "oldest_undelivered": oldest})
        return
    print_table([{"status": status, "requests": number} for status, number in numbers.items()])
    if oldest:
        print(f"Undelivered requests: {stats.undelivered}, the oldest from {_local(oldest)}.")


def _export(chosen: argparse.Namespace) -> None:
    if chosen.days is not None and not 0 < chosen.days <= MAX_DAYS:
        raise CommandError(f"--days must be from 1 to {MAX_DAYS}.")
    since = datetime.min.replace(tzinfo=UTC) if chosen.days is None else now() - timedelta(days=chosen.days)
    with open_engine(database_url()) as engine:
        leads = LeadStore(engine).listed(chosen.status)
    stored = [name for lead in leads for name in lead.payload or {}]  # fields that the code no longer has, too
    columns = list(dict.fromkeys([*(field.name for form in FORMS.values() for field in form.fields), *stored]))
    rows: list[Sequence[str]] = [("reference", "form", "status", "created", *columns)]
    for lead in leads:
        if lead.payload is not None and chosen.form in (None, lead.form) and lead.created_at >= since:
            head = (lead.reference, lead.form, lead.status, lead.created_at.isoformat(timespec="seconds"))
            rows.append((*head, *(neutralised(lead.payload.get(name, "")) for name in columns)))
    if str(chosen.csv) == "-":
        csv.writer(sys.stdout).writerows(rows)
        return
    try:
        chosen.csv.touch(0o600, exist_ok=False)  # private: it contains visitors' data
        with chosen.csv.open("w", newline="", encoding="utf-8-sig") as file:  # spreadsheets recognise UTF-8 by its BOM
            csv.writer(file).writerows(rows)
    except OSError as error:
        raise CommandError(f"{chosen.csv} can't be written: {error.strerror}") from error
    print(f"Requests in {chosen.csv}: {len(rows) - 1}. The file contains personal data: delete it when you are done.")


def _deliver(chosen: argparse.Namespace) -> None:
    settings = load_settings()
    if settings.form_endpoint is None:
        raise CommandError("There is nowhere to send requests: GYM_FORM_ENDPOINT is not set.")
    with open_engine(database_url()) as engine:
        maintenance = Maintenance(engine)
        maintenance.expire(now())
        if chosen.references:
            wanted = {_found(engine, reference).reference for reference in chosen.references}
            leads = [lead for lead in maintenance.waiting(CLAIMABLE) if lead.reference in wanted]
            if missing := wanted - {lead.reference for lead in leads}:
                raise CommandError(
                    f"Can't send {', '.join(sorted(missing))}: already sent, being sent, done or erased."
                )
        else:
            leads = maintenance.waiting(chosen.status or REDELIVERED)
        if chosen.dry_run:
            deliveries: list[Delivery | None] = [None] * len(leads)
            summary = f"{len(leads)} would be sent"
        else:
            dispatcher = Dispatcher(LeadStore(engine), gateway_for(settings), Workers(engine))
            deliveries = asyncio.run(_delivered(dispatcher, leads))
            counted = Counter(delivery.status if delivery else "left to another process" for delivery in deliveries)
            summary = ", ".join(f"{count} {status}" for status, count in sorted(counted.items())) or "Nothing to send"
    lines = []
    for lead, delivery in zip(leads, deliveries, strict=True):
        now_is = {"is": delivery.status, "code": delivery.code} if delivery else {"is": lead.status, "code": ""}
        lines.append({"reference": lead.reference, "form": lead.form, "was": lead.status, **now_is})
    if chosen.json:
        print_json(lines)
    else:
        print_table(lines)
        print(f"{summary}.")
    if failed := sum(delivery is not None and delivery.status is not Status.SENT for delivery in deliveries):
        raise CommandError(f"{failed} of {len(leads)} requests were not delivered.")


async def _delivered(dispatcher: Dispatcher, leads: Sequence[Lead]) -> list[Delivery | None]:
    deliveries: list[Delivery | None] = []
    batches = range(0, len(leads), CONCURRENT_DELIVERIES)
    hidden = not sys.stderr.isatty()
    for start in track(batches, "Sending", console=Console(stderr=True), transient=True, disable=hidden):
        batch = leads[start : start + CONCURRENT_DELIVERIES]
        deliveries += await asyncio.gather(*map(dispatcher.deliver_waiting, batch))
    await dispatcher.aclose()
    return deliveries


def _done(chosen: argparse.Namespace) -> None:
    with open_engine(database_url()) as engine:
        maintenance = Maintenance(engine)
        for reference in chosen.references:
            lead = _found(engine, reference)
            if lead.status in (Status.SENT, Status.DONE):
                print(f"{lead.reference} needs nothing more: it is already {lead.status}.")
                continue
            if not maintenance.done(lead.reference, now()):
                raise CommandError(f"{lead.reference} was not changed: its status is {lead.status}.")
            print(f"{lead.reference} is done; its content will be erased in a week.")


def _erase(chosen: argparse.Namespace) -> None:
    with open_engine(database_url()) as engine:
        maintenance = Maintenance(engine)
        for reference in chosen.references:
            lead = _found(engine, reference)
            if lead.status == Status.ERASED:
                print(f"{lead.reference} was already erased.")
            elif maintenance.erase(lead.reference, now()):
                print(f"The content of {lead.reference} is erased.")
            else:
                raise CommandError(f"{lead.reference} is being sent right now: try again in half a minute.")
        _empty_journal(maintenance)


def _purge(chosen: argparse.Namespace) -> None:
    with open_engine(database_url()) as engine:
        maintenance = Maintenance(engine)
        if chosen.dry_run:
            print(f"Requests that would be erased or deleted: {maintenance.erasable(now())}.")
            return
        erased = 0
        while batch := maintenance.erase_due(now()):
            erased += batch
        print(f"Requests erased or deleted: {erased}.")
        _empty_journal(maintenance)


def _empty_journal(maintenance: Maintenance) -> None:
    if not maintenance.empty_journal():
        print("The erased content is still in the database's journal, because the database is in use. A running site "
              "empties the journal within minutes. If no site is running, run `leads purge` again.")  # fmt: skip


def _found(engine: Engine, reference: str) -> Lead:
    lead = LeadStore(engine).by_reference(reference)
    if lead is None:
        raise CommandError(f"There is no request {reference}.")
    return lead


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


def _status(lead: Lead) -> str:
    """Return a lead's status for people; that of a waiting lead with the time of its turn."""
    if is_waiting(lead) and lead.next_attempt_at:
        return f"{lead.status}, its turn is at {_local(lead.next_attempt_at)}"
    return lead.status


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


def _local(moment: datetime) -> str:
    return moment.astimezone().strftime("%Y-%m-%d %H:%M")
