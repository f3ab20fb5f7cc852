"""An app as `reflex init` and a stranger write it, as it comes and with `lean_reflex`: it does the same, and is lighter.

The package is installed as its README says, into a folder of its own.
"""

import os
import re
import shutil
import sys
from contextlib import ExitStack

import pytest

from gym_site.settings import ROOT
from tests.browsing import poll, until
from tests.site import Server, free_port, python, site_environment

README = (ROOT / "lean_reflex" / "README.md").read_text(encoding="utf-8")
CONFIG = README.split("```python\n")[1].split("```")[0].replace("shop", "blank")
OURS = ("from lean_reflex.plugins import plugins", "*plugins(),")


def environment():
    """Return the environment of Reflex's own command."""
    given = {name: value for name, value in site_environment().items() if value and name != "PYTHONPATH"}
    path = f"{ROOT / '.venv' / 'bin'}{os.pathsep}{given['PATH']}"
    return given | {"REFLEX_USE_NPM": "1", "PATH": path, "PYTHONDONTWRITEBYTECODE": "1"}


@pytest.fixture(scope="module")
def sites(tmp_path_factory):
    """The app, built and served as it comes and with the package: the folder of its pages, its URL and its server."""
    plain = tmp_path_factory.mktemp("plain")
    done = python("-m", "reflex", "init", "--name", "blank", "--template", "blank", cwd=plain, env=environment())
    assert done.returncode == 0, done.stdout + done.stderr
    shutil.copy(ROOT / "tests" / "zoo" / "stranger.py", plain / "blank")
    with (plain / "blank" / "blank.py").open("a") as app:
        app.write("\nfrom blank import stranger\n")
    lean = shutil.copytree(plain, plain.with_name("lean"), ignore=shutil.ignore_patterns(".web"))
    written, ours = (text.split() for text in ((plain / "rxconfig.py").read_text("utf-8"), CONFIG))
    added = [word for line in OURS for word in line.split()]
    assert sorted(re.sub(r"[\[\],()]", "", "".join(written + added))) == sorted(re.sub(r"[\[\],()]", "", "".join(ours)))
    (lean / "rxconfig.py").write_text(CONFIG, encoding="utf-8")
    target = [f"--target={lean}", "--no-deps", "--disable-pip-version-check"]
    done = python("-m", "pip", "install", *target, str(ROOT / "lean_reflex"), cwd=lean, env=environment())
    assert done.returncode == 0, done.stdout + done.stderr
    with ExitStack() as running:
        served = []
        for project in (plain, lean):
            port = str(free_port())
            run = [sys.executable, "-m", "reflex", "run", "--env", "prod", "--frontend-port", port]
            server = Server(f"http://localhost:{port}", project / "log", run, cwd=project, env=environment())
            server.starts_within = 180
            running.enter_context(server)
            served.append((project / ".web" / "build" / "client", server.url, server))
        yield served


@pytest.fixture
def alike(sites, browser):
    """Do something with a page of both apps, and return what both saw: it must be the same."""

    def alike(act, path="/shop", host="localhost"):
        seen = []
        for _, url, _ in sites:
            context = browser.new_context(permissions=["geolocation"], geolocation={"latitude": 1, "longitude": 2})
            page = context.new_page()
            page.goto(url.replace("localhost", host) + path)
            until(page, "Object.keys(document.querySelector('p, h1') ?? {}).some((name) => name.startsWith('__react'))")
            seen.append(act(page))
            context.close()
        assert seen[0] == seen[1]
        return seen[0]

    return alike


def pressed(name, shown, text):
    """Return an action that presses a button until an element shows a text."""

    def act(page):
        page.locator(f"#{name}").click()
        page.locator(shown).filter(has_text=re.compile(f"^{text}$")).first.wait_for()
        if name in ("other", "element"):
            page.wait_for_url(re.compile("/other/?$"))
        return page.url.partition("/shop")[1:], page.locator(shown).all_inner_texts()

    return act


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_template_looks_alike_and_its_colour_mode_can_be_changed(sites, browser, scheme):
    looks = []
    for _, url, _ in sites:
        page = browser.new_page(color_scheme=scheme)
        page.goto(url, wait_until="networkidle")
        looks.append([page.screenshot()])
        page.get_by_role("button").first.click()
        page.wait_for_timeout(500)  # the badge changes its colour
        looks[-1].append(page.screenshot())
        page.close()
    assert looks[0] == looks[1]
    assert looks[0][0] != looks[0][1]


def scripts(pages, page):
    """Return the texts of the scripts that a page loads by itself."""
    html = (pages / f"{page}.html").read_text("utf-8")
    start = re.search(r'data-module="/([^"]+)"', html)
    listed = (pages / start[1]).read_text("utf-8") if start else html
    return [(pages / name).read_text("utf-8") for name in sorted(set(re.findall(r"assets/[\w.-]+\.js", listed)))]


def test_a_page_has_a_tenth_less_script_though_others_use_most_of_radix(sites):
    plain, lean = (sum(map(len, scripts(pages, "index"))) for pages, _, _ in sites)
    assert lean < plain * 0.9


