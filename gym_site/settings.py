"""Reads the environment for all other modules. Each setting is a field of `Settings`, with its description below.

`python -m scripts.describe_settings` writes docs/settings.md from these fields. Reflex reads ``REFLEX_*`` itself too.
"""

import hashlib
import os
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import datetime, time
from functools import partial
from io import StringIO
from typing import Any
from urllib.parse import urlsplit
from urllib.request import getproxies

import httpx
from dotenv.parser import parse_stream

from gym_site import setting_values as values
from gym_site.brand import Links
from gym_site.errors import SettingsError
from gym_site.folder import ROOT as ROOT
from lean_reflex.network import is_from

VERSION = "3.3.4"
DATABASE_FILE = ROOT / ".data" / "gym.db"  # in a hidden folder, which Reflex leaves out of ``backend.zip``


def _setting(acts_at: str, variable: str, default: Any, parse: Callable[[str], Any], *, is_secret: bool = False) -> Any:
    metadata = {"variable": variable, "parse": parse, "acts_at": acts_at}
    return field(default=default, metadata=metadata, repr=not is_secret)


_build, _run = partial(_setting, "build"), partial(_setting, "run")


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The settings that an owner can change without editing code (see `load_settings`)."""

    folder: str = _build("GYM_FOLDER", "gym", values.gym_folder)
    """The folder with the gym's facts, texts and pictures, relative to the project."""
    has_server: bool = _build("GYM_SERVER", True, partial(values.yes_or, no="none"))
    """Whether the exported pages have a server: yes or none. With none, the browser sends forms directly to
    GYM_FORM_ENDPOINT; that address is then built into the pages, where everybody can read it."""
    site_url: str = _build("GYM_SITE_URL", "", values.origin)
    """The site's public address, without a path: REFLEX_FRONTEND_PATH is the path. Canonical links and the sitemap
    contain both, and the server refuses forms from other websites."""
    expansion_opens_at: datetime | None = _build("GYM_EXPANSION_OPENS_AT", None, values.local_time)
    """The opening time of the expansion. The countdown ends at that time of the visitor's clock; the texts
    about the expansion change with the first build after that time of the gym's clock (time_zone in gym.toml)."""
    portal_url: str = _build("GYM_PORTAL_URL", "", values.page("https://portal.example/gym"))
    """The membership portal; each plan's sign-up page is a path below it."""
    trial_url: str = _build("GYM_TRIAL_URL", "", values.page("https://portal.example/gym/trial"))
    """Sign-up page for the 3 Day Trial Pass."""
    physio_url: str = _build("GYM_PHYSIO_URL", "", values.page("https://clinic.example/book"))
    """Booking page for the physiotherapy assessment."""
    calendar_url: str = _build("GYM_CALENDAR_URL", "", values.page("https://booking.example/gym"))
    """The booking calendar, which opens in a window of its own."""
    reviews_url: str = _build("GYM_REVIEWS_URL", "", values.page("https://maps.example/gym/reviews"))
    """The page with all Google reviews."""
    instagram_url: str = _build("GYM_INSTAGRAM_URL", "", values.page("https://www.instagram.com/your.gym"))
    """The Instagram profile."""
    directions_url: str = _build("GYM_DIRECTIONS_URL", "", values.page("https://maps.example/directions/gym"))
    """The page with directions to the gym."""
    map_embed_url: str | None = _build("GYM_MAP_EMBED_URL", None, values.page("https://maps.example/embed/gym"))
    """The live map, loaded into a frame when a visitor asks for it. Unset: only a picture of the map, which links to
    directions."""
    widget_library_url: str | None = _build(
        "GYM_WIDGET_LIBRARY_URL", None, values.page("https://booking.example/library.js")
    )
    """Script library of the booking widget. Unset: not loaded."""
    widget_script_url: str | None = _build(
        "GYM_WIDGET_SCRIPT_URL", None, values.page("https://booking.example/widget.js")
    )
    """Script of the booking widget. Unset: not loaded."""
    frontend_port: int | None = _build("REFLEX_FRONTEND_PORT", None, values.port)
    """Port of the site (default: 3000). If REFLEX_BACKEND_PORT is set too, both must be equal in production."""
    backend_port: int | None = _build("REFLEX_BACKEND_PORT", None, values.port)
    """Port of the server that answers forms (default: the site's port, but 8000 in development)."""
    frontend_path: str = _build("REFLEX_FRONTEND_PATH", "", values.sub_path)
    """The path below which the site is, such as /gym for https://gym.example/gym/. Unset: the site is at the root of
    its host."""
    host: str = _run("REFLEX_BACKEND_HOST", "127.0.0.1", values.address)
    """Address to listen on, also in development: 127.0.0.1 accepts connections from this machine only, 0.0.0.0 from
    all networks."""
    status_address: str = _run("GYM_STATUS_ADDRESS", "127.0.0.1", values.status_address)
    """Address at which monitoring and the commands read the server's numbers, faults and version (/readyz and
    /metrics): an IP address, or one with a port. Without a port, it is the server's port plus 10000: 13000 for 3000.
    Everybody who can reach this address can read them."""
    api_url: str | None = _build("REFLEX_API_URL", None, partial(values.origin, example="https://api.gym.example"))
    """Address of the server, for an export whose pages are on a different host. Unset: the server has the same address
    as the pages."""
    env_mode: str = _build("REFLEX_ENV_MODE", "dev", str)
    """Set by Reflex itself: dev or prod."""
    form_endpoint: str | None = _run("GYM_FORM_ENDPOINT", None, values.form_endpoint, is_secret=True)
    """The destination of requests: the full address of the form at a form service, or a mailbox, written as
    smtp://user:password@host:587/?to=desk@gym.example (smtps:// for port 465). Unset: requests stay in the database,
    and `python -m gym_site leads list` shows them."""
    limit_per_address: int = _run("GYM_LIMIT_PER_ADDRESS", 20, partial(values.at_least_zero, example=20))
    """Forms that one sender may send in 24 hours: one IPv4 address, or one /48 network of IPv6 addresses. Further forms
    are refused, with the telephone number. 0: no limit."""
    limit_total: int = _run("GYM_LIMIT_TOTAL", 60, partial(values.at_least_zero, example=60))
    """Forms that are sent at once in an hour, from all senders together. Further forms wait their turn, and are sent
    one after the other at the same rate: one a minute if this is 60. While forms wait, a sender who has already sent a
    form is refused. 0: no limit."""
    limit_connections: int = _run("GYM_LIMIT_CONNECTIONS", 30, partial(values.at_least_zero, example=30))
    """Websockets that one address may have open at a time. People in a household or an office share an address. 0: no
    limit."""
    limit_events: int = _run("GYM_LIMIT_EVENTS", 20, partial(values.at_least_zero, example=20))
    """Messages per second on one websocket, averaged over ten seconds; pings and the parts of a message count too. A
    websocket that sends more is closed. 0: no limit."""
    redeliver: bool = _run("GYM_REDELIVER", True, values.yes_or)
    """Whether the server retries failed deliveries, and sends forms that wait their turn (GYM_LIMIT_TOTAL): yes, or no
    (only `python -m gym_site leads deliver` sends them)."""
    resend_unsure: bool = _run("GYM_RESEND_UNSURE", True, values.yes_or)
    """Whether a form is sent again if its delivery could not be confirmed: yes (it may arrive twice) or no (it waits
    for staff)."""
    alerts: tuple[str, ...] | None = _run("GYM_ALERTS", None, values.recipients, is_secret=True)
    """Recipients of messages to staff (alerts, the daily summary, failed backups): addresses with commas between them,
    each a webhook (of Slack, Teams, Discord, Google Chat, ntfy or another service), mailto:desk@gym.example, which the
    mail server in GYM_FORM_ENDPOINT delivers, or a mail server written as there. Test them with `python -m gym_site
    alert test`. Unset: the mailbox in GYM_FORM_ENDPOINT; without one, alerts are only logged."""
    daily_summary: time | None = _run("GYM_DAILY_SUMMARY", None, values.time_of_day)
    """Time of day, by the gym's clock, at which staff get a summary: how many requests came in and were sent in the
    last 24 hours, how many are waiting, and what is still wrong. It goes to the addresses in GYM_ALERTS. Unset: no
    summary."""
    db_url: str = _run("REFLEX_DB_URL", f"sqlite:///{DATABASE_FILE}", values.database_address, is_secret=True)
    """The URL of the database: sqlite:/// followed by a file, or postgresql+psycopg://user:password@host/name. A
    relative path begins at the project's folder, in which the site creates missing folders."""
    desk_folder: str = _run("GYM_DESK_FOLDER", ".desk", values.desk_folder)
    """The folder of the desk's people and requests for builds, relative to the project. On a server the desk's unit
    sets it: the public server must not be able to read it."""
    redis_url: str | None = _run(
        "REFLEX_REDIS_URL",
        None,
        values.redis_address,
        is_secret=True,
    )
    """Address of Redis, which is needed if there is more than one server process. Unset: a single process keeps its
    state in memory."""
    trusted_proxy_hops: int = _run("REFLEX_TRUSTED_PROXY_HOPS", 0, partial(values.at_least_zero, example=1))
    """Number of your own proxies in front of the server. The server trusts them to report the visitor's address. 0: no
    proxy; the visitor's address is that of the connection."""

    @property
    def mail_server(self) -> values.MailServer | None:
        """The mail server, if forms are sent by mail."""
        return values.mail_server(self.form_endpoint or "")

    @property
    def staff(self) -> tuple[str | values.MailServer, ...]:
        """The webhooks and mailboxes to which messages to staff go."""
        mail = self.mail_server
        if not self.alerts:
            return (mail,) if mail else ()
        named = [(one, urlsplit(one)) for one in self.alerts]
        return tuple(
            replace(mail, recipient=parts.path) if mail and parts.scheme == "mailto" else values.mail_server(one) or one
            for one, parts in named
        )

    def with_links(self, links: Links) -> "Settings":
        """Return the settings with the gym's own addresses where none is set."""
        own = {f"{name}_url": address for name, address in links if not getattr(self, f"{name}_url")}
        return replace(self, **own)

    def public_path(self, path: str) -> str:
        """Return the path at which browsers find a page or a file: below the sub-path of the site, if it has one.

        Links of the router don't need it, as the router adds the sub-path itself.
        """
        return self.frontend_path + path

    @property
    def address(self) -> str:
        """The site's public address with its path, without a slash at the end."""
        return self.site_url + self.frontend_path

    @property
    def desk_url(self) -> str:
        """The address of staff's desk, below the site's name; empty if the site has none on the internet."""
        parts = urlsplit(self.site_url)
        return f"https://desk.{parts.netloc.removeprefix('www.')}" if parts.scheme == "https" else ""

    @property
    def draft_url(self) -> str:
        """The address at which the desk shows a draft of the site; empty if the site has none on the internet."""
        return self.desk_url.replace("//desk.", "//draft.", 1)

    @property
    def port(self) -> int:
        """The port of the pages. Except in development, the server uses the same port."""
        return self.frontend_port or self.backend_port or 3000

    def status_of(self, port: int) -> str:
        """Return the status address, as ``host:port``, of the server process that listens on ``port``."""
        if urlsplit(f"//{self.status_address}").port:
            return self.status_address
        return f"{self.status_address}:{port + 10000 if port <= 55535 else port - 10000}"

    @property
    def allowed_origins(self) -> tuple[str, ...]:
        """Origins whose pages may use the server: the site's own and, without a proxy, localhost with its ports."""
        if self.trusted_proxy_hops:
            return (self.site_url,)
        ports = dict.fromkeys([self.port, self.backend_port or self.port])
        local = [f"http://{host}:{port}" for port in ports for host in ("localhost", "127.0.0.1")]
        return (self.site_url, *local)

    def refusal(self, origin: str) -> str:
        """Return why pages of ``origin``, as a browser sends it, may not use the server; empty if they may."""
        return "" if is_from(origin, self.allowed_origins) else self.refused

    @property
    def refused(self) -> str:
        """Why pages of other origins may not use the server."""
        return f"its page is not at {self.site_url}, the address in GYM_SITE_URL"

    @property
    def server_origin(self) -> str:
        """The server's origin if it differs from the pages' origin; otherwise, or without a server, empty."""
        if not self.has_server:
            return ""
        # In development, Vite serves the pages on one port and the server answers forms on another.
        return self.api_url or (f"http://localhost:{self.backend_port or 8000}" if self.env_mode == "dev" else "")


