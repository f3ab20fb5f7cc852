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


def plugins(
    *,
    policy: Mapping[str, Sequence[str]] | None = None,
    server: str | None = None,
    has_server: bool = True,
    accepts_packages: bool | None = None,
    missing: str = "",
    head: Sequence[Path] = (),
    folded: str = "",
    pruned: Sequence[str] = (),
    dev_host: str = "",
    watched: Sequence[str] = (),
) -> list[Plugin]:
    """Return the plugins of the build. They stop it if they find Reflex's output in an unexpected form.

    Without arguments the pages do what they did, only earlier. Each argument changes something:

    ``policy``: each page gets a content security policy, by which it loads the site's own files and these sources, by
    directive, and sends no text to `eval`. A page that needs more says so where it is added:
    ``context={"policy": {"style-src": ["'unsafe-inline'"]}}``; the console names the line for what was refused.
    ``server``: the server's origin, for the policy, or "" if it is always that of the pages, as behind one proxy: the
    build then runs on any host. By default the pages call Reflex's ``api_url``. ``has_server``: whether there is one;
    without it events stay unsent, and the console says so. ``accepts_packages``: whether a build may install packages
    that ``reflex.lock/`` doesn't list; if it may not, it stops. ``missing``: the route of a page that becomes the 404
    page, without scripts. ``head``: further scripts for the head of every page, minified and inline. ``folded``: a
    selector of elements that wait outside the screen until the visitor scrolls; give ``[data-folded]`` and the elements
    ``content-visibility: auto``. ``pruned``: folders of public files from which files are left out that no page
    names. ``dev_host``: the address at which the development server listens. ``watched``: endings such as ``toml`` of
    files for which `reflex run` reloads the site too, though Reflex ignores them.
    """
    if dev_host:  # Reflex declares the value as its type.
        setattr(constants.PackageJson.Commands, "DEV", f"react-router dev --host {dev_host}")  # noqa: B010
    if watched:  # Reflex's server reads the patterns when it starts, after ``rxconfig.py``.
        names = [f"file.{ending}" for ending in watched]
        kept = [each for each in running.HOTRELOAD_IGNORE_PATTERNS if not any(re.match(each, name) for name in names)]
        setattr(running, "HOTRELOAD_IGNORE_PATTERNS", tuple(kept))  # noqa: B010
    return [
        *([] if accepts_packages is None else [LockedPackages(accepts=accepts_packages)]),
        LeanBundle(has_server=has_server, policy=policy),
        BuiltPages(
            server=server,
            policy=policy,
            missing=missing,
            head=head,
            folded=folded,
            pruned=pruned,
        ),
    ]