@pytest.mark.parametrize(("page", "connects"), [("index", False), ("other/index", True)])
def test_only_a_page_that_connects_as_it_opens_loads_the_client_with_its_scripts(sites, page, connects):
    _, (pages, _, _) = sites
    assert any("EIO" in script for script in scripts(pages, page)) == connects  # a parameter of its requests


@pytest.mark.parametrize(
    ("name", "text"),
    [("of_module", "of a module"), ("of_task", "of a task"), ("of_text", "of a text"), ("here", "here")],
)
def test_a_toast_is_shown_wherever_it_comes_from(alike, name, text):
    assert alike(pressed(name, "[data-sonner-toast]", text))


@pytest.mark.parametrize(
    ("name", "shown", "text"),
    [
        ("ask", "#heard", "str 2"),
        ("wait", "#heard", "str 4"),
        ("use", "#heard", "_call_script,true,function,a"),
        ("null", "#heard", "NoneType 4"),
        ("compose", "#composed", "composed"),
        ("other", "h1", "Other"),
        ("element", "h1", "Other"),
        ("other", "#n", "1"),
        ("element", "#n", "1"),
        ("stays", "#n", "1"),
        ("anchor", "#n", "1"),
    ],
)
def test_events_arrive_and_links_send_theirs(alike, name, shown, text):
    assert alike(pressed(name, shown, text))


def test_the_failure_of_a_handler_is_shown_in_a_toast(alike):
    def act(page):
        page.locator("#fails").click()
        return page.locator("[data-sonner-toast]").inner_text()

    assert "error" in alike(act)


@pytest.mark.parametrize(("path", "clicked"), [("/shop", "#ask"), ("/shop", "#box"), ("/now", "button >> nth=0")])
def test_a_click_before_the_scripts_run_counts_once_they_do(sites, browser, path, clicked):
    """Without the package it is lost, but there the scripts start before the first paint."""
    held, page = [], browser.new_page()
    page.route("**/assets/entry.client*.js", lambda route: held.append(route))
    page.goto(sites[1][1] + path)
    page.locator(clicked).click()
    poll(page, lambda: held, "the scripts are asked for")
    held[0].continue_()
    page.locator("#heard", has_text="str 2").wait_for()
    assert page.locator("[data-live]").count() == 1
    page.close()


def test_a_component_of_a_state_sends_its_events(alike):
    def act(page):
        page.locator("#compose").click()
        pressed("composed", "#n", "1")(page)
        return True

    assert alike(act)


def test_a_long_text_arrives(alike):
    write = """(field) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(field, "x".repeat(70_000));
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }"""

    def act(page):
        page.locator("#long").evaluate(write)
        page.locator("#heard", has_text="str 70000").wait_for()
        return True

    assert alike(act)


def test_a_cookie_is_set(alike):
    assert alike(lambda page: (pressed("bake", "#n", "0")(page), until(page, "document.cookie.includes('plain')")))


def test_a_visitor_goes_and_comes_back(alike):
    def act(page):
        page.locator("#other").click()
        page.locator("#back").click()
        pressed("of_module", "[data-sonner-toast]", "of a module")(page)
        return page.evaluate("[scrollY, document.activeElement.tagName]")

    assert alike(act)


def test_a_page_of_a_dynamic_route_shows_a_toast_as_it_opens(alike):
    def act(page):
        page.locator("[data-sonner-toast]", has_text="mounted").wait_for()
        return page.locator("#slug", has_text="ann").inner_text()

    assert alike(act, "/item/ann")


def test_an_app_answers_on_another_host_s_name(alike):
    assert alike(pressed("anchor", "#n", "1"), host="127.0.0.2")


@pytest.mark.parametrize(
    "ask",
    [
        "new Promise((done) => navigator.geolocation.getCurrentPosition(() => done('place'), (error) => done(error.message)))",
        "document.documentElement.dataset.ran",
        "getComputedStyle(document.querySelector('#dark')).color",
    ],
)
def test_a_page_may_do_what_it_did(alike, ask):
    assert alike(lambda page: page.evaluate(ask))


@pytest.mark.parametrize(
    ("path", "status"),
    [("/_health", 200), ("/ping", 200), ("/own", 200), ("/_upload/made.txt", 200), ("/nothing", 404), ("/other", 307), ("/whole/", 200)],
)  # fmt: skip
def test_a_path_has_the_answer_of_reflex_which_other_sites_may_show(sites, browser, path, status):
    answers = [browser.new_context().request.get(url + path, max_redirects=0) for _, url, _ in sites]
    assert [answer.status for answer in answers] == [status] * 2
    assert (
        not {"x-frame-options", "content-security-policy", "cross-origin-resource-policy"} & answers[1].headers.keys()
    )


def test_the_loss_of_the_server_is_shown_in_a_toast(sites, browser):
    """The last test: afterwards no server runs."""
    for _, url, server in sites:
        page = browser.new_page()
        page.goto(url + "/shop")
        pressed("ask", "#heard", "str 2")(page)
        page.wait_for_load_state("networkidle")
        server.terminate()
        page.locator("[data-sonner-toast]", has_text="Cannot connect to server").wait_for()
        page.close()
