"""The load that the site should bear, target beside measured: ``python -m bench.load [--quick] [NAME ...]``.

Server, form service and the visitors share this machine, so the figures are lower bounds. It measures the site that
the tests have built (``make test`` builds it); ``--quick`` holds and sends for a tenth of the time.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import urlsplit
from uuid import uuid4

import httpx
from sqlmodel import Session

from bench.sockets import Socket
from bench.table import Line, report, say
from gym_site.db.engine import make_engine
from gym_site.db.tables import Lead
from gym_site.leads.maintenance import Maintenance
from gym_site.settings import load_settings
from scripts.programs import SERVERS, missing
from tests.forms import INQUIRY
from tests.scale.servers import CaddyServer
from tests.site import PAGES, FormService, PrebuiltSite, form_service
from tests.strangers.client import Handshake, frame

AT_ONCE = 50  # connections that are opened at the same moment


@dataclass
class Rig:
    """What is measured, and for how long: ``share`` of the time that the target names."""

    scratch: Path
    service: FormService
    share: float

    def site(self, **settings: str) -> PrebuiltSite:
        """Return a site of its own for one measurement."""
        scratch = Path(tempfile.mkdtemp(dir=self.scratch))
        return PrebuiltSite(
            scratch, **{"GYM_FORM_ENDPOINT": self.service.endpoint, "GYM_LIMIT_EVENTS": "0", **settings}
        )

    def seconds(self, whole: float) -> float:
        """Return how long to measure what should hold for ``whole`` seconds."""
        return whole * self.share


def p95(values: Sequence[float]) -> float:
    """Return the 95th percentile of seconds, in milliseconds."""
    return statistics.quantiles(values, n=20)[-1] * 1000


@asynccontextmanager
async def sockets(url: str, count: int) -> AsyncIterator[list[Socket]]:
    """Open websockets, and close them at the end."""
    opened = [Socket(url) for _ in range(count)]
    for begin in range(0, count, AT_ONCE):
        await asyncio.gather(*(one.open() for one in opened[begin : begin + AT_ONCE]))
    try:
        yield opened
    finally:
        for one in opened:
            one.close()


async def idle(rig: Rig) -> list[Line]:
    """Hold a thousand connections."""
    held = rig.seconds(600)
    with rig.site() as site:
        before = site.memory()
        async with sockets(site.url, 1000) as opened:
            staying = [asyncio.create_task(one.stay()) for one in opened]
            await asyncio.sleep(held)
            dropped = sum(one.done() for one in staying)
            memory = site.memory()
            for one in staying:
                one.cancel()
            await asyncio.gather(*staying, return_exceptions=True)
    each = (memory - before) / 1000
    measured = f"{memory / 1024:.0f} MB ({before / 1024:.0f} + {each:.0f} kB each), {dropped} dropped in {held:.0f} s"
    target = "under 350 MB, none dropped in 10 min"
    return [Line("1,000 idle connections", target, measured, memory < 350 * 1024 and not dropped)]


async def events(rig: Rig) -> list[Line]:
    """Send two thousand events a second over two hundred connections."""
    rate, visitors, lasting = 2000, 200, rig.seconds(30)
    times: list[float] = []
    with rig.site() as site:
        async with sockets(site.url, visitors) as opened:
            begun = time.perf_counter()

            async def visit(one: Socket, number: int) -> None:
                due = begun + number / rate
                while due < begun + lasting:
                    await asyncio.sleep(max(0.0, due - time.perf_counter()))
                    times.append(await one.event())
                    due += visitors / rate

            await asyncio.gather(*(visit(one, number) for number, one in enumerate(opened)))
            took = time.perf_counter() - begun
    done, slow = len(times) / took, p95(times)
    measured = f"{done:.0f}/s, p95 {slow:.0f} ms"
    return [Line("2,000 events a second", "p95 under 50 ms", measured, done > rate * 0.98 and slow < 50)]


async def leads(rig: Rig) -> list[Line]:
    """Take a hundred leads a second."""
    rate, lasting = 100, rig.seconds(60)
    times: list[float] = []
    accepted: list[str] = []
    rig.service.reset()
    with rig.site() as site:
        limits = httpx.Limits(max_connections=200)
        async with httpx.AsyncClient(base_url=site.url, limits=limits, timeout=20) as client:

            async def post(after: float) -> None:
                await asyncio.sleep(after)
                mark = uuid4().hex
                begun = time.perf_counter()
                answer = await client.post("/forms/inquiry", data=INQUIRY | {"key": mark, "message": mark})
                times.append(time.perf_counter() - begun)
                if answer.status_code == 303:
                    accepted.append(mark)

            sent = round(rate * lasting)
            await asyncio.gather(*(post(number / rate) for number in range(sent)))
        stats = Maintenance(make_engine(f"sqlite:///{site.database}")).stats()
    arrived = [post["body"]["message"] for post in rig.service.posts()]
    once = all(sum(mark in message for message in arrived) == 1 for mark in accepted[:: max(1, len(accepted) // 200)])
    whole = len(accepted) == len(arrived) == stats.by_status.get("sent") == sent and once
    measured = f"{sent} sent, p95 {p95(times):.0f} ms, {len(accepted)} accepted, {len(arrived)} delivered"
    target = "p95 under 500 ms, none lost, none twice"
    return [Line(f"100 leads a second for {lasting:.0f} s", target, measured, whole and p95(times) < 500)]


async def outage(rig: Rig) -> list[Line]:
    """Come back after an hour in which a lead a second was not delivered."""
    hour = 3600
    rig.service.reset()
    with rig.site(GYM_REDELIVER="no") as site:
        site.terminate()
        now = datetime.now(UTC)
        engine = make_engine(f"sqlite:///{site.database}")
        with Session(engine) as session:
            for second in range(hour):  # as the backoff leaves them
                mark, created = uuid4().hex, now - timedelta(seconds=second)
                attempts = 1 + sum(second > after for after in (60, 360, 2160))
                pause = (60, 300, 1800, 7200)[attempts - 1]
                session.add(
                    Lead(
                        key=mark, payload_hash=mark, form="inquiry", reference=mark[:7], via="event",
                        payload=INQUIRY | {"message": mark}, status="pending", attempts=attempts,
                        last_code="ConnectError", created_at=created, next_attempt_at=now + timedelta(seconds=pause),
                    )
                )  # fmt: skip
            session.add(Lead(key=uuid4().hex, payload_hash="due", form="inquiry", reference="DUE0-00", via="event",
                             payload=dict(INQUIRY), status="pending", attempts=1, last_code="ConnectError",
                             created_at=now, next_attempt_at=now))  # fmt: skip
            session.commit()
        site.environment["GYM_REDELIVER"] = "yes"
        site.start()
        begun, maintenance = time.monotonic(), Maintenance(engine)
        while (left := maintenance.stats().undelivered) and time.monotonic() - begun < 600:
            await asyncio.sleep(1)
        took = time.monotonic() - begun
    delivered = len(rig.service.posts())
    measured = f"{hour + 1 - left} delivered in {took:.0f} s, {delivered - hour - 1 + left} of them twice"
    return [Line("form service away for an hour", "drained within 5 min", measured, not left and took < 300)]


async def flood(rig: Rig) -> list[Line]:
    """Send as much as a socket carries, beside ten neighbours."""
    times: list[float] = []
    with rig.site(GYM_LIMIT_EVENTS="20") as site:
        async with sockets(site.url, 10) as neighbours:
            ends = time.monotonic() + rig.seconds(30)

            async def pour() -> None:
                while time.monotonic() < ends:
                    one = Socket(site.url)
                    await one.open()
                    one.flood(5000)
                    await asyncio.sleep(0.2)
                    one.close()

            async def live(one: Socket) -> None:
                while time.monotonic() < ends:
                    times.append(await one.event())
                    await asyncio.sleep(0.1)

            await asyncio.gather(pour(), *(live(one) for one in neighbours))
    slow = p95(times)
    return [Line("a flood from one address", "neighbours' p95 under 50 ms", f"p95 {slow:.0f} ms", slow < 50)]


async def visits(rig: Rig) -> list[Line]:
    """Let ten thousand visitors come and go."""
    count, kept = round(rig.seconds(10_000)), 30
    with rig.site(REFLEX_REDIS_TOKEN_EXPIRATION=str(kept)) as site:
        async with sockets(site.url, 50):
            pass
        before = site.memory()
        peak = before
        for _ in range(0, count, 100):
            async with sockets(site.url, 100):
                peak = max(peak, site.memory())
        await asyncio.sleep(kept + 10)
        async with sockets(site.url, 1):  # states are looked through when somebody comes
            await asyncio.sleep(5)
        after = site.memory()
        again = after
        for _ in range(0, count, 100):
            async with sockets(site.url, 100):
                pass
        await asyncio.sleep(kept + 10)
        again = site.memory()
    in_mb = [f"{kilobytes / 1024:.0f}" for kilobytes in (before, peak, after, again)]
    measured = f"{in_mb[0]} MB before, {in_mb[1]} at most, {in_mb[2]} after, {in_mb[3]} after as many more"
    return [Line(f"{count:,} visits", "their memory given back", measured, again < after * 1.15 + 4096)]


async def pages(rig: Rig) -> list[Line]:
    """Answer the home page, by Caddy from disk and by the app's own server."""
    if shutil.which("wrk") is None or missing(SERVERS):
        return [Line("static pages a second", "1,500 by both", "not measured: needs wrk and Caddy", False)]
    with rig.site() as site:
        by_app = await asyncio.to_thread(_requests_a_second, site.url, rig.seconds(10))
    folder = Path(tempfile.mkdtemp(dir=rig.scratch))
    settings = replace(load_settings(site.environment), env_mode="prod")
    with CaddyServer(folder, PAGES, ["127.0.0.1:1"], settings) as caddy:
        by_caddy = await asyncio.to_thread(_requests_a_second, caddy.url, rig.seconds(10))
    return [
        Line("static pages a second by Caddy", "over 1,500", f"{by_caddy:.0f}", by_caddy > 1500),
        Line("static pages a second by the app", "over 1,500", f"{by_app:.0f}", by_app > 1500),
    ]


