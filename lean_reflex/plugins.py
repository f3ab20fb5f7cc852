"""The plugins for ``rxconfig.py``."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from reflex.utils import exec as running
from reflex_base import constants
from reflex_base.plugins.base import Plugin

from lean_reflex.build.built_pages import BuiltPages
from lean_reflex.build.lean_bundle import LeanBundle
from lean_reflex.build.locked_packages import LockedPackages
from lean_reflex.build.radix import RadixOnItsPages


def plugins(
    *,
    dev_host: str = "localhost",
    accepts_packages: bool = True,
    has_server: bool = True,
    server: str = "",
    policy: Mapping[str, Sequence[str]] | None = None,
    head: Sequence[Path] = (),
    folded: str = "",
    pruned: Sequence[str] = (),
    watched: Sequence[str] = (),
) -> list[Plugin]:
    """Return the plugins of the build. They stop it if they find Reflex's output in an unexpected form.

    ``dev_host``: the address at which the development server listens; Reflex's own listens on all networks.
    ``accepts_packages``: whether a build may install packages that ``reflex.lock/`` doesn't list. ``has_server``:
    whether pages may send events. ``watched``: endings such as ``toml`` of files for which `reflex run` reloads the
    site too, though Reflex ignores them. The other arguments are those of `BuiltPages`.
    """
    # Reflex declares the value as its type.
    setattr(constants.PackageJson.Commands, "DEV", f"react-router dev --host {dev_host}")  # noqa: B010
    # Reflex's server reads the patterns when it starts, after ``rxconfig.py``.
    names = [f"file.{ending}" for ending in watched]
    ignored = [each for each in running.HOTRELOAD_IGNORE_PATTERNS if not any(re.match(each, name) for name in names)]
    setattr(running, "HOTRELOAD_IGNORE_PATTERNS", tuple(ignored))  # noqa: B010
    return [
        LockedPackages(accepts=accepts_packages),
        LeanBundle(has_server=has_server),
        BuiltPages(server=server, policy=policy, head=head, folded=folded, pruned=pruned),
        RadixOnItsPages(enabled=False),
    ]
