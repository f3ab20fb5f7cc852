"""Runs a module of the environment so that it ends together with all processes that it has started; ends a process."""

import os
import signal
import subprocess
import sys
from types import FrameType

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
