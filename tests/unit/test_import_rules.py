"""Who may import whom (docs/architecture.md), read from the code itself; broken here, the walls stand elsewhere too."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from gym_site.routes import ROUTES
from gym_site.settings import ROOT

# Left may import right. What shares a place stands side by side and may not import each other.
ORDER = (
    {"top", "build"},
    {"pages"},
    {"layout"},
    {"sections"},
    {"components"},
    {"state", "server", "browser", "check"},
    {"leads"},
    {"db"},
    {"seo"},
    {"site"},
    {"content"},
    {"routes"},
    {"settings", "network"},
)
TOP = {"gym_site", "cli", "__main__", "__init__"}  # the modules that put things together
PLACE = {layer: place for place, layers in enumerate(ORDER) for layer in layers}
WITHOUT_REFLEX = {"check", "leads", "db", "seo", "content", "routes", "settings", "network"}
USES_ENVIRONMENT = {"settings.py", "cli/serve.py"}  # the second sets what Reflex reads, and imports it then
IMPORTS_LATE = {"cli/serve.py"}
SPELLS_PATHS = {"routes.py"}
SPEAKS_HTTP = {"leads/gateway.py", "leads/alerts.py"}
ENVIRONMENT = {"environ", "environb", "getenv", "putenv"}


def layer_of(parts: tuple[str, ...]) -> str:
    """Return the layer of a module, given by its parts below the package."""
    first = parts[0] if parts else "__init__"
    return "top" if first in TOP else first


def imported(node: ast.AST, package: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield what an import names, as whole dotted names; ``package`` is where the module stands."""
    if isinstance(node, ast.Import):
        yield from (tuple(alias.name.split(".")) for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        base = package[: len(package) - node.level + 1] if node.level else ()
        module = base + tuple((node.module or "").split(".") if node.module else ())
        yield from ((*module, alias.name) for alias in node.names)


def faults(file: Path, package_root: Path, paths: set[str]) -> Iterator[str]:
    """Yield every rule that a module breaks; ``paths`` are the site's."""
    where = file.relative_to(package_root)
    mine = layer_of(where.with_suffix("").parts)
    if mine not in PLACE:
        yield "stands in no layer"
        return
    tree = ast.parse(file.read_text(encoding="utf-8"))
    package = (package_root.name, *where.parent.parts)
    for node in ast.walk(tree):
        for name in imported(node, package):
            if name[0] == package_root.name:
                theirs = layer_of(name[1:])
                if theirs not in PLACE:
                    yield f"imports {'.'.join(name)}, which stands in no layer"
                elif theirs != mine and PLACE[theirs] <= PLACE[mine]:
                    yield f"imports {theirs}"
            elif name[0].startswith("reflex") and mine in WITHOUT_REFLEX:
                yield "imports Reflex"
            elif name[0] == "httpx" and where.as_posix() not in SPEAKS_HTTP:
                yield "imports httpx"
            elif name[0] == "os" and ENVIRONMENT & set(name) and where.as_posix() not in USES_ENVIRONMENT:
                yield "reads the environment"
        if (
            isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            and any(isinstance(inner, ast.Import | ast.ImportFrom) for inner in ast.walk(node))
            and where.as_posix() not in IMPORTS_LATE
        ):
            yield f"imports inside {node.name}()"
        if isinstance(node, ast.Attribute) and node.attr in ENVIRONMENT and where.as_posix() not in USES_ENVIRONMENT:
            yield "reads the environment"
        if isinstance(node, ast.Constant) and node.value in paths and where.as_posix() not in SPELLS_PATHS:
            yield f"spells {node.value}"


def all_faults(package_root: Path, paths: set[str]) -> list[str]:
    """Return the faults of every module below a package, each with the module's name."""
    return [
        f"{file.relative_to(package_root).as_posix()} {fault}"
        for file in sorted(package_root.rglob("*.py"))
        for fault in faults(file, package_root, paths)
    ]


PATHS = {path for route in ROUTES for path in (route.path, route.alias) if path} - {"/"}


def test_the_package_keeps_its_own_rules():
    assert all_faults(ROOT / "gym_site", PATHS) == []
