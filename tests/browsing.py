"""Opens pages in a browser as visitors see them, and records their console output and requests."""

import base64
import re
import time
from collections.abc import Callable
from io import BytesIO
from typing import Any, Literal

from PIL import Image
from playwright.sync_api import Browser, Error, Locator, Page, expect

from tests.gym import GYM

# The state of the server as the page sees it.
Server = Literal["there", "no websocket", "away", "broken gateway"]
PATIENCE = 20  # seconds to wait for an immediate effect, as the machine may be busy
expect.set_options(timeout=PATIENCE * 1000)
DESKTOP = {"width": 1440, "height": 900}
TABLET = {"width": 800, "height": 1100}
PHONE = {"width": 390, "height": 844}
WIDTHS = {"phone": PHONE, "desktop": DESKTOP}
PATHS = [route.path for route in GYM.routes.values()] + [
    *(GYM.routes.post_path(post.id) for post in GYM.posts[:1]),
    "/no/such/door",
]

ALIVE = "Object.keys(document.querySelector('main') ?? {}).some((name) => name.startsWith('__react'))"
# The event makes the browser lay out the whole page.
HYDRATED = f"{ALIVE} && (dispatchEvent(new Event('wheel')), !('folded' in document.documentElement.dataset))"
NOTHING = base64.b64decode("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7")  # a GIF of one transparent pixel
FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"
# As behind a proxy that refuses websockets: none can be opened.
_NO_WEBSOCKET = "WebSocket = class extends WebSocket { constructor() { super('ws://127.0.0.1:9'); } };"
# Playwright's clock hides the first paint, without which the page's scripts start after three seconds.
_PAINTS = "if (!(performance instanceof Performance)) performance.getEntriesByName = () => [0];"
_SERVER_ANSWERED = 'is_hydrated_rx_state_":true'


class Watch:
    """Records a page's errors and warnings, its requests and posts, and its websockets with their frames."""

    def __init__(self, page: Page) -> None:
        self.errors: list[str] = []
        self.posts: list[str] = []
        self.requests: list[str] = []
        self.websockets: list[str] = []
        self.sent: list[str] = []
        self.received: list[str] = []
        self.resized = False  # since the page was loaded
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("request", lambda request: self._note(request.method, request.url))
        page.on("websocket", self._listen)

    def _hear(self, said) -> None:
        # If the server is away, record requests fail as expected, and the browser itself logs them.
        about_records = "/records/" in said.location["url"]
        # In a window that was enlarged, a larger picture has replaced the preloaded one.
        about_size = self.resized and "was preloaded using link preload but not used" in said.text
        if said.type in ("error", "warning") and not about_records and not about_size:
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
        """Return the frames that submitted a form."""
        return [frame for frame in self.sent if ".submit" in frame]


class Opener:
    """Opens pages, each in a context of its own. Without ``pictures`` they show empty ones, which saves time."""

    def __init__(self, browser: Browser, *, pictures: bool = True) -> None:
        self._browser, self._pictures = browser, pictures
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
        """Open a page and wait until it is hydrated; ``page.watch`` is its `Watch`.

        ``scripts=False`` blocks the page's scripts; ``first`` is a script that runs before them. ``prepare`` is called
        before the page loads. ``at_once`` turns off smooth scrolling, as every click would wait for it. ``options``,
        such as ``viewport`` or ``java_script_enabled``, are passed to the browser's context.
        """
        context = self._browser.new_context(**{"viewport": DESKTOP, **options})
        context.set_default_timeout(PATIENCE * 1000)
        page = context.new_page()
        page.watch = Watch(page)
        self.pages.append(page)
        if not self._pictures:
            page.route("**/images/*", lambda route: route.fulfill(body=NOTHING))
        if not scripts:
            page.route(re.compile(r"/assets/.*\.js"), lambda route: route.abort())
        if server != "there":
            page.add_init_script(_NO_WEBSOCKET)
        if server == "away":
            page.route(re.compile("/(forms|records)/"), lambda route: route.abort("connectionrefused"))
        if server == "broken gateway":
            page.route(re.compile("/(forms|records)/"), lambda route: route.fulfill(status=502, body="Bad Gateway"))
        if first:
            page.add_init_script(first)
        if prepare:
            prepare(page)
        page.add_init_script(_PAINTS)  # after a clock
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
    """Wait until a script returns true, even across page loads; for conditions that ``expect(locator)`` can't express.

    Polls from Python, as the page's policy forbids the eval that Playwright would use.
    """
    poll(page, lambda: _value(page, script), script, seconds)


def poll(page: Page, ask: Callable[[], Any], what: str, seconds: float = PATIENCE) -> None:
    """Call ``ask`` until it returns something true. Raises `AssertionError` with the last result."""
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
    """Resize a page and wait until it is redrawn."""
    page.watch.resized = True
    page.set_viewport_size({"width": width, "height": height})
    until(page, f"innerWidth === {width} && innerHeight === {height}")
    page.evaluate(FRAMES)


def hide(page: Page, hidden: bool) -> None:
    """Tell the page's scripts that its tab is in the background, or in front again."""
    page.evaluate(f"""() => {{
        Object.defineProperty(document, "hidden", {{ configurable: true, get: () => {str(hidden).lower()} }});
        document.dispatchEvent(new Event("visibilitychange"));
    }}""")


def swipe(page: Page, *places: tuple[float, float]) -> None:
    """Move a finger across these places of the window, each of them x and y."""
    touch, (first, *more) = page.context.new_cdp_session(page), [{"x": x, "y": y} for x, y in places]
    for kind, points in (("touchStart", [first]), *(("touchMove", [point]) for point in more), ("touchEnd", [])):
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def connected(page: Page) -> None:
    """Touch the first form until the server responds; forms are sent by websocket from then on."""

    def answered() -> bool:  # a touch before hydration is lost
        _value(page, "document.querySelector('.lead-form')?.dispatchEvent(new Event('pointerdown', { bubbles: true }))")
        return any(_SERVER_ANSWERED in frame for frame in page.watch.received)

    poll(page, answered, "the websocket is alive")


def go(page: Page, path: str) -> Page:
    """Load another path of the same site and wait until it is hydrated."""
    page.watch.received.clear()
    page.watch.resized = False
    page.goto(re.sub(r"(://[^/]+).*", rf"\1{path}", page.url), wait_until="commit")
    until(page, HYDRATED)
    page.evaluate("document.documentElement.style.scrollBehavior = 'auto'")
    return page


def colours(locator: Locator) -> set[tuple[int, ...]]:
    """Return the colours that cover more than a trace of an element."""
    picture = Image.open(BytesIO(locator.screenshot())).convert("RGB")
    return {colour for count, colour in picture.getcolors(1_000_000) if count > 8}
