"""The rules by which a server refuses, limits and redirects requests. Without them it accepts what Reflex accepts."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from reflex.config import get_config

from lean_reflex.network import canonical

# Browser features that a strict site's pages and frames don't use. Other unused features are not listed: they reveal
# too little to be worth the bytes in every response.
_UNUSED = "camera geolocation microphone payment usb".split()
PAGE_HEADERS = {
    "content-security-policy": "frame-ancestors 'none'",  # browsers ignore it in a <meta> policy
    "referrer-policy": "strict-origin-when-cross-origin",  # no-referrer would make a form post's Origin null
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",  # for browsers without support for frame-ancestors
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": ", ".join(f"{feature}=()" for feature in _UNUSED),
}
"""A strict site's headers of pages: no other site shows them in a frame, and none uses camera, place and so on."""
FILE_HEADERS = {
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
}
"""Those of scripts, pictures, fonts and records, which have no policy of their own."""


@dataclass(frozen=True, kw_only=True)
class Limits:
    """The limits of a server. What exceeds one is refused, or closes the websocket. Sizes are bytes, times seconds.

    Of websockets: ``websockets`` are open of one address (0: any number, and of the four next), ``total_websockets`` in
    all. ``handshakes`` are begun a minute by one address, each of which takes about 80 KB for a
    while; ``joins`` and ``total_joins`` are the pages that connect a minute, whose state Reflex keeps for 15 minutes. A
    page must join within ``join_timeout`` of the handshake, and answer Reflex's ping of every 25 s within
    ``idle_timeout``. It may send ``messages`` a second, averaged over ten seconds (0: any number), and ``message``
    characters in one.

    Of requests with a body: ``requests`` a minute of one address and ``total_requests`` of all, if ``are_counted``;
    ``body`` bytes within ``body_timeout``.

    Of `rx.upload`: ``uploads`` an hour of one address, ``total_uploads`` of all, ``uploads_at_once``; all files that
    are sent together have ``upload`` bytes and arrive within ``upload_timeout``, their folder has ``folder``.

    Of any request: ``headers``, with the query.
    """

    websockets: int = 20
    total_websockets: int = 2000
    handshakes: int = 120
    joins: int = 60
    total_joins: int = 300
    join_timeout: float = 10.0
    idle_timeout: float = 60.0
    messages: int = 20
    message: int = 64 * 1024
    are_counted: bool = True
    requests: int = 60
    total_requests: int = 300
    body: int = 64 * 1024
    body_timeout: float = 15.0
    uploads: int = 20
    total_uploads: int = 200
    uploads_at_once: int = 8
    upload: int = 10 * 1024 * 1024
    upload_timeout: float = 60.0
    folder: int = 1024 * 1024 * 1024
    headers: int = 16 * 1024


@dataclass(frozen=True, kw_only=True)
class Rules:
    """The rules of a site's server. With every default nothing is refused; `strict` switches all on.

    ``origins``: the origins whose pages may open websockets and send requests that change something, as browsers send
    them. ``refused``: the reason that the log gives for other pages.

    ``checks_events``: whether an event must name a handler that a built page names, or to which a script of the server
    answers, with arguments that fit the handler's annotations, so no null for ``str``. A message that no page sends
    closes the websocket. Error reports of pages are dropped: they may contain what a visitor typed. Uploads are open
    only to handlers that pages name.

    ``limits``: those of sizes, numbers and times.

    ``exact_paths``: whether only pages, files and the routes of ``api_transformer`` are there, each under one spelling,
    with uploads, websockets and Reflex's ``/ping``. All else, such as ``/_health``, gets the 404 page.

    ``page_headers``, ``file_headers``: headers of pages, and of all other answers. Other sites' pages get no file then,
    unless these headers have another ``cross-origin-resource-policy``.

    ``own_paths``: the beginnings of paths whose app checks and limits its requests itself. ``own_headers``: headers of
    its answers, in place of those by which caches ask again and other sites get nothing. ``unchanging``: a pattern of
    the paths of files that browsers may keep for a year. ``redirect``: returns where an unknown path leads, given all
    paths of files; "" for the 404 page. ``suggest``: returns the 404 page's HTML with a link, given that HTML and the
    path that was probably meant.
    """

    origins: Collection[str] | None = None
    refused: str = "its page belongs to another site"
    checks_events: bool = False
    limits: Limits | None = None
    exact_paths: bool = False
    page_headers: Mapping[str, str] = field(default_factory=dict)
    file_headers: Mapping[str, str] = field(default_factory=dict)
    own_paths: tuple[str, ...] = ()
    own_headers: Mapping[str, str] = field(default_factory=dict)
    unchanging: str = r"^/assets/.*-[\w-]{8}\.\w+$"
    redirect: Callable[[str, Collection[str]], str] = lambda _path, _files: ""
    suggest: Callable[[str, str], str] = lambda html, _path: html


def strict(**changes: Any) -> Rules:
    """Return rules that refuse all that an ordinary site doesn't need; ``changes`` are arguments of `Rules`.

    Without ``origins`` the pages are those of ``deploy_url`` and ``cors_allowed_origins`` and, without a proxy, of
    localhost: on another host's name the visitor's events are refused.
    """
    every: dict[str, Any] = {
        "origins": configured_origins(),
        "checks_events": True,
        "limits": Limits(),
        "exact_paths": True,
        "page_headers": PAGE_HEADERS,
        "file_headers": FILE_HEADERS,
    }
    return Rules(**(every | changes))


def configured_origins() -> frozenset[str]:
    """Return the origins that Reflex's configuration names."""
    config = get_config()
    named = [config.deploy_url, *config.cors_allowed_origins]
    ports = () if config.trusted_proxy_hops else {config.frontend_port, config.backend_port} - {None}
    local = [f"http://{host}:{port}" for port in ports for host in ("localhost", "127.0.0.1")]
    return frozenset([*(canonical(url).rstrip("/") for url in named if url and url != "*"), *local])
