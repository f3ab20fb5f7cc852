"""Measure the site under load: ``python -m bench.load [--quick] [NAME ...]``.

Server, form service and visitors share this machine, which makes the figures worse. The site is the one that the
tests build. ``--quick`` takes a tenth of the time.
"""

import argparse
import asyncio
import multiprocessing
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import httpx

from bench.table import Row, progress, report
from gym_site.built import built_folder
from gym_site.db.engine import open_engine
from gym_site.leads.maintenance import Maintenance
from gym_site.leads.status import Status
from tests.build import build_site
from tests.form_service import FormService
from tests.forms import INQUIRY
from tests.leads import put
from tests.scale.servers import CaddyServer
from tests.site import WEB, PrebuiltSite, serving
from tests.strangers.client import Page, handshake
from tests.strangers.requests import FORM, bomb, post, request, upgrade

MEMORY = 350  # MB
Result = tuple[str, bool]
"""The measurement, and whether it meets the target."""


@dataclass
class Bench:
    """The surroundings of a scenario; ``share`` is the fraction of its full duration that it runs."""

    scratch: Path
    service: FormService
    share: float

    def site(self, **settings: str) -> PrebuiltSite:
        """Return a new site."""
        unlimited = {"GYM_FORM_ENDPOINT": self.service.endpoint, "GYM_LIMIT_EVENTS": "0"}
        return PrebuiltSite(Path(tempfile.mkdtemp(dir=self.scratch)), **unlimited | settings)


def p95(values: Sequence[float]) -> float:
    """Return the 95th percentile of seconds, in milliseconds."""
    return statistics.quantiles(values, n=20)[-1] * 1000


async def post_forms(url: str, seconds: float, rate: int = 50, **entries: str) -> list[tuple[str, int, float]]:
    """Post forms at a rate per second, without waiting for earlier ones; return key, status (or 0) and seconds."""
    async with httpx.AsyncClient(base_url=url, limits=httpx.Limits(max_connections=200), timeout=60) as client:

        async def post(number: int) -> tuple[str, int, float]:
            await asyncio.sleep(number / rate)
            key, started, status = uuid4().hex, time.perf_counter(), 0
            with suppress(httpx.HTTPError):
                data = INQUIRY | {"key": key, "message": key} | entries
                status = (await client.post("/forms/inquiry", data=data)).status_code
            return key, status, time.perf_counter() - started

        return await asyncio.gather(*map(post, range(round(rate * seconds))))


async def start(bench: Bench) -> Result:
    """Start the site five times, each with an empty database."""
    times, memory = [], []
    for _ in range(5):
        started = time.monotonic()
        with bench.site() as site:
            httpx.get(site.url).raise_for_status()
            times.append(time.monotonic() - started)
            memory.append(site.memory() / 1024)
    took, held = statistics.median(times), statistics.median(memory)
    return f"{took:.2f} s, {held:.0f} MB", took < 2 and held < 130


