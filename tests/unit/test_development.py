"""``make dev``: it follows the gym's folder, shows the mistakes in it, and lists the values that are still examples."""

import re
import shutil
import socket
import subprocess
import sys
from dataclasses import replace
from subprocess import PIPE

import httpx
import pytest

from gym_site.built import TEXTS, VERSION_FILE
from gym_site.check import marks as marks_module
from gym_site.check import mistakes as module
from gym_site.cli import command as command_module
from gym_site.cli import dev, main
from gym_site.cli.processes import alone_in
from gym_site.folder import Folder
from gym_site.layout.shell import shell
from gym_site.settings import ROOT, VERSION, load_settings
from gym_site.site import served
from tests.gym import GYM, SETTINGS, SITE
from tests.parts import rows
from tests.site import free_port, python, site_environment, wait_for

NO_PRICE = ("plans.toml", r"(?m)^price = \d", "price = about 1")
NO_PHONE = ("gym.toml", r'(?m)^phone = "\d', 'phone = "')


@pytest.fixture
def folder(tmp_path):
    """A copy of the gym's folder."""
    return shutil.copytree(GYM.folder.path, tmp_path / "gym", ignore=shutil.ignore_patterns("originals"))


def mistaken(folder, change):
    """Make a mistake in a file of the folder; return the file and its text before."""
    name, pattern, text = change
    file = folder / name
    right = file.read_text(encoding="utf-8")
    file.write_text(re.sub(pattern, text, right, count=1), encoding="utf-8")
    assert file.read_text(encoding="utf-8") != right
    return file, right


def environment(folder, tmp_path, **more):
    web, database = str(tmp_path / "web"), f"sqlite:///{tmp_path / 'gym.db'}"  # without a build to go on with
    return site_environment(GYM_FOLDER=str(folder), REFLEX_WEB_WORKDIR=web, REFLEX_DB_URL=database, **more)


TEXTS_OF_THE_GYM = [
    file.relative_to(GYM.folder.path).as_posix()
    for pattern in ("*.toml", "*.md", "posts/*.md")
    for file in GYM.folder.files(pattern)
    if file.name != "launch.toml"  # no text of the site
]


@pytest.fixture
def built(folder, tmp_path):
    """The environment of a site whose current build has the texts of the folder as they are."""
    build = tmp_path / "web" / "builds" / "one"
    shutil.copytree(folder, build / TEXTS)
    (build / VERSION_FILE).write_text(VERSION, encoding="utf-8")
    (build.parent / "current").write_text("one", encoding="utf-8")
    return environment(folder, tmp_path)


@pytest.mark.parametrize("name", rows(TEXTS_OF_THE_GYM, ["services.toml"]))
def test_a_mistake_in_a_file_stops_no_server_and_no_request_and_is_named_by_what_needs_the_file(
    name, folder, built, prepared, tmp_path, monkeypatch, capsys
):
    shutil.copy(prepared, tmp_path)
    for variable, value in built.items():
        monkeypatch.setenv(variable, value)
    before = served(load_settings())[0]
    text = (folder / name).read_text(encoding="utf-8")
    (folder / name).write_text(f"<<<<<<< HEAD\n{text}", encoding="utf-8")
    command_module.gym.cache_clear()
    after = served(load_settings())[0]  # as at a restart, and for each command below
    assert (after.business, after.records, after.brand) == (before.business, before.records, before.brand)
    for command in ("leads export --csv -", "leads purge --dry-run", f"backup {tmp_path / 'copy.db'}"):
        assert main(command.split()) == 0, command
    assert capsys.readouterr().err == ""
    said = f"{folder / name}:1 Two versions of a text stand here"
    for command in ("build", "export", "check"):
        assert main([command]) == 1
        printed = capsys.readouterr()
        assert said in " ".join((printed.out + printed.err).replace(":1:", ":1").split()), command
    assert [line.replace(":1:", ":1").startswith(said) for line in module.mistakes()] == [
        True
    ]  # as `make dev` shows it
    # Texts of a build of another version may have another form.
    (tmp_path / "web/builds/one" / VERSION_FILE).write_text("0.0.1", encoding="utf-8")
    command_module.gym.cache_clear()
    assert main(["leads", "export", "--csv", "-"]) == 1
    command_module.gym.cache_clear()


def test_texts_of_a_build_that_the_code_has_outdated_stop_no_command(built, tmp_path, monkeypatch):
    for variable, value in built.items():
        monkeypatch.setenv(variable, value)
    text = tmp_path / "web/builds/one" / TEXTS / "search.toml"
    text.write_text(text.read_text(encoding="utf-8").replace("[pages.faq]", "[pages.parking]"), encoding="utf-8")
    assert served(load_settings())[0].records.keys() == GYM.records.keys()


def test_dev_begins_neither_beside_another_or_a_build_nor_at_a_port_in_use(folder, tmp_path, monkeypatch, capsys):
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = str(server.getsockname()[1])
        for variable, value in environment(folder, tmp_path, REFLEX_FRONTEND_PORT=port).items():
            monkeypatch.setenv(variable, value)
        assert main(["dev"]) == 1
        assert f"port {port}: Address already in use" in capsys.readouterr().err
    with alone_in(tmp_path / "web", waits=False):
        assert main(["dev"]) == 1
        assert f"is running in this folder ({tmp_path / 'web'}): stop it first." in capsys.readouterr().err


