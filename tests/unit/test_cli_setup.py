"""The command that asks for the most important settings and writes ``.env``."""

import os
import pty
import re
import select
import shutil
import sys
import termios
import time

import pytest

from gym_site.cli import main
from gym_site.settings import ROOT, load_settings
from tests.form_service import FormService
from tests.site import serving, site_environment

CODE = """
import pathlib, sys
from gym_site import cli
from gym_site.cli import setup
setup.ROOT = pathlib.Path(sys.argv[1])
sys.exit(cli.main(["setup"]))
"""
PATIENCE = 60  # seconds


@pytest.fixture
def project(tmp_path):
    """A folder with two gyms and without settings."""
    shutil.copy(ROOT / ".env.example", tmp_path)
    for gym in ("gym", "my-gym"):
        (tmp_path / gym).mkdir()
        (tmp_path / gym / "gym.toml").touch()
    return tmp_path


def setup(project, *dialog, hidden="", **variables):
    """Run the command in a terminal. ``dialog``: texts to wait for, and the line that is typed then.

    ``hidden``: a text after which the terminal hides what is typed. Return what the terminal shows and the exit code.
    """
    process, terminal = pty.fork()
    if process == 0:
        environment = site_environment(COLUMNS="200", NO_COLOR="1", TERM="dumb", **variables)
        os.execve(sys.executable, [sys.executable, "-c", CODE, str(project)], environment)
    shown, read = "", 0
    for question, typed in [*dialog, ("\0", "")]:
        while question not in shown[read:]:
            assert select.select([terminal], [], [], PATIENCE)[0], shown
            try:
                shown += os.read(terminal, 4096).decode()
            except OSError:  # the command has ended
                break
        read = len(shown)
        while question == hidden and termios.tcgetattr(terminal)[3] & termios.ECHO:
            time.sleep(0.01)
        if question != "\0":
            os.write(terminal, f"{typed}\n".encode())
    os.close(terminal)
    return shown, os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])


def test_setup_tries_the_answers_and_writes_them_but_never_over_an_existing_file(project):
    with serving(FormService()) as service:
        service.answers(status=404, mark="test of the alerts")
        shown, code = setup(
            project,
            ("find the site", "our-gym.example"), ("find the site", "https://our-gym.example/"),
            ("requests go", service.endpoint),
            ("messages go", f"{service.url}/hook"), ("all the same?", ""), ("messages go", ""),
            ("backup every day", str(project / "backups")),
            ("your gym's?", "my-gym"),
            ("several processes?", ""),
        )  # fmt: skip
        request, alert = (post["body"] for post in service.posts())
    assert code == 0
    assert "GYM_SITE_URL must be a full address such as https://gym.example." in shown
    assert "127.0.0.1 accepted a test request" in shown
    assert "127.0.0.1 did not accept the message: 404." in shown
    assert request["subject"] == "New Consultation Request from TEST"
    assert "This is a test of the website" in request["message"]
    assert alert["text"].startswith("our-gym.example: This is a test")
    assert re.search(rf"cd {project} && \S+ -m gym_site backup --keep 30 {project}/backups", shown)
    assert (project / "backups").stat().st_mode & 0o777 == 0o700
    file = project / ".env"
    assert file.stat().st_mode & 0o777 == 0o600
    written = file.read_text(encoding="utf-8")
    lines = dict(line.split("=", 1) for line in written.splitlines() if line and line[0] != "#")
    assert lines == {
        "GYM_SITE_URL": "https://our-gym.example/", "GYM_FORM_ENDPOINT": service.endpoint, "GYM_FOLDER": "my-gym"
    }  # fmt: skip
    assert "\n# GYM_ALERTS=\n" in written

    shown, code = setup(
        project,
        ("find the site", ""),
        ("requests go", "desk@gym.example"), ("mail server", "127.0.0.1"), ("port", ""), ("user", ""),
        ("isn't shown", "hush hush/#"), ("all the same?", "y"),
        ("messages go", ""), ("backup every day", ""), ("your gym's?", ""), ("several processes?", ""),
        hidden="isn't shown",
    )  # fmt: skip
    address = "smtp://desk%40gym.example:hush%20hush%2F%23@127.0.0.1:587/?to=desk@gym.example"
    assert (code, load_settings({"GYM_FORM_ENDPOINT": address}).mail_server.password) == (0, "hush hush/#")
    assert f"{file} exists already" in shown
    assert f"\nGYM_FORM_ENDPOINT={address}\r\nGYM_DAILY_SUMMARY=08:00\r\n" in shown
    assert "hush hush" not in shown
    assert file.read_text(encoding="utf-8") == written


def test_without_a_terminal_setup_names_the_page_about_settings(capsys):
    assert main(["setup"]) == 1
    assert "docs/settings.md" in capsys.readouterr().err
