"""The pages on which a draft of the texts is looked at and published, and a publication taken back."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from gym_site.desk.app import Desk, fields, page, to
from gym_site.desk.changes import new_hosts, sentences
from gym_site.desk.people import Visit
from gym_site.desk.pictures import small
from gym_site.desk.publications import Draft, Publication, TextsError
from gym_site.desk.publishing import Publisher, faults_of, merged_draft
from gym_site.desk.text_mistakes import Elsewhere, placed_in, read_texts
from gym_site.desk.wanted import Outcome, asked_at, outcome, want
from gym_site.folder import Folder

PAGE = "/texts/draft"
SHOWN = 20
"""Number of publications on the page."""
NONE = "There is no draft any more: somebody has published it, or thrown it away."


@dataclass(frozen=True)
class _Seen:
    """A draft as its page shows it: its texts, its differences from the site, and what keeps it from publication.

    ``notes``: what may be wrong in it, and isn't on the site yet.
    """

    draft: Draft
    texts: Path
    said: Sequence[str]
    both: Sequence[str]
    hosts: Sequence[str]
    faults: Sequence[Elsewhere]
    notes: Sequence[Elsewhere]
    version: str  # changes whenever the page would show something else


def _version(draft: Draft) -> str:
    return f"{len(draft.changes)}-{draft.changes[-1].at.timestamp()}"


def draft_routes(desk: Desk, signed_in: Callable[..., Route]) -> Sequence[Route]:
    """Return the routes."""
    texts, publisher = desk.texts, Publisher(desk)

    def seen() -> _Seen | None:
        if (draft := texts.draft()) is None:
            return None
        with texts.alone():
            merged, both = merged_draft(texts)
            current = texts.current()
            site = texts.path_of(current)
            said, hosts = sentences(site, merged), new_hosts(site, merged)
            read = partial(read_texts, opens_at=desk.settings.expansion_opens_at)
            found = read(merged)
            faults = placed_in(found.mistakes, Folder(merged))[1] or faults_of(merged, desk)
            notes = placed_in(found.notes, Folder(merged))[1] + [Elsewhere(said, "", "") for _, said in small(merged)]
            known = {one.text for one in placed_in(read(site).notes, Folder(site))[1]} if notes else set()
            known |= {said for _, said in small(site)}
            new = [one for one in notes if one.text not in known]
            return _Seen(draft, merged, said, both, hosts, faults, new, f"{current}-{_version(draft)}")

    def when(moment: datetime) -> str:
        return f"{desk.current.site.gym.brand.time(moment):%a %d %b %Y, %H:%M}"

    def history() -> tuple[list[Publication], Publication | None, int]:
        if not texts.folder.exists():
            return [], None, 0
        return texts.publications()[:SHOWN], publisher.former(), texts.current()

    async def show(request: Request, fault: str = "") -> Response:
        now_seen = await asyncio.to_thread(seen)
        publications, former, current = await asyncio.to_thread(history)
        aside = outcome(desk, "aside")
        if not now_seen or (asked_at(desk, "aside") or 0) < now_seen.draft.changes[0].at.timestamp():
            aside = Outcome()  # of a former draft
        origins = {origin[:5]: origin for origin in desk.draft_origins.values()}
        origin = origins[desk.origins[request.headers["host"]][:5]]
        return page(
            request,
            "draft_page",
            seen=now_seen,
            when=when,
            publications=publications,
            former=former,
            current=current,
            aside=aside,
            link=origin + desk.look.link(request.scope["session"]) if aside.is_made else "",
            is_older=bool(now_seen) and aside.at < now_seen.draft.changes[-1].at.timestamp() * 10**9,
            is_publishing=publisher.is_publishing,
            failure=publisher.failure,
            fault=fault,
            folder="" if desk.settings.has_server else "dist",
            status=422 if fault else 200,
        )

    async def draft(request: Request, _visit: Visit) -> Response:
        return await show(request)

    async def making(_request: Request, _visit: Visit) -> Response:
        goes_on = publisher.is_publishing or outcome(desk, "aside").goes_on
        return JSONResponse({"text": "", "goes_on": goes_on})

    async def look(request: Request, _visit: Visit) -> Response:
        def copy() -> None:
            draft, _ = merged_draft(texts)
            faults_of(draft, desk)  # makes pictures
            texts.copy_to_look_at(draft)
            want(desk, "aside")

        await asyncio.to_thread(copy)
        return to(request, PAGE)

    async def publish(request: Request, visit: Visit) -> Response:
        given = fields(request)
        now_seen = await asyncio.to_thread(seen)
        if now_seen is None:
            return to(request, PAGE, NONE)
        if dict(given).get("version") != now_seen.version:
            return await show(request, "Something was changed meanwhile. Look at the list again, then publish.")
        if unsure := {*now_seen.hosts} - {value for name, value in given if name == "host"}:
            return await show(request, f"Say that you know {', '.join(sorted(unsure))}: tick the box below.")
        return await begin(request, visit, now_seen.texts, now_seen.said, len(now_seen.draft.changes))

    async def begin(
        request: Request, visit: Visit, published: Path, said: Sequence[str], changes: int = -1
    ) -> Response:
        await desk.note(visit, "Publication", [f"{len(said)} changes"])
        try:
            await asyncio.to_thread(publisher.publish, published, visit.name, said, changes=changes)
        except TextsError as error:
            return await show(request, str(error))
        except OSError as error:
            return await show(request, f"Nothing was published: {error.strerror}.")
        return to(request, PAGE)

    async def again(request: Request, visit: Visit) -> Response:
        number = request.path_params["number"]
        if not (number and texts.path_of(number).is_dir()):
            raise HTTPException(404)
        chosen = texts.path_of(number)
        said = await asyncio.to_thread(lambda: sentences(texts.path_of(texts.current()), chosen))
        return await begin(request, visit, chosen, said)

    async def discard(request: Request, visit: Visit) -> Response:
        version = dict(fields(request)).get("version", "")  # of the draft about which the person was asked

        def left() -> Draft | None:
            """Throw the draft away, or return it if it is another one than that of the question."""
            with texts.alone():
                if (draft := texts.draft()) and _version(draft) != version:
                    return draft
                return texts.discard()

        if not await asyncio.to_thread(texts.draft):
            return to(request, PAGE, NONE)
        if draft := await asyncio.to_thread(left):
            values = {"draft": draft, "version": _version(draft), "when": when, "is_new": bool(version)}
            return page(request, "discard", status=422 if version else 200, **values)
        await desk.note(visit, "Draft thrown away", [""])
        return to(request, PAGE, "The draft is thrown away.")

    return [
        signed_in(PAGE, draft, everything=True),
        signed_in(f"{PAGE}/making", making, everything=True),
        signed_in(f"{PAGE}/look", look, methods=["POST"], everything=True),
        signed_in(f"{PAGE}/publish", publish, methods=["POST"], everything=True),
        signed_in(f"{PAGE}/discard", discard, methods=["POST"], everything=True),
        signed_in("/texts/publications/{number:int}/again", again, methods=["POST"], everything=True),
    ]
