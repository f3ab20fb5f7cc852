"""The package knows nothing of the sites that use it, and is whole when it is installed."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1]


def test_a_wheel_has_every_file_of_the_package():
    wheel = tomllib.loads((PACKAGE / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"]["wheel"]
    left_out = {"tests", "__pycache__", "README.md", "LICENSE", "pyproject.toml"}  # the wheel has the two texts anyway
    assert {file.name for file in PACKAGE.iterdir()} - left_out == set(wheel["only-include"])


THE_SITES = "gym_site, sqlmodel, sqlalchemy, limits, mako, nh3, tomlkit"  # what a site and its own packages have


@pytest.mark.parametrize(
    ("modules", "missing"),
    [
        (
            ("app", "plugins", "environment", "browser.error_screen"),
            f"{THE_SITES}, pydantic, uvicorn, wsproto",
        ),
        (("server.rules", "server.policy", "server.events"), f"{THE_SITES}, uvicorn, wsproto"),
        (("server.frames",), THE_SITES),
    ],
)
def test_the_package_needs_no_more_than_it_declares(modules, missing):
    imports = ", ".join(f"lean_reflex.{module}" for module in modules)
    text = f"import sys; sys.modules |= dict.fromkeys('{missing}'.split(', ')); import {imports}"
    run = subprocess.run(
        [sys.executable, "-c", text], env={"PYTHONPATH": str(PACKAGE.parent)}, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr
