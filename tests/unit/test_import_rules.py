"""Checks the imports against docs/architecture.md. Ruff checks further import rules (pyproject.toml)."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib.metadata import packages_distributions
from pathlib import Path

from gym_site.settings import ROOT
from tests.gym import GYM
from tests.site import site_environment

# Layers import only layers to their right, and not those in the same place.
ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
ORDER = re.search(r"^    gym_site\.py, (.*?)\n\n", ARCHITECTURE, re.MULTILINE | re.DOTALL)[1].split("->")
PLACE = {layer: place for place, layers in enumerate(ORDER) for layer in re.findall(r"(\w+)(?:\.py)?", layers)}
TOP = {"gym_site", "app", "__main__", "__init__"}  # these assemble the site, like the modules of `cli`
WITHOUT_REFLEX = {
    "desk", "check", "leads", "db", "seo", "forms", "content", "reading", "routes", "settings", "setting_values", "brand",
    "built", "folder", "gym", "site", "hours", "errors", "refusal", "text",
}  # fmt: skip
# Reflex's public modules; only the build plugins may import others. `lean_reflex` has the rest.
OF_REFLEX = ("reflex", "reflex.config", "reflex.event", "reflex.vars", "reflex.vars.function")
MAY_LOOK_INSIDE = {"build"}
PACKAGE = ROOT / "gym_site"
PATHS = {path for route in GYM.routes.values() for path in (route.path, route.alias) if path} - {"/"}


def layer_of(parts: Sequence[str]) -> str:
    """Return the layer of a module, given its path parts below the package."""
    first = parts[0] if parts else "__init__"
    return "cli" if first in TOP else first


def imported(node: ast.AST) -> list[str]:
    """Return the full dotted names that a node imports."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    return [f"{node.module}.{alias.name}" for alias in node.names] if isinstance(node, ast.ImportFrom) else []


def faults(file: Path) -> Iterator[str]:
    """Yield every violation in a module."""
    mine = layer_of(file.relative_to(PACKAGE).with_suffix("").parts)
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        for name in imported(node):
            package, *parts = name.split(".")
            theirs = layer_of(parts) if package == "gym_site" else mine
            if theirs != mine and PLACE[theirs] <= PLACE[mine]:
                yield f"imports {name}"
            is_reflex = package.startswith("reflex") or (package == "lean_reflex" and parts[0] != "network")
            if is_reflex and mine in WITHOUT_REFLEX:
                yield f"imports {name}"
            is_inside = package.startswith("reflex") and name.rpartition(".")[0] not in OF_REFLEX and name != "reflex"
            if is_inside and mine not in MAY_LOOK_INSIDE:
                yield f"imports {name}"
        if isinstance(node, ast.Constant) and node.value in PATHS and file.name != "routes.py":
            yield f"spells {node.value}"


def test_imports_follow_the_documented_order_of_layers():
    modules = sorted(PACKAGE.rglob("*.py"))
    assert [f"{file.relative_to(PACKAGE)} {fault}" for file in modules for fault in faults(file)] == []


def test_the_code_imports_only_declared_packages():
    text = "".join((ROOT / f"requirements{of}.in").read_text(encoding="utf-8") for of in ("", "-desk"))
    declared = {*re.findall(r"^[\w-]+", text, re.MULTILINE), "pydantic-core"}  # pydantic names its version
    files = [
        *PACKAGE.rglob("*.py"),
        *(ROOT / "lean_reflex").rglob("*.py"),
        ROOT / "rxconfig.py",
        ROOT / "alembic/env.py",
    ]
    code = [ast.parse(file.read_text(encoding="utf-8")) for file in files if "tests" not in file.parts]
    packages = {name.partition(".")[0] for tree in code for node in ast.walk(tree) for name in imported(node)}
    installed = packages_distributions()
    undeclared = {
        package
        for package in packages - sys.stdlib_module_names - {"gym_site", "lean_reflex"}
        for name in installed[package]
        if re.sub("[-_.]+", "-", name.lower()) not in declared and not name.startswith("reflex-")
    }
    assert undeclared == set()


IMPORT_ALL = """
import pkgutil
from importlib import import_module
import gym_site
from gym_site import folder, settings
def refuse(*_):
    raise AssertionError("it was read")
folder.Folder.__init__ = folder.early_setting = settings.env_file = settings.load_settings = refuse
for module in pkgutil.walk_packages(gym_site.__path__, "gym_site."):
    if module.name not in ("gym_site.gym_site", "gym_site.__main__"):
        import_module(module.name)
"""


def test_importing_a_module_reads_nothing_of_the_gym_and_of_its_settings(tmp_path):
    # Reflex reads the rxconfig.py of the current folder as soon as a component is defined.
    (tmp_path / "rxconfig.py").write_text("import reflex as rx\nconfig = rx.Config(app_name='other')\n")
    (tmp_path / "assets").symlink_to(ROOT / "assets")
    env = site_environment(GYM_FOLDER="missing", GYM_SITE_URL="wrong")
    command = [sys.executable, "-c", IMPORT_ALL]
    done = subprocess.run(command, cwd=tmp_path, env=env, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
