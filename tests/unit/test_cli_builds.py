"""Builds replace one another atomically, and the previous one can be restored."""

import json
import os
import time
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

import pytest
from reflex.utils.prerequisites import needs_reinit

from gym_site.built import built_folder, pages_in
from gym_site.cli import build, main
from gym_site.cli.builds import DAY, add_build, serve_build
from tests.gym import GYM, SITE

PHONE = "604-555-0777"


@pytest.fixture
def web(monkeypatch, tmp_path):
    monkeypatch.setenv("REFLEX_WEB_WORKDIR", str(tmp_path))
    return tmp_path


@pytest.fixture
def built(web):
    """Add a build with a page that contains ``words``, and scripts of these names."""

    def built(words: str, *scripts: str) -> Path:
        pages = web / "build" / "client"
        (pages / "assets").mkdir(parents=True)
        (pages / "index.html").write_text(words)
        for name in scripts:
            (pages / "assets" / name).write_text(words)
        build = add_build(pages, words, replace(SITE, business=replace(GYM.business, phone=PHONE)))
        serve_build(build)
        return pages_in(build)

    return built


def page() -> str:
    return (built_folder() / "index.html").read_text()


def scripts() -> set[str]:
    return {file.name for file in (built_folder() / "assets").iterdir()}


def caddys_page(web: Path) -> str:
    """Return the text of the page in the folder that the Caddyfile names."""
    return (web / "builds" / "served" / "pages" / "index.html").read_text()


def test_the_server_and_caddy_serve_the_newest_build(web, built):
    for words in ("first", "second"):
        assert built(words) == built_folder()
        assert (page(), caddys_page(web)) == (words, words)
    assert f">{PHONE}</a>" in built_folder().with_name("unavailable.html").read_text()


def test_each_rollback_exchanges_the_current_and_the_previous_build(web, built, capsys):
    built("first")
    assert main(["rollback"]) == 1
    assert "no other build" in capsys.readouterr().err
    built("second")
    for words in ("first", "second", "first"):
        assert main(["rollback"]) == 0
        assert (page(), caddys_page(web)) == (words, words)
    built("third")
    assert main(["rollback"]) == 0
    assert page() == "first"  # served before the third; the second was dropped


def test_a_failed_build_keeps_the_previous_one_even_if_another_account_built_it(
    database, web, built, monkeypatch, capsys
):
    built("first")
    (web / "reflex.json").write_text(json.dumps({"version": version("reflex")}))
    monkeypatch.setenv("REFLEX_DIR", str(web / "home" / "reflex"))
    monkeypatch.setattr(build, "sources_hash", lambda _site: "changed")
    monkeypatch.setattr(build, "missing_parts", lambda _gym: [])
    monkeypatch.setattr(build, "_ask_registry", lambda: None)
    begins_anew: list[bool] = []
    monkeypatch.setattr(build, "run_whole", lambda *_, **__: begins_anew.append(needs_reinit()) or 7)
    assert main(["build"]) == 1
    assert ("exit code 7" in capsys.readouterr().err, page()) == (True, "first")
    assert begins_anew == [False]  # or Reflex would delete all that is in the folder


def test_scripts_of_earlier_builds_are_served_for_a_day(built):
    built("first", "old-1.js", "same-1.js")
    built("second", "new-1.js", "same-1.js")
    assert scripts() == {"old-1.js", "new-1.js", "same-1.js"}
    assert (built_folder() / "assets" / "same-1.js").read_text() == "second"
    an_hour_ago = time.time() - 3600
    os.utime(built_folder() / "assets" / "old-1.js", (an_hour_ago, an_hour_ago))
    built("third")
    assert scripts() == {"old-1.js", "new-1.js", "same-1.js"}
    os.utime(built_folder() / "assets" / "old-1.js", (0, time.time() - DAY - 1))
    built("fourth")
    assert scripts() == {"new-1.js", "same-1.js"}
    built("fifth", "late-1.js")
    assert main(["rollback"]) == 0
    assert scripts() == {"new-1.js", "same-1.js", "late-1.js"}


def test_a_build_keeps_no_scripts_from_a_build_of_another_gym(built):
    """They contain its name and URLs, and would be exported with the new gym's pages."""
    built("first", "a-1.js").with_name("gym").write_text("Another Gym")
    built("second", "b-1.js")
    assert scripts() == {"b-1.js"}
    built("third", "c-1.js")
    assert scripts() == {"b-1.js", "c-1.js"}
