"""The real servers behind a multi-process site, each with its own port and folder."""

import json
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Self
from uuid import uuid4

import psycopg
from redis import Redis, RedisError

from gym_site.settings import ROOT
from scripts.programs import find
from tests.form_service import FormService
from tests.site import PrebuiltSite, Server, answers, free_port

CADDYFILE = ROOT / "deploy" / "Caddyfile"


class RedisServer(Server):
    """Redis without persistence, the worst case for a visitor."""

    def __init__(self, log: Path) -> None:
        port = free_port()
        command = [find("redis-server"), "--port", str(port), "--bind", "127.0.0.1", "--save", ""]
        super().__init__(f"redis://127.0.0.1:{port}/0", log, command, cwd=log.parent)

    def is_up(self) -> bool:
        try:
            with Redis.from_url(self.url) as client:
                return client.ping()
        except RedisError:
            return False


class PostgresServer(Server):
    """PostgreSQL in the system's temporary folder. It refuses to run as root, so root starts it as ``nobody``."""

    end_signal = signal.SIGINT  # a fast shutdown

    def __init__(self, log: Path) -> None:
        self.port = port = free_port()
        self._folder = Path(tempfile.mkdtemp(prefix="gym-postgres-"))
        self._data = str(self._folder / "data")
        settings = {"listen_addresses": "127.0.0.1", "unix_socket_directories": "", "fsync": "off", "port": port}
        given = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        user: dict[str, Any] = {}
        if os.geteuid() == 0:
            nobody = pwd.getpwnam("nobody")
            os.chown(self._folder, nobody.pw_uid, nobody.pw_gid)
            user = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
        command = [find("postgres"), "-D", self._data, *given]
        super().__init__(f"postgresql://gym@127.0.0.1:{port}", log, command, cwd=self._folder, **user)

    def __enter__(self) -> Self:
        words = ["-U", "gym", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]
        subprocess.run([find("initdb"), "-D", self._data, *words], check=True, capture_output=True, **self.options)
        return super().__enter__()

    def __exit__(self, *_: object) -> None:
        super().__exit__()
        shutil.rmtree(self._folder)

    def is_up(self) -> bool:
        try:
            self.ask("postgres", "select 1")
        except psycopg.OperationalError:
            return False
        return True

    def connect(self, database: str) -> psycopg.Connection:
        return psycopg.connect(f"{self.url}/{database}", autocommit=True)

    def ask(self, database: str, query: str, *arguments: Any) -> list[tuple[Any, ...]]:
        with self.connect(database) as connection:
            cursor = connection.execute(query, arguments or None)
            return cursor.fetchall() if cursor.description else []

    def new_database(self) -> str:
        """Create an empty database and return its name."""
        name = f"gym_{uuid4().hex}"
        self.ask("postgres", f"create database {name}")
        return name

    def address(self, database: str) -> str:
        """Return a database's URL, as in REFLEX_DB_URL."""
        return f"{self.url.replace('postgresql', 'postgresql+psycopg')}/{database}"


class PgBouncerServer(PostgresServer):
    """PgBouncer before PostgreSQL: a connection serves one transaction, and there are fewer of them than clients."""

    end_signal = signal.SIGTERM
    __enter__, __exit__ = Server.__enter__, Server.__exit__

    def __init__(self, postgres: PostgresServer) -> None:
        folder, port = postgres.options["cwd"], free_port()
        settings = {"listen_addr": "127.0.0.1", "listen_port": port, "unix_socket_dir": "", "auth_type": "any",
                    "pool_mode": "transaction", "default_pool_size": 2}  # fmt: skip
        lines = [f"{name} = {value}" for name, value in settings.items()]
        database = f"* = host=127.0.0.1 port={postgres.port} user=gym"
        (folder / "pgbouncer.ini").write_text("\n".join(["[databases]", database, "[pgbouncer]", *lines]))
        command = [find("pgbouncer"), str(folder / "pgbouncer.ini")]
        Server.__init__(
            self, f"postgresql://gym@127.0.0.1:{port}", folder / "pgbouncer.log", command, **postgres.options
        )


