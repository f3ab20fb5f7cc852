"""A visit in Firefox and in WebKit: what Chromium can do, the other two engines can."""

from __future__ import annotations

import os
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from uuid import uuid4

import httpx
import pytest

from gym_site.content.forms import INQUIRY_FORM
from gym_site.content.plans import PLAN_TABS
from gym_site.routes import ROUTES, post_path, url_for
from scripts.programs import FIREFOX, WEBKIT, missing
from tests.browsing import HYDRATED
from tests.engines.driver import PATIENCE, Firefox, WebKit

# Of selenium's own insides.
pytestmark = pytest.mark.filterwarnings("ignore:setting remote_server_addr:DeprecationWarning")
PATHS = [route.path for route in ROUTES] + [post_path(1)]


@pytest.fixture(scope="module", params=[Firefox, WebKit], ids=["Firefox", "WebKit"])
def engine(request, site, tmp_path_factory):
    if packages := missing(FIREFOX if request.param is Firefox else WEBKIT):
        end = pytest.fail if os.environ.get("CI") else pytest.skip
        end(f"{request.param.name} is missing: Debian's {', '.join(packages)}, or python -m scripts.programs")
    with request.param(tmp_path_factory.mktemp("engine")) as engine:
        yield engine


def go(engine, url):
    engine.open(url)
    engine.until(HYDRATED)


def fill_in(engine):
    """Fill in the inquiry; return words that stand in this one alone."""
    mark = uuid4().hex
    for field, words in {"name": "Jo Chan", "email": "jo@mail.example", "message": mark}.items():
        engine.type(f"#inquiry-{field}", words)
    return mark


def test_a_visit(engine, site, service):
    go(engine, site.url)
    engine.click(f"#tab-{PLAN_TABS[2].key}")
    engine.until(f"document.querySelector('#panel-{PLAN_TABS[2].key}').checkVisibility()")
    engine.click(".photo-button")
    engine.until("document.querySelector('dialog.viewer').open")
    engine.click(".viewer-close")
    engine.until("!document.querySelector('dialog.viewer').open")
    engine.click(f"footer a[href='{url_for('faq')}']")
    engine.until(f"location.pathname === '{url_for('faq')}' && document.querySelector('.question')")
    engine.click(".question summary")
    engine.until("document.querySelector('.question').open")
    engine.click(f"footer a[href='{url_for('trainers')}']")
    engine.until("document.querySelector('.trainer')")
    engine.back()
    engine.until(f"location.pathname === '{url_for('faq')}' && document.querySelector('.question')")
    go(engine, site.url)
    mark = fill_in(engine)
    engine.click("form[action$='/forms/inquiry'] [type=submit]")
    engine.until("document.querySelector('.toast-success') || location.pathname.endsWith('/sent')")
    assert len(service.posts(mark)) == 1
    assert engine.said == []


class _WithoutScripts(BaseHTTPRequestHandler):
    """Hands on what the site at ``url`` answers, and lets no script of it run."""

    url = ""

    def do_GET(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        headers = {name: value for name, value in self.headers.items() if name != "Accept-Encoding"}
        headers |= {"Host": self.url.partition("://")[2], "Origin": self.url}
        answer = httpx.request(self.command, self.url + self.path, headers=headers, content=body)
        self.send_response(answer.status_code)
        for name in ("Content-Type", "Location"):
            if name in answer.headers:
                self.send_header(name, answer.headers[name])
        self.send_header("Content-Security-Policy", "sandbox allow-forms allow-same-origin")
        self.send_header("Content-Length", str(len(answer.content)))
        self.end_headers()
        self.wfile.write(answer.content)

    do_POST = do_GET  # noqa: N815

    def log_message(self, format, *args):
        """Say nothing."""


@pytest.fixture
def url_without_scripts(site):
    handler = type("Handler", (_WithoutScripts,), {"url": site.url})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_a_form_is_sent_without_scripts(engine, url_without_scripts, service):
    engine.open(url_without_scripts)
    mark = fill_in(engine)
    engine.click("form[action$='/forms/inquiry'] [type=submit]")
    engine.until(f"document.querySelector('h1')?.textContent === '{INQUIRY_FORM.success_title}'")
    assert len(service.posts(mark)) == 1
    engine.said.clear()


def test_what_goes_wrong_on_a_page_is_noticed(engine, site):
    go(engine, f"{site.url}/privacy")
    engine.said.clear()
    engine.ask("setTimeout(() => { throw new Error('planted'); })")
    engine.ask("document.body.append(Object.assign(new Image(), { src: 'https://a.example/' }))")
    ends = time.monotonic() + PATIENCE
    while not all(word in " ".join(engine.said) for word in ("planted", "a.example")):
        assert time.monotonic() < ends, engine.said
        engine.ask("true")
    engine.said.clear()


@pytest.mark.long
def test_every_page_is_quiet_and_fits_the_screen(engine, site):
    wide = []
    for path in PATHS:
        go(engine, site.url + path)
        if engine.ask("document.documentElement.scrollWidth > innerWidth"):
            wide.append(path)
    assert (wide, engine.said) == ([], [])
