"""Runs Reflex's own integration tests with production builds, plain or with the package (README, Reflex's own tests).

A plugin for pytest, in a checkout of Reflex: ``pytest -p lean_reflex.tests.reflex_harness tests/integration/...``.
``WITHOUT=lean_reflex`` runs them without the package. ``CONNECT=all`` lets every page connect as it opens, for tests
that read a page's token before its first event.
"""

import os
from pathlib import Path
from typing import Any

import pytest
import reflex.reflex
from reflex.testing import AppHarness, AppHarnessProd

from lean_reflex.build import lean_bundle

_CONFIG = """import reflex as rx
from lean_reflex.plugins import plugins

config = rx.Config(app_name="{}", plugins=[*plugins(), rx.plugins.SitemapPlugin()])
"""
_create, _init = AppHarness.create.__func__, reflex.reflex._init


def _created(cls: type[AppHarness], *args: Any, **options: Any) -> AppHarness:
    return _create(AppHarnessProd if cls is AppHarness else cls, *args, **options)


def _initialized(name: str, *args: Any, **options: Any) -> None:
    _init(name, *args, **options)
    Path("rxconfig.py").write_text(_CONFIG.format(name), encoding="utf-8")


setattr(AppHarness, "create", classmethod(_created))  # noqa: B010 -- pyright takes it for another type
if os.environ.get("WITHOUT") != "lean_reflex":
    reflex.reflex._init = _initialized
if os.environ.get("CONNECT") == "all":
    lean_bundle.shows_server_facts = lambda _page: True


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Use the browser that CHROMIUM names, if it does, in place of Playwright's own."""
    given = {"executable_path": os.environ["CHROMIUM"]} if "CHROMIUM" in os.environ else {}
    return browser_type_launch_args | given
