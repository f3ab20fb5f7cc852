"""Pages with Reflex's features that the site's own pages don't use: built, also behind Caddy, and under ``reflex run``."""

import re

import pytest
from playwright.sync_api import expect

from gym_site.built import built_folder
from tests.browsing import ALIVE, until
from tests.build import WEB_OF_ZOO, build_zoo, copy_zoo
from tests.export.test_weights import scripts_of, transfer_size, weights
from tests.scale.servers import CaddyServer
from tests.site import WEB, PrebuiltSite, develop

DOCUMENT = "new URL(performance.getEntriesByType('navigation')[0].name).pathname"
WITHIN = 120_000  # milliseconds: under `reflex run` a page is compiled at its first request
COLOURS = "Array.from(document.querySelectorAll('pre span'), (each) => getComputedStyle(each).color)"
SHOWS = {
    "style": "getComputedStyle(document.querySelector('#styled')).color === 'rgb(1, 2, 3)'",
    "code": f"new Set({COLOURS}).size > 1",
    "markdown": "document.querySelector('em')?.textContent === 'text'",
    "script": "document.documentElement.dataset.ran === 'yes'",
    "media": "getComputedStyle(document.querySelector('#picture')).width === '20px'"
    " && ['#bold', '#sun'].every((one) => document.querySelector(one))"
    " && ['Hello Jo', 'wide'].every((text) => document.querySelector('main').textContent.includes(text))"
    " && document.querySelectorAll('video').length === 2",
    "chart": "document.querySelector('svg path') !== null",
    "foreign": "document.querySelector('iframe') !== null",
}
"""Of a page, a condition that it fulfils once it shows what it has."""


@pytest.fixture(scope="module")
def built_zoo(tmp_path_factory):
    """The folder of the zoo's built pages, and the project."""
    project = tmp_path_factory.mktemp("zoo") / "project"
    return built_folder(build_zoo(project)), project


@pytest.fixture(scope="module", params=["built", "behind Caddy", "reflex run"])
def zoo(request, tmp_path_factory):
    """The URL of the zoo's server."""
    if request.param == "reflex run":
        project = copy_zoo(tmp_path_factory.mktemp("zoo") / "project")
        with develop(project, REFLEX_WEB_WORKDIR=str(WEB.with_name("web-of-zoo-developing"))) as url:
            yield url
        return
    pages, project = request.getfixturevalue("built_zoo")
    site = PrebuiltSite(tmp_path_factory.mktemp("site"), project, REFLEX_WEB_WORKDIR=str(WEB_OF_ZOO))
    if request.param == "built":
        with site:
            yield site.url
        return
    caddy = CaddyServer(tmp_path_factory.mktemp("caddy"), pages, [f"127.0.0.1:{site.port}"])
    site.environment |= {"GYM_SITE_URL": caddy.url, "REFLEX_TRUSTED_PROXY_HOPS": "1"}
    with site, caddy:
        yield caddy.url


@pytest.fixture
def visit(zoo, browser):
    """Open a page of the zoo. At the end its console must be empty."""
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.set_default_timeout(WITHIN)
    said = []
    page.on("console", lambda message: said.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: said.append(str(error)))

    def visit(name):
        page.goto(f"{zoo}/zoo/{name}")
        page.mouse.move(5, 5)
        page.mouse.move(50, 50)
        until(page, ALIVE)
        return page

    yield visit
    context.close()
    # A host of the zoo isn't there, and Reflex's own Helmet warns in development.
    expected = ("ERR_UNSAFE_PORT", "UNSAFE_componentWillMount")
    assert [text for text in said if not any(part in text for part in expected)] == []


def files(root, path):
    """Return how many scripts a page loads by itself."""
    return len(scripts_of((root / path.strip("/") / "index.html").read_text(encoding="utf-8"), root))


def press(page, name):
    page.get_by_role("button", name=name, exact=True).click()


def test_radix_components_have_their_styles_and_a_colour_mode(visit):
    page = visit("radix")
    assert page.evaluate("getComputedStyle(document.querySelector('#count')).backgroundColor") != "rgba(0, 0, 0, 0)"
    mode = page.locator("#mode")
    before = mode.inner_text()
    page.locator("#switch").click()
    expect(mode).not_to_have_text(before)
    page.locator("#count").click()
    expect(page.locator("#count")).to_contain_text("heard 3")
    page.get_by_role("tab", name="B").click()
    expect(page.get_by_text("tab b")).to_be_visible()
    press(page, "Open")
    expect(page.get_by_role("dialog")).to_be_visible()
    press(page, "Shut")
    expect(page.get_by_role("dialog")).to_be_hidden()


