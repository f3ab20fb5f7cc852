"""Visits in real Chromiums: near the oldest that gets the whole site (docs/browsers.md), and below it."""

import pytest

from scripts.programs import find_chromium, old_chromiums
from tests.browsing import HYDRATED
from tests.engines.driver import Chromium
from tests.engines.test_journey import CONSULTATION, INQUIRY, fill_in, go
from tests.forms import SERVICE_KEY
from tests.gym import GYM, SITE
from tests.parts import need

BELOW, *OLDER = old_chromiums()
SHEET = "document.querySelector('.menu-sheet').offsetWidth > 0"
SHOWN = "[...document.querySelectorAll('.tab-panel')].filter((panel) => panel.offsetWidth).length"
EXPECTED = ("popover", "/records/")  # an older Chromium warns of the attribute; a static page asks for records


def chromium(version, scratch):
    need([] if find_chromium(version) else [f"Chromium {version}"])
    return Chromium(scratch, version, width=390)


@pytest.fixture(scope="module", params=OLDER)
def older(request, tmp_path_factory):
    with chromium(request.param, tmp_path_factory.mktemp("chromium")) as engine:
        yield engine


@pytest.fixture(scope="module")
def oldest(tmp_path_factory):
    with chromium(BELOW, tmp_path_factory.mktemp("chromium")) as engine:
        yield engine


def test_the_whole_site_works_in_older_browsers(older, site, service):
    go(older, site.url)
    older.until(f"!({SHEET}) && {SHOWN} === 1")
    older.click(".bar-menu")
    older.until(f"{SHEET} && document.querySelector('.menu-sheet').contains(document.activeElement)")
    older.until("document.elementFromPoint(195, 450).closest('.menu-sheet')")
    older.press("Escape")
    older.until(f"!({SHEET}) && document.activeElement.matches('.bar-menu')")
    older.click(".bar-menu")
    older.until(SHEET)
    older.click(".menu-sheet .sheet-head button")
    older.until(f"!({SHEET})")
    older.click(f"#tab-{GYM.plans.tabs[2].key}")
    older.until(f"document.querySelector('#panel-{GYM.plans.tabs[2].key}').offsetWidth && {SHOWN} === 1")
    older.click(f"#panel-{GYM.plans.tabs[2].key} .plan-benefits summary")
    older.until(f"document.querySelector('#panel-{GYM.plans.tabs[2].key} .plan-benefits').open")
    older.click(".carousel-controls button:last-child")
    older.until("document.querySelector('.carousel-track').scrollLeft > 100")
    older.click(".photo-button")
    older.until("document.querySelector('dialog.viewer').open")
    older.click(".viewer-close")
    older.until("!document.querySelector('dialog.viewer').open")
    older.click(".bar-menu")
    older.click(f".menu-sheet a[href='{GYM.routes.url_for(SERVICE_KEY)}']")
    older.until(
        f"location.pathname === '{GYM.routes.url_for(SERVICE_KEY)}' && !({SHEET}) && document.activeElement.matches('main h1')"
    )
    older.back()
    older.until("location.pathname === '/' && document.querySelector('.hero')")
    go(older, site.url)
    older.click(f"{INQUIRY} [type=submit]")
    older.until(f"document.activeElement.name === 'name' && document.activeElement.closest({INQUIRY!r})")
    older.click(f"{CONSULTATION} [type=submit]")
    older.until(f"document.querySelector({CONSULTATION!r}).querySelectorAll('[aria-invalid=true]').length === 6")
    mark = fill_in(older)
    older.click(f"{INQUIRY} [type=submit]")
    older.until("document.querySelector('.toast-success') || location.pathname.endsWith('/sent')")
    assert len(service.posts(mark)) == 1
    assert [said for said in older.said if not any(word in said for word in EXPECTED)] == []


def test_one_answer_is_open_at_a_time_in_older_browsers(older, site):
    go(older, site.url + GYM.routes.url_for("faq"))
    for number in (1, 2):
        older.click(f".question:nth-child({number}) summary")
        older.until("document.querySelectorAll('.question[open]').length === 1")


def test_the_trainers_can_be_filtered_and_read_about_in_older_browsers(older, site):
    shown = "[...document.querySelectorAll('.poster')].filter((poster) => poster.offsetWidth).length"
    go(older, site.url + GYM.routes.url_for("trainers"))
    older.until(f"{shown} === {len(GYM.trainers)}")
    older.click(".choice:nth-of-type(2)")
    some = sum(one.practitioner_type == GYM.trainers[0].practitioner_type for one in GYM.trainers)
    older.until(f"{shown} === {some}")
    older.click(".choice:nth-of-type(1)")
    older.click(".trainer summary")
    older.until("document.querySelector('.trainer-about').offsetWidth")
    older.click(".trainer summary")
    older.until("!document.querySelector('.trainer-about').offsetWidth")


def test_a_browser_below_them_shows_every_price_and_sends_forms_without_scripts(oldest, site, service):
    oldest.open(site.url)
    oldest.until(f"document.readyState === 'complete' && {SHOWN} === {len(GYM.plans.tabs)}")
    assert not oldest.ask(HYDRATED.partition(" &&")[0])
    oldest.until("document.documentElement.scrollWidth <= innerWidth && !document.querySelector('main > img')")
    oldest.until(f"!({SHEET}) && ![...document.querySelectorAll('[popovertarget]')].some((one) => one.offsetWidth)")
    mark = fill_in(oldest)
    oldest.click(f"{INQUIRY} [type=submit]")
    oldest.until(f"document.querySelector('h1')?.textContent === '{SITE.forms['inquiry'].success_title}'")
    assert len(service.posts(mark)) == 1
    oldest.back()
    oldest.until("document.readyState === 'complete' && document.querySelector('footer a')")
    oldest.click(f"footer a[href='{GYM.routes.url_for('faq')}']")
    oldest.until(f"location.pathname === '{GYM.routes.url_for('faq')}' && document.querySelector('.question')")
    oldest.click(".question summary")
    oldest.until("document.querySelector('.question').open")
    assert [said for said in oldest.said if not any(word in said for word in EXPECTED)] == []
