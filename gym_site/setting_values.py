"""Turns the text of a setting into a value. An error says what the setting wants, with an example of its kind."""

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, time
from functools import partial
from ipaddress import ip_address
from urllib.parse import unquote, urlsplit

from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from gym_site.folder import ROOT
from lean_reflex.network import canonical

DATABASES = ("sqlite:///", "postgresql+psycopg://")
REDIS = ("redis://", "rediss://", "unix://")
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
MAIL_PORTS = {"smtp": 587, "smtps": 465}
# The next seven are examples in messages. Each is a valid value of the setting that the message is about.
SITE = "https://gym.example"
FORM_SERVICE = "https://forms.example/f/abc123"
MAIL_SERVER = "smtp://user:password@host:587/?to=desk@gym.example"
WEBHOOK = "https://alerts.example/hooks/abc123"
DATABASE = "sqlite:////srv/gym/gym.db or postgresql+psycopg://user:password@host/gym"
REDIS_SERVER = "redis://localhost:6379"
MOMENT = "2025-10-31T23:59:59"
MAIL_ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9.-]+")


@dataclass(frozen=True, kw_only=True)
class MailServer:
    """The mail server for requests and summaries, parsed from an ``smtp://`` or ``smtps://`` URL."""

    host: str
    port: int
    tls: bool  # implicit TLS
    starts_tls: bool  # STARTTLS; not for a server on this machine
    user: str = ""
    password: str = field(default="", repr=False)
    sender: str
    recipient: str


def _require(holds: object, what: str) -> None:
    if not holds:
        raise ValueError(what)


def secure_url(value: str, *, example: str) -> str:
    """Return a full address with https://, in its canonical form; http:// is for this machine only."""
    try:
        url = canonical(value)
        parts = urlsplit(url)
    except ValueError as error:
        raise ValueError(f"must be a full address such as {example}") from error
    secure = parts.scheme == "https" or parts.hostname in LOOPBACK
    _require(secure, f"must begin with https://, such as {example} (http:// is for localhost only)")
    return url


def page(example: str) -> Callable[[str], str]:
    """Return the parser of a page's or a file's address."""
    return partial(secure_url, example=example)


def gym_folder(value: str) -> str:
    """Return the path of a gym's folder."""
    wanted = "must be a folder with a file gym.toml, such as gym: `new-gym FOLDER` makes one"
    _require((ROOT / value / "gym.toml").is_file(), wanted)
    return value


def desk_folder(value: str) -> str:
    """Return the path of the desk's own folder."""
    _require(value[0] != "~", "must be a folder, without ~, such as .desk")
    return value


def form_endpoint(value: str) -> str:
    """Return the address of a form service, or of a mailbox on a mail server."""
    if mail_server(value):
        return value
    url = secure_url(value, example=f"{FORM_SERVICE}, or for a mailbox {MAIL_SERVER}")
    _require(urlsplit(url).path.strip("/"), f"must have the form's id in its path, such as {FORM_SERVICE}")
    return url


def mail_server(address: str) -> MailServer | None:
    """Parse an ``smtp://`` or ``smtps://`` URL; return None for any other URL.

    Raises `ValueError` if an ``smtp://`` or ``smtps://`` URL is invalid.
    """
    if not address.startswith(tuple(f"{scheme}://" for scheme in MAIL_PORTS)):
        return None
    wanted = f"must be an address such as {MAIL_SERVER}, with %40 for an @ in user or password"
    try:
        parts = urlsplit(address)
        port = parts.port or MAIL_PORTS[parts.scheme]
    except ValueError as error:  # the message of ``error`` may quote the password
        raise ValueError(wanted) from error
    is_whole = parts.hostname and bool(parts.username) == bool(parts.password) and parts.path in ("", "/")
    _require(is_whole and not parts.fragment, wanted)
    options = {name: value for name, _, value in (option.partition("=") for option in parts.query.split("&"))}
    user, recipient = unquote(parts.username or ""), unquote(options.pop("to", ""))
    sender = unquote(options.pop("from", "")) or (user if MAIL_ADDRESS.fullmatch(user) else recipient)
    are_addresses = all(MAIL_ADDRESS.fullmatch(one) for one in (recipient, sender))
    ends = f"must end with ?to= and a mail address, such as {MAIL_SERVER}; &from= and another one may follow"
    _require(are_addresses and not options, ends)
    tls = parts.scheme == "smtps"
    return MailServer(
        host=parts.hostname or "",
        port=port,
        tls=tls,
        starts_tls=not tls and parts.hostname not in LOOPBACK,
        user=user,
        password=unquote(parts.password or ""),
        sender=sender,
        recipient=recipient,
    )


