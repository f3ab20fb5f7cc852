"""A visit in Firefox and in WebKit: what Chromium can do, the other two engines can."""

from __future__ import annotations

import os
import time
from uuid import uuid4

import pytest

from gym_site.content.plans import PLAN_TABS
from gym_site.routes import ROUTES, post_path, url_for
from scripts.engines import missing
from tests.browsing import HYDRATED
from tests.engines.driver import Firefox, WebKit

# Of selenium's own insides.
pytestmark = pytest.mark.filterwarnings("ignore:setting remote_server_addr:DeprecationWarning")
PATHS = [route.path for route in ROUTES] + [post_path(1)]


@pytest.fixture(scope="module", params=[Firefox, WebKit], ids=["Firefox", "WebKit"])
def engine(request, site, tmp_path_factory):
    if packages := missing().get(request.param.name):
        end = pytest.fail if os.environ.get("CI") else pytest.skip
        end(f"{request.param.name} is missing: Debian's {', '.join(packages)}, or python -m scripts.engines")
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


def test_what_goes_wrong_on_a_page_is_noticed(engine, site):
    go(engine, f"{site.url}/privacy")
    engine.said.clear()
    engine.ask(
        "setTimeout(() => { throw new Error('planted'); }) && document.body.append(Object.assign(new Image(), { src: 'https://a.example/' }))"
    )
    engine.until("true")
    time.sleep(0.5)
    engine.ask("true")
    said = " ".join(engine.said)
    engine.said.clear()
    assert "planted" in said
    assert "a.example" in said


@pytest.mark.long
def test_every_page_is_quiet_and_fits_the_screen(engine, site):
    wide = []
    for path in PATHS:
        go(engine, site.url + path)
        if engine.ask("document.documentElement.scrollWidth > innerWidth"):
            wide.append(path)
    assert (wide, engine.said) == ([], [])
