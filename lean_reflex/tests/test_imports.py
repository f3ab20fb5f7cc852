"""The package knows nothing of the sites that use it, and is whole when it is installed."""

import ast
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1]
MAY_IMPORT = {
    "httpx", "lean_reflex", "pydantic", "reflex", "socketio", "starlette", "typing_extensions",
    "uvicorn", "wsproto",  # for a server that chooses them
}  # fmt: skip


def test_the_package_imports_no_site():
    modules = [file for file in PACKAGE.rglob("*.py") if "tests" not in file.relative_to(PACKAGE).parts]
    imported = {
        (file.name, name.partition(".")[0])
        for file in modules
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for name in ([node.module] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names])
    }
    others = {each for each in imported if each[1] not in {*sys.stdlib_module_names, *MAY_IMPORT}}
    assert modules
    assert {each for each in others if not each[1].startswith("reflex_")} == set()


def test_a_wheel_has_every_file_of_the_package():
    wheel = tomllib.loads((PACKAGE / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"]["wheel"]
    left_out = {"tests", "__pycache__", "README.md", "LICENSE", "pyproject.toml"}  # the wheel has the two texts anyway
    assert {file.name for file in PACKAGE.iterdir()} - left_out == set(wheel["only-include"])


@pytest.mark.parametrize(
    ("modules", "missing"),
    [
        ("app, lean_reflex.plugins", "pydantic, sqlmodel, sqlalchemy, uvicorn, wsproto, limits"),
        ("server.rules, lean_reflex.server.policy, lean_reflex.server.events", "sqlmodel, sqlalchemy, uvicorn, wsproto, limits"),
    ],
)  # fmt: skip
def test_the_package_needs_no_more_than_it_declares(modules, missing):
    text = f"import sys; sys.modules |= dict.fromkeys('{missing}'.split(', ')); import lean_reflex.{modules}"
    run = subprocess.run(
        [sys.executable, "-c", text], env={"PYTHONPATH": str(PACKAGE.parent)}, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr
