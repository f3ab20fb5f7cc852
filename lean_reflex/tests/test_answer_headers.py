"""The effects of server/policy.py on every response: headers, one spelling per path, compressed files."""

import asyncio
import shutil
from functools import partial
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.responses import PlainTextResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from lean_reflex.server import policy
from lean_reflex.server.policy import guard
from lean_reflex.server.rules import strict

ORIGIN = "https://gym.example"
RULES = strict(
    own_paths=("/forms/",),
    own_headers={"cache-control": "no-store"},
    redirect=lambda path, _: "/faq" * (path == "/former"),
)
GUARDING = {"content-security-policy", "x-content-type-options", "cross-origin-resource-policy", "cache-control"}
FILES = (
    "index.html", "faq.html", "faq/index.html", "404.html", "__spa-fallback.html", "__dynamic.html", "google1.html",
    "assets/a-1234abcd.js", "assets/a-1234abcd.js.br", "clip.mp4", "post/1/index.html",
)  # fmt: skip


def request(app, path: str, method: str = "GET", **headers: str) -> tuple[int, httpx.Headers, bytes]:
    """Send a request to an in-process app; return status, headers and body."""
    url = httpx.URL("http://gym.example").copy_with(raw_path=path.encode())
    named = {"accept-encoding": "identity"} | {name.replace("_", "-"): value for name, value in headers.items()}

    async def asking():
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with (
            httpx.AsyncClient(transport=transport) as client,
            client.stream(method, url, headers=named) as answer,
        ):
            return answer.status_code, answer.headers, b"".join([part async for part in answer.aiter_raw()])

    return asyncio.run(asking())


@pytest.fixture(scope="module")
def ask(tmp_path_factory):
    """Send requests to a small site that `guard` protects; each of its files contains the file's name."""
    return partial(request, site(tmp_path_factory.mktemp("pages")))


@pytest.fixture
def below(tmp_path, monkeypatch):
    """Send requests to such a site below the path /sub."""
    monkeypatch.setattr(policy, "sub_path", lambda: "/sub")
    return partial(request, site(tmp_path))


def site(folder):
    """Return such a site, with its files in a folder."""
    for name in FILES:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(name)
    inside = Starlette(
        routes=[
            Route("/forms/inquiry", lambda _: PlainTextResponse("words", 422), methods=["POST"]),
            Route("/ping", lambda _: PlainTextResponse("pong")),
            Route("/healthz", lambda _: 1 / 0),
            Route("/_event", lambda _: PlainTextResponse("polled"), methods=["GET", "POST"]),
            Mount("", StaticFiles(directory=folder, html=True)),  # as Reflex mounts the pages
        ],
        middleware=[Middleware(CORSMiddleware, allow_origins=[ORIGIN], allow_credentials=True) for _ in range(2)],
    )
    return guard(inside, lambda: folder, inside.routes[:3], {"/faq": "faq", "/class/monday": "class/[day]"}.get, RULES)


@pytest.mark.parametrize(
    "path",
    [
        "/assets/..%2f", "//faq", "/faq//", "/%5cevil", "//evil.example/x", "/assets", "/ping/",
        "/_event", "/_event/", "/%5fevent/", "/_upload", "/healthz/", "/records/pages/",
        "/faq.html", "/faq/index.html", "/404.html", "/__spa-fallback.html", "/__dynamic.html",
    ],
)  # fmt: skip
def test_any_variant_spelling_of_a_path_gets_the_404_page(ask, path):
    """Other spellings are not cached for a year and do not redirect to the host that the request names.

    If a page were served under its file name, its scripts would append the 404 page.
    """
    status, headers, body = ask(path, host="evil.example")
    assert (status, headers["cache-control"], body) == (404, "no-cache", b"404.html")


def test_a_path_of_over_300_characters_is_a_file_or_gets_the_404_page_before_any_pattern(tmp_path):
    file, longest, attack = f"{'a' * 200}/{'b' * 200}", "/".ljust(300, "-"), f"/{'-' * 60_000}a"
    (tmp_path / file).parent.mkdir()
    for name in (file, "404.html", "__dynamic.html"):
        (tmp_path / name).write_text(name)
    asked: list[str] = []  # the paths that were compared with those of routes
    site = guard(PlainTextResponse("app"), lambda: tmp_path, [], asked.append, strict())
    answers = [request(site, path)[::2] for path in (f"/{file}", longest, attack)]
    assert answers == [(200, file.encode()), (404, b"404.html"), (404, b"404.html")]
    assert asked == [longest]