class CaddyServer(Server):
    """Caddy with the site's Caddyfile and the built pages, which are ``below`` a path.

    With ``tls`` it creates a certificate that this machine does not trust.
    """

    def __init__(self, folder: Path, pages: Path, backends: list[str], *, tls: bool = False, below: str = "") -> None:
        self._tls, self._below = tls, below
        url = f"http{'s' if tls else ''}://127.0.0.1:{free_port()}"
        builds = folder / ".web" / "builds"
        builds.mkdir(parents=True)
        (builds / "served").symlink_to(pages.parent)
        variables = {
            "SITE_ADDRESS": url,
            "SITE_FOLDER": str(folder),
            "REFLEX_FRONTEND_PATH": below,
            "OTHER_SITES": str(folder / "no-other-sites"),
            "BACKENDS": " ".join(backends),
            "CADDY_ADMIN": f"127.0.0.1:{free_port()}",
            "XDG_DATA_HOME": str(folder),
            "XDG_CONFIG_HOME": str(folder),
        }
        super().__init__(url, folder / "caddy.log", self._with_config("run"), env=os.environ | variables)

    def start(self) -> None:
        if self._tls:
            adapt = self._with_config("adapt")
            config = json.loads(subprocess.run(adapt, check=True, capture_output=True, **self.options).stdout)
            config["apps"]["http"]["http_port"] = free_port()
            config["apps"]["pki"] = {"certificate_authorities": {"local": {"install_trust": False}}}
            untrusted = self.log.with_name("caddy.json")
            untrusted.write_text(json.dumps(config))
            self.command = [find("caddy"), "run", "--config", str(untrusted)]
        super().start()

    def is_up(self) -> bool:
        return answers(f"{self.url}{self._below}/")

    @staticmethod
    def _with_config(word: str) -> list[str]:
        return [find("caddy"), word, "--config", str(CADDYFILE), "--adapter", "caddyfile"]


class ScaledSite:
    """The site as in deploy/: Caddy, two backends, Redis, and a new database in PostgreSQL."""

    def __init__(
        self, scratch: Path, pages: Path, redis: RedisServer, postgres: PostgresServer, service: FormService
    ) -> None:
        self.redis, self.postgres, self.database = redis, postgres, postgres.new_database()
        folders = [scratch / name for name in ("caddy", "backend-a", "backend-b")]
        for folder in folders:
            folder.mkdir()
        settings = {
            "GYM_FORM_ENDPOINT": service.endpoint,
            "GYM_REDELIVER": "yes",
            "REFLEX_DB_URL": postgres.address(self.database),
            "REFLEX_REDIS_URL": redis.url,
            "REFLEX_REDIS_MAX_CONNECTIONS": "20",
            "REFLEX_TRUSTED_PROXY_HOPS": "1",
        }
        self.backends = [PrebuiltSite(folder, **settings) for folder in folders[1:]]
        hosts = [f"127.0.0.1:{backend.port}" for backend in self.backends]
        self.caddy = CaddyServer(folders[0], pages, hosts)
        self.url = self.caddy.url
        for backend in self.backends:
            backend.environment["GYM_SITE_URL"] = self.url

    def __enter__(self) -> Self:
        with ThreadPoolExecutor() as threads:  # both at once, migrating the same empty database
            list(threads.map(PrebuiltSite.start, self.backends))
        self.caddy.start()
        return self

    def __exit__(self, *_: object) -> None:
        for server in (self.caddy, *self.backends):
            server.__exit__()

    def leads(self, words: str) -> list[str]:
        query = "select status from lead where position(%s in payload::text) > 0 order by created_at"
        return [status for (status,) in self.postgres.ask(self.database, query, words)]
