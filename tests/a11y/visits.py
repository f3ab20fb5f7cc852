"""Opens each page once per width and records what the tests check."""

from collections.abc import Callable
from dataclasses import dataclass, field

from playwright.sync_api import Page

from gym_site.content.services import SERVICE_PAGES
from gym_site.routes import url_for
from tests.browsing import PATHS, go
from tests.forms import SERVICE_KEY

# One of each kind of page: tabbing through every service page would find nothing new.
KINDS = [path for path in PATHS if path not in {url_for(key) for key in SERVICE_PAGES if key != SERVICE_KEY}]
WATCH_SHIFTS = """window.shifted = []; new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, startTime, sources } of list.getEntries()) if (!hadRecentInput)
        window.shifted.push([value, `at ${startTime} ms: ${sources.map(({ node }) => node?.className || node?.nodeName)}`]);
}).observe({ type: "layout-shift", buffered: true });"""
WALK = """(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += innerHeight) {
        scrollTo({ top: y, behavior: "instant" });
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    }
    scrollTo({ top: 0, behavior: "instant" });
    await new Promise(requestAnimationFrame);
    return true;
})()"""
_LINKS = """() => [...document.querySelectorAll("a[href]")].filter((one) => one.checkVisibility())
    .map((one) => [one.closest("nav")?.ariaLabel ?? "", (one.ariaLabel ?? one.textContent).trim().replace(/\\s+/g, " "), one.href])"""
# The focused element, and faults in its order, outline or visibility; null after the last tab stop.
_FOCUSED = """() => {
    const one = document.activeElement;
    window.stops ??= [];
    if (one === document.body || window.stops.includes(one)) return null;
    for (const moving of document.getAnimations()) moving.finish();
    const wrong = [];
    const last = window.stops.at(-1);
    window.stops.push(one);
    if (last && !(last.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING)) wrong.push("out of order");

    const ring = [one, one.parentElement].map((at) => [at, getComputedStyle(at)])
        .find(([, style]) => style.outlineStyle === "solid" && parseFloat(style.outlineWidth) >= 2);
    if (!ring) wrong.push("no outline");
    else {
        const [holder, style] = ring;
        const numbers = (colour) => colour.match(/[\\d.]+/g).map(Number);
        const light = (colour) => numbers(colour).slice(0, 3)
            .map((part) => part / 255)
            .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
            .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);
        let under = parseFloat(style.outlineOffset) < 0 ? holder : holder.parentElement;
        const ground = () => getComputedStyle(under).backgroundColor;
        while (under.parentElement && (numbers(ground())[3] ?? 1) < 0.5) under = under.parentElement;
        const [dark, bright] = [light(style.outlineColor), light(ground())].sort((a, b) => a - b);
        const contrast = (bright + 0.05) / (dark + 0.05);
        if (contrast < 3) wrong.push(`outline ${style.outlineColor} on ${ground()}: ${contrast.toFixed(1)}`);
    }

    const box = one.getClientRects()[0];
    const left = Math.max(box.left, 0), right = Math.min(box.right, innerWidth);
    const top = Math.max(box.top, 0), bottom = Math.min(box.bottom, innerHeight);
    const seen = [0.1, 0.5, 0.9].some((across) => [0.1, 0.5, 0.9].some((down) => {
        const hit = document.elementFromPoint(left + (right - left) * across, top + (bottom - top) * down);
        return hit && (one.contains(hit) || hit.contains(one) && hit.closest("li, p, figure, label, .carousel"));
    }));
    if (!seen) wrong.push(`covered at ${Math.round(box.left)}, ${Math.round(box.top)}`);
    return { name: `${one.tagName} ${one.className} ${(one.ariaLabel ?? one.textContent).slice(0, 40)}`, wrong };
}"""
# Only the selected radio button of a group is a tab stop.
_MISSED = """() => [...document.querySelectorAll(`a[href], button:not([tabindex="-1"]),
        input:not([type=hidden], [type=radio]:not(:checked)), select,
        textarea, summary, [tabindex="0"]`)]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.tabIndex >= 0 && !window.stops.includes(one))
    .map((one) => one.outerHTML.slice(0, 120))"""


@dataclass
class Visit:
    """The findings on one page at one width."""

    errors: list[str]  # console errors
    requests: list[str]
    websockets: list[str]
    shifted: list[tuple[float, str]]  # score, then time and elements
    links: list[tuple[str, str, str]]  # the label of the navigation around it (or ""), its name, its URL
    axe: list[str]
    focus: list[str] = field(default_factory=list)  # problems at a tab stop
    missed: list[str] = field(default_factory=list)  # controls that Tab never reached


def look_at(page: Page, path: str, axe: Callable[[Page], list[str]]) -> Visit:
    """Open a path in a page prepared with `WATCH_SHIFTS`, and record all findings."""
    for noted in (page.watch.errors, page.watch.requests, page.watch.websockets):
        noted.clear()
    go(page, path)
    page.evaluate(WALK)
    visit = Visit(
        errors=list(page.watch.errors),
        requests=list(page.watch.requests),
        websockets=list(page.watch.websockets),
        shifted=page.evaluate("shifted"),
        links=page.evaluate(_LINKS),
        axe=axe(page),
    )
    page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
    if path in KINDS:
        visit.focus, visit.missed = _walk_by_keyboard(page)
    return visit


def _walk_by_keyboard(page: Page) -> tuple[list[str], list[str]]:
    wrong: list[str] = []
    page.keyboard.press("Tab")
    while stop := page.evaluate(_FOCUSED):
        wrong += [f"{stop['name']}: {what}" for what in stop["wrong"]]
        page.keyboard.press("Tab")
    return wrong, page.evaluate(_MISSED)
