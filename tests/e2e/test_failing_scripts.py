"""Browsers that lack an interface or change the page, and scripts that can't be loaded: the page works, or is plain."""

from functools import partial

import pytest
from playwright.sync_api import expect

from tests.browsing import HYDRATED, PHONE, until
from tests.export.test_weights import scripts_of
from tests.gym import GYM, SITE
from tests.parts import rows

LACKING = {
    "popover": "for (const name of ['popover', 'showPopover', 'hidePopover', 'togglePopover']) delete HTMLElement.prototype[name]",
    "AbortSignal.timeout": "delete AbortSignal.timeout",
    "Object.hasOwn": "delete Object.hasOwn",
    "toSorted": "delete Array.prototype.toSorted",
    "IntersectionObserver": "delete window.IntersectionObserver",
    "requestIdleCallback": "delete window.requestIdleCallback",
    "navigation": "delete window.navigation",
    "CSSStyleSheet": "delete window.CSSStyleSheet",
    "sessionStorage": "Object.defineProperty(window, 'sessionStorage', { get() { throw new DOMException('no', 'SecurityError'); } })",
    "crypto.randomUUID": "delete Crypto.prototype.randomUUID",
    "structuredClone": "delete window.structuredClone",
    "startViewTransition": "delete Document.prototype.startViewTransition",
    "scripts without layers": "delete window.CSSLayerBlockRule",
}
# As translators replace texts: https://github.com/facebook/react/issues/11538
TRANSLATE = """() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), texts = [];
  while (walker.nextNode()) if (walker.currentNode.data.trim() && !walker.currentNode.parentNode.closest("script, style")) texts.push(walker.currentNode);
  for (const text of texts) {
    const font = document.createElement("font");
    text.replaceWith(font);
    font.append(text.data);
  }
}"""
EXTEND = """() => {
  document.documentElement.setAttribute("data-extension", "1");
  document.body.setAttribute("cz-shortcut-listen", "true");
  document.body.prepend(document.createElement("extension-bar"));
  document.head.append(document.createElement("style"));
  for (const field of document.querySelectorAll("input, textarea")) {
    field.setAttribute("data-lt-installed", "true");
    field.insertAdjacentElement("afterend", document.createElement("password-button"));
  }
}"""
AT_FIRST = "addEventListener('DOMContentLoaded', {})"
CHANGING = {
    "translated before the scripts run": AT_FIRST.format(TRANSLATE),
    "translated later": f"addEventListener('pageready', () => setTimeout({TRANSLATE}, 300))",
    "extensions": AT_FIRST.format(EXTEND),
    "all storage blocked": """for (const name of ["sessionStorage", "localStorage", "indexedDB"])
        Object.defineProperty(window, name, { get() { throw new DOMException("no", "SecurityError"); } });
        Object.defineProperty(document, "cookie", { get() { return ""; }, set() {} });""",
    "a clock that is 30 years slow": """const Real = Date, off = 30 * 365 * 864e5;
        window.Date = class extends Real { constructor(...given) { super(...(given.length ? given : [Real.now() - off])); }
        static now() { return Real.now() - off; } };""",
    "a hidden tab": "Object.defineProperties(Document.prototype, { hidden: { get: () => true }, visibilityState: { get: () => 'hidden' } });",
}
OFTEN = {"translated before the scripts run", "popover"}
SETTLED = f"document.readyState === 'complete' && (({HYDRATED}) || !('live' in document.documentElement.dataset))"
SHOWN = "[role=tabpanel]:visible"


