"""Reflex's blank template as it comes and with `lean_reflex`: both look alike, and one is lighter."""

import os
import shutil
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from gym_site.settings import ROOT
from tests.site import Server, free_port, python, site_environment

PREPARE = "from lean_reflex.environment import prepare\n\nprepare()\n\nimport reflex as rx\n\nfrom lean_reflex.plugins import plugins\n"


def environment():
    """Return the environment of Reflex's own command."""
    given = {name: value for name, value in site_environment().items() if value and name != "PYTHONPATH"}
    return given | {"REFLEX_USE_NPM": "1", "PATH": f"{Path(sys.executable).parent}{os.pathsep}{given['PATH']}"}


def replace(file, *pairs):
    """Replace texts that are in a file."""
    text = file.read_text(encoding="utf-8")
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new, 1)
    file.write_text(text, encoding="utf-8")


@pytest.fixture(scope="module")
def sites(tmp_path_factory):
    """The template, built and served as it comes and with the package: the folder of its pages, and its URL."""
    plain = tmp_path_factory.mktemp("plain")
    done = python("-m", "reflex", "init", "--name", "blank", "--template", "blank", cwd=plain, env=environment())
    assert done.returncode == 0, done.stdout + done.stderr
    lean = shutil.copytree(plain, plain.with_name("lean"), ignore=shutil.ignore_patterns(".web"))
    (lean / "lean_reflex").symlink_to(ROOT / "lean_reflex")
    replace(
        lean / "rxconfig.py",
        ("import reflex as rx\n", PREPARE),
        ("plugins=[", "plugins=[*plugins(), "),
        ("rx.plugins.RadixThemesPlugin(),", ""),
    )
    replace(
        lean / "blank" / "blank.py",
        ("import reflex as rx\n", "import reflex as rx\n\nfrom lean_reflex.app import LeanApp\n"),
        ("rx.App()", "LeanApp()"),
    )
    with ExitStack() as running:
        served = []
        for project in (plain, lean):
            port = str(free_port())
            run = [sys.executable, "-m", "reflex", "run", "--env", "prod", "--frontend-port", port]
            server = Server(f"http://localhost:{port}", project / "log", run, cwd=project, env=environment())
            server.starts_within = 180
            running.enter_context(server)
            served.append((project / ".web" / "build" / "client", server.url))
        yield served


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_template_looks_alike_and_its_colour_mode_can_be_changed(sites, browser, scheme):
    looks = []
    for _, url in sites:
        page = browser.new_page(color_scheme=scheme)
        page.goto(url, wait_until="networkidle")
        looks.append([page.screenshot()])
        page.get_by_role("button").first.click()
        page.wait_for_timeout(500)  # the badge changes its colour
        looks[-1].append(page.screenshot())
        page.close()
    assert looks[0] == looks[1]
    assert looks[0][0] != looks[0][1]


def test_the_template_has_a_third_less_script_and_a_policy(sites):
    plain, lean = (sum(file.stat().st_size for file in pages.glob("assets/*.js")) for pages, _ in sites)
    assert lean < plain * 0.7
    assert "default-src 'none'" in (sites[1][0] / "index.html").read_text(encoding="utf-8")
