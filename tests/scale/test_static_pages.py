"""Caddy's answers are the app's own: the same pages under the same headers, from disk."""

from __future__ import annotations

import re
import subprocess
from dataclasses import replace

import httpx
import pytest

from gym_site.content.business import BUSINESS
from gym_site.routes import ROUTES, post_alias, url_for
from gym_site.settings import load_settings
from scripts.servers import find_server
from tests.scale.servers import CADDYFILE, CaddyServer

PER_ANSWER = {"date", "server", "etag", "last-modified", "content-length", "transfer-encoding", "accept-ranges", "vary"}
"""Headers that say something of one answer or of the program, not of the site."""

PAGES = sorted({"/", post_alias(1), *(path for route in ROUTES for path in (route.path, route.alias) if path)})


@pytest.fixture(scope="module")
def client(scaled):
    with httpx.Client(base_url=scaled.url, headers={"Accept-Encoding": "identity"}) as client:
        yield client


@pytest.fixture(scope="module")
def app(scaled):
    """A backend, asked directly."""
    with httpx.Client(base_url=scaled.backends[0].url, headers={"Accept-Encoding": "identity"}) as client:
        yield client


def said(response):
    """Return the headers that belong to the site; one that came twice stands there twice."""
    return sorted((name, value) for name, value in response.headers.multi_items() if name not in PER_ANSWER)


def untyped(response):
    """Return them without the type, for which each program has a table of its own (text/xml, application/xml)."""
    return response.status_code, [one for one in said(response) if one[0] != "content-type"]


@pytest.mark.parametrize("path", PAGES)
def test_every_page_is_answered_under_its_own_path(client, app, path):
    answer, own = client.get(path), app.get(path)
    assert (answer.status_code, answer.text) == (200, own.text)
    assert said(answer) == said(own)
    assert client.get(path.rstrip("/") + "/").status_code == 200


def test_every_published_file_has_the_headers_that_the_app_gives_it(client, app, pages):
    paths = {"/" + file.relative_to(pages).as_posix() for file in pages.rglob("*.*")}
    kept = {path for path in paths if not path.endswith((".html", ".br", ".gz"))}
    assert len(kept) > 100
    differing = {path for path in kept if untyped(client.head(path)) != untyped(app.head(path))}
    assert differing == set()


def test_what_never_changes_is_kept_for_a_year(client):
    page = client.get("/").text
    for found in (r'src="(/assets/start-[^"]+\.js)"', r'src="(/images/[^"]+\.[0-9a-f]{8}\.jpg)"'):
        headers = client.get(re.search(found, page)[1]).headers
        assert headers["cache-control"] == "public, max-age=31536000, immutable"


@pytest.mark.parametrize("path", ["/no-such-page", "/no/such/page", "/assets/gone.js", "/images/x.01234567.jpg"])
def test_what_is_missing_is_the_sites_own_404_page_and_not_kept(client, app, path):
    answer, own = client.get(path), app.get(path)
    assert (answer.status_code, answer.text) == (404, own.text)
    assert said(answer) == said(own)
    assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("path", ["/404", "/404.html", "/__spa-fallback.html"])
def test_what_a_missing_page_is_answered_with_is_no_page_itself(client, path):
    assert client.get(path).status_code == 404


@pytest.mark.parametrize("path", ["/forms/consultation/sent", "/forms/spa"])
def test_an_answer_of_a_backend_passes_with_its_headers_once(client, app, path):
    answer, own = client.get(path), app.get(path)
    assert answer.status_code == own.status_code
    assert said(answer) == said(own)
    assert "content-security-policy" in answer.headers


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/_health", "/_upload", "/_all_routes"])
def test_what_only_an_operator_asks_for_does_not_reach_the_backends(client, path):
    answer = client.get(path)
    assert answer.status_code == 404
    assert "<html" in answer.text