def read_and_choose(page):
    """Open the second tab if there are tabs, an answer and the menu; every price must be reachable."""
    tab = page.locator(f"#tab-{GYM.plans.tabs[1].key}")
    if tab.is_visible():
        tab.click()
        expect(page.locator(f"#panel-{GYM.plans.tabs[1].key}")).to_be_visible()
        expect(page.locator(SHOWN)).to_have_count(1)
    else:
        expect(page.locator(SHOWN)).to_have_count(len(GYM.plans.tabs))
    expect(page.locator("pre")).to_have_count(0)
    page.locator(".bar-menu").click()
    expect(page.locator(".menu-sheet")).to_be_visible()
    page.locator(f".menu-sheet a[href='{GYM.routes.url_for('faq')}'], .menu-sheet a").first.wait_for()
    page.keyboard.press("Escape")
    expect(page.locator(".menu-sheet")).to_be_hidden()


@pytest.mark.parametrize("browsers", rows(LACKING | CHANGING, OFTEN))
def test_a_browser_that_lacks_or_changes_something_shows_prices_and_menu_and_sends_a_form(
    browser, site, service, browsers
):
    page = browser.new_page(viewport=PHONE)
    page.add_init_script((LACKING | CHANGING)[browsers])
    page.goto(site.url)
    until(page, SETTLED)
    read_and_choose(page)
    for field, words in {"name": "Jo Chan", "email": "jo@mail.example", "message": browsers}.items():
        page.locator(f"#inquiry-{field}").fill(words)
    page.locator("form[action$='/forms/inquiry'] [type=submit]").click()
    title = f"document.querySelector('h1')?.textContent === {SITE.forms['inquiry'].success_title!r}"
    until(page, f"document.querySelector('.toast-success') || {title}")
    assert len(service.posts(browsers)) == 1
    page.close()


def answer_with(route, **answer):
    route.fulfill(**answer)


@pytest.mark.parametrize("fault", [404, pytest.param("}{", marks=pytest.mark.long)], ids=["missing", "unreadable"])
def test_every_price_and_the_menu_are_there_if_any_script_fails(browser, site, pages, long, fault):
    scripts = sorted(script.name for script in scripts_of((pages / "index.html").read_text(encoding="utf-8"), pages))
    often = ("entry.client", "floating_buttons")  # the second has the scripts of the header, too
    chosen = scripts if long else [name for name in scripts if name.startswith(often)]
    assert len(chosen) >= 2
    for name in chosen:
        page = browser.new_page(viewport=PHONE)
        answer = {"status": 404} if fault == 404 else {"body": fault, "content_type": "text/javascript"}
        page.route(f"**/assets/{name}", partial(answer_with, **answer))
        page.goto(site.url)
        until(page, SETTLED)
        until(page, f"performance.getEntriesByType('resource').some((one) => one.name.endsWith('{name}'))")
        until(page, SETTLED)
        read_and_choose(page)
        page.close()


@pytest.mark.parametrize("broken", rows(["root", "_privacy_"], ["root"]))
def test_a_page_that_fails_as_it_starts_is_shown_without_scripts(browser, site, broken):
    page = browser.new_page(viewport=PHONE)
    body = 'export default () => { throw new Error("planted"); }; export const Layout = () => { throw new Error("planted"); };'
    page.route(f"**/assets/{broken}*.js", lambda route: route.fulfill(body=body, content_type="text/javascript"))
    page.goto(site.url + GYM.routes.url_for("privacy"))
    until(page, "document.readyState === 'complete' && !('live' in document.documentElement.dataset)")
    expect(page.locator(".prose").first).to_be_visible()
    expect(page.get_by_text(GYM.site.error_screen.title)).to_have_count(0)
    expect(page.get_by_text("planted")).to_have_count(0)
    page.close()


@pytest.mark.parametrize("first", ["", LACKING["navigation"]])
def test_a_link_opens_its_page_if_the_page_s_script_is_gone(open_page, first):
    page = open_page(GYM.routes.url_for("faq"), first=first)
    page.route(f"**/assets/_{GYM.routes.url_for('trainers').strip('/')}_*.js", lambda route: route.fulfill(status=404))
    page.locator(f"footer a[href='{GYM.routes.url_for('trainers')}']").click()
    until(
        page,
        f"location.pathname === '{GYM.routes.url_for('trainers')}' && document.querySelectorAll('.trainer-about').length",
    )