@pytest.mark.parametrize(
    ("path", "method", "named", "status"),
    [
        ("/", "GET", {}, 200), ("/faq", "GET", {}, 200), ("/faq/", "GET", {}, 200), ("/google1.html", "GET", {}, 200),
        ("/nothing", "GET", {}, 404), ("/class/monday", "GET", {}, 200), ("/class/monday", "POST", {}, 405),
        ("/faq", "POST", {}, 405), ("/assets/a-1234abcd.js", "GET", {}, 200), ("/clip.mp4", "GET", {"range": "bytes=1-2"}, 206),
        ("/clip.mp4", "GET", {"range": "bytes=99-"}, 416), ("/ping", "GET", {"origin": ORIGIN}, 200),
        ("/ping", "OPTIONS", {"origin": ORIGIN, "access_control_request_method": "GET"}, 200), ("/healthz", "GET", {}, 500),
        ("/forms/inquiry", "POST", {"origin": ORIGIN}, 422), ("/former", "GET", {}, 307),
        ("/ping?a", "GET", {}, 200), (f"/ping?{'a' * 2001}", "GET", {}, 404),
        ("/", "GET", {"cookie": "a" * 17_000}, 431), (f"/?{'a' * 17_000}", "GET", {}, 431),
    ],
)  # fmt: skip
def test_every_response_has_each_security_header_once(ask, path, method, named, status):
    answered, headers, _ = ask(path, method, host="gym.example", **named)
    names = [name for name, _ in headers.multi_items()]
    assert answered == status
    assert set(names) >= GUARDING
    assert len(names) == len(set(names))
    assert "access-control-allow-credentials" not in names
    varying = headers.get("vary", "").split(", ")
    assert len(varying) == len(set(varying))
    assert "//" not in headers.get("location", "")


def test_each_encoding_of_a_file_has_its_own_etag(ask):
    _, headers, body = ask("/assets/a-1234abcd.js", accept_encoding="gzip, br")
    assert body == b"assets/a-1234abcd.js.br"
    assert (headers["content-encoding"], headers["vary"]) == ("br", "Accept-Encoding")
    assert "immutable" in headers["cache-control"]
    status, _, body = ask("/assets/a-1234abcd.js", accept_encoding="br", if_none_match=f'"x", {headers["etag"]}')
    assert (status, body) == (304, b"")
    assert ask("/assets/a-1234abcd.js", if_none_match=headers["etag"])[0] == 200  # the ETag of the other encoding
    assert ask("/nothing", if_modified_since="Fri, 01 Jan 2100 00:00:00 GMT", range="bytes=0-1")[0] == 404


@pytest.mark.parametrize(
    ("path", "status", "answer"),
    [
        ("/sub/", 200, "index.html"), ("/sub/faq", 200, "faq/index.html"), ("/sub/class/monday", 200, "__dynamic.html"),
        ("/sub/nothing", 404, "404.html"), ("/ping", 200, "pong"), ("/faq", 404, ""), ("/subfaq", 404, ""),
        ("/", 307, "/sub/"), ("/sub", 307, "/sub/"), ("/sub/index.html", 307, "/sub/"), ("/sub/former", 307, "/sub/faq"),
    ],
)  # fmt: skip
def test_a_site_below_a_path_is_served_only_there(below, path, status, answer):
    answered, headers, body = below(path)
    assert (answered, headers.get("location", body.decode())) == (status, answer)
    assert set(headers) >= GUARDING


def test_a_new_build_is_served_without_a_restart_even_if_the_former_one_is_gone(tmp_path):
    folders = [tmp_path / "former", tmp_path / "new"]
    for folder in folders:
        folder.mkdir()
        (folder / "index.html").write_text(folder.name)
    current = folders[0]
    site = guard(PlainTextResponse(""), lambda: current, [], lambda _path: None, strict())
    assert request(site, "/")[2] == b"former"
    current = tmp_path / "not yet there"
    assert request(site, "/")[2] == b"former"
    current = folders[1]
    shutil.rmtree(folders[0])
    assert request(site, "/")[2] == b"new"


@pytest.mark.parametrize("fault", [PermissionError, UnicodeDecodeError("utf-8", b"\xe9", 0, 1, "invalid")])
def test_the_former_build_is_served_while_nobody_can_read_which_is_the_current_one(tmp_path, fault):
    (tmp_path / "index.html").write_text("former")
    answers = iter([tmp_path, fault])

    def root():
        if isinstance(answer := next(answers), Path):
            return answer
        raise answer

    assert request(guard(PlainTextResponse(""), root, [], lambda _path: None, strict()), "/")[::2] == (200, b"former")


def test_a_file_that_somebody_has_deleted_since_the_build_is_not_found(tmp_path):
    app = site(tmp_path)
    (tmp_path / "clip.mp4").unlink()
    status, headers, _ = request(app, "/clip.mp4")
    assert status == 404
    assert headers["cache-control"] == "no-cache"