async def leads(bench: Bench) -> Result:
    """Send leads, and look for each at the form service."""
    with bench.site() as site:
        sent = await post_forms(site.url, 60 * bench.share, rate=100)
        with open_engine(f"sqlite:///{site.database}") as engine:
            stored = Maintenance(engine).stats().by_status.get(Status.SENT)
    messages = [post["body"]["message"] for post in bench.service.posts()]
    times, accepted = [seconds for *_, seconds in sent], [key for key, status, _ in sent if status == 303]
    sample = accepted[:: max(1, len(accepted) // 200)]
    exactly_once = all(sum(key in message for message in messages) == 1 for key in sample)
    complete = len(times) == len(accepted) == len(messages) == stored and exactly_once
    measured = f"{len(times)} sent, p95 {p95(times):.0f} ms, {len(accepted)} accepted, {len(messages)} delivered"
    return measured, complete and p95(times) < 500


async def outage(bench: Bench) -> Result:
    """Start with 3,600 leads, all due for their next attempt."""
    count = 3600
    with bench.site(GYM_REDELIVER="no") as site, open_engine(f"sqlite:///{site.database}") as engine:
        site.terminate()
        put(engine, Status.PENDING, count=count, attempts=1, last_code="ConnectError")
        site.environment["GYM_REDELIVER"] = "yes"
        site.start()
        started, maintenance = time.monotonic(), Maintenance(engine)
        while (left := maintenance.stats().undelivered) and time.monotonic() - started < 600:
            await asyncio.sleep(1)
        seconds = time.monotonic() - started
    delivered, twice = count - left, len(bench.service.posts()) - count + left
    return f"{delivered} delivered in {seconds:.0f} s, {twice} of them twice", not (left or twice) and seconds < 300


async def open_forms(bench: Bench) -> Result:
    """Open the websockets of a thousand forms that are being filled in."""
    with bench.site() as site, ExitStack() as pages:
        before = site.memory() / 1024
        for _ in range(1000):
            pages.enter_context(Page(site.url)).join()
        after = site.memory() / 1024
    return f"{before:.0f} MB, then {after:.0f}", after < MEMORY


Attack = Callable[[str, float], Coroutine[Any, Any, object]]


async def under_attack(attack: Attack, seconds: float, bench: Bench) -> Result:
    """Attack a site with its default limits behind Caddy, as in deploy/, and measure other visitors' requests."""
    times, failed = [], Counter[int]()
    defaults = dict.fromkeys(("GYM_LIMIT_CONNECTIONS", "GYM_LIMIT_EVENTS", "GYM_LIMIT_PER_ADDRESS"), "")
    site = bench.site(**defaults, GYM_LIMIT_TOTAL="100000", REFLEX_TRUSTED_PROXY_HOPS="1")
    caddy = CaddyServer(Path(tempfile.mkdtemp(dir=bench.scratch)), built_folder(WEB), [f"127.0.0.1:{site.port}"])
    site.environment["GYM_SITE_URL"] = caddy.url
    with site, caddy:
        before = peak = site.memory() / 1024
        # A separate process, or visitors would wait for the attacker's work instead of the server's.
        attacker = multiprocessing.get_context("fork").Process(
            target=lambda: asyncio.run(attack(caddy.url, seconds * bench.share)), daemon=True
        )
        attacker.start()
        keys: list[str] = []
        while attacker.is_alive():
            keys.append(key := uuid4().hex)
            form = INQUIRY | {"key": key, "message": key}
            # Each visitor has an address, as its forms are counted.
            transport = httpx.AsyncHTTPTransport(local_address=f"127.2.{len(keys) // 250}.{len(keys) % 250 + 1}")
            async with httpx.AsyncClient(base_url=caddy.url, transport=transport, timeout=20) as visitor:
                for request in (visitor.get("/"), visitor.post("/forms/inquiry", data=form)):
                    started = time.perf_counter()
                    response = await request
                    times.append(time.perf_counter() - started)
                    failed[response.status_code] += response.status_code not in (200, 303)
                    await asyncio.sleep(0.05)
            peak = max(peak, site.memory() / 1024)
        attacker.join()
        waiting = sum(not any(row["status"] == Status.SENT for row in site.rows(key)) for key in keys)
    refused = ", ".join(f"{count} answered {status}" for status, count in (+failed).items()) or "none failed"
    measured = f"p95 {p95(times):.0f} ms, {refused}, {waiting} not sent; {before:.0f} MB, {peak:.0f} at most"
    return measured, p95(times) < 100 and not +failed and not waiting and peak < MEMORY


async def hold(url: str, seconds: float, *, request: bytes, count: int, addresses: int = 1, reads: bool = True) -> None:
    """Hold connections that send a request, and reopen closed ones, from the given number of local addresses."""
    there, ends = urlsplit(url), time.monotonic() + seconds

    async def connection(number: int) -> None:
        address = f"127.1.{number % addresses // 250}.{number % addresses % 250 + 1}"
        while time.monotonic() < ends:
            with suppress(OSError, TimeoutError):
                reader, writer = await asyncio.open_connection(
                    there.hostname, there.port, local_addr=(address, 0), limit=2**16 if reads else 1
                )
                writer.write(request)
                left = max(0.1, ends - time.monotonic())
                await asyncio.wait_for(reader.read() if reads else asyncio.sleep(left), left)
                writer.close()
            await asyncio.sleep(10 if reads else 0)

    await asyncio.gather(*(connection(number) for number in range(count)))


async def compressed(url: str, seconds: float) -> None:
    """Open 30 websockets with compression, send each a message of 60 KB that is 60 MB long, and begin again."""
    there, ends, message = urlsplit(url), time.monotonic() + seconds, bomb()

    async def page() -> None:
        while time.monotonic() < ends:
            with suppress(OSError, TimeoutError):
                reader, writer = await asyncio.open_connection(there.hostname, there.port, local_addr=("127.1.0.1", 0))
                writer.write(handshake(url, "Sec-WebSocket-Extensions: permessage-deflate"))
                await asyncio.wait_for(reader.read(4096), 5)
                writer.write(message)
                await asyncio.wait_for(reader.read(), 5)
                writer.close()
            await asyncio.sleep(0.2)

    await asyncio.gather(*(page() for _ in range(30)))


async def longest(bench: Bench) -> Result:
    """Compare others' requests with and without one of the longest messages of each kind in flight, in turn."""
    site, said, is_met = bench.site(REFLEX_TRUSTED_PROXY_HOPS="1"), [], True
    caddy = CaddyServer(Path(tempfile.mkdtemp(dir=bench.scratch)), built_folder(WEB), [f"127.0.0.1:{site.port}"])
    site.environment["GYM_SITE_URL"] = caddy.url

    async def times(url: str, kind: str) -> list[float]:
        """Return the seconds of a visitor's request for a record, and of a form, each with a message in flight."""
        there, taken = urlsplit(url), []
        for method, path in (("GET", "/records/business"), ("POST", FORM)):
            form = INQUIRY | {"key": uuid4().hex, "message": uuid4().hex} if method == "POST" else None
            reader, writer = await asyncio.open_connection(there.hostname, there.port)
            if kind == "frame":
                writer.write(handshake(caddy.url))
                await reader.readuntil(b"\r\n\r\n")
            async with httpx.AsyncClient(base_url=url, timeout=20) as visitor:
                writer.write(LONGEST.get(kind, b""))
                started = time.perf_counter()
                await visitor.request(method, path, data=form)
                taken.append(time.perf_counter() - started)
            if kind:
                await reader.read(1)
            writer.close()
        return taken

    with site, caddy:
        for name, url in (("directly", site.url), ("through Caddy", caddy.url)):
            found: dict[str, list[float]] = {kind: [] for kind in ("", *LONGEST)}
            for _ in range(round(300 * bench.share)):
                for kind, taken in found.items():
                    taken += await times(url, kind)
            alone, *among = map(p95, found.values())
            is_met &= max(among) <= 2 * alone
            each = ", ".join(f"{kind} {took:.0f}" for kind, took in zip(LONGEST, among, strict=True))
            said.append(f"{name} {alone:.0f} ms; {each}.")
    return " ".join(said), is_met


BOT = {"website": "x", "message": "x" * 1000}
COSTLY = {"name": "", "message": "&" + "amp;" * 1000}
BESIDE = f"others' p95 under 100 ms, none failed, under {MEMORY} MB"
# Caddy knows the site by this host.
HALF_A_HEADER, PAGE = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n", request("GET /")
NO_BODY = post(FORM, b"", "Content-Length: 9")
RECORDS = request("GET /records/business") * 100_000
HEADER = 15_000  # bytes; Caddy refuses more
JOIN = b'40/_event,{"event":{' + b",".join(b'"%d":[]' % number for number in range(5_900)) + b"}}"
# Of each kind, what is slowest to read among the longest that the server lets through.
LONGEST = {
    "path": request(f"GET /{'-' * HEADER}a"),
    "query": request(f"GET {FORM}/sent?request={'%' * HEADER}"),
    "header": post(FORM, b"", f"Origin: http://{'@' * HEADER}"),
    "headers": request("GET /records/business", *["a: b"] * (HEADER // 6)),
    "field": post(FORM, b"message=" + b"%3C" * 21_000),
    "fields": post(FORM, b"&".join(b"a%d=" % number + b"%3C" * 500 for number in range(40))),
    "frame": b"\x81\xfe" + len(JOIN).to_bytes(2) + bytes(4) + JOIN,
}
UPGRADE = upgrade("/ping", "h2c") + upgrade("/_event/", "h2c") * 20


# Name -> the measured quantity, its target, and the function.
SCENARIOS: dict[str, tuple[str, str, Callable[[Bench], Coroutine[Any, Any, Result]]]] = {
    "start": ("start to the first page", "under 2 s, under 130 MB", start),
    "leads": ("100 leads a second for 60 s", "p95 under 500 ms, none lost, none twice", leads),
    "outage": ("3,600 leads due after an outage", "delivered within 5 min, none twice", outage),
    "forms": ("1,000 forms open", f"under {MEMORY} MB", open_forms),
    "longest": ("the longest path, field, header, frame in flight", "others' p95 at most twice that without", longest),
}
# Name -> what an attacker sends while other visitors use the site, and the function that sends it.
ATTACKS: dict[str, tuple[str, Attack]] = {
    "idle": ("2,000 idle connections", partial(hold, request=b"", count=2000)),
    "headers": ("2,000 half headers, 250 addresses", partial(hold, request=HALF_A_HEADER, count=2000, addresses=250)),
    "bodies": ("2,000 missing bodies, 250 addresses", partial(hold, request=NO_BODY, count=2000, addresses=250)),
    "pipelined": ("4.6 MB of requests on 20 connections", partial(hold, request=RECORDS, count=20, reads=False)),
    "unread": ("3,900 clients that don't read", partial(hold, request=PAGE * 20, count=3900, reads=False)),
    "upgrades": ("200 connections that ask for h2c", partial(hold, request=UPGRADE, count=200)),
    "compressed": ("30 websockets with compressed messages", compressed),
    "flood": ("50 forms a second of one address", post_forms),
    "quarantine": ("1,500 posts for quarantine", partial(post_forms, **BOT)),
    "bombs": ("50 forms a second that are costly to clean", partial(post_forms, **COSTLY)),
}
SCENARIOS |= {name: (what, BESIDE, partial(under_attack, attack, 30)) for name, (what, attack) in ATTACKS.items()}


def main() -> None:
    """Measure and print the table. Exits with 1 if a target is missed."""
    parser = argparse.ArgumentParser(prog="python -m bench.load", description="Measure the site under load.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"only these: {', '.join(SCENARIOS)}")
    parser.add_argument("--quick", action="store_true", help="a tenth of the time")
    options = parser.parse_args()
    build_site()
    if unknown := set(options.names) - SCENARIOS.keys():
        parser.error(f"unknown: {', '.join(sorted(unknown))}")
    rows = []
    with tempfile.TemporaryDirectory() as scratch, serving(FormService()) as service:
        bench = Bench(Path(scratch), service, 0.1 if options.quick else 1.0)
        for name in options.names or SCENARIOS:
            title, target, measure = SCENARIOS[name]
            progress(title)
            service.reset()
            rows.append(Row(title, target, *asyncio.run(measure(bench))))
    sys.exit(report("Load", rows))


if __name__ == "__main__":
    main()
