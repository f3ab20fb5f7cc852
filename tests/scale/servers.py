"""The servers that a site of several processes stands on, each a real one, with a port and a folder of its own."""

from __future__ import annotations

import json
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import psycopg
from redis import Redis, RedisError

from gym_site.settings import ROOT, Settings, load_settings
from scripts.caddy_headers import snippet, unavailable
from scripts.servers import find_server
from tests.site import FormService, PrebuiltSite, free_port

UP_WITHIN = 20  # seconds
CADDYFILE = ROOT / "deploy" / "Caddyfile"


class Server:
    """A process that is started, ended and started again on the same port."""

    def __init__(self, log: Path) -> None:
        self.port, self.log = free_port(), log
        self._process: subprocess.Popen[bytes] | None = None

    def command(self) -> list[str]:
        """What to run."""
        raise NotImplementedError

    def options(self) -> dict[str, Any]:
        """Further arguments for `subprocess.Popen`."""
        return {}

    def is_up(self) -> bool:
        """Whether it answers."""
        raise NotImplementedError

    def start(self) -> None:
        """Start it and wait until it answers."""
        with self.log.open("ab") as output:
            self._process = subprocess.Popen(self.command(), stdout=output, stderr=output, **self.options())
        until(lambda: self._process.poll() is not None or self.is_up(), "the server never answered")
        assert self._process.poll() is None, self.log.read_text()

    def end(self, by: signal.Signals = signal.SIGTERM) -> None:
        """Send the signal and wait for the end."""
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(by)
            self._process.wait(UP_WITHIN)

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.end()


class RedisServer(Server):
    """Redis that keeps nothing over its end: the worst one for a visitor."""

    @property
    def url(self) -> str:
        """Where it is."""
        return f"redis://127.0.0.1:{self.port}/0"

    def command(self) -> list[str]:
        return [find_server("redis-server"), "--port", str(self.port), "--bind", "127.0.0.1", "--save", ""]

    def options(self) -> dict[str, Any]:
        return {"cwd": self.log.parent}

    def is_up(self) -> bool:
        try:
            with Redis.from_url(self.url) as client:
                return client.ping()
        except RedisError:
            return False


class PostgresServer(Server):
    """PostgreSQL below the machine's temporary folder, as it refuses to be root; a stop is the quick, orderly one."""

    def __init__(self, log: Path) -> None:
        super().__init__(log)
        self._folder = Path(tempfile.mkdtemp(prefix="gym-postgres-"))
        self._user: dict[str, Any] = {}
        if os.geteuid() == 0:
            user = pwd.getpwnam("nobody")
            os.chown(self._folder, user.pw_uid, user.pw_gid)
            self._user = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}

    def __enter__(self) -> PostgresServer:
        subprocess.run(
            [find_server("initdb"), "-D", self._data, "-U", "gym", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"],
            check=True, capture_output=True, **self.options(),
        )  # fmt: skip
        return super().__enter__()

    def __exit__(self, *_: object) -> None:
        super().__exit__()
        shutil.rmtree(self._folder)

    @property
    def _data(self) -> str:
        return str(self._folder / "data")

    def command(self) -> list[str]:
        settings = {"listen_addresses": "127.0.0.1", "unix_socket_directories": "", "fsync": "off"}
        given = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        return [find_server("postgres"), "-D", self._data, "-p", str(self.port), *given]

    def options(self) -> dict[str, Any]:
        return {"cwd": self._folder, **self._user}

    def end(self, by: signal.Signals = signal.SIGINT) -> None:
        super().end(by)

    def is_up(self) -> bool:
        try:
            self.ask("postgres", "select 1")
        except psycopg.OperationalError:
            return False
        return True

    def ask(self, database: str, query: str, *arguments: Any) -> list[tuple[Any, ...]]:
        """Return the rows of a query."""
        where = f"postgresql://gym@127.0.0.1:{self.port}/{database}"
        with psycopg.connect(where, autocommit=True) as connection:
            cursor = connection.execute(query, arguments or None)
            return cursor.fetchall() if cursor.description else []

    def new_database(self) -> str:
        """Make an empty database and return its name."""
        name = f"gym_{uuid4().hex}"
        self.ask("postgres", f"create database {name}")
        return name

    def url(self, database: str) -> str:
        """Where one of its databases is, as the site is told."""
        return f"postgresql+psycopg://gym@127.0.0.1:{self.port}/{database}"


class CaddyServer(Server):
    """Caddy with the site's own Caddyfile, a copy of the built pages, and the headers that belong to them.

    ``settings`` are those of the backends. With ``tls`` it makes a certificate, which nobody on the machine trusts.
    """

    def __init__(
        self, folder: Path, pages: Path, backends: list[str], settings: Settings, *, tls: bool = False
    ) -> None:
        super().__init__(folder / "caddy.log")
        self.folder, self._tls = folder, tls
        self.url = f"http{'s' if tls else ''}://127.0.0.1:{self.port}"
        self.pages = shutil.copytree(pages, folder / "dist")
        (folder / "deploy").mkdir()
        (folder / "deploy" / "headers.caddy").write_text(snippet(self.pages, settings))
        (folder / "deploy" / "unavailable.html").write_text(unavailable())
        self.environment = os.environ | {
            "SITE_ADDRESS": self.url,
            "SITE_FOLDER": str(folder),
            "BACKENDS": " ".join(backends),
            "CADDY_ADMIN": f"127.0.0.1:{free_port()}",
            "XDG_DATA_HOME": str(folder),
            "XDG_CONFIG_HOME": str(folder),
        }

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run one of Caddy's commands on the Caddyfile."""
        return subprocess.run(
            [find_server("caddy"), *words, "--config", str(CADDYFILE), "--adapter", "caddyfile"],
            env=self.environment, capture_output=True, text=True, check=False,
        )  # fmt: skip

    def command(self) -> list[str]:
        if not self._tls:
            return [find_server("caddy"), "run", "--config", str(CADDYFILE), "--adapter", "caddyfile"]
        config = json.loads(self.run("adapt").stdout)
        config["apps"]["http"]["http_port"] = free_port()
        config["apps"]["pki"] = {"certificate_authorities": {"local": {"install_trust": False}}}
        untrusted = self.folder / "caddy.json"
        untrusted.write_text(json.dumps(config))
        return [find_server("caddy"), "run", "--config", str(untrusted)]

    def options(self) -> dict[str, Any]:
        return {"env": self.environment}

    def is_up(self) -> bool:
        return answers(self.url)


class ScaledSite:
    """The site as deploy/ has it: Caddy, two backends, Redis and PostgreSQL, with a database of its own."""

    def __init__(
        self,
        scratch: Path,
        pages: Path,
        redis: RedisServer,
        postgres: PostgresServer,
        service: FormService,
        **settings: str,
    ) -> None:
        self.redis, self.postgres, self.service = redis, postgres, service
        self.database = postgres.new_database()
        self._pages, self._scratch, self._settings = pages, scratch, settings

    def __enter__(self) -> ScaledSite:
        folders = [self._scratch / name for name in ("caddy", "backend-a", "backend-b")]
        for folder in folders:
            folder.mkdir()
        settings = {
            "GYM_FORM_ENDPOINT": self.service.endpoint,
            "REFLEX_DB_URL": self.postgres.url(self.database),
            "REFLEX_REDIS_URL": self.redis.url,
            "REFLEX_REDIS_MAX_CONNECTIONS": "20",
            "REFLEX_TRUSTED_PROXY_HOPS": "1",
        }
        self.backends = [PrebuiltSite(folder, **settings | self._settings) for folder in folders[1:]]
        hosts = [f"127.0.0.1:{backend.port}" for backend in self.backends]
        known = replace(load_settings(self.backends[0].environment), env_mode="prod")
        self.caddy = CaddyServer(folders[0], self._pages, hosts, known)
        self.url = self.caddy.url
        for backend in self.backends:
            backend.environment["GYM_SITE_URL"] = self.url
        with ThreadPoolExecutor() as threads:  # both at once: they migrate the same empty database
            list(threads.map(PrebuiltSite.start, self.backends))
        self.caddy.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.caddy.end()
        with ThreadPoolExecutor() as threads:
            list(threads.map(PrebuiltSite.__exit__, self.backends))

    def leads(self, words: str) -> list[str]:
        """Return the statuses of the stored leads that hold ``words``."""
        query = "select status from lead where position(%s in payload::text) > 0 order by created_at"
        return [status for (status,) in self.postgres.ask(self.database, query, words)]


def answers(url: str) -> bool:
    """Whether somebody answers at an address, whoever signed their certificate."""
    try:
        return httpx.get(url, timeout=2, verify=False).is_success
    except httpx.TransportError:
        return False


def until(is_so: Callable[[], bool], else_say: str, seconds: float = UP_WITHIN) -> None:
    """Wait until something is so."""
    ends = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < ends, else_say
        time.sleep(0.05)