def load_settings(environ: Mapping[str, str] | None = None) -> Settings:
    """Read the settings from ``environ``, by default from the environment and ``.env``. An empty value means unset.

    Raises `SettingsError`.
    """
    if environ is None:
        _load_env_file()
        environ = os.environ
    given: dict[str, Any] = {}
    for setting in fields(Settings):
        variable = setting.metadata["variable"]
        if not (text := environ.get(variable, "").strip()):
            continue
        try:
            given[setting.name] = setting.metadata["parse"](text)
        except ValueError as error:
            raise SettingsError(f"{variable} {error}") from error
    if environ.get("GYM_ALERT_WEBHOOK"):
        raise SettingsError("GYM_ALERT_WEBHOOK is called GYM_ALERTS now, and may have several addresses")
    settings = Settings(**given)
    if settings.mail_server and not settings.has_server:
        raise SettingsError(
            "GYM_FORM_ENDPOINT must begin with https:// if GYM_SERVER is none: browsers can't send mail"
        )
    if any(one.startswith("mailto:") for one in settings.alerts or ()) and not settings.mail_server:
        raise SettingsError(
            f"GYM_ALERTS can have mailto: only if GYM_FORM_ENDPOINT is a mail server, as {values.MAIL_SERVER}"
        )
    if settings.daily_summary and not settings.staff:
        raise SettingsError("GYM_DAILY_SUMMARY needs GYM_ALERTS, or a mail server as GYM_FORM_ENDPOINT")
    posted_to = [*settings.staff, None if settings.mail_server else settings.form_endpoint]
    if settings.has_server and any(isinstance(url, str) and may_go_through_proxy(url) for url in posted_to):
        _check_proxies()
    return settings


