"""``leads ...``: commands with which staff and scripts read and manage visitors' requests (spec section 7)."""

import argparse
import asyncio
import csv
import re
import sys
import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from io import TextIOWrapper
from pathlib import Path
from urllib.parse import urlsplit

from gym_site.cli.command import (
    MAX_DAYS,
    Commands,
    add_command,
    database_url,
    print_json,
    print_table,
    way_around,
    whole_number,
)
from gym_site.cli.inbox import add_options, are_given, show_inbox
from gym_site.cli.requests import (
    all_found,
    empty_journal,
    erase,
    found,
    gateway,
    in_full,
    local,
    mark_done,
    print_paged,
    send,
    status_text,
)
from gym_site.cli.review import add_review_options, review
from gym_site.content.business import BUSINESS
from gym_site.db.engine import open_engine
from gym_site.db.tables import Lead
from gym_site.errors import CommandError
from gym_site.forms.all_forms import FORMS
from gym_site.leads.dispatcher import DEADLINE
from gym_site.leads.gateway import Delivery
from gym_site.leads.maintenance import Maintenance
from gym_site.leads.status import CLAIMABLE, REDELIVERED, Status
from gym_site.leads.store import LeadStore, new_lead
from gym_site.leads.workers import now
from gym_site.settings import load_settings, site_command

ABOUT = "Show what visitors sent since yesterday, newest last; or run one of the commands below."
TEST = "This is a test of the website: nobody has to be called or answered."
FORMULA_SIGNS = frozenset("=+-@＝＋－＠")
INVISIBLE = ("C", "Z", "M")  # Unicode's categories of control characters, spaces and marks
FILLER = "\N{HANGUL FILLER}"  # a letter that can't be seen


def add(groups: Commands) -> None:
    """Add the commands to the parser."""
    group = groups.add_parser("leads", help="requests that visitors sent", description=ABOUT)
    add_options(group)
    group.set_defaults(run=show_inbox)
    leads = group.add_subparsers(metavar="COMMAND")
    statuses = [status.value for status in Status]

    about = "list the requests, newest first, with contacts masked"
    listing = add_command(leads, "list", about, _list, as_json="as JSON, with times in UTC")
    listing.add_argument("--status", choices=statuses, help="only requests with this status")
    listing.add_argument("--email", help="only requests from this e-mail address, as for access or erasure")

    show = add_command(leads, "show", "show one request with its content", _show, as_json="as JSON, with times in UTC")
    show.add_argument("reference", help="as in the list, such as K7Q2-9M; K7Q2 is enough if no other begins so")

    add_command(leads, "stats", "count the requests", _stats, as_json="as JSON")

    export = add_command(leads, "export", "write the requests and their content into a CSV file", _export)
    export.add_argument("--csv", type=Path, required=True, metavar="FILE", help="new file, or - for the terminal")
    export.add_argument("--status", choices=statuses, help="only requests with this status")
    export.add_argument("--form", choices=list(FORMS), help="only requests from this form")
    export.add_argument("--days", type=whole_number(1, MAX_DAYS), help="only requests from the last DAYS days")

    about = "send undelivered requests"
    deliver = add_command(leads, "deliver", about, _deliver, as_json="the result as JSON")
    deliver.add_argument("references", nargs="*", metavar="REFERENCE", help="default: all requests with the status")
    default = "default: pending and unsure; may be given repeatedly"
    deliver.add_argument("--status", action="append", choices=[status.value for status in CLAIMABLE], help=default)
    deliver.add_argument("--dry-run", action="store_true", help="list what would be sent, without sending it")

    add_command(leads, "test", "send one request that is marked as a test, without storing it", _test)

    about = "go through the requests that wait for you to decide, with single keys, or change many at once"
    add_review_options(add_command(leads, "review", about, review))

    done = add_command(leads, "done", "mark requests as dealt with; their content is erased a week later", _done)
    about = "erase the content of requests at once; this does not recall what was sent"
    for command in (done, add_command(leads, "erase", about, _erase)):
        command.add_argument("references", nargs="+", metavar="REFERENCE")

    purge = add_command(leads, "purge", "erase content whose retention time is over, as the server does", _purge)
    purge.add_argument("--dry-run", action="store_true", help="print the number of requests, without erasing anything")

    for command in leads.choices.values():
        command.set_defaults(run=partial(_alone, command.get_default("run")))


def _alone(run: Callable[[argparse.Namespace], None], chosen: argparse.Namespace) -> None:
    """Run a command. Raises `CommandError` if options of `show_inbox` stand before it, where they have no effect."""
    if are_given(chosen):
        raise CommandError(f"Options of a command are written after its name: {site_command()} leads COMMAND --help")
    run(chosen)