def _requests_a_second(url: str, seconds: float) -> float:
    command = ["wrk", "-t1", "-c16", f"-d{max(3, seconds):.0f}s", "-H", "Accept-Encoding: br", url]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return float(said.split("Requests/sec:")[1].split()[0])


Attack = Callable[[str, float], Awaitable[None]]


async def _beside(rig: Rig, what: str, attack: Attack, seconds: float, within: int = 100) -> list[Line]:
    """Attack a site with its own limits from one address, and measure what others meet meanwhile."""
    times: list[float] = []
    failed: list[int] = []
    rig.service.reset()
    with rig.site(GYM_LIMIT_CONNECTIONS="", GYM_LIMIT_EVENTS="") as site:
        before = peak = site.memory()
        # A process of its own: else the visitors would wait for the attackers' work, not for the server's.
        attackers = multiprocessing.get_context("fork").Process(
            target=lambda: asyncio.run(attack(site.url, seconds)), daemon=True
        )
        attackers.start()
        transport = httpx.AsyncHTTPTransport(local_address="127.0.0.2")
        async with httpx.AsyncClient(base_url=site.url, transport=transport, timeout=20) as others:
            while attackers.is_alive():
                for mark in (None, uuid4().hex):
                    begun = time.perf_counter()
                    if mark is None:
                        answer = await others.get("/")
                    else:
                        answer = await others.post("/forms/inquiry", data=INQUIRY | {"key": mark, "message": mark})
                    times.append(time.perf_counter() - begun)
                    if answer.status_code not in (200, 303):
                        failed.append(answer.status_code)
                    await asyncio.sleep(0.05)
                peak = max(peak, site.memory())
        attackers.join()
    slow = p95(times)
    measured = f"p95 {slow:.0f} ms, {len(failed)} failed; {before / 1024:.0f} MB, {peak / 1024:.0f} at most"
    met = slow < within and not failed and peak < 350 * 1024
    return [Line(what, f"others' p95 under {within} ms, none failed, under 350 MB", measured, met)]


