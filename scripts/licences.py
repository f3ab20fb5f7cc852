"""Write LICENSES.md: under which licence everything is that this site is made of.

    python -m scripts.licences

Python packages are those locked in the requirements and installed here, with what their own metadata states (of some
pip-licenses would print a licence's whole text); JavaScript packages come from Reflex's lock file.
"""

from __future__ import annotations

import json
import re
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path

from gym_site.settings import ROOT
from scripts.axe import VERSION as AXE

WRITTEN = ROOT / "LICENSES.md"
LOCK = ROOT / "reflex.lock"
# What the built pages' scripts are made of, as a build with source maps tells. After an upgrade of Reflex look again.
DOWNLOADED = (
    "@socket.io/component-emitter", "engine.io-client", "engine.io-parser", "mergician", "react", "react-dom",
    "react-error-boundary", "react-router", "scheduler", "socket.io-client", "socket.io-parser",
)  # fmt: skip
_PINNED = re.compile(r"^([\w.-]+)(?:\[[^\]]*\])?==(\S+)", re.MULTILINE)
_MIT = "Permission is hereby granted, free of charge"
_HEAD = """\
# Licences

Written by `python -m scripts.licences`; run it again after changing a package. What pip installs on other
systems alone is not listed.

The code of this site is under the [MIT licence](LICENSE). Words in `gym_site/content/` and the pictures are the gym's
own; where the pictures come from: [pictures/LICENCES.md](pictures/LICENCES.md).

## Fonts

| font | licence |
|---|---|
"""


def python_licence(package: str) -> str:
    """Return what an installed package's metadata states. Raises `ValueError` where it states nothing."""
    said = metadata(package)
    expression, text = ((said.get_all(field) or [""])[0] for field in ("License-Expression", "License"))
    if expression:
        return expression
    if _MIT in text:
        return "MIT"
    if text:
        return text
    classified = [one for one in said.get_all("Classifier") or [] if one.startswith("License :: ")]
    if len(classified) != 1:
        msg = f"{package} states no licence"
        raise ValueError(msg)
    return classified[0].rpartition(" :: ")[2]


def pinned(requirements: Path) -> list[tuple[str, str]]:
    """Return name and version of the packages in a file of requirements, but of those for other systems."""
    found = []
    for name, version in _PINNED.findall(requirements.read_text(encoding="utf-8")):
        with suppress(PackageNotFoundError):
            found.append((metadata(name)["Name"], version))
    return found


def render() -> str:
    """Return the whole document."""
    fonts = [
        f"| {file.stem.removeprefix('OFL-')} | SIL Open Font License 1.1, [{file.name}](assets/fonts/{file.name}) |"
        for file in sorted((ROOT / "assets" / "fonts").glob("OFL-*.txt"))
    ]
    wanted = json.loads((LOCK / "package.json").read_text(encoding="utf-8"))
    locked = json.loads((LOCK / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    at_build = sorted({*wanted["dependencies"], *wanted["devDependencies"]} - {*DOWNLOADED})
    return "\n".join(
        [
            _HEAD + "\n".join(fonts),
            *_table("JavaScript that a visitor downloads", _javascript(DOWNLOADED, locked)),
            *_table(
                "JavaScript for the build and the tests",
                [*_javascript(at_build, locked), ("axe-core", AXE, "MPL-2.0")],
            ),
            *_table("Python that runs the site", _python(ROOT / "requirements.txt")),
            *_table("Python for tests and checks", _python(ROOT / "requirements-dev.in")),
            "",
        ]
    )


def _table(title: str, rows: list[tuple[str, str, str]]) -> list[str]:
    return [
        "",
        f"## {title}",
        "",
        "| package | version | licence |",
        "|---|---|---|",
        *map("| {0[0]} | {0[1]} | {0[2]} |".format, rows),
    ]


def _javascript(names: tuple[str, ...] | list[str], locked: dict) -> list[tuple[str, str, str]]:
    packages = [(name, locked[f"node_modules/{name}"]) for name in names]
    return [(name, package["version"], package["license"]) for name, package in packages]


def _python(requirements: Path) -> list[tuple[str, str, str]]:
    return [(name, version, python_licence(name)) for name, version in pinned(requirements)]


if __name__ == "__main__":
    WRITTEN.write_text(render(), encoding="utf-8")
