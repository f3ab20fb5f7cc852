"""The server's log: one JSON object a line on stderr, and nothing in it that a visitor wrote.

Our own messages are fixed sentences and stand there in full. Other packages put payloads, tokens and addresses into
theirs, so of their records only the place in the code is kept. Of an exception, whoever raised it, the class and the
places are kept: its message may hold what a visitor wrote. Rotation is the business of journald or Docker, which
collect stderr.
"""

from __future__ import annotations

import json
import logging
import re
import sys
import traceback
from datetime import UTC, datetime

from starlette.types import ASGIApp, Receive, Scope, Send

from gym_site.settings import ROOT

logger = logging.getLogger(__name__)

_OURS = "gym_site"
_SHORTENED_BY = (f"{ROOT.as_posix()}/", "site-packages/")
_DEEPEST_CAUSE = 5
_QUERY = re.compile(r"(/[^\s?]*)\?\S+")
_TOKEN = re.compile(r"\b(token|sid)=[^\s&]+|\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b", re.IGNORECASE)


def log_as_json() -> None:
    """Send every record of this process to stderr as JSON lines, in place of all handlers that are set up."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    for one in (root, *(logging.getLogger(name) for name in root.manager.loggerDict)):
        for former in one.handlers[:]:
            former.addFilter(lambda _: False)  # Reflex may attach its own again
            one.removeHandler(former)
        one.propagate = True
    root.addHandler(handler)
    root.setLevel(logging.WARNING)
    logging.getLogger(_OURS).setLevel(logging.INFO)
    logging.raiseExceptions = False  # a record that can't be written would be printed with its arguments


class JsonLines(logging.Formatter):
    """A record as a line: ``time`` in UTC, ``level``, ``logger``, ``message``; of exceptions class and places."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": _message(record),
        }
        if record.exc_info and record.exc_info[1] is not None:
            line |= _raised(record.exc_info[1])
        return json.dumps(line, ensure_ascii=False)


def _message(record: logging.LogRecord) -> str:
    if record.name.partition(".")[0] != _OURS:
        return f"At {_place(record.pathname or '', record.lineno, record.funcName)}"
    return _TOKEN.sub("…", _QUERY.sub(r"\1", record.getMessage()))


def _raised(error: BaseException, depth: int = 1) -> dict[str, object]:
    """Return the class of an exception, the places it went through, and the same of its cause."""
    frames = traceback.walk_tb(error.__traceback__)
    told: dict[str, object] = {
        "exception": type(error).__qualname__,
        "places": [_place(frame.f_code.co_filename, number, frame.f_code.co_name) for frame, number in frames],
    }
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if cause is not None and depth < _DEEPEST_CAUSE:
        told["cause"] = _raised(cause, depth + 1)
    return told


def _place(file: str, line: int, function: str | None) -> str:
    for start in _SHORTENED_BY:
        file = file.rpartition(start)[2]
    return f"{file}:{line} {function or ''}".rstrip()


def log_failed_handler(exception: Exception) -> None:
    """Log what an event handler raised. Reflex's own notice for the visitor needs ``eval``, which the policy forbids;
    the page helps itself where no answer comes.
    """
    logger.error("An event handler failed", exc_info=exception)


def failures_logged(app: ASGIApp) -> ASGIApp:
    """Return the app with what it lets through logged: the server alone would tell neither class nor place."""

    async def logged(scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await app(scope, receive, send)
        except Exception:
            logger.exception("A request failed")
            raise

    return logged
