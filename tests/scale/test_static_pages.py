"""Caddy serves the same pages from disk with the same headers as the app."""

import re
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from tests.export.test_weights import HEAD
from tests.gym import GYM
from tests.scale.servers import CaddyServer

PER_ANSWER = {"date", "server", "etag", "last-modified", "content-length", "transfer-encoding", "accept-ranges", "vary"}
"""Headers that depend on a single response or on the server program, not on the site."""
PAGES = {
    *(GYM.routes.post_alias(post.id) for post in GYM.posts[:1]),
    *(path for route in GYM.routes.values() for path in (route.path, route.alias) if path),
}
MISSING = ["/no-such-page", "/no/such/page", "/assets/gone.js", "/images/x.01234567.jpg"]


@pytest.fixture(scope="module")
def client(running):
    with httpx.Client(base_url=running.url, headers={"Accept-Encoding": "identity"}) as client:
        yield client


@pytest.fixture(scope="module")
def app(running):
    with httpx.Client(base_url=running.backends[0].url, headers={"Accept-Encoding": "identity"}) as client:
        yield client


@pytest.fixture(scope="module")
def deserted(running, pages, tmp_path_factory):
    """A client of a Caddy without a running backend."""
    with (
        CaddyServer(tmp_path_factory.mktemp("deserted"), pages, ["127.0.0.1:9"]) as caddy,
        httpx.Client(base_url=caddy.url, timeout=30) as client,
    ):
        yield client


def of_the_site(response):
    """Return the headers set by the site, duplicates included."""
    return sorted((name, value) for name, value in response.headers.multi_items() if name not in PER_ANSWER)


def untyped(response):
    """Return the status and the site's headers, without the content type: it may be text/xml or application/xml."""
    return response.status_code, [header for header in of_the_site(response) if header[0] != "content-type"]


@pytest.mark.parametrize(("paths", "status"), [(PAGES, 200), (MISSING, 404)], ids=["pages", "missing"])
def test_caddy_serves_a_page_with_the_same_text_and_headers_as_the_app(client, app, paths, status):
    for path in paths:
        answer, own = client.get(path), app.get(path)
        assert (answer.status_code, answer.text) == (status, own.text), path
        assert of_the_site(answer) == of_the_site(own), path
        assert answer.headers["cache-control"] == "no-cache"
        assert client.get(path.rstrip("/") + "/").status_code == status, path


def test_caddy_serves_every_file_with_the_same_headers_as_the_app(client, app, pages):
    paths = {"/" + file.relative_to(pages).as_posix() for file in pages.rglob("*.*")}
    kept = {path for path in paths if not path.endswith((".html", ".br", ".gz"))}
    assert len(kept) > 100
    differing = {path for path in kept if untyped(client.head(path)) != untyped(app.head(path))}
    assert differing == set()


@pytest.mark.parametrize("path", ["/forms/consultation/sent", "/forms/spa"])
def test_caddy_passes_on_the_headers_of_the_app_without_duplicates(client, app, path):
    answer, own = client.get(path), app.get(path)
    assert answer.status_code == own.status_code
    assert of_the_site(answer) == of_the_site(own)
    assert "content-security-policy" in answer.headers


@pytest.mark.parametrize(("encoding", "suffix"), [("br", "br"), ("gzip", "gz")])
def test_caddy_sends_the_files_that_the_build_has_compressed(client, pages, encoding, suffix):
    start = re.search(r'data-module="(/assets/start-[^"]+\.js)"', client.get("/").text)[1]
    script = re.search(r"/assets/[\w-]+\.js", client.get(start).text)[0]
    for path, file in (
        ("/", "index.html"),
        (GYM.routes.url_for("faq"), f"{GYM.routes.url_for('faq')[1:]}.html"),
        (script, script[1:]),
    ):
        with client.stream("GET", path, headers={"Accept-Encoding": encoding}) as answer:
            sent = b"".join(answer.iter_raw())
        assert answer.headers["content-encoding"] == encoding
        assert sent == (pages / f"{file}.{suffix}").read_bytes()
        assert "Accept-Encoding" in answer.headers["vary"]


def test_responses_over_tls_have_an_hsts_header(running, pages, tmp_path):
    backend = f"127.0.0.1:{running.backends[0].port}"
    with CaddyServer(tmp_path, pages, [backend], tls=True) as caddy:
        for path in ("/", "/no-such-page", "/forms/consultation/sent"):
            answer = httpx.get(caddy.url + path, verify=False)
            assert answer.headers.get_list("strict-transport-security") == ["max-age=31536000"], path
    assert "strict-transport-security" not in httpx.get(running.url).headers


def test_pages_work_and_forms_show_contact_details_without_a_backend(deserted):
    page = deserted.get("/")
    assert page.status_code == 200
    with ThreadPoolExecutor() as threads:
        asking = threads.submit(deserted.head, "/forms/consultation")
        answer = deserted.post("/forms/consultation", data={"name": "Jo"})
        asked = asking.result()
    # Caddy waits 10 s, the rest is for a busy machine; a page with scripts gives up after 5 s.
    assert max(asked.elapsed, answer.elapsed).total_seconds() < 14
    assert {asked.status_code, answer.status_code} <= {502, 503}
    assert asked.headers["content-security-policy"] == page.headers["content-security-policy"]
    assert answer.headers["content-type"].startswith("text/html")
    assert f'href="tel:+1{GYM.business.phone.replace("-", "")}"' in answer.text


def test_the_access_log_contains_no_visitor_token(running, client):
    client.get("/_event/?token=01234567-secret", headers={"Referer": "https://secret.example"})
    client.get("/no-such-page?token=01234567-secret")
    log = running.caddy.log.read_text()
    assert '"uri":"/_event/"' in log
    assert "secret" not in log


def test_response_headers_stay_within_the_documented_size(client):
    for path in PAGES:
        answer = client.get(path, headers={"Accept-Encoding": "br"})
        head = f"HTTP/1.1 {answer.status_code} {answer.reason_phrase}\r\n" + "".join(
            f"{name}: {value}\r\n" for name, value in answer.headers.multi_items()
        )
        tls = 'strict-transport-security: max-age=31536000\r\nalt-svc: h3=":443"; ma=2592000\r\n'
        assert len(head + tls) <= HEAD < 800, head