@pytest.mark.parametrize(
    ("command", "change"), [pytest.param("serve", NO_PHONE, marks=pytest.mark.long), ("build", NO_PRICE)]
)
def test_without_a_build_a_command_ends_with_the_mistakes_in_the_folder(command, change, folder, tmp_path):
    file, _ = mistaken(folder, change)
    done = python("-m", "gym_site", command, env=environment(folder, tmp_path))
    assert done.returncode == 1
    assert re.match(rf"{re.escape(str(file))}:\d+: ", done.stderr)
    assert "Traceback" not in done.stderr


@pytest.mark.long
def test_reflex_run_does_not_start_with_mistakes(folder, tmp_path):
    file, _ = mistaken(folder, NO_PHONE)
    done = python("-c", "import gym_site.gym_site", env=environment(folder, tmp_path))
    assert done.returncode == 1
    assert re.search(rf"{re.escape(str(file))}:\d+: [^\n]+\n$", done.stderr)


@pytest.mark.long
def test_make_dev_shows_the_mistakes_until_the_last_is_corrected(folder, tmp_path):
    changed = [mistaken(folder, change) for change in (NO_PHONE, NO_PRICE)]
    port = free_port()
    env = environment(folder, tmp_path, REFLEX_FRONTEND_PORT=str(port))
    command = "from gym_site.cli.dev import wait_until_correct; wait_until_correct()"
    waiting = subprocess.Popen([sys.executable, "-c", command], cwd=ROOT, env=env, stdout=PIPE, stderr=PIPE, text=True)

    def shown() -> str:
        try:
            return httpx.get(f"http://127.0.0.1:{port}/any/path").text
        except httpx.TransportError:
            return ""

    try:
        for file, right in changed:
            wait_for(lambda name=file.name: f"{name}:" in shown())
            file.write_text(right, encoding="utf-8")
        said, output = waiting.communicate(timeout=30)
    finally:
        waiting.kill()
    assert waiting.returncode == 0
    assert said.startswith(f"The site will be at http://localhost:{port}.\n")
    assert all(f"{file}:" in output for file, _ in changed)


def test_the_page_shows_a_mistake_as_it_is_written():
    assert "<li>gym/plans.toml:3: &lt;b&gt; {0}</li>" in module.page_with(["gym/plans.toml:3: <b> {0}"])


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("\nheadings = (1,", ":2: SyntaxError: '(' was never closed"),
        ("\n\nWishes = object\nWishes.wishess", ":4: AttributeError: type object 'object' has no attribute 'wishess'"),
        ("import reflex as rx\n'x' if rx.State.is_hydrated else ''", ":2: VarTypeError: Cannot convert Var "),
    ],
)
def test_a_mistake_in_the_code_is_described_by_its_place_and_its_last_line(code, message):
    with pytest.raises((SyntaxError, AttributeError, TypeError)) as raised:
        exec(compile(code, str(ROOT / "gym_site" / "sections" / "wishes.py"), "exec"), {})
    assert module.described(raised.value).startswith(f"gym_site/sections/wishes.py{message}")


def test_make_dev_shows_a_mistake_in_the_code_at_its_start_and_begins_again_after_a_save(monkeypatch, tmp_path):
    codes, shown = [1, 0], []
    monkeypatch.setenv("REFLEX_WEB_WORKDIR", str(tmp_path))

    def run(*_words):
        assert not (tmp_path / module.PAGE_FILE).exists()
        (tmp_path / module.PAGE_FILE).write_text("gym_site/pages/faq.py:3: SyntaxError")
        return codes.pop(0)

    monkeypatch.setattr(dev, "run_whole", run)
    monkeypatch.setattr(dev, "_show_until_saved", shown.append)
    monkeypatch.setattr(dev, "wait_until_correct", lambda: None)
    assert main(["dev"]) == 0
    assert shown == ["gym_site/pages/faq.py:3: SyntaxError"]


def test_the_process_that_reflex_copies_at_each_save_has_not_read_the_folder():
    code = (
        "import os, sys; sys.argv = ['reflex', 'run']; import rxconfig\n"
        "print([name for name in sys.modules if name.startswith('gym_site.')])\n"
        "import re; from reflex.utils import exec\n"
        "names = 'gym.toml', 'manifest.json', 'post.md', 'map.svg', 'gym.db'\n"
        "print([name for name in names if not any(re.search(each, name) for each in exec.HOTRELOAD_IGNORE_PATTERNS)])\n"
        "print([os.path.relpath(path) for path in exec.get_reload_paths()])"
    )
    done = python("-c", code, env=site_environment(GYM_FOLDER="../elsewhere/gym"))
    watched = ["gym.toml", "manifest.json", "post.md", "map.svg"]
    folders = ["gym_site", "lean_reflex", "../elsewhere/gym"]  # a saved style sheet compiles no pages
    assert done.stdout.splitlines() == [
        "['gym_site.errors', 'gym_site.refusal', 'gym_site.folder']",
        str(watched),
        str(folders),
    ], done.stderr


@pytest.mark.parametrize(("count", "folded"), [(3, False), (4, True)])
def test_every_page_begins_with_the_values_to_fill_in_under_reflex_run(count, folded, tmp_path):
    lines = [f"key_{number} = 1  {marks_module.MARK}" for number in range(count)]
    (tmp_path / "gym.toml").write_text("\n".join(["name = 1", *lines]))
    gym = replace(GYM, folder=Folder(tmp_path))
    pages = {}
    for mode in ("dev", "prod"):
        site = replace(SITE, gym=gym, settings=replace(SETTINGS, env_mode=mode))
        pages[mode] = str(shell([], site).render())
    assert pages["dev"].count("Fill in key_") == count
    assert ("And 3 more." in pages["dev"]) == folded
    assert all(f"gym.toml:{number + 2}: Fill in key_{number}" in pages["dev"] for number in range(count))
    assert "Fill in" not in pages["prod"]
