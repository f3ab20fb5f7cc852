"""The built site started without Node and without compiling: ``python -m scripts.serve``."""

from __future__ import annotations

import subprocess
import sys

import httpx
import pytest

from gym_site.settings import ROOT
from tests.browsing import connected
from tests.forms import INQUIRY_FORM, Visitor
from tests.site import PrebuiltSite, site_environment


@pytest.fixture
def served(site, service, tmp_path):
    """The site that was built for another port, with no Node to be found."""
    (tmp_path / "bin").mkdir()
    with PrebuiltSite(tmp_path, GYM_FORM_ENDPOINT=service.endpoint, PATH=str(tmp_path / "bin")) as served:
        yield served


def test_it_serves_pages_and_takes_a_form_by_websocket_on_a_port_of_its_own(served, service, opener):
    assert httpx.get(f"{served.url}/faq").status_code == 200
    page = opener.open(served.url)
    connected(page)
    Visitor(page, INQUIRY_FORM).fill().send().toast("success")
    assert len(page.watch.submits()) == len(service.posts()) == 1
    assert page.watch.errors == []


def test_a_stop_and_a_start_keep_what_came_in(served, service, opener):
    visitor = Visitor(opener.open(served.url), INQUIRY_FORM).fill()
    connected(visitor.page)
    served.terminate()
    served.start()
    visitor.send()
    visitor.page.locator(".toast-success, [role=status].lead").wait_for()
    assert len(service.posts()) == 1


def test_a_wrong_setting_stops_the_start_with_one_line():
    started = subprocess.run(
        [sys.executable, "-m", "scripts.serve"],
        cwd=ROOT, env=site_environment(GYM_LIMIT_EVENTS="many"), capture_output=True, text=True, timeout=30, check=False,
    )  # fmt: skip
    assert started.returncode != 0
    assert (started.stdout + started.stderr).splitlines() == [
        "Settings: GYM_LIMIT_EVENTS must be a whole number, 0 or more"
    ]
