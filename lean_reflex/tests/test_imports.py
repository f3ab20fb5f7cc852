"""The package knows nothing of the sites that use it."""

import ast
import sys
from pathlib import Path

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