_UNFINISHED = (b"", b"GET / HTTP/1.1\r\nHost: x\r\n", b"POST /forms/inquiry HTTP/1.1\r\nContent-Length: 9\r\n\r\n")


async def _hold(url: str, seconds: float) -> None:
    parts, ends = urlsplit(url), time.monotonic() + seconds

    async def one(number: int) -> None:
        while time.monotonic() < ends:
            with suppress(OSError, TimeoutError):
                reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
                writer.write(_UNFINISHED[number % 3])
                await asyncio.wait_for(reader.read(), max(0.1, ends - time.monotonic()))
                writer.close()
            await asyncio.sleep(10)

    await asyncio.gather(*(one(number) for number in range(2000)))


async def held(rig: Rig) -> list[Line]:
    """Hold two thousand connections of one address: idle, with half a header, without a body."""
    return await _beside(rig, "2,000 unfinished requests held", _hold, rig.seconds(30))


def _posts(entries: dict[str, str], rate: float) -> Attack:
    async def attack(url: str, seconds: float) -> None:
        limits = httpx.Limits(max_connections=100)
        async with httpx.AsyncClient(base_url=url, limits=limits, timeout=60) as client:

            async def post(after: float) -> None:
                await asyncio.sleep(after)
                await client.post("/forms/inquiry", data=INQUIRY | {"key": uuid4().hex} | entries)

            await asyncio.gather(
                *(post(number / rate) for number in range(round(rate * seconds))), return_exceptions=True
            )

    return attack