def may_go_through_proxy(url: str) -> bool:
    """Return whether the environment's outgoing proxy (``HTTPS_PROXY``) may be used for a URL: not on this machine."""
    return urlsplit(url).hostname not in values.LOOPBACK


def _check_proxies() -> None:
    """Check the environment's outgoing proxies, which httpx reads itself. Raises `SettingsError`."""
    for kind, address in getproxies().items():
        if kind in ("http", "https", "all"):
            try:
                url = httpx.Proxy(address if "://" in address else f"http://{address}").url
                usable = url.scheme in ("http", "https") and url.host  # SOCKS would need another package
            except (httpx.InvalidURL, ValueError):
                usable = False
            if not usable:
                raise SettingsError(f"{kind.upper()}_PROXY must be an address such as http://proxy.example:3128")


def env_file() -> dict[str, str]:
    """Return the variables in ``.env``. Raises `SettingsError` with file and line if it can't be read."""
    file = ROOT / ".env"

    def fault(line: int, what: str = "not UTF-8: save the file as UTF-8") -> SettingsError:
        return SettingsError(f"{file}, line {line}: {what}", line=line)

    try:
        text = file.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise SettingsError(f"{file} can't be read: {error.strerror}", line=0) from error
    except UnicodeDecodeError as error:
        raise fault(error.object.count(b"\n", 0, error.start) + 1) from error
    if "\0" in text:  # UTF-16 without a byte order mark
        raise fault(1)
    found = {}
    for name, value, original, is_wrong in parse_stream(StringIO(text)):
        blank = len(original.string) - len(original.string.lstrip())
        line = original.line + original.string.count("\n", 0, blank)
        if is_wrong or (name and value is None):
            raise fault(line, "not NAME=value, or a quotation mark is missing")
        if name and value is not None:
            if "${" in value and name.startswith(("GYM_", "REFLEX_")):
                raise fault(line, "${...} is not replaced: write the value itself (in an address, %24 for $)")
            found[name] = value
    return found


