"""The server's log: machine-readable lines without visitor data."""

import json
import logging
from datetime import datetime, timedelta

import pytest

from gym_site.server.logs import JsonLines, log_failed_handler
from gym_site.settings import VERSION
from tests.site import python

SECRET = "my knee hurts since May"
TOKEN = "3f1c9d0a-58e4-4a53-9c1b-2d6a8f7e0b11"


def line_of(name: str, message: str, *arguments: object, error: BaseException | None = None) -> dict:
    raised = (type(error), error, error.__traceback__) if error else None
    record = logging.LogRecord(name, logging.ERROR, __file__, 7, message, arguments, raised, "some_function")
    text = JsonLines().format(record)
    assert "\n" not in text
    return json.loads(text)


def raised() -> Exception:
    """Return an error with visitor data in its message and in its cause."""

    def inner(words: str) -> None:
        raise KeyError(words)

    try:
        try:
            inner(SECRET)
        except KeyError as error:
            raise ValueError(f"bad value: {SECRET}") from error
    except ValueError as error:
        return error


def test_a_log_line_is_a_json_object_with_time_level_logger_and_message():
    line = line_of("gym_site.leads.service", "Lead %s (%s): %s", "K7Q2-9M", "inquiry", "sent")
    assert set(line) == {"time", "level", "logger", "message"}
    assert datetime.fromisoformat(line["time"]).utcoffset() == timedelta(0)
    assert (line["level"], line["logger"]) == ("ERROR", "gym_site.leads.service")
    assert line["message"] == "Lead K7Q2-9M (inquiry): sent"


@pytest.mark.parametrize("name", ["gym_site.server.logs", "reflex.app"])
def test_an_exception_is_logged_with_class_and_place_but_no_message(name):
    line = line_of(name, "Something failed", error=raised())
    assert (line["exception"], line["cause"]["exception"]) == ("ValueError", "KeyError")
    assert line["places"][0].startswith("tests/unit/test_server_logs.py:")
    assert line["cause"]["places"][-1].endswith(" inner")
    assert SECRET not in json.dumps(line)


@pytest.mark.parametrize("name", ["engineio.server", "gym_sites"])
def test_a_message_of_another_package_is_logged_as_its_place_in_the_code(name):
    for message, arguments in [(f"Event data: {SECRET}", ()), ("Event data: %s", (SECRET,)), ("%s %d", ("broken",))]:
        line = line_of(name, message, *arguments)
        assert line["message"] == "At tests/unit/test_server_logs.py:7 some_function"
        assert line["logger"] == name


@pytest.mark.parametrize(
    ("message", "left"),
    [
        ("first\nsecond", "first\nsecond"),
        (f"GET /_event/?EIO=4&token={TOKEN} took 3 s", "GET /_event/ took 3 s"),
        (f"Client {TOKEN} is back", "Client … is back"),
        ("Session sid=abc123 closed", "Session … closed"),
        ("Is GYM_FORM_ENDPOINT right?", "Is GYM_FORM_ENDPOINT right?"),
    ],
)
def test_log_messages_are_one_line_without_query_strings_or_tokens(message, left):
    assert line_of("gym_site.server", "%s", message)["message"] == left


def test_log_handlers_of_other_packages_are_replaced():
    """When the site sets up its log, Reflex, engineio and granian have already installed their own handlers."""
    script = f"""
import logging
from gym_site.server.logs import log_as_json
own = {{name: logging.StreamHandler() for name in ("engineio.server", "reflex", "_granian")}}
for name, handler in own.items():
    logging.getLogger(name).addHandler(handler)
    logging.getLogger(name).propagate = False
log_as_json()
logging.getLogger("reflex").addHandler(own["reflex"])  # as a deprecation warning of Reflex does
for name in (*own, "reflex.app", "gym_site.leads"):
    logging.getLogger(name).error("about %s", {SECRET!r} if name != "gym_site.leads" else "a lead")
logging.getLogger("httpx").info("HTTP Request: POST https://forms.example/f/abc123")
logging.getLogger("gym_site.leads").info("sent")
logging.getLogger("gym_site").error("%d", {SECRET!r})  # can't be formatted, and its arguments must not be logged
"""
    done = python("-c", script)
    assert done.stdout == ""
    lines = done.stderr.splitlines()
    written = [f"{line['logger']} {line['level']}" for line in map(json.loads, lines)]
    failed = ["engineio.server ERROR", "reflex ERROR", "_granian ERROR", "reflex.app ERROR", "gym_site.leads ERROR"]
    assert written == ["gym_site.server.logs INFO", *failed, "gym_site.leads INFO"]
    assert VERSION in lines[0]
    assert SECRET not in "".join(lines)


def test_an_exception_in_an_event_handler_is_logged_without_its_message(caplog):
    log_failed_handler(raised())
    (line,) = (json.loads(JsonLines().format(record)) for record in caplog.records)
    assert (line["message"], line["exception"]) == ("An event handler failed", "ValueError")
    assert SECRET not in json.dumps(line)
