"""A build runs no JavaScript package that nobody has looked at."""

from __future__ import annotations

import json

import pytest

from gym_site.build.locked_packages import LockedPackages, locked_packages
from gym_site.settings import ROOT

VITE = {"node_modules/vite": {"version": "8.3.4", "integrity": "sha512-a"}}
NEWER = {"node_modules/vite": {"version": "8.3.5", "integrity": "sha512-b"}}
OTHER = {"node_modules/vite": {"version": "8.3.4", "integrity": "sha512-c"}}
EXTRA = {"node_modules/vite/node_modules/ws": {"version": "9.0.0", "integrity": "sha512-d"}}


@pytest.fixture
def installs(tmp_path, monkeypatch):
    """Let npm find one lock file and leave another one."""
    (tmp_path / "reflex.lock").mkdir()
    monkeypatch.chdir(tmp_path)

    def write(packages):
        text = json.dumps({"packages": {"": {"name": "reflex"}, **packages}})
        (tmp_path / "reflex.lock" / "package-lock.json").write_text(text)

    def install(before, after):
        plugin = LockedPackages()
        if before is not None:
            write(before)
        plugin.pre_compile()
        write(after)
        return plugin.get_static_assets()

    return install


@pytest.mark.parametrize(
    ("before", "after"), [(VITE, VITE), (VITE | EXTRA, VITE), (None, VITE)], ids=["same", "one less", "no lock file"]
)
def test_a_build_goes_on_with_what_was_locked(installs, before, after):
    assert installs(before, after) == ()


@pytest.mark.parametrize(("after", "named"), [(NEWER, "vite 8.3.5"), (OTHER, "vite 8.3.4"), (VITE | EXTRA, "ws 9.0.0")])
def test_a_build_stops_at_a_package_that_was_not_locked_and_names_it(installs, after, named):
    with pytest.raises(RuntimeError, match=named):
        installs(VITE, after)


def test_every_locked_package_has_a_digest_and_no_address(monkeypatch):
    monkeypatch.chdir(ROOT)
    assert all(digest.startswith("sha512-") for _, _, digest in locked_packages())
    assert '"resolved"' not in (ROOT / "reflex.lock" / "package-lock.json").read_text(encoding="utf-8")