async def quarantine(rig: Rig) -> list[Line]:
    """Post a thousand forms as a bot does."""
    attack = _posts({"website": "x", "message": "x" * 1000}, 50)
    return await _beside(rig, "1,000 posts for quarantine", attack, rig.seconds(20))


async def bombs(rig: Rig) -> list[Line]:
    """Post fifty forms a second whose words are costly to clean."""
    attack = _posts({"name": "", "message": "&" + "amp;" * 1000}, 50)
    return await _beside(rig, "50 forms a second that are costly to clean", attack, rig.seconds(30))


async def _unfinished_messages(url: str, seconds: float) -> None:
    parts, ends = urlsplit(url), time.monotonic() + seconds
    message = frame(bytes(60_000_000))

    async def one() -> None:
        while time.monotonic() < ends:
            with suppress(OSError, EOFError):
                reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
                writer.write(Handshake().request(url))
                await reader.readuntil(b"\r\n\r\n")
                writer.write(message[:-1])
                await reader.read()
                writer.close()
            await asyncio.sleep(0.5)

    await asyncio.gather(*(one() for _ in range(20)))


async def messages(rig: Rig) -> list[Line]:
    """Send messages of 60 MB that never end over twenty websockets."""
    return await _beside(rig, "20 unfinished messages of 60 MB", _unfinished_messages, rig.seconds(30))


MEASUREMENTS: dict[str, Callable[[Rig], Awaitable[list[Line]]]] = {
    one.__name__: one for one in (idle, events, leads, outage, flood, visits, pages, held, quarantine, bombs, messages)
}


def main() -> None:
    """Measure and print the table. Exits with 1 where a target is missed."""
    parser = argparse.ArgumentParser(prog="python -m bench.load", description="Load the site, target beside measured.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"only these: {', '.join(MEASUREMENTS)}")
    parser.add_argument("--quick", action="store_true", help="a tenth of the time")
    chosen = parser.parse_args()
    if not PAGES.exists():
        sys.exit("Nothing is built yet: run `make test` once.")
    if unknown := set(chosen.names) - MEASUREMENTS.keys():
        parser.error(f"unknown: {', '.join(sorted(unknown))}")
    lines: list[Line] = []
    with tempfile.TemporaryDirectory() as scratch, form_service() as service:
        rig = Rig(Path(scratch), service, 0.1 if chosen.quick else 1.0)
        for name in chosen.names or MEASUREMENTS:
            say(name)
            lines += asyncio.run(MEASUREMENTS[name](rig))
    sys.exit(report("Load", lines))


if __name__ == "__main__":
    main()
