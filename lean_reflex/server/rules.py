"""The rules by which a server refuses, limits and redirects requests."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field

from reflex.config import get_config

from lean_reflex.network import canonical


@dataclass(frozen=True, kw_only=True)
class Rules:
    """The rules of a site's server. With every default, they suit an ordinary Reflex site.

    ``origins``: the origins whose pages may use the server, as browsers send them; by default those of the app's
    configuration and, without a proxy, of localhost. ``refused``: the reason that the log gives for other pages.

    ``websockets``: open websockets of one address; 0: no limit of addresses and of all together. ``messages``: messages
    per second on one websocket, averaged over ten seconds; 0: no limit. ``counts_requests``: whether the requests with
    a body are counted.

    ``own_paths``: the beginnings of paths whose app checks and limits its requests itself. ``own_headers``: headers of
    its answers, in place of those by which caches ask again and other sites get nothing. ``unchanging``: a pattern of
    the paths of files that browsers may keep for a year. ``redirect``: returns where an unknown path leads, given all
    paths of files; "" for the 404 page. ``suggest``: returns the 404 page's HTML with a link, given that HTML and the
    path that was probably meant.
    """

    origins: tuple[str, ...] = ()
    refused: str = "its page belongs to another site"
    websockets: int = 20
    messages: int = 20
    counts_requests: bool = True
    own_paths: tuple[str, ...] = ()
    own_headers: Mapping[str, str] = field(default_factory=dict)
    unchanging: str = "^/assets/"
    redirect: Callable[[str, Collection[str]], str] = lambda _path, _files: ""
    suggest: Callable[[str, str], str] = lambda html, _path: html

    def allowed(self) -> frozenset[str]:
        """Return the origins whose pages may use the server."""
        if self.origins:
            return frozenset(self.origins)
        config = get_config()
        named = [config.deploy_url, *config.cors_allowed_origins]
        ports = () if config.trusted_proxy_hops else {config.frontend_port, config.backend_port} - {None}
        local = [f"http://{host}:{port}" for port in ports for host in ("localhost", "127.0.0.1")]
        return frozenset([*(canonical(url).rstrip("/") for url in named if url and url != "*"), *local])
