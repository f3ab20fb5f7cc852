"""The server's log: a JSON object per line on stderr, without anything that a visitor wrote.

Exception texts, and the messages of other packages, may contain payloads, tokens and addresses. Instead of them, the
log shows the place in the code.
"""

import json
import logging
import re
import sys
import traceback
from datetime import UTC, datetime

from gym_site.settings import ROOT, VERSION

logger = logging.getLogger(__name__)

_PACKAGES = ("gym_site", "lean_reflex")
_PATH_PREFIXES = (f"{ROOT.as_posix()}/", "site-packages/")
_MAX_CAUSES = 5
_QUERY = re.compile(r"\?\S+")
_TOKEN = re.compile(r"\b(token|sid)=[^\s&]+|\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b", re.IGNORECASE)


def log_as_json() -> None:
    """Replace all log handlers of this process with one that writes JSON lines to stderr."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    for existing in (root, *(logging.getLogger(name) for name in root.manager.loggerDict)):
        for old_handler in existing.handlers[:]:
            old_handler.addFilter(lambda _: False)  # Reflex may attach its handlers again
            existing.removeHandler(old_handler)
        existing.propagate = True
    root.addHandler(handler)
    root.setLevel(logging.WARNING)
    for package in _PACKAGES:
        logging.getLogger(package).setLevel(logging.INFO)
    logging.raiseExceptions = False  # otherwise a record that can't be formatted would be printed with its arguments
    logger.info("Version %s starts", VERSION)


class JsonLines(logging.Formatter):
    """Formats a record as JSON: ``time`` in UTC, ``level``, ``logger`` and ``message``.

    For an exception, it adds the class, the places in the traceback, and the same for the cause.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return the JSON object as text."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": _message(record),
        }
        if record.exc_info and record.exc_info[1] is not None:
            line |= _exception_info(record.exc_info[1])
        return json.dumps(line, ensure_ascii=False)


def _message(record: logging.LogRecord) -> str:
    if record.name.partition(".")[0] not in _PACKAGES:
        return f"At {_place(record.pathname or '', record.lineno, record.funcName)}"
    return _TOKEN.sub("…", _QUERY.sub("", record.getMessage()))


def _exception_info(error: BaseException, depth: int = 1) -> dict[str, object]:
    """Return an exception's class, the places in its traceback, and the same for its cause."""
    frames = traceback.walk_tb(error.__traceback__)
    info: dict[str, object] = {
        "exception": type(error).__qualname__,
        "places": [_place(frame.f_code.co_filename, number, frame.f_code.co_name) for frame, number in frames],
    }
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if cause is not None and depth < _MAX_CAUSES:
        info["cause"] = _exception_info(cause, depth + 1)
    return info


def _place(file: str, line: int, function: str | None) -> str:
    for start in _PATH_PREFIXES:
        file = file.rpartition(start)[2]
    return f"{file}:{line} {function or ''}".rstrip()


def log_failed_handler(exception: Exception) -> None:
    """Log an event handler's exception.

    Reflex's own function would also make the page show an error by ``eval``, which the policy of built pages forbids.
    """
    logger.error("An event handler failed", exc_info=exception)
