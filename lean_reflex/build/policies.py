"""The script of ``policies.js``, and what Reflex's page for dynamic routes needs."""

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from lean_reflex.build.page_policy import Grants
from lean_reflex.reflex_internals import route_pattern

_DYNAMIC_MODULE = re.compile(r'"path":"[^"]*(?::|/\*)[^"]*"[^}]*')


def is_dynamic(route: str) -> bool:
    """Return whether a route has a variable part."""
    return "[" in route


def policies_script(policies: Mapping[str, Grants], dynamic: Iterable[str], of_dynamic: Grants, site: str = "") -> str:
    """Return the script, or "" if all pages have the same policy.

    ``policies``: what each page is granted, by path. ``of_dynamic``: what the ``dynamic`` routes are granted.
    ``site``: the path below which the site is.
    """
    kinds: list[Grants] = [{}]
    for granted in (*policies.values(), of_dynamic):
        kinds += [] if granted in kinds else [granted]
    pattern = "|".join(f"^{re.escape(site)}{route_pattern(route)[1:]}" for route in dynamic) or "^$"
    numbers = {site + path: kinds.index(granted) for path, granted in sorted(policies.items())}
    numbers = {path: kind for path, kind in numbers.items() if kind or re.search(pattern, path)}
    numbers["*"] = kinds.index(of_dynamic)
    if not any(numbers.values()):
        return ""
    script = Path(__file__).with_name("policies.js").read_text(encoding="utf-8")
    return script.replace("POLICIES", json.dumps(numbers)).replace("DYNAMIC", json.dumps(pattern))


def dynamic_modules(root: Path) -> str:
    """Return the part of React Router's list of pages that names the scripts of dynamic routes."""
    (listed,) = (root / "assets").glob("manifest-*.js")
    return " ".join(_DYNAMIC_MODULE.findall(listed.read_text(encoding="utf-8")))


def needs_of_dynamic(needs: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Return what the pages of dynamic routes need together, as they share a file."""
    every = [each for route, each in needs.items() if is_dynamic(route)]
    policy: dict[str, list[str]] = {}
    for each in every:
        for directive, sources in each["policy"].items():
            policy.setdefault(directive, []).extend(sources)
    return {
        "text": sorted({name for each in every for name in each["text"]}),
        "scripts": [script for each in every for script in each["scripts"]],
        "toasts": any(each["toasts"] for each in every),
        "policy": policy,
    }