def test_scripts_run_and_their_answers_arrive(visit):
    page = visit("scripts")
    alerts = []
    page.on("dialog", lambda dialog: (alerts.append(dialog.message), dialog.accept()))
    for button, answer in {"ask": 42, "answer": 2, "run": 5}.items():
        press(page, button)
        expect(page.locator("#told")).to_have_text(f"heard {answer}")
    with page.expect_console_message(lambda message: message.text == "from the server"):
        press(page, "log")
    until(page, "navigator.clipboard.readText().then((text) => text === 'copied')")
    press(page, "alert")
    assert alerts == ["Alert"]


def test_an_accordion_opens(visit):
    page = visit("accordion")
    press(page, "First")
    expect(page.get_by_text("Inside")).to_be_visible()


def test_a_cookie_survives_a_reload(visit):
    page = visit("cookie")
    press(page, "bake")
    expect(page.locator("#crumb")).to_have_text("chocolate")
    until(page, "document.cookie.includes('crumb=chocolate')")
    page.reload()
    expect(page.locator("#crumb")).to_have_text("chocolate")


def test_the_colour_mode_works_without_radix_and_ends_with_the_page(visit):
    page = visit("colour")
    before = page.locator("#mode").inner_text()
    press(page, "toggle")
    expect(page.locator("#mode")).not_to_have_text(before)
    page.get_by_role("link", name="faq").click()
    page.wait_for_url(re.compile("faq"))
    until(page, "document.documentElement.className === '' && !document.documentElement.style.colorScheme")


def test_tables_and_times_are_shown(visit):
    page = visit("tables")
    page.get_by_placeholder("Type a keyword").fill("Bo")
    expect(page.locator(".gridjs-tbody tr")).to_have_count(1)
    expect(page.locator("[data-testid='data-grid-canvas']")).to_be_visible()
    expect(page.locator("#year")).to_have_text("2026")
    before = page.locator("#now").inner_text()
    expect(page.locator("#now")).not_to_have_text(before)


