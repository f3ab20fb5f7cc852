"""Runs a module of the environment that ends with all that it has started, alone in its folder and at its port."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from gym_site.errors import CommandError
from gym_site.settings import ROOT

_STOP_WITHIN = 5  # seconds, then what is left is killed


def run_whole(*module: str, **variables: str) -> int:
    """Run ``python -m`` with these words in the project's folder, with ``variables``. Return its exit code.

    A signal to stop, such as Ctrl-C, a closed terminal or a supervisor's SIGTERM, ends the module and its children,
    then this process. Reflex alone would leave npm, Node and Vite running.
    """
    command, environment = [sys.executable, "-m", *module], os.environ | variables
    if os.name != "posix":  # Windows ends the children with their console
        return subprocess.run(command, check=False, cwd=ROOT, env=environment).returncode

    def stop(number: int, _frame: FrameType | None) -> None:
        raise SystemExit(128 + number)

    signals = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = {number: signal.signal(number, stop) for number in signals}
    running = subprocess.Popen(command, cwd=ROOT, env=environment, start_new_session=True, close_fds=False)
    try:
        return running.wait()
    finally:
        for number in signals:
            signal.signal(number, signal.SIG_IGN)  # a second Ctrl-C must not leave anything behind
        _end(running)
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def alone_in(folder: Path, *, waits: bool) -> Iterator[None]:
    """Hold Reflex's working folder, in which ``dev`` and a build would spoil each other's files.

    While another process holds it, wait with a line about it, or else raise `CommandError`.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "build.lock").open("a") as lock:
        if os.name == "posix":
            import fcntl

            os.set_inheritable(lock.fileno(), True)  # Reflex holds the lock too, and goes on if this process is killed
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                said = f"`make dev` or a build is running in this folder ({folder})"
                if not waits:
                    raise CommandError(f"{said}: stop it first.") from error
                print(f"{said}: waiting for its end.", flush=True)
                fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def check_free(host: str, port: int, advice: str) -> None:
    """Raise `CommandError` if the port is taken, before anything else starts."""
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as probe:
            if os.name == "posix":  # accept a port that was closed a moment ago; Windows would accept even a used port
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as error:
        raise CommandError(f"Can't listen on {host}, port {port}: {error.strerror}. {advice}") from error


def _end(leader: subprocess.Popen[bytes]) -> None:
    """End all processes of the group of ``leader``."""
    for number, wait in ((signal.SIGINT, _STOP_WITHIN), (signal.SIGKILL, None)):
        try:
            os.killpg(leader.pid, number)
            leader.wait(wait)
        except (ProcessLookupError, PermissionError):  # macOS has the latter for processes that have just ended
            return
        except subprocess.TimeoutExpired:
            pass
