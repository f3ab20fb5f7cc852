"""Runs the production site and a static host for its pages, which `tests.build` has built, and ``reflex run``.

Each is a process or thread on a free port.
"""

import asyncio
import os
import random
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import fields
from decimal import Decimal
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Self, TypeVar
from unittest.mock import patch

import httpx
from starlette.types import ASGIApp

from gym_site.cli import main
from gym_site.content.prices import format_price
from gym_site.settings import ROOT, Settings
from tests.gym import GYM

AnyServer = TypeVar("AnyServer", bound=ThreadingHTTPServer)
OTHER_GYM = "" if GYM.folder.path == ROOT / "gym" else str(GYM.folder.path)
"""The folder of the gym that is tested, unless it is the supplied one."""
WEB = ROOT / ".cache" / (f"web-of-{GYM.folder.path.name}" if OTHER_GYM else "web")
# These URLs are part of the build, so they must be the same in every run and worker.
BOOKING_PORT = 24024
BOOKING_SERVICE = f"http://127.0.0.1:{BOOKING_PORT}"
MAP_SERVICE = f"http://localhost:{BOOKING_PORT}"  # to browsers another host
WIDGETS = {
    "GYM_WIDGET_LIBRARY_URL": f"{BOOKING_SERVICE}/library.js",
    "GYM_WIDGET_SCRIPT_URL": f"{BOOKING_SERVICE}/widget.js",
    "GYM_MAP_EMBED_URL": f"{MAP_SERVICE}/map/",
}
FORM_PATH = "/f/gym24test"
# Tests submit fast from one address and count deliveries: lift limits, and let nothing be resent in the background.
UNLIMITED = {
    "GYM_LIMIT_PER_ADDRESS": "0",
    "GYM_LIMIT_TOTAL": "0",
    "GYM_LIMIT_CONNECTIONS": "0",
    "GYM_REDELIVER": "no",
}
STOP_WITHIN = 20  # seconds
DEVELOPS_WITHIN = 300  # seconds, including packages and the first compilation
PRICE = re.compile(r"(?m)^price = ([\d.]+)$")


def free_port() -> int:
    """Return a port that nothing listens on.

    It and a server's status, ten thousand above, are below those that systems choose for outgoing connections.
    """
    while True:
        port = random.randrange(12_000, 22_000)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def site_environment(**variables: str) -> dict[str, str]:
    """Return the environment of a site of the gym that is tested, with only these ``variables`` set.

    The others are empty, which also overrides a developer's ``.env`` file.
    """
    gym = {"GYM_FOLDER": OTHER_GYM}
    ours = {one.metadata["variable"] for one in fields(Settings)} - {"REFLEX_ENV_MODE"}
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("GYM_", "REFLEX_", "ALEMBIC_"))}
    return (
        kept
        | dict.fromkeys(ours, "")
        | {"PYTHONPATH": str(ROOT), "REFLEX_TELEMETRY_ENABLED": "false", **gym}
        | variables
    )