def test_overlays_open(visit):
    page = visit("overlays")
    press(page, "Warn")
    expect(page.get_by_role("alertdialog")).to_be_visible()
    press(page, "No")
    press(page, "Pop")
    expect(page.get_by_text("popped")).to_be_visible()
    page.keyboard.press("Escape")
    press(page, "Menu")
    expect(page.get_by_role("menuitem", name="An entry")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Right").click(button="right")
    expect(page.get_by_role("menuitem", name="A choice")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Hover").hover()
    expect(page.get_by_text("A card")).to_be_visible()
    page.get_by_role("button", name="Tip").hover()
    expect(page.get_by_role("tooltip")).to_have_text("A tooltip")
    press(page, "Pull")
    expect(page.get_by_text("Inside", exact=True)).to_be_visible()


def test_a_form_of_radix_arrives(visit):
    page = visit("fields")
    page.get_by_placeholder("Name").fill("Jo")
    page.get_by_placeholder("Words").fill("Some")
    press(page, "Send")
    for entry in ("name=Jo", "words=Some", "colour=green", "number=two", "agreed=on", "on=on"):
        expect(page.get_by_role("listitem").filter(has_text=re.compile(f"^{entry}$"))).to_be_visible()
    page.get_by_role("slider").press("ArrowRight")
    expect(page.locator("#level")).to_have_text("41")


def test_events_of_reflex_act(visit):
    page = visit("events")
    press(page, "fill")
    expect(page.locator("#field")).to_have_value("filled")
    press(page, "focus")
    expect(page.locator("#field")).to_be_focused()
    page.locator("#slow").fill("typed")
    expect(page.locator("#heard")).to_have_text("typed")
    page.keyboard.press("Escape")
    expect(page.locator("#heard")).to_have_text("Escape")
    for button, name in {"file": "numbers.csv", "file of the page": "three.txt"}.items():
        with page.expect_download() as download:
            press(page, button)
        assert download.value.suggested_filename == name
    press(page, "keep")
    until(page, "localStorage['zoo-kept'] === 'kept'")
    press(page, "forget")
    until(page, "!localStorage['zoo-kept']")
    press(page, "down")
    until(page, "scrollY > 1000")
    press(page, "leave")
    page.wait_for_url(re.compile("/faq"))


def test_an_upload_arrives_and_can_be_downloaded(visit):
    page = visit("upload")
    page.locator("#upload input").set_input_files({"name": "a b.txt", "mimeType": "text/plain", "buffer": b"uploaded"})
    expect(page.get_by_text("a b.txt")).to_be_visible()
    press(page, "Send")
    expect(page.locator(".uploaded")).to_be_visible()
    url = page.locator(".uploaded").evaluate("(link) => link.href")
    assert page.request.get(url).text() == "uploaded"


def test_a_dynamic_page_opens_by_its_address_and_by_a_link(visit):
    page = visit("item/ann")
    expect(page.locator("#found")).to_have_text("Item ann")
    press(page, "tell")
    expect(page.locator("[data-sonner-toast]")).to_contain_text("Told")
    page.get_by_role("link", name="plain").click()
    page.wait_for_url(re.compile("/zoo/plain"))
    page.get_by_role("link", name="item").click()
    expect(page.locator("#found")).to_have_text("Item bo")
    press(page, "tell")
    expect(page.locator("[data-sonner-toast]").first).to_contain_text("Told")


@pytest.mark.parametrize("name", SHOWS)
def test_a_page_shows_what_it_has(visit, name):
    until(visit(name), SHOWS[name])


def test_a_link_between_pages_with_different_policies_loads_a_document(visit, zoo, built_zoo):
    if "localhost" in zoo:
        pytest.skip("reflex run has no policies")
    page = visit("plain")
    page.get_by_role("link", name="radix").click()
    until(page, f"{DOCUMENT} === '/zoo/radix'")
    until(page, ALIVE)
    page.get_by_text("Plain by Radix").click()
    until(page, f"{DOCUMENT} === '/zoo/plain'")
    until(page, ALIVE)
    press(page, "go")
    until(page, f"{DOCUMENT} === '/zoo/radix'")
    page.go_back()
    until(page, f"{DOCUMENT} === '/zoo/plain'")


def test_a_link_to_a_page_with_another_policy_sends_its_events_and_may_be_prevented(visit):
    page = visit("plain")
    page.get_by_role("link", name="counted").click()
    expect(page.locator("#count")).to_contain_text("heard 7")
    page = visit("plain")
    page.get_by_role("link", name="prevented").click()
    expect(page.locator("#told")).to_have_text("heard 8")
    assert page.url.endswith("/zoo/plain")


def test_the_console_names_the_line_that_allows_what_a_policy_refused(zoo, opener):
    if "localhost" in zoo:
        pytest.skip("reflex run has no policies")
    page = opener.open(f"{zoo}/zoo/events")
    until(page, ALIVE)
    line = 'context={"policy": {"img-src": ["http://127.0.0.1:9"]}}'
    with page.expect_console_message(lambda message: line in message.text):
        press(page, "look")


def test_only_pages_that_need_it_have_a_looser_policy(built_zoo):
    pages, _ = built_zoo
    policies = {name: re.search('Policy" content="([^"]*)', (pages / name / "index.html").read_text())[1]
                for name in ("faq", "zoo/plain", "zoo/radix", "zoo/events", "zoo/foreign")}  # fmt: skip
    loose = {name: sorted(set(re.findall(r"unsafe-\w+|127\.0\.0\.1:9\b", policy))) for name, policy in policies.items()}
    assert loose == {
        "faq": [], "zoo/plain": [], "zoo/radix": ["unsafe-inline"], "zoo/events": ["unsafe-eval", "unsafe-inline"],
        "zoo/foreign": ["127.0.0.1:9"],
    }  # fmt: skip


def test_other_pages_load_no_more_for_it(built_zoo, pages):
    with_zoo, without = weights(built_zoo[0]), weights(pages)
    more = {path: with_zoo[path]["scripts"] - sizes["scripts"] for path, sizes in without.items()}
    list_of_zoo, usual_list = (next((root / "assets").glob("manifest-*.js")) for root in (built_zoo[0], pages))
    listed = transfer_size(list_of_zoo) - transfer_size(usual_list)  # React Router's list of all pages
    assert {path: size for path, size in more.items() if size > 2000 + listed} == {}
    assert {path for path in without if files(built_zoo[0], path) > files(pages, path)} == set()
