"""Look for known vulnerabilities of packages, by pip-audit and npm audit: ``python -m scripts.audit``.

Exits with 1 if a tool reports a vulnerability (npm: of high severity or worse). With ``AUDIT=required`` it also exits
with 1 if a registry does not answer.
"""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TIMEOUT = 30  # seconds
PIP_AUDIT = (
    sys.executable, "-m", "pip_audit", "--requirement", "requirements.txt", "--requirement", "requirements-desk.txt",
    "--require-hashes", "--disable-pip",
    "--strict", "--progress-spinner", "off", "--timeout", "5",
)  # fmt: skip
NPM_AUDIT = (
    str(Path(sys.executable).parent / "npm"), "audit", "--package-lock-only", "--omit=dev", "--audit-level=high",
)  # fmt: skip


def passes(tool: str, command: tuple[str, ...], folder: Path) -> bool:
    """Run a tool and print its report from stdout, which is empty if no registry answers."""
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=TIMEOUT, check=False)
        code, found, error = done.returncode, done.stdout.strip(), done.stderr.strip()
    except (OSError, subprocess.TimeoutExpired) as failure:
        code, found, error = 1, "", type(failure).__name__
    if code and not found:
        print(f"{tool}: not checked\n{error}")
        return os.environ.get("AUDIT") != "required"
    print(f"{tool}: {'vulnerabilities' if code else 'passed'}\n{found}")
    return not code


def main() -> None:
    """Run both tools."""
    passed = [passes("pip-audit", PIP_AUDIT, ROOT), passes("npm audit", NPM_AUDIT, ROOT / "reflex.lock")]
    sys.exit(not all(passed))


if __name__ == "__main__":
    main()
