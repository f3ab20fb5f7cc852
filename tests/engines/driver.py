"""Drives Debian's Firefox and WebKit, and Chromiums of any age, with the same few commands.

Playwright needs patched builds of the first two, which can't be downloaded everywhere, and newer Chromiums. Firefox
speaks WebDriver BiDi itself; WebKitGTK has its own driver and needs a display, provided by Xvfb; a Chromium speaks its
DevTools protocol.
"""

import json
import os
import shutil
import subprocess
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Self

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.webkitgtk.service import Service
from websockets.sync.client import connect

from scripts.programs import find, find_chromium
from tests.site import free_port

STARTED_WITHIN = 60  # seconds
PATIENCE = 30  # seconds for anything that a page should do
WATCH_POLICY = """() => addEventListener("securitypolicyviolation", (event) =>
    console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`))"""
LISTEN = """window.complaints = [];
for (const kind of ["error", "unhandledrejection", "securitypolicyviolation"]) addEventListener(kind, (event) =>
    complaints.push(`${kind}: ${event.message ?? event.reason ?? event.blockedURI ?? event.target.outerHTML}`), true);
const log = console.error;
console.error = (...words) => { complaints.push(words.join(" ")); log(...words); };"""

# Replaces Arial by DejaVu Sans on a system that has neither Arial nor a replacement such as Liberation Sans.
FONTS = """<fontconfig><include>/etc/fonts/fonts.conf</include><alias binding="same"><family>Arial</family>
<accept><family>DejaVu Sans</family></accept></alias></fontconfig>"""


class Engine:
    """A browser with one page, as a context manager; ``said`` holds its console errors.

    Subclasses implement the commands: `open` a page and wait until it has loaded; `ask` for the value of an
    expression, which is a boolean, number or string; `click` the centre of a selector's first element;
    `type` into a field; go `back` in the history.
    """

    name = ""

    def __init__(self, scratch: Path) -> None:
        self.said: list[str] = []
        self._scratch = scratch
        self._running = ExitStack()

    def __exit__(self, *_: object) -> None:
        self._running.close()

    def until(self, expression: str) -> None:
        """Wait until an expression is true. Raises `AssertionError` with the page's state."""
        ends = time.monotonic() + PATIENCE
        while True:
            try:
                if self.ask(f"Boolean({expression})"):
                    return
                seen = self.ask("location.href + ' ' + document.querySelector('main')?.innerText.slice(0, 300)")
            except Exception as error:  # the document is being replaced
                seen = repr(error)
            if time.monotonic() > ends:
                raise AssertionError(f"{self.name}: not {expression}, but: {seen}; console: {self.said}")
            time.sleep(0.1)


class _Remote(Engine):
    """A browser that takes commands and tells of events through a websocket."""

    def _start(self, marker: str, *command: str) -> str:
        """Start the browser, and return the last word of the line with which it says that it listens."""
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self._running.enter_context(process)
        self._running.callback(process.terminate)
        address = next((line.split()[-1] for line in process.stderr if marker in line), None)
        assert address, f"{self.name} did not start"
        return address

    def _connect(self, address: str) -> None:
        self._socket = self._running.enter_context(connect(address, max_size=None))
        self._id = 0
        self._fixed: dict[str, str] = {}  # what each further message has, too

    def _call(self, method: str, **params: Any) -> dict[str, Any]:
        self._id += 1
        self._socket.send(json.dumps({"id": self._id, "method": method, "params": params, **self._fixed}))
        while (answer := json.loads(self._socket.recv(STARTED_WITHIN))).get("id") != self._id:
            self._note(answer)
        assert "error" not in answer, answer
        return answer["result"]


class Firefox(_Remote):
    name = "Firefox"

    def __enter__(self) -> Self:
        port = free_port()
        self._start("BiDi listening", find("firefox-esr"), "--headless", "--no-remote",
                    "--profile", str(self._scratch), f"--remote-debugging-port={port}", "about:blank")  # fmt: skip
        self._connect(f"ws://127.0.0.1:{port}/session")
        self._call("session.new", capabilities={})
        self._page = self._call("browsingContext.getTree")["contexts"][0]["context"]
        self._call("session.subscribe", events=["log.entryAdded"])
        self._call("script.addPreloadScript", functionDeclaration=WATCH_POLICY)
        self._call("browsingContext.setViewport", context=self._page, viewport={"width": 1024, "height": 900})
        return self

    def _note(self, event: dict[str, Any]) -> None:
        if event.get("method") == "log.entryAdded" and event["params"]["level"] in ("warn", "error"):
            self.said.append(str(event["params"]["text"]))

    def open(self, url: str) -> None:
        self._call("browsingContext.navigate", context=self._page, url=url, wait="complete")

    def back(self) -> None:
        self._call("browsingContext.traverseHistory", context=self._page, delta=-1)

    def ask(self, expression: str) -> Any:
        target = {"context": self._page}
        said = self._call("script.evaluate", expression=expression, target=target, awaitPromise=True)
        assert said["type"] == "success", said
        return said["result"].get("value")

    def click(self, selector: str) -> None:
        for _ in range(3):  # elements are laid out as they scroll into view, which shifts the rest
            self.ask(f"document.querySelector({selector!r}).scrollIntoView({{ block: 'center', behavior: 'instant' }})")
            time.sleep(0.1)
        locator = {"type": "css", "value": selector}
        (node,) = self._call("browsingContext.locateNodes", context=self._page, locator=locator, maxNodeCount=1)[
            "nodes"
        ]
        origin = {"type": "element", "element": {"sharedId": node["sharedId"]}}
        actions = [{"type": "pointerMove", "x": 0, "y": 0, "origin": origin}, {"type": "pointerDown", "button": 0},
                   {"type": "pointerUp", "button": 0}]  # fmt: skip
        self._call(
            "input.performActions", context=self._page, actions=[{"type": "pointer", "id": "p", "actions": actions}]
        )

    def type(self, selector: str, words: str) -> None:
        self.click(selector)
        keys = [{"type": kind, "value": letter} for letter in words for kind in ("keyDown", "keyUp")]
        self._call("input.performActions", context=self._page, actions=[{"type": "key", "id": "k", "actions": keys}])


