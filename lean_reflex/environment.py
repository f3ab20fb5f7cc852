"""Prepares the environment for Reflex. Its import loads nothing of Reflex, which reads its variables on import."""

import os
import re
import sys
from pathlib import Path

# A platform's variables must not change what is installed and built; those for the way to the registry are kept.
_NETWORK = re.compile(
    "NPM_CONFIG_(//|REGISTRY|.*PROXY|CA$|CAFILE|CERT$|KEY$|STRICT.SSL|CACHE$|FETCH|MAXSOCKETS|USERCONFIG)"
)


def prepare() -> None:
    """Make Reflex use the Node and npm of the virtual environment, if it has them, and ignore a platform's variables.

    Call it in ``rxconfig.py`` before Reflex is imported. Variables that are set already win.
    """
    # Reflex looks for Node and bun on import.
    if Path(sys.executable).with_name("node").exists() or Path(sys.executable).with_name("node.exe").exists():
        os.environ["PATH"] = str(Path(sys.executable).parent) + os.pathsep + os.environ.get("PATH", "")
    os.environ.setdefault("REFLEX_USE_NPM", "1")
    os.environ.setdefault("REFLEX_NO_AUTOPREFIXER", "1")  # Vite adds the prefixes that current browsers need
    for name in list(os.environ):
        npm = name.upper().startswith("NPM_CONFIG_") and not _NETWORK.match(name.upper())
        if npm or name in {"NODE_ENV", "NODE_OPTIONS"}:
            del os.environ[name]


def keep_working_folder() -> None:
    """Keep Reflex from deleting its working folder, as it does before the first build of each account."""
    from reflex_base.environment import environment

    environment.REFLEX_DIR.get().mkdir(parents=True, exist_ok=True)


def use_build(port: int) -> None:
    """Make Reflex serve built pages from this process on one port: call it before the app is imported.

    These are Reflex's internal switches, as `reflex run` sets them.
    """
    os.environ.update(
        __REFLEX_SKIP_COMPILE="true",
        REFLEX_ENV_MODE="prod",
        REFLEX_TELEMETRY_ENABLED="false",
        REFLEX_FRONTEND_PORT=str(port),
        REFLEX_BACKEND_PORT=str(port),
    )
