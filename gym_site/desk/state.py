"""The page with the state of the site and its machine, the people of the desk, and what they changed."""

import asyncio
import re
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import UTC, datetime

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from gym_site.cli.alert import send_test
from gym_site.cli.status import PARTS, Line, look
from gym_site.db.staff_values import BUSINESS_NAME
from gym_site.desk.app import Desk, page, to
from gym_site.desk.people import Note, Visit
from gym_site.desk.records import Field
from gym_site.desk.wanted import asked_at, want, works_here
from gym_site.errors import SiteError
from gym_site.settings import Settings, site_command

WITHIN = 6.0  # seconds; what takes longer is shown the next time
KEPT = {"Visits": 300.0}  # seconds for which it isn't looked up again: it is counted in long files
NOTES = 50
LABELS = {
    "Version": "Website",
    "Build": "Pages made",
    "Database": "Stored requests",
    "Last": "Last request",
    "Form service": "Where requests are sent",
    "Certificate": "Certificate for https",
    "Disk": "Room on the disk",
    "To patch": "To update",
}


class _Looking:
    """Looks at each part of the status in a thread of its own, at most once at a time."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._threads = ThreadPoolExecutor(len(PARTS), thread_name_prefix="state")
        self._found: dict[str, tuple[float, Future[list[Line]]]] = {}

    async def lines(self) -> list[Line]:
        """Return the lines of the status; of a part that takes longer than `WITHIN`, one that says so."""
        for part in PARTS:
            began, found = self._found.get(part, (0.0, None))
            if found is None or (found.done() and time.monotonic() - began > KEPT.get(part, 0)):
                self._found[part] = time.monotonic(), self._threads.submit(look, part, self._settings)
        found_by_part = {part: self._found[part][1] for part in PARTS}
        if waiting := [asyncio.wrap_future(found) for found in found_by_part.values() if not found.done()]:
            await asyncio.wait(waiting, timeout=WITHIN)
        later = "still being looked at: load this page again in a minute"
        return [
            line
            for part, found in found_by_part.items()
            for line in (found.result() if found.done() else [Line(part, later)])
        ]


def state_routes(desk: Desk, signed_in: Callable[..., Route]) -> Sequence[Route]:
    """Return the routes."""
    looking = _Looking(desk.settings)

    def when(moment: datetime | float | None) -> str:
        if moment is None:
            return ""
        moment = moment if isinstance(moment, datetime) else datetime.fromtimestamp(moment, UTC)
        return f"{desk.current.site.gym.brand.time(moment):%a %d %b, %H:%M}"

    def what(note: Note) -> str:
        """Return what somebody changed; a fact as its form names it."""
        record, _, name = note.about.partition(" ")
        if note.kind != "Facts":
            return f"{note.kind} {note.about}"
        labels = {BUSINESS_NAME: "The gym"} | {key: route.label for key, route in desk.current.site.gym.routes.items()}
        return f"{labels.get(record, record)}, {Field(name, text='', was='').label.lower()}"

    async def state(request: Request, visit: Visit) -> Response:
        lines = [(LABELS.get(line.about, line.about), line, _in_words(line.text)) for line in await looking.lines()]
        notes, people = [], []
        if visit.may_everything:
            notes = [(when(one.at), one.name, what(one)) for one in await asyncio.to_thread(desk.people.notes, NOTES)]
            people = await asyncio.to_thread(desk.people.listed)
        return page(
            request,
            "state",
            lines=lines,
            notes=notes,
            people=people,
            backup_asked=when(asked_at(desk, "backup")),
            works_here=works_here(),
        )

    async def backup(request: Request, visit: Visit) -> Response:
        if works_here():
            return to(request, "/state", "Backups are made on the server, not on this computer.")
        want(desk, "backup")
        await desk.note(visit, "backup", [""])
        return to(request, "/state", "A backup was asked for. Load this page again in a minute: it then stands here.")

    async def test(request: Request, visit: Visit) -> Response:
        try:
            said = await send_test()
        except SiteError as error:
            said = str(error)
        await desk.note(visit, "test of the alerts", [""])
        return to(request, "/state", said)

    return [
        signed_in("/state", state),
        signed_in("/state/backup", backup, methods=["POST"], everything=True),
        signed_in("/state/test", test, methods=["POST"], everything=True),
    ]


def _in_words(text: str) -> str:
    """Return a line without the commands and documents that it names for people with a terminal."""
    return re.sub(rf":? {re.escape(site_command())}[\w -]*| \(docs/\S+\)", "", text)
