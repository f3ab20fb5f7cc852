"""Reflex's tutorial with the changes of the README: its counter counts over a websocket."""

import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest
from reflex_base.constants import Reflex
from websockets.sync.client import connect

from lean_reflex.tests.client import HYDRATE, PLACE, joining, page_query, sending

WITHIN = 60.0  # seconds, for the start of the server and for each answer
ROOT = Path(__file__).parents[2]
README = (ROOT / "lean_reflex" / "README.md").read_text(encoding="utf-8")
CONFIG = README.split("```python\n")[1].split("```")[0].replace("shop", "counter")
APP = """
import reflex as rx

from lean_reflex.app import LeanApp


class State(rx.State):
    count: int = 0

    @rx.event
    def increment(self):
        self.count += 1

    @rx.event
    def decrement(self):
        self.count -= 1


def index():
    return rx.hstack(
        rx.button("Decrement", color_scheme="ruby", on_click=State.decrement),
        rx.heading(State.count, font_size="2em"),
        rx.button("Increment", color_scheme="grass", on_click=State.increment),
    )


app = LeanApp()
app.add_page(index)
"""
COMPILE = f"""
from pathlib import Path
from counter.counter import index
scripts = Path(".web/build/client/assets")
scripts.mkdir(parents=True)
(scripts / "page.js").write_text(str(index()) + '"{HYDRATE}"')
"""
"""Writes the page as Reflex compiles it, with the event of all pages, where the server looks for handlers' names."""


@pytest.fixture
def url(tmp_path):
    """The URL of the tutorial under ``reflex run``."""
    (tmp_path / "counter").mkdir()
    (tmp_path / "counter" / "counter.py").write_text(APP)
    (tmp_path / "rxconfig.py").write_text(CONFIG)
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("GYM_", "REFLEX_"))}
    started = {"cwd": tmp_path, "env": kept | {"PYTHONPATH": f"{ROOT}:{tmp_path}", "REFLEX_TELEMETRY_ENABLED": "false"}}
    subprocess.run([sys.executable, "-c", COMPILE], check=True, **started)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "reflex", "run", "--env", "prod", "--backend-only", "--backend-port", str(port)]
    with (tmp_path / "log").open("w") as log, subprocess.Popen(command, stdout=log, stderr=log, **started) as server:
        try:
            ends, url = time.monotonic() + WITHIN, f"http://localhost:{port}"
            while not answers(f"{url}/ping"):
                is_late = time.monotonic() > ends
                assert (server.poll(), is_late) == (None, False), (tmp_path / "log").read_text()
                time.sleep(0.1)
            yield url
        finally:
            server.terminate()


def answers(url: str) -> bool:
    try:
        return httpx.get(url).is_success
    except httpx.TransportError:
        return False


def test_the_counter_of_the_tutorial_counts_over_a_websocket(url):
    state = "reflex___state____state.counter___counter____state"
    with connect(
        f"{url.replace('http', 'ws')}/_event/?{page_query()}", origin=url, subprotocols=[Reflex.VERSION], proxy=None
    ) as page:
        page.send(joining())
        for step, count in (("increment", 1), ("increment", 2), ("decrement", 1)):
            page.send(sending({"name": f"{state}.{step}", "payload": {}, "router_data": PLACE}))
            while f'"count_rx_state_":{count}' not in page.recv(WITHIN):
                pass
