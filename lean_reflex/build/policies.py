"""The script of ``policies.js``."""

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from lean_reflex.build.page_policy import Policy
from lean_reflex.reflex_internals import route_pattern


def is_dynamic(route: str) -> bool:
    """Return whether a route has a variable part."""
    return "[" in route


def policies_script(policies: Mapping[str, Policy], dynamic: Iterable[str], of_dynamic: Policy, site: str = "") -> str:
    """Return the script, or "" if all pages have the same policy.

    ``policies``: what each page has beyond the usual policy, by path. ``of_dynamic``: what the ``dynamic`` routes have.
    ``site``: the path below which the site is.
    """
    kinds: list[Policy] = [{}]
    for further in (*policies.values(), of_dynamic):
        kinds += [] if further in kinds else [further]
    pattern = "|".join(f"^{re.escape(site)}{route_pattern(route)[1:]}" for route in dynamic) or "^$"
    numbers = {site + path: kinds.index(further) for path, further in sorted(policies.items())}
    numbers = {path: kind for path, kind in numbers.items() if kind or re.search(pattern, path)}
    numbers["*"] = kinds.index(of_dynamic)
    if not any(numbers.values()):
        return ""
    script = Path(__file__).with_name("policies.js").read_text(encoding="utf-8")
    return script.replace("POLICIES", json.dumps(numbers)).replace("DYNAMIC", json.dumps(pattern))


def of_dynamic_pages(policies: Mapping[str, Policy]) -> dict[str, list[str]]:
    """Return the sources of all pages of dynamic routes together, as they share a file. ``policies``: by route."""
    together: dict[str, list[str]] = {}
    for route, policy in policies.items():
        for directive, sources in policy.items() if is_dynamic(route) else ():
            together.setdefault(directive, []).extend(sources)
    return together
