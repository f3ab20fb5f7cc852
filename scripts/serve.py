"""Start the built site: no Node, no compiling, one process and one port for pages and server.

    python -m scripts.serve [--host 127.0.0.1] [--port 3000]

What it serves was built by ``reflex export``. One process on purpose: more of them need Redis and are started one by
one (docs/operations.md).
"""

from __future__ import annotations

import argparse
import os
import socket
import sys

from gym_site.settings import ROOT, SettingsError, load_settings

# Reflex's internal switches, as its own `reflex run` sets them: tests/e2e/test_prebuilt_start.py notices a change.
PREBUILT = {
    "__REFLEX_MOUNT_FRONTEND_COMPILED_APP": "true",
    "__REFLEX_SKIP_COMPILE": "true",
    "REFLEX_ENV_MODE": "prod",
    "REFLEX_TELEMETRY_ENABLED": "false",
}


def _check_free(host: str, port: int) -> None:
    """Exit with one line where nobody can listen on the port; the server would print a page of its own insides."""
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as probe:
            if os.name == "posix":  # a port left a moment ago is free; on Windows this option means another thing
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as error:
        sys.exit(f"Can't listen on {host}, port {port}: {error.strerror}. Another one: --port {port + 1}")


def main() -> None:
    """Serve until a signal comes. Exits with one line where a setting or the port can't be used."""
    parser = argparse.ArgumentParser(prog="python -m scripts.serve", description="Start the built site.")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: %(default)s)")
    parser.add_argument("--port", type=int, help="default: REFLEX_FRONTEND_PORT, or 3000")
    chosen = parser.parse_args()
    try:
        port = chosen.port or load_settings().port
    except SettingsError as error:
        sys.exit(f"Settings: {error}")
    _check_free(chosen.host, port)
    os.environ.update(PREBUILT, REFLEX_FRONTEND_PORT=str(port), REFLEX_BACKEND_PORT=str(port))
    os.chdir(ROOT)
    _allow_files()
    _serve(chosen.host, port)


def _serve(host: str, port: int) -> None:
    import uvicorn  # these not before the environment is set: Reflex reads it when it is imported
    from reflex.utils.prerequisites import get_web_dir
    from reflex_base.constants import Dirs

    from gym_site.gym_site import app, site
    from gym_site.server.connections import uvicorn_options

    uvicorn.run(
        app(), host=host, port=port, **uvicorn_options(get_web_dir() / Dirs.STATIC, site.business, site.settings)
    )


def _allow_files() -> None:
    """Let this process have as many connections as the system allows; many systems begin with 1,024 files."""
    if os.name == "posix":
        import resource

        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


if __name__ == "__main__":
    main()
