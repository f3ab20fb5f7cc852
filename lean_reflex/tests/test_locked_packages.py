"""Builds install only locked JavaScript packages."""

import json
import subprocess
import time
from pathlib import Path

import pytest
from reflex.utils import frontend_skeleton
from reflex_base import constants

from lean_reflex.build.locked_packages import LockedPackages, locked_packages

VITE = {"node_modules/vite": {"version": "8.3.4", "integrity": "sha512-a"}}
NEWER = {"node_modules/vite": {"version": "8.3.5", "integrity": "sha512-b"}}
OTHER = {"node_modules/vite": {"version": "8.3.4", "integrity": "sha512-c"}}
UNCHECKED = {"node_modules/vite": {"version": "8.3.4"}}
EXTRA = {"node_modules/vite/node_modules/ws": {"version": "9.0.0", "integrity": "sha512-d"}}


@pytest.fixture
def lock(tmp_path, monkeypatch):
    """The folder of a project's lock files."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFLEX_WEB_WORKDIR", str(tmp_path / ".web"))
    monkeypatch.setattr(constants.Bun, "ROOT_LOCKFILE_DIR", constants.Bun.ROOT_LOCKFILE_DIR)
    (tmp_path / "reflex.lock").mkdir()
    return tmp_path / "reflex.lock"


def write(file, packages):
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps({"packages": {"": {"name": "reflex"}, **packages}}))


@pytest.fixture
def install(lock):
    """Give npm one lock file and let it leave another."""

    def install(before, after, *, accepts=False):
        plugin = LockedPackages(accepts=accepts)
        if before is not None:
            write(lock / "package-lock.json", before)
        plugin.pre_compile()
        write(Path(constants.Bun.ROOT_LOCKFILE_DIR) / "package-lock.json", after)
        return plugin.get_static_assets()

    return install


def test_git_can_go_back_over_a_change_of_the_lock_files_after_a_build(lock, tmp_path):
    def git(*words):
        names = ("-c", "user.name=a", "-c", "user.email=a@gym.example")
        return subprocess.run(["git", *names, *words], cwd=tmp_path, capture_output=True, text=True, check=True)

    git("init", "-q")
    for packages in (VITE, NEWER):
        write(lock / "package-lock.json", packages)
        (lock / "package.json").write_text("{}")
        git("add", "reflex.lock")
        git("commit", "-qm", "a")
    time.sleep(0.05)
    plugin = LockedPackages()
    plugin.pre_compile()
    frontend_skeleton.sync_root_lockfiles_to_web()
    frontend_skeleton.sync_web_lockfiles_to_root()
    plugin.get_static_assets()
    git("reset", "--keep", "HEAD~1")
    assert "8.3.4" in (lock / "package-lock.json").read_text()


@pytest.mark.parametrize(
    ("installed", "is_kept"),
    [(VITE, True), (VITE | EXTRA, True), (None, False), (NEWER, False), ({}, False), (UNCHECKED, False)],
    ids=[
        "complete",
        "more than locked",
        "cut off",
        "other version",
        "without development packages",
        "without checksum",
    ],
)
def test_incomplete_javascript_packages_are_installed_again(lock, tmp_path, installed, is_kept):
    write(lock / "package-lock.json", VITE | {"node_modules/mac": {"version": "1", "integrity": "", "optional": True}})
    modules = tmp_path / ".web" / "node_modules"
    (modules / "vite").mkdir(parents=True)
    done = modules.with_name("reflex.install_frontend_packages.cached")
    done.write_text("hash")
    if installed is not None:
        write(modules / ".package-lock.json", installed)
    LockedPackages().pre_compile()
    assert (modules.exists(), done.exists()) == (is_kept, is_kept)


@pytest.mark.parametrize(
    ("before", "after"),
    [(VITE, VITE), (VITE | EXTRA, VITE), (None, VITE), (UNCHECKED, UNCHECKED)],
    ids=["same", "one less", "no lock file", "within another package"],
)
def test_a_build_accepts_locked_javascript_packages(install, before, after):
    assert install(before, after) == ()


@pytest.mark.parametrize(("after", "named"), [(NEWER, "vite 8.3.5"), (OTHER, "vite 8.3.4"), (VITE | EXTRA, "ws 9.0.0")])
def test_a_build_stops_at_an_unlocked_javascript_package_and_names_it(install, lock, after, named):
    with pytest.raises(RuntimeError, match=rf"{named}.*reflex run"):
        install(VITE, after)
    assert locked_packages(lock) == {("node_modules/vite", "8.3.4", "sha512-a")}  # or the next build would accept it


@pytest.mark.parametrize(
    ("further", "named"), [(0, "ws 9.0.0"), (200, "ws 9.0.0, a0 1.0.0, a1 1.0.0, a10 1.0.0, a100 1.0.0 and 196 more")]
)
def test_in_development_new_javascript_packages_are_accepted_and_a_few_named(install, lock, capsys, further, named):
    others = {f"node_modules/a{each}": {"version": "1.0.0", "integrity": "sha512-e"} for each in range(further)}
    (lock / "package.json").write_text('{"dependencies": {"ws": "9.0.0"}}')
    assert install(VITE, VITE | EXTRA | others, accepts=True) == ()
    assert capsys.readouterr().out == f"Commit reflex.lock/: npm has installed {named}.\n"
    assert len(locked_packages(lock)) == 2 + further
