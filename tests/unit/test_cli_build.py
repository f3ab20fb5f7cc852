"""Pages are rebuilt only when their inputs have changed."""

import json
import os
import shutil
import signal
import subprocess
import sys

import pytest

from gym_site.built import built_folder
from gym_site.cli import build, export, main
from gym_site.db.prepare import change_record
from gym_site.db.staff_values import BUSINESS_NAME, HOURS_NAME
from gym_site.settings import ROOT
from tests.build import build_site
from tests.gym import RECORDS
from tests.site import free_port, python, site_environment


def test_up_to_date_pages_are_not_rebuilt(pages):
    built = (pages / "index.html").stat().st_mtime_ns
    assert built_folder(build_site()) == pages
    assert (pages / "index.html").stat().st_mtime_ns == built


def test_an_export_has_what_keeps_every_file_on_github_pages(monkeypatch, tmp_path):
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "_index-a.js").touch()
    monkeypatch.setattr(export, "built_pages", lambda: tmp_path / "pages")
    monkeypatch.setattr(export, "DIST", tmp_path / "dist")
    assert main(["export"]) == 0
    assert {file.name for file in (tmp_path / "dist").iterdir()} == {".nojekyll", "_index-a.js"}


def test_serve_fails_with_a_message_if_no_pages_are_built(monkeypatch, tmp_path, capsys):
    monkeypatch.setenv("REFLEX_WEB_WORKDIR", str(tmp_path))
    monkeypatch.setenv("GYM_STATUS_ADDRESS", f"127.0.0.1:{free_port()}")
    assert main(["serve", "--port", str(free_port())]) == 1
    assert capsys.readouterr().err == "There are no pages to serve yet. To build them: python -m gym_site build\n"


def test_a_build_in_a_folder_that_vite_cannot_read_says_so(database, monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(build, "run_whole", lambda *_, **__: 1)
    monkeypatch.setattr(build, "_ask_registry", lambda: None)
    monkeypatch.setenv("REFLEX_WEB_WORKDIR", str(tmp_path / "gym #2"))
    assert main(["build"]) == 1
    assert capsys.readouterr().err.startswith("The folder's path contains #, which Vite can't read: ")


@pytest.fixture
def project(database, monkeypatch, tmp_path):
    """A project of one module, with a database."""
    (tmp_path / "gym_site").mkdir()
    (tmp_path / "gym_site" / "plans.py").write_text("PRICE = 18.75")
    monkeypatch.setattr(build, "ROOT", tmp_path)
    monkeypatch.setenv("GYM_FORM_ENDPOINT", "https://forms.example/f/abc")
    return tmp_path


def hashed() -> str:
    return build.sources_hash(build._stored_site())


@pytest.mark.parametrize(
    "change",
    [
        lambda project, _engine, _set: (project / "gym_site" / "plans.py").write_text("PRICE = 17.75"),
        lambda project, _engine, _set: (project / "gym_site" / "plans.py").rename(project / "gym_site" / "prices.py"),
        lambda _project, engine, _set: change_record(engine, RECORDS, "faq", {"title": "Questions, and answers"}),
        lambda _project, engine, _set: change_record(engine, RECORDS, BUSINESS_NAME, {"phone": "604-555-0199"}),
        lambda _project, engine, _set: change_record(engine, RECORDS, HOURS_NAME, {"2099-01-01": "closed"}),
        lambda _project, _engine, set_variable: set_variable("GYM_EXPANSION_OPENS_AT", "2099-10-31T23:59:59"),
        lambda _project, _engine, set_variable: set_variable("REFLEX_FRONTEND_COMPRESSION_FORMATS", "gzip"),
        lambda _project, _engine, set_variable: set_variable("GYM_SERVER", "none"),
    ],
    ids=["text", "name", "page record", "business record", "day", "setting", "setting of Reflex", "no server"],
)
def test_a_changed_input_of_the_pages_changes_the_build_hash(project, engine, monkeypatch, change):
    before = hashed()
    change(project, engine, monkeypatch.setenv)
    assert hashed() != before


def test_settings_that_only_the_server_reads_do_not_change_the_build_hash(project, monkeypatch):
    before = hashed()
    monkeypatch.setenv("GYM_FORM_ENDPOINT", "https://forms.example/f/xyz")
    monkeypatch.setenv("GYM_LIMIT_TOTAL", "10")
    assert hashed() == before

    monkeypatch.setenv("GYM_SERVER", "none")
    without_server = hashed()
    monkeypatch.setenv("GYM_FORM_ENDPOINT", "https://forms.example/f/abc")
    assert hashed() != without_server


@pytest.mark.parametrize("folder", ["tools", "originals", "__pycache__"])
def test_the_name_of_a_folder_above_the_project_hides_no_input(project, monkeypatch, folder):
    moved = project / folder
    shutil.copytree(project / "gym_site", moved / "gym_site")
    monkeypatch.setattr(build, "ROOT", moved)
    before = hashed()
    (moved / "gym_site" / "plans.py").write_text("PRICE = 17.75")
    assert hashed() != before
    build.changed_since_build()


@pytest.mark.long
def test_variables_of_a_platform_do_not_change_what_is_installed_or_built():
    ours = {
        "NODE_ENV": "production",
        "NODE_OPTIONS": "--no-warnings",
        "NPM_CONFIG_OMIT": "dev",
        "npm_config_dry_run": "1",
    }
    kept = {"NPM_CONFIG_REGISTRY": "https://npm.example", "npm_config_https_proxy": "http://proxy.example",
            "NPM_CONFIG_CAFILE": "/ca.pem", "NODE_EXTRA_CA_CERTS": "/ca.pem", "HTTPS_PROXY": "http://proxy.example"}  # fmt: skip
    seen = "import json, os, rxconfig; print(json.dumps(dict(os.environ)))"
    environment = json.loads(python("-c", seen, env=site_environment() | ours | kept).stdout)
    assert (ours.keys() & environment.keys(), kept.items() - environment.items()) == (set(), set())


def test_a_signal_ends_a_command_and_all_that_it_started(tmp_path):
    """The child ignores the first signal, as npm does while it unpacks."""
    child = "import signal, time; signal.signal(2, signal.SIG_IGN); print(flush=True); time.sleep(60)"
    (tmp_path / "parent.py").write_text(
        f"import subprocess, sys\nwith subprocess.Popen([sys.executable, '-c', {child!r}]) as child:\n"
        "    print(child.pid, flush=True)"
    )
    command = "from gym_site.cli import processes; processes._STOP_WITHIN = 1; processes.run_whole('parent')"
    environment = site_environment() | {"PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"}
    with subprocess.Popen(
        [sys.executable, "-c", command], env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as running:
        lines = sorted((running.stdout.readline().strip(), running.stdout.readline().strip()))
        running.send_signal(signal.SIGTERM)
        assert running.wait(20) == 128 + signal.SIGTERM
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(int(lines[1]))], capture_output=True, text=True, check=False)
    assert state.stdout.strip()[:1] in {"", "Z"}  # ended
