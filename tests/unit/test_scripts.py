"""What the site's scripts do without a browser, in Node."""

import subprocess
import sys
from pathlib import Path

from gym_site.settings import ROOT

NODE = Path(sys.executable).with_name("node")


def test_the_scripts_pass_their_own_tests():
    files = sorted((ROOT / "tests" / "scripts").glob("*.test.js"))
    tests = subprocess.run([NODE, "--test", "--test-isolation=none", *files], capture_output=True, text=True)
    assert (files != [], tests.returncode) == (True, 0), tests.stdout + tests.stderr
