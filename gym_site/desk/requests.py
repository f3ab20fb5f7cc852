"""The desk's pages for requests: the list, one in full, what a person does with them, and the export."""

import asyncio
import logging
import re
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from hashlib import sha256
from io import BytesIO
from typing import Any
from urllib.parse import quote, urlsplit

import xlsxwriter
from sqlalchemy import Row
from sqlmodel import col
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from gym_site.brand import Brand
from gym_site.db.tables import Lead
from gym_site.desk.app import Desk, Said, fields, inside, page, to
from gym_site.desk.people import Visit
from gym_site.desk.request_filter import REASONS, STATES, Filter, statuses
from gym_site.forms.form import Form
from gym_site.leads.dispatcher import CONCURRENT_DELIVERIES
from gym_site.leads.maintenance import ERASED_AFTER
from gym_site.leads.spam import MAX_LINKS
from gym_site.leads.status import CLAIMABLE, Status, undecided
from gym_site.leads.store import TURN
from gym_site.leads.words import summed_up
from gym_site.leads.workers import now
from gym_site.settings import Settings
from gym_site.site import Site

logger = logging.getLogger(__name__)

ON_A_PAGE, MOST_PAGES = 50, 100_000
MOST_SEARCHES = 1000
AT_A_TIME = 40  # requests of which an action is noted before it is done
PATIENCE = 8.0  # seconds for which an action's answer waits for its end; a locked database takes 5
ACTIONS = {"send": "Send on", "done": "Mark as done", "reopen": "Not done after all", "erase": "Erase"}
DONE = {"send": "sent on", "done": "marked as done", "reopen": "waiting again", "erase": "erased"}
ENDS = {"send": Status.SENT, "done": Status.DONE, "reopen": Status.KEPT, "erase": Status.ERASED}
NAMED = 12  # requests that a question names
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
_NOT_DIALLED = re.compile(r"[^0-9+]")


def state_words(row: Row[Any] | Lead, site: Site) -> str:
    """Return a request's state in words."""
    clock, again = site.gym.brand, row.next_attempt_at
    tried_at = f" will be tried again at {_when(again, clock)}" if again else " will be tried again soon"
    match row.status:
        case Status.PENDING if row.reason == TURN and not row.attempts and again:
            return f"waits for its turn at {_when(again, clock)}"
        case Status.PENDING:
            return tried_at.strip() if row.attempts else "will be sent in a moment"
        case Status.SENDING:
            return "is being sent"
        case Status.SENT:
            return f"sent on at {_when(row.sent_at, clock)}" if row.sent_at else "sent on"
        case Status.UNSURE if Status.UNSURE in undecided(site.settings):
            return "waits for you: it may have arrived already"
        case Status.UNSURE:
            return f"may have arrived;{tried_at}"
        case Status.REJECTED:
            return f"waits for you: it could not be sent ({f'code {row.last_code}' if row.last_code else 'no answer'})"
        case Status.QUARANTINED if row.reason == "links":
            return f"probably spam: more than {MAX_LINKS} links in a text"
        case Status.QUARANTINED:
            return "probably spam: a hidden field was filled in, as robots do"
        case Status.KEPT:
            return "waits for your answer"
        case Status.DONE:
            return "marked as done"
        case _:
            return str(row.status)


def _when(moment: datetime, clock: Brand) -> str:
    """Return a time by the gym's clock: of today without the day, of another year with it."""
    there, today = clock.time(moment), clock.now()
    if there.date() == today.date():
        return f"{there:%H:%M}"
    return f"{there:%d %b, %H:%M}" if abs(today - there) < timedelta(days=300) else f"{there:%Y-%m-%d}"


def _listed(row: Row[Any] | Lead, site: Site) -> dict[str, Any]:
    """Return what the list shows of a request."""
    name, about, words = ("", "", "")
    if row.payload is not None:
        name, about, words = summed_up(row.form, site.forms.get(row.form), row.payload)
    words = "" if words == about else words
    waits = row.status in statuses(site)["waiting"]
    shown = {"name": name or ("Erased" if row.payload is None else "No name"), "about": about, "words": words}
    when = _when(row.created_at, site.gym.brand)
    return {"reference": row.reference, "when": when, "state": state_words(row, site), "waits": waits, **shown}


