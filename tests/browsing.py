"""A browser page as a visitor has it, with what it said and sent on record."""

import re
import time
from collections.abc import Callable
from typing import Any, Literal

from playwright.sync_api import Browser, Error, Page, expect

from gym_site.content.posts import POSTS
from gym_site.routes import ROUTES, post_path

# What stands between the page and the server.
Server = Literal["there", "no websocket", "away", "broken gateway"]
PATIENCE = 20  # seconds that a test waits for what should come at once: a machine may be busy
expect.set_options(timeout=PATIENCE * 1000)
DESKTOP = {"width": 1440, "height": 900}
TABLET = {"width": 800, "height": 1100}
PHONE = {"width": 390, "height": 844}
WIDTHS = {"phone": PHONE, "desktop": DESKTOP}
PATHS = [route.path for route in ROUTES] + [*(post_path(post.id) for post in POSTS[:1]), "/no/such/door"]

HYDRATED = (
    "Object.keys(document.querySelector('main') ?? {}).some((name) => name.startsWith('__react'))"
    " && (dispatchEvent(new Event('wheel')), !('folded' in document.documentElement.dataset))"  # all of it is laid out
)
FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"
_SERVER_ANSWERED = 'is_hydrated_rx_state_":true'


class Watch:
    """What a page said on its console, sent over the websocket, posted and asked other hosts for."""

    def __init__(self, page: Page) -> None:
        self.errors: list[str] = []
        self.posts: list[str] = []
        self.requests: list[str] = []
        self.websockets: list[str] = []
        self.sent: list[str] = []
        self.received: list[str] = []
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("request", lambda request: self._note(request.method, request.url))
        page.on("websocket", self._listen)

    def _hear(self, said) -> None:
        # A page can't know that no server answers before it has asked for its records; the browser says so by itself.
        if said.type in ("error", "warning") and "/records/" not in said.location["url"]:
            self.errors.append(said.text)

    def _note(self, method: str, url: str) -> None:
        self.requests.append(url)
        if method == "POST":
            self.posts.append(url)

    def _listen(self, socket) -> None:
        self.websockets.append(socket.url)
        socket.on("framesent", lambda frame: self.sent.append(str(frame)))
        socket.on("framereceived", lambda frame: self.received.append(str(frame)))

    def submits(self) -> list[str]:
        """Return the frames that carried a form."""
        return [frame for frame in self.sent if ".submit" in frame]


class Opener:
    """Opens pages, each in a context of its own."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self.pages: list[Page] = []

    def open(
        self,
        url: str,
        *,
        server: Server = "there",
        scripts: bool = True,
        first: str = "",
        prepare: Callable[[Page], Any] | None = None,
        at_once: bool = True,
        **options: Any,
    ) -> Page:
        """Open a page and wait until it is alive; ``page.watch`` is its `Watch`.

        Without ``scripts`` they never arrive; ``first`` runs before them. ``prepare`` is called before the page loads.
        The page scrolls ``at_once``, as every click would wait for a smooth movement. ``options`` are those of the
        browser's context, such as ``viewport`` or ``java_script_enabled``.
        """
        context = self._browser.new_context(**{"viewport": DESKTOP, **options})
        context.set_default_timeout(PATIENCE * 1000)
        page = context.new_page()
        page.watch = Watch(page)
        self.pages.append(page)
        if not scripts:
            page.route(re.compile(r"/assets/.*\.js"), lambda route: route.abort())
        if server != "there":
            page.route_web_socket(re.compile(".*"), lambda socket: socket.close())
        if server == "away":
            page.route(re.compile("/(forms|records)/"), lambda route: route.abort("connectionrefused"))
        if server == "broken gateway":
            page.route(re.compile("/(forms|records)/"), lambda route: route.fulfill(status=502, body="Bad Gateway"))
        if first:
            page.add_init_script(first)
        if prepare:
            prepare(page)
        alive = scripts and options.get("java_script_enabled", True)
        page.goto(url, wait_until="commit" if alive else "load")
        if alive:
            until(page, HYDRATED)
        if at_once:
            page.evaluate("document.documentElement.style.scrollBehavior = 'auto'")
        return page

    def close(self) -> None:
        for page in self.pages:
            page.context.close()


def until(page: Page, script: str, seconds: float = PATIENCE) -> None:
    """Wait until a script is true, across a change of document too: for what no ``expect(locator)`` can say.

    Asked from here: the page's policy forbids Playwright's own way, which evals.
    """
    poll(page, lambda: _value(page, script), script, seconds)


def poll(page: Page, ask: Callable[[], Any], what: str, seconds: float = PATIENCE) -> None:
    """Ask until the answer is true. Raises `AssertionError` with the last one."""
    ends = time.monotonic() + seconds
    while not (value := ask()):
        if time.monotonic() > ends:
            raise AssertionError(f"never true: {what}\nlast seen: {value!r} at {page.url}")
        page.wait_for_timeout(25)


def _value(page: Page, script: str) -> Any:
    try:
        return page.evaluate(script)
    except Error as error:
        if "context was destroyed" in str(error):
            return None
        raise


def resize(page: Page, width: int, height: int = 900) -> None:
    """Give a page another size and wait until it is drawn so."""
    page.set_viewport_size({"width": width, "height": height})
    until(page, f"innerWidth === {width} && innerHeight === {height}")
    page.evaluate(FRAMES)


def hide(page: Page, hidden: bool) -> None:
    """Put the page's tab in the background, or in front again, as far as its scripts can tell."""
    page.evaluate(f"""() => {{
        Object.defineProperty(document, "hidden", {{ configurable: true, get: () => {str(hidden).lower()} }});
        document.dispatchEvent(new Event("visibilitychange"));
    }}""")


def connected(page: Page) -> None:
    """Touch the first form until the server has answered: from then on forms go through the websocket."""

    def answered() -> bool:  # a touch before the page's scripts run is lost
        _value(page, "document.querySelector('.lead-form')?.dispatchEvent(new Event('pointerdown', { bubbles: true }))")
        return any(_SERVER_ANSWERED in frame for frame in page.watch.received)

    poll(page, answered, "the websocket is alive")


def go(page: Page, path: str) -> Page:
    """Open another page of the same site in a page, and wait until it is alive."""
    page.watch.received.clear()
    page.goto(re.sub(r"(://[^/]+).*", rf"\1{path}", page.url), wait_until="commit")
    until(page, HYDRATED)
    page.evaluate("document.documentElement.style.scrollBehavior = 'auto'")
    return page
