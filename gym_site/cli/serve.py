"""``serve``: start the built site in one process, which uses one port for pages and forms and needs no Node.

To run several processes, set up Redis and run this command for each of them (docs/operations.md).
"""

import asyncio
import gc
import os
from typing import Annotated
from urllib.parse import urlsplit

import uvicorn
from starlette.types import ASGIApp

from gym_site.built import built_folder
from gym_site.cli.build import changed_since_build
from gym_site.cli.command import within
from gym_site.cli.processes import check_free
from gym_site.errors import CommandError
from gym_site.server.shutdown import Shutdown
from gym_site.settings import ROOT, load_settings
from gym_site.site import served
from lean_reflex.environment import use_build


def serve(*, host: str | None = None, port: Annotated[int | None, within(1, 65535)] = None) -> None:
    """Start the built site, pages and server on one port, and serve until the process is told to stop.

    Args:
        host: address to listen on (default: REFLEX_BACKEND_HOST, or 127.0.0.1)
        port: default: REFLEX_FRONTEND_PORT, or 3000
    """
    settings = load_settings()
    gym, _ = served(settings)
    host, port = host or settings.host, port or settings.port
    check_free(host, port, f"Try another port: --port {port + 1}, or REFLEX_FRONTEND_PORT={port + 1} make run")
    status = urlsplit(f"//{settings.status_of(port)}")
    if status.port == port:
        raise CommandError(f"GYM_STATUS_ADDRESS must have another port than the server, which listens on {port}.")
    check_free(str(status.hostname), status.port or 0, "GYM_STATUS_ADDRESS can name another port for the status")
    if not (built_folder() / "index.html").exists():
        raise CommandError("There are no pages to serve yet. To build them: python -m gym_site build")
    if changed := changed_since_build():
        print(f"The pages are older than {changed}. To rebuild them: python -m gym_site build", flush=True)
    use_build(port)
    os.chdir(ROOT)
    _allow_files()
    gc.disable()  # imports leave hardly any garbage, but looking for it takes a fifth of the start-up time
    # Imported after the environment is set, because Reflex reads it on import.
    from gym_site.app import create_app

    app = create_app(load_settings(), gym)  # with what `use_build` has set
    serving = app()
    gc.freeze()
    gc.enable()
    asyncio.run(_run(uvicorn.Server(_config(serving, host, port)), app.shutdown))


async def _run(server: uvicorn.Server, shutdown: Shutdown) -> None:
    """Serve until a signal to stop has been handled."""
    serving = asyncio.create_task(server.serve())
    await asyncio.sleep(0)  # uvicorn sets its signal handlers first, and `Shutdown` replaces them
    if os.name == "posix":  # Windows has no SIGTERM

        async def stop() -> None:
            await shutdown.signalled()
            server.should_exit = True

        stopping = asyncio.create_task(stop())
        serving.add_done_callback(lambda _: stopping.cancel())
    await serving


def _config(app: ASGIApp, host: str, port: int) -> uvicorn.Config:
    """Return uvicorn's configuration. On the internet a proxy must be in front of this server."""
    from lean_reflex.server.frames import CountedFrames  # here, because they import Reflex
    from lean_reflex.server.rules import Limits

    return uvicorn.Config(
        app,
        host=host,
        port=port,
        http="h11",  # reads no pipelined request before the previous one has been answered
        ws=CountedFrames,  # with wsproto
        ws_per_message_deflate=False,  # or a small message could fill the memory before its length is known
        ws_max_size=4 * Limits.message,  # bytes; lean_reflex/server/socket.py counts characters, of up to four bytes
        ws_ping_interval=None,  # Reflex pings
        proxy_headers=False,  # lean_reflex/server/address.py finds the visitor's address
        server_header=False,
        access_log=False,
        log_config=None,  # JSON like all other messages
        log_level="error",  # it would log each malformed request
        timeout_keep_alive=10,  # seconds from a response to the next request
        timeout_graceful_shutdown=10,  # seconds in which requests in progress can end when the server stops
        backlog=1024,
    )


def _allow_files() -> None:
    """Raise the limit of open files, which include connections, from the default (often 1,024) to the maximum."""
    if os.name == "posix":
        import resource

        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