def entries(form: Form | None, payload: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    """Yield name, label and words of each entry, also of those that the form no longer has."""
    known = {field.name: field for field in form.fields} if form else {}
    for name in dict.fromkeys([*known, *payload]):
        field = known.get(name)
        words = field.words_for(payload.get(name, "")) if field else payload[name]
        if payload.get(name) or (field and not field.hidden):
            yield name, field.label if field else name[:1].upper() + name[1:], words


def request_routes(desk: Desk, signed_in: Callable[..., Route]) -> Sequence[Route]:
    """Return the routes for requests."""
    store, maintenance, in_thread = desk.store, desk.maintenance, desk.workers.in_thread

    def matching(chosen: Filter, most: int | None = None, skip: int = 0) -> tuple[Sequence[Row[Any]], int]:
        """Return the requests that match, newest first, and how many there are in all."""
        where = chosen.where(desk.current.site)
        if not chosen.words:
            return store.rows(*where, newest=most, skip=skip), store.counted(*where).total()
        found = [row for row in store.rows(*where) if chosen.has_words(row)]
        return found[skip:][:most], len(found)

    async def search(request: Request, visit: Visit) -> Response:
        chosen, searches = Filter.of(dict(fields(request))), request.app.state.searches
        key = secrets.token_urlsafe(6) if chosen.q else ""
        if key:
            searches[visit.form_token, key] = chosen.q
            while len(searches) > MOST_SEARCHES:
                del searches[next(iter(searches))]
        return to(request, f"/?{chosen.query(found=key)}")

    async def inbox(request: Request, visit: Visit) -> Response:
        if not desk.settings.has_server:
            return to(request, "/texts")
        site, chosen, number = desk.current.site, Filter.of({**request.query_params, "q": ""}), 1
        if chosen.found:
            if (words := request.app.state.searches.get((visit.form_token, chosen.found))) is None:
                return to(request, "/", "That search is over: search again.")
            chosen = replace(chosen, q=words)
        with suppress(ValueError):
            number = min(max(1, int(request.query_params.get("page", "1"))), MOST_PAGES)
        rows, total = await in_thread(matching, chosen, ON_A_PAGE, (number - 1) * ON_A_PAGE)
        last = max(1, -(-total // ON_A_PAGE))
        if number > last:  # requests of the last page have gone
            number, (rows, _) = last, await in_thread(matching, chosen, ON_A_PAGE, (last - 1) * ON_A_PAGE)
        counted = await in_thread(store.counted, col(Lead.status).in_(statuses(site)["waiting"]))
        pages = {
            label: f"/?{chosen.query(page=str(there))}"
            for label, there in (("Newer", number - 1), ("Older", number + 1))
            if 1 <= there <= last
        }
        return page(
            request,
            "requests",
            rows=[_listed(row, site) for row in rows],
            total=total,
            chosen=chosen,
            waiting=counted.total(),
            spam=counted[Status.QUARANTINED],
            pages=pages,
            actions=_actions(*statuses(site).get(chosen.state, Status)),
            states=STATES,
            reasons=REASONS,
            first=(number - 1) * ON_A_PAGE + 1,
            forms=[*desk.current.site.forms],
            is_filtered=bool(chosen.query()),
        )

    def _actions(*statuses: str) -> dict[str, str]:
        """Return the actions that are possible with requests, each of which has one of these statuses."""
        possible = {"erase"} if {*statuses} != {Status.ERASED} else set()
        if {*statuses} == {Status.DONE}:
            possible.add("reopen")
        elif not {*CLAIMABLE}.isdisjoint(statuses):
            possible |= {"done", "send"} if desk.dispatcher.delivers else {"done"}  # else there is nowhere to send
        return {name: label for name, label in ACTIONS.items() if name in possible}

    async def one(request: Request, _visit: Visit) -> Response:
        site = desk.current.site
        if (lead := await in_thread(store.by_reference, request.path_params["reference"])) is None:
            raise HTTPException(404)
        payload = lead.payload or {}
        subject = f"Your request at {site.gym.brand.name} ({lead.reference})"
        links = {"email": f"mailto:{quote(payload.get('email', ''), safe='@')}?subject={quote(subject)}"}
        links["phone"] = f"tel:{_NOT_DIALLED.sub('', payload.get('phone', ''))}"
        chosen = Filter.of(request.query_params)
        return page(
            request,
            "request",
            lead=lead,
            shown=_listed(lead, site),
            actions=_actions(lead.status),
            where=_where(desk.settings),
            entries=[*entries(site.forms.get(lead.form), payload)] if lead.payload else [],
            links={name: link for name, link in links.items() if payload.get(name, "").strip()},
            came=site.gym.brand.time(lead.created_at),
            erased=lead.payload and lead.sent_at and site.gym.brand.time(lead.sent_at + ERASED_AFTER),
            back=f"/?{chosen.query()}" if chosen.query() else "/",
        )

    async def act(request: Request, visit: Visit) -> Response:
        """Do something with requests: with one at once, with more (and to erase) after a question."""
        given = dict(fields(request))
        action, back = given.get("action", ""), inside(given.get("back", ""))
        if action not in ACTIONS or (action == "send" and not desk.dispatcher.delivers):
            raise HTTPException(400, "This can't be done with a request.")
        references = list(dict.fromkeys(value for name, value in fields(request) if name == "reference"))
        chosen: Filter | None = None
        if given.get("all"):
            if not visit.may_everything:
                raise HTTPException(403, "Only people with the role “everything” may do this with all that match.")
            chosen = Filter.of(given)
            references = [row.reference for row in (await in_thread(matching, chosen))[0]]
        if not references:
            return to(request, back, Said("No request was chosen.", is_fault=True))
        these = sha256(",".join(sorted(references)).encode()).hexdigest()  # others may match by the time of the answer
        if given.get("sure") != these and (action == "erase" or len(references) > 1):
            some = await in_thread(store.rows, col(Lead.reference).in_(references[:NAMED]))
            return page(
                request,
                "question",
                names=[_listed(row, desk.current.site)["name"] for row in some],
                action=action,
                label=ACTIONS[action],
                number=len(references),
                back=back,
                these=these,
                references=[] if chosen else references,
                query=vars(chosen) if chosen else {},
            )
        return await _answered(request, visit, action, references, back)

    async def _answered(request: Request, visit: Visit, action: str, references: list[str], back: str) -> Response:
        """Do the action, and say what it has done: here, or on the next page after its end."""
        name = ""
        if len(references) == 1 and action != "erase":
            lead = await in_thread(store.by_reference, references[0])
            name = (lead.payload or {}).get("name", "") if lead else ""
        work = desk.workers.start(_done(visit, action, references))
        await asyncio.wait({work}, timeout=PATIENCE)
        if work.done():
            return to(request, back, _said(action, work, references, name))
        said = request.app.state.said

        def end(work: asyncio.Task[int]) -> None:
            said[visit.form_token] = _said(action, work, references, name)

        work.add_done_callback(end)
        return to(request, back, "This takes a little longer. Load the page again to see how far it is.")

    async def _done(visit: Visit, action: str, references: Sequence[str]) -> int:
        """Do the action with each request, noted before; return how many are as wanted."""
        number = 0
        if action == "send":
            await in_thread(maintenance.expire, now())
        for start in range(0, len(references), AT_A_TIME):
            batch = references[start : start + AT_A_TIME]
            await desk.note(visit, ACTIONS[action], batch)
            for first in range(0, len(batch), CONCURRENT_DELIVERIES):
                these = batch[first : first + CONCURRENT_DELIVERIES]
                number += sum(await asyncio.gather(*(_changed(action, reference) for reference in these)))
        if action == "erase":
            await in_thread(maintenance.empty_journal)
        return number

    async def _changed(action: str, reference: str) -> bool:
        """Do the action with one request; return whether it is as wanted, perhaps by somebody else's tap."""
        if action == "send":
            lead = await in_thread(store.by_reference, reference)
            if lead and lead.payload:
                await desk.dispatcher.deliver_waiting(lead)
        else:
            work = {"done": maintenance.done, "erase": maintenance.erase}.get(action)
            await (in_thread(work, reference, now()) if work else in_thread(maintenance.reopen, reference))
        lead = await in_thread(store.by_reference, reference)
        return lead is not None and lead.status == ENDS[action]

    async def address(request: Request, visit: Visit) -> Response:
        """Erase everything of a mail address, after a question."""
        given = dict(fields(request)) if request.method == "POST" else {}
        email = given.get("email", "").strip()
        found: list[str] = []
        if email:
            rows = await in_thread(store.rows, col(Lead.payload).is_not(None))
            found = [
                row.reference for row in rows if row.payload.get("email", "").strip().casefold() == email.casefold()
            ]
        if "sure" in given and found:
            return await _answered(request, visit, "erase", found, "/address")
        return page(request, "address", email=email, number=len(found))

    async def export(request: Request, visit: Visit) -> Response:
        site, chosen = desk.current.site, Filter.of(dict(fields(request)))
        rows, _ = await in_thread(matching, chosen)
        content = await asyncio.to_thread(_spreadsheet, rows, site)
        await desk.note(visit, "Export", [f"{len(rows)} requests"])
        name = f"requests-{site.gym.brand.now():%Y-%m-%d}.xlsx"
        return Response(content, headers={"Content-Disposition": f'attachment; filename="{name}"'}, media_type=XLSX)

    return [
        signed_in("/", inbox),
        signed_in("/search", search, methods=["POST"]),
        signed_in("/requests/{reference}", one),
        signed_in("/requests", act, methods=["POST"]),
        signed_in("/address", address, methods=["GET", "POST"], everything=True),
        signed_in("/export", export, methods=["POST"], everything=True),
    ]


def _said(action: str, work: asyncio.Task[int], references: Sequence[str], name: str) -> Said:
    """Return what an action has done, in a sentence; ``name``: the person's, if it was with one request."""
    if error := work.exception():
        logger.error("An action of the desk failed (%s)", type(error).__name__, exc_info=error)
        text = "This did not work for all of them, as the database did not answer. Look at their state, then try again."
        return Said(text, is_fault=True)
    number, of = work.result(), len(references)
    if of == 1:
        what = f"{name} ({references[0]})" if name else references[0]
        return Said(f"{what} is {'' if number else 'not '}{DONE[action]}.", not number, f"/requests/{references[0]}")
    rest = f" {of - number:,} are not: look at their state." if number < of else ""
    return Said(f"{number:,} of {of:,} requests are {DONE[action]}.{rest}", is_fault=number < of)


def _where(settings: Settings) -> str:
    """Return where requests are sent, in words."""
    if mail := settings.mail_server:
        return mail.recipient
    return urlsplit(settings.form_endpoint or "").hostname or ""


def _spreadsheet(rows: Sequence[Row[Any]], site: Site) -> bytes:
    """Return an XLSX file with a line for each request; every cell is text, and none a formula."""
    known = (field for form in site.forms.values() for field in form.fields)
    labels = {field.name: field.label for field in known}
    labels |= {name: name for row in rows for name in row.payload or {} if name not in labels}
    made = BytesIO()
    with xlsxwriter.Workbook(made, {"in_memory": True, "constant_memory": False}) as book:
        sheet = book.add_worksheet("Requests")
        sheet.freeze_panes(1, 0)
        sheet.set_column(0, 3 + len(labels), 18)
        head = ["Reference", "Came", "Form", "State", *labels.values()]
        for column, text in enumerate(head):
            sheet.write_string(0, column, text, book.add_format({"bold": True}))
        for line, row in enumerate(rows, 1):
            came = f"{site.gym.brand.time(row.created_at):%Y-%m-%d %H:%M}"
            form, payload = site.forms.get(row.form), row.payload or {}
            words = {name: text for name, _, text in entries(form, payload) if payload.get(name)}
            cells = [row.reference, came, row.form, state_words(row, site), *(words.get(name, "") for name in labels)]
            for column, text in enumerate(cells):
                sheet.write_string(line, column, text)
    return made.getvalue()
