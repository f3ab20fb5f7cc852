"""The built site started without Node and without compiling: ``python -m gym_site serve``."""

from __future__ import annotations

import subprocess
import sys

import httpx
import pytest
from playwright.sync_api import expect

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


def test_it_takes_a_form_by_websocket_and_a_stop_and_a_start_keep_what_comes_in(served, service, opener):
    assert httpx.get(f"{served.url}/faq").status_code == 200
    page = opener.open(served.url)
    connected(page)
    visitor = Visitor(page, INQUIRY_FORM).fill().send()
    visitor.toast("success")
    assert len(page.watch.submits()) == len(service.posts()) == 1
    assert page.watch.errors == []
    page.locator(".toast-close").click()
    page.get_by_role("button", name="Send another").click()
    visitor.fill(message=f"Again {visitor.mark}")
    served.terminate()
    served.start()
    visitor.send()
    expect(page.locator(".toast-success, [role=status].lead")).to_be_visible()
    assert len(service.posts()) == 2


def test_a_wrong_setting_stops_the_start_with_one_line():
    started = subprocess.run(
        [sys.executable, "-m", "gym_site", "serve"],
        cwd=ROOT, env=site_environment(GYM_LIMIT_EVENTS="many"), capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert started.returncode != 0
    assert (started.stdout + started.stderr).splitlines() == [
        "Settings: GYM_LIMIT_EVENTS must be a whole number, 0 or more"
    ]
