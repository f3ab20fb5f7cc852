"""Threads for database calls, and tasks that outlive their callers."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import Any, TypeVar

from sqlalchemy import Engine

T = TypeVar("T")


class Workers:
    """The lead pipeline's threads and tasks: one object per process, on one event loop."""

    def __init__(self, engine: Engine) -> None:
        self.closing = False  # shutting down: don't wait for deliveries by other processes
        # Not asyncio's default threads: a locked database would block them, and they also resolve host names.
        # SQLite needs only one thread: it allows one writer at a time, so more threads would just wait for the lock.
        self._threads = ThreadPoolExecutor(1 if engine.dialect.name == "sqlite" else 5, thread_name_prefix="leads")
        self._tasks: set[asyncio.Task[Any]] = set()

    def in_thread(self, function: Callable[..., T], *arguments: Any) -> asyncio.Future[T]:
        """Call a blocking database function in a thread."""
        return asyncio.get_running_loop().run_in_executor(self._threads, function, *arguments)

    def start(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Start a task that outlives its caller. `_tasks` keeps a reference to it, because the event loop does not."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def finish(self) -> None:
        """Wait for all running tasks."""
        self.closing = True
        while self._tasks:
            await asyncio.wait(self._tasks)


def now() -> datetime:
    """Return the current time in UTC."""
    return datetime.now(UTC)
