"""Ask for known faults in what the server runs and what a visitor loads: pip-audit and npm audit.

    python -m scripts.audit

Ends with 1 where a tool names a fault: any by pip-audit's word, high or critical by npm's. What couldn't be looked up
whole is *not checked*, which is no pass: with ``AUDIT=required`` in the environment it ends with 1 as well.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WITHIN = 30  # seconds
PIP_AUDIT = (
    sys.executable, "-m", "pip_audit", "--requirement", "requirements.txt", "--require-hashes", "--disable-pip",
    "--strict", "--progress-spinner", "off", "--timeout", "5",
)  # fmt: skip
NPM_AUDIT = (
    str(Path(sys.executable).parent / "npm"), "audit", "--package-lock-only", "--omit=dev", "--audit-level=high",
)  # fmt: skip


def passes(tool: str, command: Sequence[str], folder: Path, *, required: bool) -> bool:
    """Run a tool and print what it says. Both tools report on stdout, and leave it empty where nobody answered."""
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=WITHIN, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        print(f"{tool}: not checked ({type(error).__name__})")
        return not required
    if done.returncode and not done.stdout.strip():
        print(f"{tool}: not checked\n{done.stderr.strip()}")
        return not required
    print(f"{tool}: {'faults' if done.returncode else 'passed'}\n{done.stdout.strip()}")
    return not done.returncode


def main() -> None:
    """Ask both tools."""
    required = os.environ.get("AUDIT") == "required"
    passed = [
        passes("pip-audit", PIP_AUDIT, ROOT, required=required),
        passes("npm audit", NPM_AUDIT, ROOT / "reflex.lock", required=required),
    ]
    sys.exit(not all(passed))


if __name__ == "__main__":
    main()