def _load_env_file() -> None:
    """Add the variables in ``.env`` to the environment, where Reflex finds its own settings."""
    for name, value in env_file().items():
        os.environ.setdefault(name, value)


def load_alert_settings() -> Settings:
    """Read only the settings that alerts need: an alert must be possible even if another setting is invalid.

    Raises `SettingsError`.
    """
    _load_env_file()
    needed = {name: os.environ.get(name, "") for name in ("GYM_ALERTS", "GYM_SITE_URL", "GYM_FORM_ENDPOINT")}
    try:
        return load_settings(needed)
    except SettingsError:
        webhooks = [one for one in needed["GYM_ALERTS"].split(",") if not one.strip().startswith("mailto:")]
        return load_settings(needed | {"GYM_ALERTS": ",".join(webhooks), "GYM_FORM_ENDPOINT": ""})


def load_database_url() -> str:
    """Read only the database's URL. Raises `SettingsError`."""
    _load_env_file()
    return load_settings({"REFLEX_DB_URL": os.environ.get("REFLEX_DB_URL", "")}).db_url


def watchdog_socket() -> str:
    """Return the socket of systemd's watchdog; empty if systemd doesn't watch this process."""
    return os.environ.get("NOTIFY_SOCKET", "") if os.environ.get("WATCHDOG_USEC") else ""


def database_is_set_for_once() -> bool:
    """Return whether the shell sets REFLEX_DB_URL, and ``.env`` does not set it to the same value."""
    named = os.environ.get("REFLEX_DB_URL", "").strip()
    return bool(named) and named != env_file().get("REFLEX_DB_URL")


def site_command() -> str:
    """Return how to call the site's commands on this machine."""
    return "gym-site" if shutil.which("gym-site") else "python -m gym_site"


def project_id() -> str:
    """Return a short hash that is different for each copy of the project on this machine."""
    return hashlib.sha256(str(ROOT).encode()).hexdigest()[:12]


def build_variables(settings: Settings) -> dict[str, str]:
    """Return the variables on which built pages depend, including Reflex's. Call `load_settings` first."""
    at_run = {setting.metadata["variable"] for setting in fields(Settings) if setting.metadata["acts_at"] == "run"}
    at_run |= {"REFLEX_WEB_WORKDIR", "GYM_FOLDER"}  # only places
    if not settings.has_server:
        at_run.remove("GYM_FORM_ENDPOINT")
    names = [name for name in os.environ if name.startswith(("GYM_", "REFLEX_")) and name not in at_run]
    return {name: os.environ[name] for name in sorted(names)}
