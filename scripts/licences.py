"""Write LICENSES.md, the licences of all packages that the site uses: ``python -m scripts.licences``.

Python packages are those pinned by the requirements and installed here, JavaScript packages those of Reflex's lock.
"""

import json
import re
from collections.abc import Iterable
from importlib import resources
from importlib.metadata import Distribution, distributions

from gym_site.settings import ROOT

# The packages in the built pages' scripts, found by a build with source maps. Repeat that after an upgrade of Reflex.
DOWNLOADED = (
    "@socket.io/component-emitter", "engine.io-client", "engine.io-parser", "mergician", "react", "react-dom",
    "react-error-boundary", "react-router", "scheduler", "socket.io-client", "socket.io-parser",
)  # fmt: skip
_HEAD = """\
# Licences

Written by `python -m scripts.licences`; run it again after changing a package. Not listed: packages that pip installs
only on other systems, and dependencies of the packages for build, tests and checks.

The code of this site is under the [MIT licence](LICENSE). The words and pictures in `gym/` are the
gym's own; [gym/pictures/LICENCES.md](gym/pictures/LICENCES.md) says where the pictures come from.

## Fonts

| font | licence |
|---|---|
"""


def python_packages(requirements: str) -> list[tuple[str, str, str]]:
    """Return name, version and licence of the installed packages that a requirements file pins."""
    pinned = re.findall(r"^([\w.-]+)(?:\[[^\]]*\])?==", (ROOT / requirements).read_text(encoding="utf-8"), re.MULTILINE)
    packages = (package for name in pinned for package in distributions(name=name))
    return [(package.metadata["Name"], package.version, python_licence(package)) for package in packages]


def python_licence(package: Distribution) -> str:
    """Return the licence in a package's metadata or licence file. Raises `IndexError` if there is none."""
    fields = ("License-Expression", "License", "Classifier")
    expressions, texts, classifiers = (package.metadata.get_all(field) or [] for field in fields)
    files = [file.read_text() for file in package.files or () if file.name == "LICENSE"]
    if any("Permission is hereby granted, free of charge" in text for text in texts + files):
        texts = ["MIT"]
    classes = [text.rpartition(" :: ")[2] for text in classifiers if text.startswith("License :: ")]
    return [*expressions, *texts, *classes][0]


def javascript_packages(names: Iterable[str]) -> list[tuple[str, str, str]]:
    """Return name, version and licence of packages in Reflex's lock file."""
    locked = json.loads((ROOT / "reflex.lock" / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    packages = ((name, locked[f"node_modules/{name}"]) for name in names)
    return [(name, package["version"], package["license"]) for name, package in packages]


def render() -> str:
    """Return the whole document."""
    files = sorted((ROOT / "assets" / "fonts").glob("OFL-*.txt"))
    fonts = [(file.stem.removeprefix("OFL-"), f"[{file.name}](assets/fonts/{file.name})") for file in files]
    package_json = json.loads((ROOT / "reflex.lock" / "package.json").read_text(encoding="utf-8"))
    axe = resources.files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
    axe_row = ("axe-core, in axe-playwright-python", axe.split(maxsplit=3)[2].removeprefix("v"), "MPL-2.0")
    at_build = sorted({*package_json["dependencies"], *package_json["devDependencies"]} - {*DOWNLOADED})
    tables = {
        "JavaScript that a visitor downloads": javascript_packages(DOWNLOADED),
        "JavaScript for the build and the tests": [*javascript_packages(at_build), axe_row],
        "Python that runs the site": python_packages("requirements.txt"),
        "Python for tests and checks": python_packages("requirements-dev.in"),
    }
    lines = [_HEAD, *(f"| {font} | SIL Open Font License 1.1, {link} |\n" for font, link in fonts)]
    for title, rows in tables.items():
        lines.append(f"\n## {title}\n\n| package | version | licence |\n|---|---|---|\n")
        lines += [f"| {name} | {version} | {licence} |\n" for name, version, licence in rows]
    return "".join(lines)


if __name__ == "__main__":
    (ROOT / "LICENSES.md").write_text(render(), encoding="utf-8")