class Chromium(_Remote):
    """A Chromium of a given version, see `find_chromium`. ``said`` has its console errors and its failed requests."""

    name = "Chromium"
    # With that cache, old ones stop answering after a page has changed.
    OPTIONS = (
        "--disable-features=BackForwardCache,RenderDocument,IsolateOrigins,site-per-process",
        "--disable-site-isolation-trials",
        "--font-render-hinting=none",
        "--hide-scrollbars",
    )

    def __init__(self, scratch: Path, version: int, width: int = 1024) -> None:
        super().__init__(scratch)
        self.name, self._program, self._width = f"Chromium {version}", find_chromium(version), width

    def __enter__(self) -> Self:
        address = self._start("DevTools listening", self._program, "--headless", "--no-sandbox", "--disable-gpu",
                              "--disable-dev-shm-usage", *self.OPTIONS, "--remote-debugging-port=0",
                              f"--user-data-dir={self._scratch}", "about:blank")  # fmt: skip
        self._connect(address)
        self._loads = 0
        target = self._call("Target.createTarget", url="about:blank")["targetId"]
        self._fixed = {"sessionId": self._call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]}
        for domain in ("Page", "Runtime", "Log", "Network"):
            self._call(f"{domain}.enable")
        size = {"width": self._width, "height": 900}
        self._call("Emulation.setDeviceMetricsOverride", **size, deviceScaleFactor=1, mobile=False)
        return self

    def _note(self, event: dict[str, Any]) -> None:
        method, params = event.get("method"), event.get("params", {})
        if method == "Page.loadEventFired":
            self._loads += 1
        if method == "Runtime.exceptionThrown":
            details = params["exceptionDetails"]
            self.said.append(details.get("exception", {}).get("description") or details["text"])
        if method == "Runtime.consoleAPICalled" and params["type"] in ("error", "warning"):
            self.said.append(" ".join(str(one.get("value") or one.get("description")) for one in params["args"]))
        if method == "Log.entryAdded" and params["entry"]["level"] == "error":
            self.said.append(f"{params['entry']['text']} {params['entry'].get('url', '')}")

    def open(self, url: str) -> None:
        before = self._loads
        self._call("Page.navigate", url=url)
        ends = time.monotonic() + PATIENCE
        while self._loads == before:
            assert time.monotonic() < ends, f"{url} did not load"
            self._note(json.loads(self._socket.recv(PATIENCE)))

    def back(self) -> None:
        history = self._call("Page.getNavigationHistory")
        self._call("Page.navigateToHistoryEntry", entryId=history["entries"][history["currentIndex"] - 1]["id"])

    def ask(self, expression: str) -> Any:
        answer = self._call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def click(self, selector: str) -> None:
        before, place = None, [0, 0]
        while place != before:  # elements are laid out as they scroll into view, which shifts the rest
            before, place = (
                place,
                self.ask(f"""(async () => {{
                const element = document.querySelector({selector!r});
                element.scrollIntoView({{ block: "center", behavior: "instant" }});
                for (let frames = 0; frames < 3; frames++) await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)));
                const box = element.getClientRects()[0], x = box.x + box.width / 2, y = box.y + box.height / 2;
                return element.contains(document.elementFromPoint(x, y)) ? [x, y] : [0, Math.random()]; }})()"""),
            )
        x, y = place
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            self._call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def press(self, key: str) -> None:
        for kind in ("keyDown", "keyUp"):
            self._call("Input.dispatchKeyEvent", type=kind, key=key, code=key)

    def type(self, selector: str, words: str) -> None:
        self.click(selector)
        self._call("Input.insertText", text=words)


class WebKit(Engine):
    """WebKitGTK's MiniBrowser on an Xvfb display, with its own driver.

    The driver hides the console, so errors are recorded in the page from load until navigation.
    """

    name = "WebKit"

    def __enter__(self) -> Self:
        screen = subprocess.Popen(["Xvfb", "-displayfd", "1", "-screen", "0", "1280x1000x24"],
                                  stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)  # fmt: skip
        self._running.enter_context(screen)
        self._running.callback(screen.terminate)
        display = f":{screen.stdout.readline().strip()}"
        options = webdriver.WebKitGTKOptions()
        options.binary_location = find("MiniBrowser")
        options.add_argument("--automation")
        fonts = self._scratch / "fonts.conf"
        fonts.write_text(FONTS)
        environment = os.environ | {"DISPLAY": display, "FONTCONFIG_FILE": str(fonts)}
        service = Service(shutil.which("WebKitWebDriver"), env=environment)
        self._driver = webdriver.WebKitGTK(options=options, service=service)
        self._running.callback(self._driver.quit)
        return self

    def open(self, url: str) -> None:
        self._driver.get(url)
        self._driver.execute_script(LISTEN)

    def back(self) -> None:
        self._driver.back()

    def ask(self, expression: str) -> Any:
        answer, complaints = self._driver.execute_script(f"return [{expression}, window.complaints?.splice(0) ?? []]")
        self.said += complaints
        return answer

    def click(self, selector: str) -> None:
        element = self._driver.find_element(By.CSS_SELECTOR, selector)
        self._driver.execute_script("arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })", element)
        element.click()

    def type(self, selector: str, words: str) -> None:
        self.click(selector)
        self._driver.find_element(By.CSS_SELECTOR, selector).send_keys(words)
