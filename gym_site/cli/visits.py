"""``visits``: counts the documents that visitors opened, from Caddy's access log (deploy/Caddyfile)."""

import gzip
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from json import loads
from pathlib import Path
from typing import Annotated, BinaryIO, cast
from urllib.parse import unquote, urlsplit

from gym_site.cli.command import MAX_DAYS, FileOrPipe, gym, print_json, print_table, within
from gym_site.errors import CommandError
from gym_site.folder import early_setting

LOG = Path("/var/log/gym-site-access.log")  # as in deploy/caddy.conf
SHOWN = 10  # referrers and campaigns
OPENED = (200, 304)  # 304: the browser shows the document that it still has
_VISIT = re.compile(r"(person|robot)\|([A-Za-z0-9.-]+)\|([A-Za-z0-9._ -]+)\|([A-Za-z0-9._ -]+)")
_CAMPAIGN = ("source", "campaign", "documents")
_NONE = "-"  # as the Caddyfile writes it


@dataclass
class Visits:
    """Numbers of documents, by what the log says of each. Robots' documents are only counted."""

    robots: int = 0
    pages: Counter[str] = field(default_factory=Counter)
    days: Counter[date] = field(default_factory=Counter)
    referrers: Counter[str] = field(default_factory=Counter)
    campaigns: Counter[tuple[str, str]] = field(default_factory=Counter)


def visits(*, days: Annotated[int, within(1, MAX_DAYS)] = 30, log: FileOrPipe = LOG, json: bool = False) -> None:
    """Count the documents that visitors opened, by page, day, referrer and campaign.

    Args:
        days: the last DAYS days, today included
        log: Caddy's access log, with the rotated files beside it; - for standard input
        json: as JSON
    """
    try:
        found, since, today = opened(days, log)
    except OSError as error:
        why = f"{log} can't be read: {error.strerror or error}"
        raise CommandError(f"{why}. docs/operations.md says where Caddy writes its log.") from error
    if json:
        campaigns = found.campaigns.most_common()
        print_json(
            {
                "since": since.isoformat(),
                "documents": found.pages.total(),
                "robots": found.robots,
                "pages": found.pages,
                "days": {day.isoformat(): number for day, number in sorted(found.days.items())},
                "referrers": found.referrers,
                "campaigns": [dict(zip(_CAMPAIGN, (*both, number), strict=True)) for both, number in campaigns],
            }
        )
        return
    _print(found, since, today)


def opened(days: int, log: Path = LOG) -> tuple[Visits, date, date]:
    """Count what was opened in the last days, today included; return also the first day and today. Raises `OSError`."""
    today = gym().brand.now().date()
    since = today - timedelta(days=days - 1)
    return counted(_lines(log, since), since), since, today


def _print(visits: Visits, since: date, today: date) -> None:
    documents = visits.pages.total()
    if documents:
        first = max(since, min(visits.days))
        days = [first + timedelta(days=number) for number in range((today - first).days + 1)]
        print_table([{"day": f"{day:%a %d %b}", "documents": visits.days[day]} for day in days])
        print_table([{"page": page, "documents": number} for page, number in visits.pages.most_common()])
    referrers = visits.referrers.most_common(SHOWN)
    print_table([{"came_from": host, "documents": number} for host, number in referrers])
    campaigns = visits.campaigns.most_common(SHOWN)
    print_table([dict(zip(_CAMPAIGN, (*both, number), strict=True)) for both, number in campaigns])
    print(f"Documents opened since {since:%A, %d %B}: {documents:,}. Robots, left out: {visits.robots:,}.")
    if not documents and not visits.robots:
        print("Does Caddy write its log there, with the project's deploy/Caddyfile? docs/operations.md says how.")
    print("A link inside the site changes the page without a document, so that the log doesn't have it.")


def counted(lines: Iterable[bytes], since: date) -> Visits:
    """Count the documents in the lines of a log, from the day ``since`` on. Other lines are skipped."""
    visits = Visits()
    begins = gym().brand.time(datetime.combine(since, time())).timestamp()
    below = "/" + early_setting("REFLEX_FRONTEND_PATH").strip("/")
    for line in lines:
        if b'"visit":"' not in line or b'"visit":""' in line:  # most lines: files, forms, records
            continue
        try:
            entry = loads(line)
            request = entry["request"]
            visit = _VISIT.fullmatch(entry["visit"])
            if not visit or request["method"] != "GET" or entry["status"] not in OPENED or entry["ts"] < begins:
                continue
            page, own = _page(request["uri"], below), _host(request["host"])
            day = gym().brand.time(datetime.fromtimestamp(entry["ts"], UTC)).date()
        except (ValueError, LookupError, TypeError):  # a line that was cut off, or that another program wrote
            continue
        visitor, referrer, source, campaign = visit.groups()
        if visitor == "robot":
            visits.robots += 1
            continue
        visits.pages[page] += 1
        visits.days[day] += 1
        if referrer != _NONE and (host := _host(referrer)) != own:
            visits.referrers[host] += 1
        if (source, campaign) != (_NONE, _NONE):
            visits.campaigns[source, campaign] += 1
    return visits


def _host(address: str) -> str:
    return (urlsplit(f"//{address}").hostname or "").removeprefix("www.")


def _page(uri: str, below: str) -> str:
    """Return the long path of a page, below the site's own path, for any path at which it is served."""
    path = "/" + unquote(uri.partition("?")[0]).removeprefix(below).strip("/")
    for route in gym().routes.values():
        if route.alias and (path == route.alias or path.startswith(f"{route.alias}/")):
            return route.path + path.removeprefix(route.alias)
    return path


def _lines(log: Path, since: date) -> Iterator[bytes]:
    """Yield the lines of a log and of its rotated files that were written to since that day. Raises `OSError`."""
    if str(log) == "-":
        yield from sys.stdin.buffer
        return
    log.stat()
    begins = gym().brand.time(datetime.combine(since, time())).timestamp()
    for file in _rotated(log):
        if file.stat().st_mtime >= begins:
            with _opened(file) as lines:
                try:
                    yield from lines
                except EOFError:  # it is being compressed just now
                    continue


def _rotated(log: Path) -> list[Path]:
    """Return a log and its rotated files, as logrotate and Caddy name them, oldest first.

    A file that is being compressed exists twice: only the one that is complete counts.
    """
    name = re.compile(rf"{re.escape(log.stem)}(-[\dT.-]+)?{re.escape(log.suffix)}([.-]\d+)?(\.gz)?", re.ASCII)
    files = [file for file in log.parent.iterdir() if name.fullmatch(file.name)]
    whole = [file for file in files if file.suffix != ".gz" or file.with_suffix("") not in files]
    return sorted(whole, key=lambda file: file.stat().st_mtime)


@contextmanager
def _opened(file: Path) -> Iterator[BinaryIO]:
    with cast("BinaryIO", gzip.open(file)) if file.suffix == ".gz" else file.open("rb") as lines:
        yield lines