def python(*command: str, env: dict[str, str] | None = None, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Run ``python ...`` in the project's folder and wait for it."""
    return subprocess.run(
        [sys.executable, *command], cwd=cwd, env=env, capture_output=True, text=True, timeout=120, check=False
    )


class Server:
    """A process that can be stopped and restarted, with a log; ``options`` are those of `subprocess.Popen`."""

    end_signal = signal.SIGTERM
    starts_within = 60  # seconds

    def __init__(self, url: str, log: Path, command: list[str], **options: Any) -> None:
        self.url, self.log, self.command, self.options = url, log, command, options
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        try:
            self.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self.terminate()
        except ProcessLookupError:
            pass
        except subprocess.TimeoutExpired:
            self.kill()

    @property
    def pid(self) -> int:
        """The leader of the process group."""
        return self._process.pid

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def is_up(self) -> bool:
        return answers(f"{self.url}/ping")

    def start(self) -> None:
        with self.log.open("a") as output:
            self._process = subprocess.Popen(
                self.command, stdout=output, stderr=output, start_new_session=True, **self.options
            )
        wait_for(lambda: not self.is_running or self.is_up(), self.starts_within)
        assert self.is_running, self.log.read_text()

    def kill(self) -> None:
        """Kill it at once, as a crash or a power cut does."""
        os.killpg(self.pid, signal.SIGKILL)
        self._process.wait()

    def terminate(self) -> None:
        """Ask it to stop, as systemd or a container runtime does, and wait."""
        os.killpg(self.pid, self.end_signal)
        self._process.wait(STOP_WITHIN)


class PrebuiltSite(Server):
    """The site built by `tests.build`, started by ``python -m gym_site serve``, which takes two seconds.

    Each site has its own port, database and log, and keeps them across restarts. ``settings`` are environment
    variables; ``project`` may be the folder of another project.
    """

    def __init__(self, scratch: Path, project: Path = ROOT, **settings: str) -> None:
        self.port, self.database = free_port(), scratch / "gym.db"
        status = f"127.0.0.1:{free_port()}"
        self.status_url = f"http://{status}"
        variables = {
            "REFLEX_DB_URL": f"sqlite:///{self.database}",
            "REFLEX_WEB_WORKDIR": str(WEB),
            "GYM_STATUS_ADDRESS": status,
        }
        self.environment = site_environment(**UNLIMITED | variables | settings) | {"PYTHONPATH": str(project)}
        if project != ROOT:
            self.environment["GYM_FOLDER"] = "gym"
        command = [sys.executable, "-m", "gym_site", "serve", "--port", str(self.port)]
        url = f"http://127.0.0.1:{self.port}"
        super().__init__(url, scratch / "site.log", command, cwd=project, env=self.environment)

    def run_command(self, *arguments: str, **settings: str) -> int:
        """Run a command of the site in this process, with the site's settings or these; return its exit code."""
        with patch.dict(os.environ, self.environment | settings, clear=True):
            return main(list(arguments))

    def rows(self, words: str = "") -> list[sqlite3.Row]:
        """Return the stored leads that contain ``words``, oldest first."""
        with closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True, timeout=10)) as connection:
            connection.row_factory = sqlite3.Row
            query = "select * from lead where instr(payload, ?) order by created_at"
            return connection.execute(query, [words]).fetchall()

    def leads(self, words: str) -> list[tuple[str, str]]:
        """Return the status of each lead that contains ``words``, and how it was sent (``event`` or ``post``)."""
        return [(row["status"], row["via"]) for row in self.rows(words)]

    def memory(self) -> int:
        """Return the process's proportional set size in kB."""
        rollup = Path(f"/proc/{self.pid}/smaps_rollup").read_text()
        return next(int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Pss:"))


@contextmanager
def develop(project: Path, **settings: str) -> Iterator[str]:
    """Run a project under ``reflex run``; yield the URL of its pages. ``settings`` are environment variables."""
    port, backend_port = free_port(), free_port()
    url = f"http://localhost:{port}"
    environment = site_environment(
        REFLEX_DB_URL=f"sqlite:///{project / 'gym.db'}",
        REFLEX_FRONTEND_PORT=str(port),
        REFLEX_BACKEND_PORT=str(backend_port),
        PYTHONPATH=str(project),
        **settings,
    )
    command = [sys.executable, "-m", "reflex", "run"]
    server = Server(f"http://127.0.0.1:{backend_port}", project / "develop.log", command, cwd=project, env=environment)
    server.starts_within = DEVELOPS_WITHIN
    with server:
        wait_for(lambda: answers(url), DEVELOPS_WITHIN)
        yield url


def change_a_price(folder: Path) -> str:
    """Lower the first plan's price by a cent, too little to make its saving wrong; return the price as shown."""
    plans = folder / "plans.toml"
    text = plans.read_text(encoding="utf-8")
    price = Decimal(PRICE.search(text)[1]) - Decimal("0.01")
    plans.write_text(PRICE.sub(f"price = {price}", text, count=1), encoding="utf-8")
    return format_price(price)


def wait_for(condition: Callable[[], object], seconds: float = 30) -> None:
    """Wait until a condition is true. Raises `AssertionError` after ``seconds``."""
    ends = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < ends, "never came true"
        time.sleep(0.05)


def answers(url: str) -> bool:
    """Return whether a URL responds with a success status. Its certificate is not verified."""
    try:
        return httpx.get(url, timeout=10, verify=False).is_success
    except httpx.TransportError:
        return False


def ask(app: ASGIApp, path: str, method: str = "GET", *, client: str = "127.0.0.1", **options: Any) -> httpx.Response:
    """Send a request to an in-process app from the address ``client``."""

    async def asking() -> httpx.Response:
        transport = httpx.ASGITransport(app, client=(client, 4711))
        async with httpx.AsyncClient(transport=transport, base_url="http://gym.example") as browser:
            return await browser.request(method, path, **options)

    return asyncio.run(asking())


class _PlainFiles(SimpleHTTPRequestHandler):
    """Serves ``path/index.html`` for ``/path``, and ``404.html`` with status 404 for missing files.

    ``below``: the path of the folder; all other paths are missing.
    """

    def __init__(self, *request, fonts_take: float, below: str, **options):
        self.fonts_take, self.below = fonts_take, below
        super().__init__(*request, **options)

    @property
    def error_message_format(self):
        return Path(self.directory, "404.html").read_text(encoding="utf-8").replace("%", "%%")

    def send_head(self):
        if self.path == self.below:
            self.send_response(301)
            self.send_header("Location", f"{self.below}/")
            return self.end_headers()
        if not self.path.startswith(f"{self.below}/"):
            return self.send_error(404)
        self.path = self.path.removeprefix(self.below)
        path = Path(self.translate_path(self.path))
        if path.suffix == ".woff2":
            time.sleep(self.fonts_take)
        if (path / "index.html").is_file():
            self.path = self.path.split("?")[0].rstrip("/") + "/index.html"
        elif path.is_dir():
            return self.send_error(404)
        return super().send_head()

    def log_message(self, format, *args):
        """Log nothing."""


class _PlainServer(ThreadingHTTPServer):
    daemon_threads = True
    allow_reuse_port = True  # several test workers use the same port

    def handle_error(self, request, client_address):
        """Ignore browsers that close their connection early."""


@contextmanager
def plain_host(pages: Path, port: int = 0, fonts_take: float = 0.0, below: str = "") -> Iterator[str]:
    """Serve the built pages as a static host does, ``below`` a path, fonts some seconds late; yield the URL.

    Port 0 picks a free one.
    """
    files = partial(_PlainFiles, directory=str(pages), fonts_take=fonts_take, below=below)
    with serving(_PlainServer(("127.0.0.1", port), files)) as server:
        yield f"http://127.0.0.1:{server.server_port}{below}"


@contextmanager
def serving(server: AnyServer) -> Iterator[AnyServer]:
    """Run a server in its own thread."""
    thread = threading.Thread(target=server.serve_forever, args=[0.05], daemon=True)  # or it ends half a second late
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
