"""Look for known vulnerabilities in what the server runs and what a visitor loads: pip-audit and npm audit.

    python -m scripts.audit

Exits with 1 where a tool reports any, npm from severity high. Where no registry answers, the result is *not checked*,
which is no pass: with ``AUDIT=required`` in the environment it exits with 1 as well.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TIMEOUT = 30  # seconds
PIP_AUDIT = (
    sys.executable, "-m", "pip_audit", "--requirement", "requirements.txt", "--require-hashes", "--disable-pip",
    "--strict", "--progress-spinner", "off", "--timeout", "5",
)  # fmt: skip
NPM_AUDIT = (
    str(Path(sys.executable).parent / "npm"), "audit", "--package-lock-only", "--omit=dev", "--audit-level=high",
)  # fmt: skip


def passes(tool: str, command: tuple[str, ...], folder: Path) -> bool:
    """Run a tool and print its report, which both write to stdout; it is empty where no registry answers."""
    not_checked_passes = os.environ.get("AUDIT") != "required"
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=TIMEOUT, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        print(f"{tool}: not checked ({type(error).__name__})")
        return not_checked_passes
    if done.returncode and not done.stdout.strip():
        print(f"{tool}: not checked\n{done.stderr.strip()}")
        return not_checked_passes
    print(f"{tool}: {'vulnerabilities' if done.returncode else 'passed'}\n{done.stdout.strip()}")
    return not done.returncode


def main() -> None:
    """Run both tools."""
    passed = [passes("pip-audit", PIP_AUDIT, ROOT), passes("npm audit", NPM_AUDIT, ROOT / "reflex.lock")]
    sys.exit(not all(passed))


if __name__ == "__main__":
    main()
