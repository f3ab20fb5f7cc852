"""Listens at a second address, beside the server's own, in the same process and event loop."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext
from urllib.parse import urlsplit

import uvicorn
from starlette.types import ASGIApp


class _Beside(uvicorn.Server):
    def capture_signals(self) -> AbstractContextManager[None]:  # type: ignore[override]
        """Leave the signals to the site's own server."""
        return nullcontext()


@asynccontextmanager
async def listening(app: ASGIApp, address: str) -> AsyncIterator[None]:
    """Serve an app at ``address``, a ``host:port``, until the end of the context."""
    there = urlsplit(f"//{address}")
    config = uvicorn.Config(
        app,
        host=str(there.hostname),
        port=there.port or 0,
        http="h11",
        ws="none",
        lifespan="off",
        proxy_headers=False,
        server_header=False,
        access_log=False,
        log_config=None,
        log_level="error",
        timeout_graceful_shutdown=1,
    )
    server = _Beside(config)
    task = asyncio.create_task(server.serve())
    try:
        yield
    finally:
        server.should_exit = True
        await task