def _list(chosen: argparse.Namespace) -> None:
    with open_engine(database_url()) as engine:
        leads = LeadStore(engine).listed(chosen.status)
    if chosen.email is not None:
        person = chosen.email.strip().casefold()
        leads = [lead for lead in leads if (lead.payload or {}).get("email", "").strip().casefold() == person]
    if chosen.json:
        print_json([_summary(lead) for lead in leads])
    elif leads:
        shown = [{**_summary(lead), "status": status_text(lead), "created": local(lead.created_at)} for lead in leads]
        for row in shown:  # the window is too narrow for numbers that `show` has too
            del row["attempts"], row["last_code"]
        print_table(shown, whole="reference")
    else:
        print("No requests.")


def _show(chosen: argparse.Namespace) -> None:
    with open_engine(database_url()) as engine:
        lead = found(engine, chosen.reference)
    if chosen.json:
        contacts = {name: (lead.payload or {}).get(name, "") for name in ("email", "phone")}
        print_json({**_summary(lead), **contacts, "fields": lead.payload})
        return
    print_paged(in_full(lead))


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
        print(f"Undelivered requests: {stats.undelivered}, the oldest from {local(oldest)}.")


def _export(chosen: argparse.Namespace) -> None:
    since = datetime.min.replace(tzinfo=UTC) if chosen.days is None else now() - timedelta(days=chosen.days)
    with open_engine(database_url()) as engine:
        leads = LeadStore(engine).listed(chosen.status)
    stored = [name for lead in leads for name in lead.payload or {}]  # fields that the code no longer has, too
    columns = list(dict.fromkeys([*(field.name for form in FORMS.values() for field in form.fields), *stored]))
    rows: list[Sequence[str]] = [("reference", "form", "status", "created", *columns)]
    for lead in leads:
        if lead.payload is not None and chosen.form in (None, lead.form) and lead.created_at >= since:
            head = (lead.reference, lead.form, lead.status, local(lead.created_at))
            rows.append((*head, *(neutralised(lead.payload.get(name, "")) for name in columns)))
    if str(chosen.csv) == "-":
        if isinstance(sys.stdout, TextIOWrapper) and not sys.stdout.isatty():
            sys.stdout.reconfigure(encoding="utf-8", newline="")  # whatever the terminal's encoding
            sys.stdout.write("\ufeff")
        csv.writer(sys.stdout).writerows(rows)
        return
    try:
        chosen.csv.touch(0o600, exist_ok=False)  # private: it contains visitors' data
        with chosen.csv.open("w", newline="", encoding="utf-8-sig") as file:  # spreadsheets recognise UTF-8 by its BOM
            csv.writer(file).writerows(rows)
    except OSError as error:
        raise CommandError(f"{chosen.csv} can't be written: {error.strerror}{way_around(error, '--csv -')}") from error
    print(f"Requests in {chosen.csv}: {len(rows) - 1}. The file contains personal data: delete it when you are done.")


def _deliver(chosen: argparse.Namespace) -> None:
    through = gateway()
    with open_engine(database_url()) as engine:
        maintenance = Maintenance(engine)
        maintenance.expire(now())
        if chosen.references:
            wanted = {lead.reference for lead in all_found(engine, chosen.references)}
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
            deliveries = send(engine, through, leads)
            counted = Counter(delivery.status if delivery else "left to another process" for delivery in deliveries)
            summary = ", ".join(f"{count} {status}" for status, count in sorted(counted.items())) or "Nothing to send"
    lines = []
    for lead, delivery in zip(leads, deliveries, strict=True):
        now_is = {"is": delivery.status, "code": delivery.code} if delivery else {"is": lead.status, "code": ""}
        lines.append({"reference": lead.reference, "form": lead.form, "was": lead.status, **now_is})
    if chosen.json:
        print_json(lines)
    else:
        print_table(lines, whole="reference")
        print(f"{summary}.")
    if failed := sum(delivery is not None and delivery.status is not Status.SENT for delivery in deliveries):
        raise CommandError(f"{failed} of {len(leads)} requests were not delivered.")


def _test(_chosen: argparse.Namespace) -> None:
    through, host = gateway(), urlsplit(load_settings().form_endpoint or "").hostname
    entries = {"name": "TEST", "email": BUSINESS.email, "additionalInfo": TEST}
    lead = new_lead("consultation", entries, page_key=None, via="", reason="", now=now())
    lead.reference = "TEST"
    delivery = asyncio.run(through.deliver(lead, within=DEADLINE))
    if delivery.status is not Status.SENT:
        raise CommandError(f"{host} did not accept a test request ({delivery.code}). Is GYM_FORM_ENDPOINT right?")
    print(f"{host} accepted a test request from TEST. Check that it has arrived.")


def _done(chosen: argparse.Namespace) -> None:
    with open_engine(database_url()) as engine:
        maintenance = Maintenance(engine)
        for lead in all_found(engine, chosen.references):
            print(mark_done(maintenance, lead))


def _erase(chosen: argparse.Namespace) -> None:
    with open_engine(database_url()) as engine:
        maintenance = Maintenance(engine)
        for lead in all_found(engine, chosen.references):
            print(erase(maintenance, lead))
        empty_journal(maintenance)


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
