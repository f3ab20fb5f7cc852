"""``serve``: start the built site in one process, which uses one port for pages and forms and needs no Node.

To run several processes, set up Redis and run this command for each of them (docs/operations.md).
"""

import argparse
import asyncio
import gc
import logging
import os
import socket
from typing import cast

from hypercorn.asyncio import serve
from hypercorn.config import Config
from hypercorn.typing import ASGIFramework

from gym_site.cli.build import changed_since_build
from gym_site.cli.command import CommandError, Commands, add_command
from gym_site.settings import ROOT, built_folder, load_settings

# Reflex's internal switches, as `reflex run` sets them. If Reflex renames one, every server test fails.
PREBUILT = {
    "__REFLEX_SKIP_COMPILE": "true",
    "REFLEX_ENV_MODE": "prod",
    "REFLEX_TELEMETRY_ENABLED": "false",
}


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    serve = add_command(commands, "serve", "start the built site, pages and server on one port", _serve)
    serve.add_argument("--host", help="address to listen on (default: REFLEX_BACKEND_HOST, or 127.0.0.1)")
    serve.add_argument("--port", type=int, help="default: REFLEX_FRONTEND_PORT, or 3000")


def _serve(chosen: argparse.Namespace) -> None:
    """Serve until the process is told to stop."""
    settings = load_settings()
    host, port = chosen.host or settings.host, chosen.port or settings.port
    _check_free(host, port)
    if not (built_folder() / "index.html").exists():
        raise CommandError("There are no pages to serve yet. To build them: python -m gym_site build")
    if changed := changed_since_build():
        print(f"The pages are older than {changed}. To rebuild them: python -m gym_site build", flush=True)
    os.environ.update(PREBUILT, REFLEX_FRONTEND_PORT=str(port), REFLEX_BACKEND_PORT=str(port))
    os.chdir(ROOT)
    _allow_files()
    gc.disable()  # imports leave hardly any garbage, but looking for it takes a fifth of the start-up time
    # Imported after the environment is set, because Reflex reads it on import.
    from gym_site.gym_site import app

    serving = app()
    gc.freeze()
    gc.enable()
    stop = app.shutdown.signalled if os.name == "posix" else None  # Windows has no SIGTERM
    asyncio.run(serve(cast("ASGIFramework", serving), _config(host, port), shutdown_trigger=stop))


def _config(host: str, port: int) -> Config:
    """Return Hypercorn's configuration. On the internet a proxy must be in front of this server."""
    config = Config()
    config.bind = [f"[{host}]:{port}" if ":" in host else f"{host}:{port}"]
    config.keep_alive_timeout = 10  # seconds for a request's headers to arrive, after connecting or after a response
    config.read_timeout = 40  # seconds without data from the client; an open websocket answers a ping every 25 seconds
    config.graceful_timeout = 12  # seconds in which requests in progress can end when the server stops
    config.websocket_max_message_size = 1024 * 1024  # bytes; server/socket.py has a lower limit
    config.backlog = 1024
    config.include_server_header = False
    config.errorlog = logging.getLogger("hypercorn.error")  # logged as JSON like all other messages
    return config


def _check_free(host: str, port: int) -> None:
    """Raise `CommandError` if the port is taken; Hypercorn would print a long traceback."""
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as probe:
            if os.name == "posix":  # accept a port that was closed a moment ago; Windows would accept even a used port
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as error:
        raise CommandError(
            f"Can't listen on {host}, port {port}: {error.strerror}. Try another port: --port {port + 1}"
        ) from error


def _allow_files() -> None:
    """Raise the limit of open files, which include connections, from the default (often 1,024) to the maximum."""
    if os.name == "posix":
        import resource

        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
