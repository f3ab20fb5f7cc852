"""A visit in Firefox and in WebKit: the site works as in Chromium."""

from urllib.parse import quote
from uuid import uuid4

import pytest

from scripts.programs import FIREFOX, WEBKIT, missing
from tests.browsing import HYDRATED, PATHS
from tests.engines.driver import Firefox, WebKit
from tests.forms import SERVICE_KEY
from tests.gym import GYM, SITE
from tests.parts import need
from tests.site import plain_host

# selenium's own warning.
pytestmark = pytest.mark.filterwarnings("ignore:setting remote_server_addr:DeprecationWarning")
INQUIRY, CONSULTATION = (f"form[action$='/forms/{form}']" for form in ("inquiry", "consultation"))


@pytest.fixture(scope="module", params=[Firefox, WebKit], ids=["Firefox", "WebKit"])
def engine(request, site, tmp_path_factory):
    need(missing(FIREFOX if request.param is Firefox else WEBKIT))
    with request.param(tmp_path_factory.mktemp("engine")) as engine:
        yield engine


def go(engine, url):
    engine.open(url)
    engine.until(HYDRATED)


def fill_in(engine):
    """Fill in the inquiry; return a text that is unique to it."""
    mark = uuid4().hex
    for field, words in {"name": "Jo Chan", "email": "jo@mail.example", "message": mark}.items():
        engine.type(f"#inquiry-{field}", words)
    return mark


def test_a_visit_works_in_every_browser_engine(engine, site, service):
    go(engine, site.url)
    engine.click(f"#tab-{GYM.plans.tabs[2].key}")
    engine.until(f"document.querySelector('#panel-{GYM.plans.tabs[2].key}').checkVisibility()")
    engine.click(".photo-button")
    engine.until("document.querySelector('dialog.viewer').open")
    engine.click(".viewer-close")
    engine.until("!document.querySelector('dialog.viewer').open")
    engine.click(f"footer a[href='{GYM.routes.url_for('faq')}']")
    engine.until(f"location.pathname === '{GYM.routes.url_for('faq')}' && document.querySelector('.question')")
    engine.click(".question summary")
    engine.until("document.querySelector('.question').open")
    engine.click(f"footer a[href='{GYM.routes.url_for('privacy')}']")
    engine.until(f"location.pathname === '{GYM.routes.url_for('privacy')}' && document.querySelector('.prose')")
    engine.back()
    engine.until(f"location.pathname === '{GYM.routes.url_for('faq')}' && document.querySelector('.question')")
    go(engine, site.url)
    mark = fill_in(engine)
    engine.click(f"{INQUIRY} [type=submit]")
    engine.until("document.querySelector('.toast-success') || location.pathname.endsWith('/sent')")
    assert len(service.posts(mark)) == 1
    assert engine.said == []


def test_a_page_opened_at_a_section_scrolls_to_it_and_has_the_web_fonts(engine, site):
    height = "document.querySelector('h1').offsetHeight"
    go(engine, site.url)
    own = engine.ask(height)
    engine.open("about:blank")
    go(engine, f"{site.url}/#about")
    assert engine.ask(height) == own
    engine.until("Math.abs(document.querySelector('#about').getBoundingClientRect().top - 88) < 2")  # below the bar


@pytest.mark.parametrize("way", ["fragment", "fragment after an anchor", "search"])
def test_words_that_are_linked_or_searched_for_end_up_in_the_window(engine, site, way):
    words = GYM.social.words.panel_title
    anchor = "social" if way == "fragment after an anchor" else ""
    directive = "" if way == "search" else f"#{anchor}:~:text={quote(words)}"
    engine.open("about:blank")  # browsers follow a text directive only if no page of the site leads there
    engine.open(f"{site.url}/{directive}")
    if way == "search":
        engine.until(f"{HYDRATED} && find({words!r})")
    place = "document.querySelector('.community h3').getBoundingClientRect()"
    engine.until(f"{HYDRATED} && {place}.top > 0 && {place}.bottom < innerHeight")


def test_words_that_are_linked_to_end_up_in_the_window_though_fonts_arrive_late(engine, pages):
    engine.open("about:blank")
    with plain_host(pages, fonts_take=0.5) as url:
        engine.open(f"{url}/#:~:text={quote(GYM.social.words.panel_title)}")
        engine.until("scrollY > 1000")


@pytest.mark.parametrize("engine", [WebKit], ids=["WebKit"], indirect=True)
def test_webkit_loads_the_metric_compatible_fallback_font_for_headings(engine, site):
    go(engine, site.url + GYM.routes.url_for("privacy"))
    engine.ask("document.documentElement.style.setProperty('--display', '\\'Anton Fallback\\'') ?? true")
    engine.until("[...document.fonts].some((font) => font.family === 'Anton Fallback' && font.status === 'loaded')")


def test_opening_the_menu_moves_focus_into_it_also_after_navigation(engine, site):
    inside = "document.querySelector('.menu-sheet').contains(document.activeElement)"
    go(engine, site.url + GYM.routes.url_for("privacy"))
    engine.click(".bar-menu")
    engine.until(inside)
    engine.click(f".menu-sheet a[href='{GYM.routes.url_for(SERVICE_KEY)}']")
    engine.until("document.activeElement.matches('main h1')")
    engine.click(".bar-menu")
    engine.until(inside)


def test_going_back_restores_the_scroll_position(engine, site):
    go(engine, site.url + GYM.routes.url_for("faq"))
    engine.ask("scrollTo({ top: 1000, behavior: 'instant' })")
    engine.open(site.url + GYM.routes.url_for("privacy"))
    engine.back()
    engine.until(f"location.pathname === '{GYM.routes.url_for('faq')}' && scrollY === 1000")


def test_entries_stay_while_the_visitor_looks_at_other_pages(engine, site):
    kept = "document.querySelector('#inquiry-{}')?.value === '{}'"
    go(engine, site.url)
    engine.said.clear()  # Firefox reports modules of an earlier page that it left while they were loading
    fill_in(engine)
    for look in (
        lambda: engine.click(f"footer a[href='{GYM.routes.url_for('faq')}']"),
        lambda: go(engine, site.url + GYM.routes.url_for("faq")),
    ):
        look()
        engine.until(f"location.pathname === '{GYM.routes.url_for('faq')}' && document.querySelector('.question')")
        engine.back()
        engine.until(f"{HYDRATED} && {kept.format('name', 'Jo Chan')} && {kept.format('email', 'jo@mail.example')}")
    assert engine.said == []


def test_a_form_is_sent_without_scripts(engine, site, service):
    go(engine, site.url)
    engine.said.clear()  # Firefox reports modules of an earlier page that it left while they were loading
    mark = fill_in(engine)
    engine.ask(f"HTMLFormElement.prototype.submit.call(document.querySelector({INQUIRY!r}))")
    engine.until(f"document.querySelector('h1')?.textContent === '{SITE.forms['inquiry'].success_title}'")
    assert len(service.posts(mark)) == 1
    engine.back()
    engine.until(f"{HYDRATED} && document.querySelector('#inquiry-name')?.value === ''")
    assert engine.said == []


def test_every_page_logs_no_errors_and_fits_the_screen(engine, site):
    wide = []
    for path in PATHS[:-1]:
        go(engine, site.url + path)
        if engine.ask("document.documentElement.scrollWidth > innerWidth"):
            wide.append(path)
    assert (wide, engine.said) == ([], [])
