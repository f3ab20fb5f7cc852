"""The limits of server/bounds.py, with Reflex's own upload and a route that a developer has added."""

import asyncio
from contextlib import asynccontextmanager
from io import BytesIO
from types import SimpleNamespace

import httpx
import pytest
import reflex as rx
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from lean_reflex.reflex_internals import handlers
from lean_reflex.server.bounds import Bounds
from lean_reflex.server.events import Call, CheckedUploads
from lean_reflex.server.rules import Limits, Rules, strict

TOKEN = "01234567-89ab-cdef-0123-456789abcdef"
MAX_BODY, MAX_UPLOAD = Limits.body, Limits.upload
OURS, OTHERS = "http://localhost:3000", "https://evil.example"


class Desk(rx.State):
    """Handlers of which one takes files."""

    @rx.event
    async def take(self, files: list[rx.UploadFile], room: int = 1):
        """Take files for a room."""

    @rx.event
    def other(self):
        """Take none."""


NAMES = {
    handler.fn.__name__: name for name, handler in handlers().items() if handler.fn.__qualname__.startswith("Desk.")
}
CALLS = {name: Call(name, handlers()[name]) for name in NAMES.values()}


async def vote(request: Request) -> Response:
    """Answer as a developer's route does."""
    return JSONResponse(len(await request.body()))


async def stored(request: Request) -> Response:
    """Stand for Reflex's route, which reads the whole body and then calls the handler."""
    async with request.form() as form:
        return JSONResponse([file.size for file in form.getlist("files")])


@asynccontextmanager
async def asking(calls=CALLS, rules=None, **limits):
    """Yield a client of an app with both routes."""
    inside = Starlette(
        routes=[Route("/vote", vote, methods=["GET", "POST"]), Route("/_upload", stored, methods=["POST"])]
    )
    app = Bounds(inside, rules or strict(origins=(OURS,), limits=Limits(**limits)), calls)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://gym.example") as client:
        yield client


def upload_of(size=3, handler="take", origin=OURS):
    """Return the parts of a request that uploads a file."""
    headers = {"reflex-client-token": TOKEN, "reflex-event-handler": NAMES.get(handler, handler), "origin": origin}
    return {"files": {"files": ("a.txt", b"x" * size)}, "headers": headers}


def statuses(*requests, calls=CALLS, **rules):
    """Return the status of the answer to each request: a path and the rest."""

    async def send():
        async with asking(calls, **rules) as client:
            return [(await client.post(path, **parts)).status_code for path, parts in requests]

    return asyncio.run(send())


async def chunks(size):
    """Yield a body with a file without announcing its length."""
    yield b'--b\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\n\r\n'
    for _ in range(size // 1024 + 1):
        yield b"x" * 1024


@pytest.fixture(autouse=True)
def folder(monkeypatch, tmp_path):
    """Let the uploaded files be in a folder of the test."""
    monkeypatch.setenv("REFLEX_UPLOADED_FILES_DIR", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize(
    ("parts", "status"),
    [
        (upload_of(), 200),
        (upload_of(MAX_UPLOAD), 413),
        (upload_of(handler="other"), 404),
        (upload_of(handler="no_handler"), 404),
        (upload_of(origin=OTHERS), 403),
        (upload_of() | {"headers": upload_of()["headers"] | {"reflex-client-token": "x" * 9000}}, 400),
        ({"content": chunks(MAX_UPLOAD), "headers": upload_of()["headers"]
          | {"content-type": "multipart/form-data; boundary=b"}}, 413),
    ],
)  # fmt: skip
def test_an_upload_needs_a_handler_that_a_page_calls_and_has_a_limit(parts, status):
    assert statuses(("/_upload", parts)) == [status]


def test_without_rules_every_request_is_passed_on():
    requests = (upload_of(MAX_UPLOAD + 1, "no_handler", OTHERS), {"content": b"x" * (MAX_BODY + 1)})
    assert statuses(("/_upload", requests[0]), ("/vote", requests[1]), rules=Rules(), calls={}) == [200, 200]


def test_the_number_of_uploads_and_of_other_requests_is_limited():
    few = {"uploads": 2, "requests": 2}
    assert statuses(*[("/_upload", upload_of())] * 3, *[("/vote", {})] * 3, **few) == [200, 200, 429] * 2
    assert statuses(*[("/_upload", upload_of())] * 3, are_counted=False, **few) == [200] * 3


def test_an_upload_into_a_full_folder_is_refused_and_logged(folder, caplog):
    (folder / "a.txt").write_text("x" * 11)
    assert statuses(*[("/_upload", upload_of())] * 2, folder=10) == [507] * 2
    assert len(caplog.records) == 1


@pytest.mark.parametrize(
    ("parts", "status"),
    [
        ({"content": b"x" * MAX_BODY}, 200),
        ({"content": b"x" * (MAX_BODY + 1)}, 413),
        ({"content": chunks(MAX_BODY)}, 413),
        ({"headers": {"origin": OURS}}, 200),
        ({"headers": {"origin": OTHERS}}, 403),
    ],
)
def test_a_developers_route_has_the_limits_of_a_form(parts, status):
    assert statuses(("/vote", parts)) == [status]


@pytest.mark.parametrize(
    ("others", "is_refused"),
    [({}, False), ({"room": 2}, False), ({"room": "x"}, True), ({"room": {"a": 1}}, True), ({"self": 1}, True)],
)
def test_the_other_arguments_of_an_upload_are_checked(others, is_refused, caplog):
    """They come as JSON beside the files, from anybody."""
    payload = {"files": [rx.UploadFile(file=BytesIO(b"x"))]} | others
    event = SimpleNamespace(name=NAMES["take"], payload=payload)
    update = asyncio.run(CheckedUploads(CALLS).preprocess(None, None, event))
    assert (update is not None, bool(caplog.records)) == (is_refused, is_refused)


@pytest.mark.parametrize("path", ["/vote", "/_upload"])
def test_a_body_that_stalls_is_given_up(path):
    async def stalled():
        yield b"--b"
        await asyncio.sleep(5)

    headers = upload_of()["headers"] | {"content-type": "multipart/form-data; boundary=b"}
    stalls = (path, {"content": stalled(), "headers": headers})
    assert statuses(stalls, body_timeout=0.1, upload_timeout=0.1) == [408]