def recipients(value: str) -> tuple[str, ...]:
    """Return the recipients of messages to staff, which commas divide."""
    return tuple(recipient(one.strip()) for one in value.split(",") if one.strip())


def recipient(value: str) -> str:
    """Return a webhook's address, a ``mailto:`` address or a mailbox on a mail server."""
    if value.startswith("mailto:"):
        is_one = MAIL_ADDRESS.fullmatch(value.removeprefix("mailto:"))
        _require(is_one, "must have one mail address after each mailto:, such as mailto:desk@gym.example")
        return value
    if mail_server(value):
        return value
    return secure_url(value, example=f"{WEBHOOK} or mailto:desk@gym.example")


def origin(value: str, *, example: str = SITE) -> str:
    """Return scheme and host of an address."""
    parts = urlsplit(secure_url(value, example=example))
    bare = parts.path in ("", "/") and not parts.query and not parts.fragment
    _require(bare, f"must be scheme and host only, such as {example}")
    return f"{parts.scheme}://{parts.netloc}"


def local_time(value: str) -> datetime:
    """Return a time without a time zone."""
    try:
        moment = datetime.fromisoformat(value)
    except ValueError as error:
        raise ValueError(f"must be a local time such as {MOMENT}") from error
    _require(moment.tzinfo is None, f"must have no time zone, such as {MOMENT}: it is local time")
    return moment


def time_of_day(value: str) -> time:
    """Return a time of day."""
    _require(re.fullmatch(r"([01][0-9]|2[0-3]):[0-5][0-9]", value), "must be a time of day such as 08:00")
    return time.fromisoformat(value)


def at_least_zero(value: str, *, example: int) -> int:
    """Return a number that is not negative."""
    _require(value.isascii() and value.isdecimal(), f"must be a whole number, 0 or more, such as {example}")
    return int(value)


def port(value: str) -> int:
    """Return the number of a port."""
    is_port = value.isascii() and value.isdecimal() and 1 <= int(value) <= 65535
    _require(is_port, "must be a port from 1 to 65535, such as 3000")
    return int(value)


def address(value: str) -> str:
    """Return an IP address or a host's name to listen on."""
    try:
        return str(ip_address(value))
    except ValueError as error:
        raise ValueError("must be an IP address such as 127.0.0.1 or 0.0.0.0") from error


def status_address(value: str) -> str:
    """Return host and port of the address for numbers and faults."""
    with suppress(ValueError):
        return host_of(address(value))
    try:
        parts = urlsplit(f"//{value}")
        host, port = host_of(address(parts.hostname or "")), parts.port
        _require(port and value == f"{host}:{port}", "")
    except ValueError as error:
        raise ValueError("must be an IP address such as 127.0.0.1, or one with a port: 127.0.0.1:13000") from error
    return value


def host_of(address: str) -> str:
    """Return an IP address as it is written before a port."""
    return f"[{address}]" if ":" in address else address


def yes_or(value: str, *, no: str = "no") -> bool:
    """Return whether the value is yes, and not ``no``."""
    _require(value in ("yes", no), f"must be yes or {no}")
    return value == "yes"


def with_scheme(value: str, *, schemes: tuple[str, ...], example: str) -> str:
    """Return an address with one of these schemes."""
    _require(value.startswith(schemes), f"must begin with {' or '.join(schemes)}, such as {example}")
    return value


def redis_address(value: str) -> str:
    """Return the address of Redis."""
    return with_scheme(value, schemes=REDIS, example=REDIS_SERVER)


def database_address(value: str) -> str:
    """Return the URL of a database, with the whole path of a SQLite file: a relative path begins at the project.

    Raises `ValueError`, whose message does not contain the password.
    """
    with_scheme(value, schemes=DATABASES, example=DATABASE)
    try:
        url = make_url(value)
    except (ArgumentError, ValueError) as error:  # the error's text may quote the password
        raise ValueError(f"is not the address of a database, such as {DATABASE}") from error
    _require(url.database, f"does not contain the name of a database, such as {DATABASE}")
    if url.get_backend_name() != "sqlite":
        return value
    file = url.database or ""
    _require(file != ":memory:" and file[0] != "~", f"must contain the path of a file, without ~, such as {DATABASE}")
    return f"sqlite:///{ROOT / file}"


def sub_path(value: str) -> str:
    """Return a path below which the site is, with a slash in front; empty for the root."""
    if not (path := value.strip("/")):
        return ""
    _require(re.fullmatch(r"\w[\w.-]*(/\w[\w.-]*)*", path, re.ASCII), "must be a path such as /gym")
    return f"/{path}"
