"""Run the package's tests unless they have passed with this version of it and of Reflex: ``python -m lean_reflex.tests``.

``passed.txt`` holds the hash of what they passed with. Commit it with the change.
"""

import hashlib
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
PASSED = TESTS / "passed.txt"
PROJECT = TESTS.parent.parent
LOCKS = {PROJECT / "requirements.txt", PROJECT / "reflex.lock" / "package-lock.json"}


def current() -> str:
    """Return the hash of the package, of its tests and of the locked packages."""
    files = {file for file in TESTS.parent.rglob("*") if file.is_file() and "__pycache__" not in file.parts}
    found = hashlib.sha256()
    for file in sorted((files | LOCKS) - {PASSED}):
        found.update(b"%s\0%b\0" % (file.relative_to(PROJECT).as_posix().encode(), file.read_bytes()))
    return found.hexdigest()


def main() -> int:
    """Run the tests if they must be run; return their exit code."""
    if PASSED.exists() and PASSED.read_text().strip() == current():
        print("lean_reflex: the tests have passed with this version and these packages.")
        return 0
    failed = pytest.main([str(TESTS), "-q"])
    if not failed:
        PASSED.write_text(f"{current()}\n")
    return failed


if __name__ == "__main__":
    sys.exit(main())
