"""The server's paths, headers, caching and log. For what it refuses, see tests/strangers."""

import json
import re

import httpx
import pytest

from gym_site.settings import VERSION
from tests.forms import CONSULTATION
from tests.gym import GYM
from tests.markup import parse
from tests.site import FORM_PATH

SECRET = "my knee hurts since May"
TOKEN = "3f1c9d0a-58e4-4a53-9c1b-2d6a8f7e0b11"


def test_every_path_answers_without_a_redirect(site, long_paths):
    assert {path: httpx.get(site.url + path).status_code for path in long_paths} == dict.fromkeys(long_paths, 200)
    for path in ("/nowhere", "/blog-1", "/personal-training/x"):
        answer = httpx.get(site.url + path)
        assert answer.status_code == 404
        assert "text/html" in answer.headers["content-type"]


@pytest.mark.parametrize("path", ["/", "/no-such-page", "/assets/no-such-file.js", "/forms/consultation/sent"])
def test_every_response_has_security_headers(site, path):
    headers = httpx.get(site.url + path).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "strict-origin-when-cross-origin"  # without it, a post's origin would be null
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert "geolocation=()" in headers["permissions-policy"]
    assert headers["content-security-policy"] == "frame-ancestors 'none'"  # the page's meta tag has the rest


@pytest.mark.parametrize("path", ["/css/tokens.css", "/favicon.svg", "/site.webmanifest", "/images/card-home.jpg"])
def test_files_have_a_strict_csp_and_small_headers(site, path):
    headers = httpx.get(site.url + path).headers
    assert headers["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert sum(len(name) + len(value) for name, value in headers.raw) < 700


def test_only_hashed_files_are_immutable_and_text_is_compressed(site):
    page = httpx.get(site.url)
    assert page.headers["cache-control"] == "no-cache"
    script = re.search(r'data-module="(/assets/start-[^"]+\.js)"', page.text)[1]
    picture = re.search(r'src="(/images/[^"]+\.[0-9a-f]{8}\.jpg)"', page.text)[1]
    for path in (script, picture):
        assert httpx.get(site.url + path).headers["cache-control"] == "public, max-age=31536000, immutable"
    assert httpx.get(f"{site.url}/favicon.ico").headers["cache-control"] == "no-cache"  # its name has no hash
    assert httpx.get(f"{site.url}/assets/gone.js").headers["cache-control"] == "no-cache"
    for path in ("/", re.search(r'import\("(/assets/[^"]+\.js)"', httpx.get(site.url + script).text)[1]):
        assert httpx.get(site.url + path, headers={"Accept-Encoding": "gzip"}).headers["content-encoding"] == "gzip"


def test_the_server_logs_json_lines_without_visitor_data(site, service):
    service.answers(fault="hang up")
    answer = httpx.post(f"{site.url}/forms/consultation", data=CONSULTATION | {"additionalInfo": SECRET}, timeout=20)
    assert answer.status_code == 502
    httpx.get(f"{site.url}/_event/?token={TOKEN}&EIO=9&transport=websocket")
    httpx.get(f"{site.url}/{SECRET}?q={SECRET}")
    started, *lines = site.log.read_text().splitlines()
    assert json.loads(started)["message"] == f"Version {VERSION} starts"
    said = [json.loads(line) for line in lines]
    assert any(one["logger"].startswith("gym_site.leads") and "RemoteProtocolError" in one["message"] for one in said)
    kept = CONSULTATION["name"], CONSULTATION["email"], SECRET, TOKEN, FORM_PATH, "127.0.0.1"
    assert [words for words in kept if words in "".join(lines)] == []


def test_the_404_page_links_to_the_page_that_was_meant(site):
    for path in ("/Trainers", "/TRAINERS/", "/trainers.html", "/trainers)."):
        answer = httpx.get(site.url + path)
        links = {link.text.strip(): link.attrs["href"] for link in parse(answer.text).all("a")}
        assert (answer.status_code, links.get(f"{GYM.site.not_found.meant} /trainers")) == (404, "/trainers"), path
