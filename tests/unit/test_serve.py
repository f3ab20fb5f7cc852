"""Starting what was built, where it can't be."""

from __future__ import annotations

import socket
import subprocess
import sys

from gym_site.settings import ROOT
from tests.site import site_environment


def test_a_port_that_is_taken_is_named_in_one_line():
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        started = subprocess.run(
            [sys.executable, "-m", "scripts.serve", "--port", str(port)],
            cwd=ROOT, env=site_environment(), capture_output=True, text=True, timeout=30, check=False,
        )  # fmt: skip
    assert started.returncode == 1
    (line,) = started.stderr.splitlines()
    assert f"127.0.0.1, port {port}" in line
    assert "in use" in line