@pytest.mark.parametrize("encoding", ["br", "gzip"])
def test_a_page_and_its_scripts_travel_as_they_were_compressed_by_the_build(client, scaled, encoding):
    pages = scaled.caddy.pages
    start = re.search(r'src="(/assets/start-[^"]+\.js)"', client.get("/").text)[1]
    script = re.search(r'import "(/assets/[^"]+\.js)"', client.get(start).text)[1]
    for path, file in (("/", "index.html"), (url_for("faq"), f"{url_for('faq')[1:]}.html"), (script, script[1:])):
        with client.stream("GET", path, headers={"Accept-Encoding": encoding}) as answer:
            sent = b"".join(answer.iter_raw())
        assert answer.headers["content-encoding"] == encoding
        assert sent == (pages / f"{file}.{'br' if encoding == 'br' else 'gz'}").read_bytes()
        assert "Accept-Encoding" in answer.headers["vary"]


def test_over_tls_a_browser_is_told_to_come_back_that_way(scaled, pages, tmp_path):
    known = replace(load_settings(scaled.backends[0].environment), env_mode="prod")
    backend = f"127.0.0.1:{scaled.backends[0].port}"
    with CaddyServer(tmp_path, pages, [backend], known, tls=True) as caddy:
        for path in ("/", "/no-such-page", "/forms/consultation/sent"):
            answer = httpx.get(caddy.url + path, verify=False)
            assert answer.headers.get_list("strict-transport-security") == ["max-age=31536000"], path
    assert "strict-transport-security" not in httpx.get(scaled.url).headers


def test_with_no_backend_the_pages_are_there_and_a_form_learns_it_in_time(pages, tmp_path):
    with CaddyServer(tmp_path, pages, ["127.0.0.1:9"], load_settings({"REFLEX_ENV_MODE": "prod"})) as caddy:
        assert httpx.get(caddy.url).status_code == 200
        answer = httpx.head(f"{caddy.url}/forms/consultation", timeout=5)  # the page waits no longer
        assert answer.status_code in (502, 503)
        assert answer.headers["content-security-policy"] == httpx.get(caddy.url).headers["content-security-policy"]


def test_a_post_that_no_backend_takes_is_told_how_to_reach_the_gym(pages, tmp_path):
    with CaddyServer(tmp_path, pages, ["127.0.0.1:9"], load_settings({"REFLEX_ENV_MODE": "prod"})) as caddy:
        answer = httpx.post(f"{caddy.url}/forms/consultation", data={"name": "Jo"})
        assert answer.status_code in (502, 503)
        assert answer.headers["content-type"].startswith("text/html")
        assert f'href="tel:+1{BUSINESS.phone.replace("-", "")}"' in answer.text
        assert httpx.get(f"{caddy.url}/unavailable.html").status_code == 404


def test_a_header_with_quotes_and_braces_arrives_as_it_is(pages, tmp_path, monkeypatch):
    value = """default={"max_age": 60, "to": "it's"}; report-to 'x'"""
    monkeypatch.setattr("scripts.caddy_headers.headers", lambda *_: [(b"x-report", value.encode())])
    with CaddyServer(tmp_path, pages, ["127.0.0.1:9"], load_settings({})) as caddy:
        assert httpx.get(caddy.url).headers["x-report"] == value


def test_the_headers_lie_beside_the_pages_not_among_them(scaled):
    assert httpx.get(f"{scaled.url}/deploy/headers.caddy").status_code == 404
    assert httpx.get(f"{scaled.url}/headers.caddy").status_code == 404


def test_caddy_finds_nothing_to_say_about_its_file(scaled):
    result = scaled.caddy.run("validate")
    assert result.returncode == 0, result.stderr
    formatted = subprocess.run([find_server("caddy"), "fmt", CADDYFILE], capture_output=True, text=True, check=False)
    assert formatted.stdout == CADDYFILE.read_text()


def test_the_access_log_holds_no_visitors_key(scaled, client):
    client.get("/_event/?token=01234567-secret", headers={"Referer": "https://secret.example"})
    client.get("/no-such-page?token=01234567-secret")
    log = scaled.caddy.log.read_text()
    assert '"uri":"/_event/"' in log
    assert "secret" not in log
