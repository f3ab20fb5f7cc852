"""The questions that are asked of every page at every width, all in one visit that loads the page once.

A question is a function that returns the faults of an open page, one line each. None leaves the page changed.
"""

import re
from collections import defaultdict
from collections.abc import Callable

from playwright.sync_api import Page

from tests.browsing import ALIVE, FRAMES, HYDRATED, PATHS, until
from tests.forms import SERVICE_KEY
from tests.gym import GYM

Question = Callable[[Page], list[str]]
OF_WIDTH = ("target-size", "scrollable-region-focusable")
"""The rules of axe whose results depend on the width; the others are asked on a phone alone."""
# One of each kind of page: another service page would show nothing new.
KINDS = [
    path for path in PATHS if path not in {GYM.routes.url_for(key) for key in GYM.service_pages if key != SERVICE_KEY}
]
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
# What is wrong with the pair of floating buttons: it is cut or covered, is missing without a reason, or repeats two links that stand whole
# in the window. At the foot of the page also what it covers, as that can't be scrolled clear of it.
FLOATING_NOW = """() => {
    const pair = document.querySelector(".floating"), links = [...pair.querySelectorAll("a")];
    const box = (one) => one.getBoundingClientRect();
    const isWhole = (link) => {
        const { left, right, top, bottom } = box(link), x = (left + right) / 2, y = (top + bottom) / 2;
        return [[x, y], [left + 2, y], [right - 2, y], [x, top + 2], [x, bottom - 2]]
            .every(([x, y]) => document.elementFromPoint(x, y)?.closest("a") === link);
    };
    const others = [...document.querySelectorAll(":is(.bar, main, footer) a")].filter((one) => one.checkVisibility());
    const isTwice = (slack) => links.every(({ href }) => others.some((one) => one.href === href
        && (one.closest(".bar") || box(one).top >= 72 - slack) && box(one).bottom <= innerHeight + slack));
    if (getComputedStyle(pair).opacity !== "1") return isTwice(1) ? [] : ["missing"];
    const faults = links.filter((link) => !isWhole(link)).map((link) => `cut: ${link.textContent}`);
    if (isTwice(-1)) faults.push("twice");
    if (Math.ceil(scrollY + innerHeight) < document.documentElement.scrollHeight) return faults;
    const isUnder = (one) => links.some((link) => one.right > box(link).left
        && one.left < box(link).right && one.bottom > box(link).top && one.top < box(link).bottom);
    const words = document.createRange();
    const controls = document.querySelectorAll(":is(main, footer) :is(a, button, input, select, textarea, summary), footer p");
    for (const one of controls) {
        words.selectNodeContents(one);
        if (one.checkVisibility() && [...(one.tagName === "P" ? words : one).getClientRects()].some(isUnder))
            faults.push(`under it: ${one.textContent}`);
    }
    return faults;
}"""
# The faults at the top of the page, at each tenth of the way to its foot, and there. A late answer is none.
FLOATING = f"""(async () => {{
    const found = [];
    for (let tenth = 0; tenth <= 10; tenth++) {{
        scrollTo({{ top: (document.documentElement.scrollHeight - innerHeight) * tenth / 10, behavior: "instant" }});
        let faults;
        for (let frames = 0; frames < 30 && (!faults || faults.length); frames++) {{
            await {FRAMES};
            faults = ({FLOATING_NOW})();
        }}
        found.push(...faults.map((fault) => `${{fault}} at ${{tenth}}0%`));
    }}
    return found;
}})()"""
_SHARED_STYLES = "document.querySelector('[rel=stylesheet]:not([disabled])')"
_SHARED_STYLES_APPLY = f"!!{_SHARED_STYLES}?.sheet && matchMedia({_SHARED_STYLES}.media).matches"
TOO_WIDE = """() => document.documentElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll("body *")]
    .filter((one) => one.getBoundingClientRect().right > innerWidth + 1 && !one.closest(".carousel-track, .tab-list, .visually-hidden"))
    .map((one) => `${one.tagName} ${one.className} ${one.textContent.slice(0, 30)}`).concat("the page")"""
# Text that an element cuts off, and words that are broken. An email address may break on the narrowest screen.
_CUT = """() => {
    const seen = (one) => one.checkVisibility({ visibilityProperty: true })
        && !one.closest("script, [popover], [aria-hidden=true], .visually-hidden, .countdown, .tab-list, .carousel-track, .photo-grid, .faq-categories, .choices");
    const cut = [...document.querySelectorAll("a, button, h1, h2, h3, p, li, label, summary, dd, dt")].filter(seen)
        .filter((one) => getComputedStyle(one).overflow !== "visible"
            && (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
            || one.getBoundingClientRect().right > innerWidth + 1)
        .map((one) => one.outerHTML.slice(0, 100));
    const range = document.createRange(), texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const { currentNode: text } = texts;
        if (!text.data.trim() || !seen(text.parentElement) || text.parentElement.closest("[href^='mailto:']")) continue;
        range.selectNodeContents(text);
        if (range.getClientRects().length < 2) continue;
        for (const word of text.data.matchAll(/[^\\s@/.\\-\\u2013]+/g)) {
            range.setStart(text, word.index);
            range.setEnd(text, word.index + word[0].length);
            if (new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1) cut.push(word[0]);
        }
    }
    return cut;
}"""
_EMPTY_PICTURES = """async () => (await Promise.all([...document.images].filter((one) => one.checkVisibility()).map(async (one) => {
    one.loading = "eager";
    const isBroken = await one.decode().then(() => false, () => true);
    return (isBroken || !one.clientWidth || !one.clientHeight) && (one.currentSrc || one.outerHTML.slice(0, 100));
}))).filter(Boolean)"""
# Prices and the largest figure, if they are not in one line.
_BROKEN_FIGURES = """() => [...document.querySelectorAll(".plan-amount, .opening-body dd")].filter((one) => {
    const words = document.createRange();
    words.selectNodeContents(one);
    return new Set([...words.getClientRects()].map((box) => Math.round(box.top))).size > 1;
}).map((one) => one.textContent)"""
# Controls of which something else covers a part, so that a tap there does nothing.
_COVERED = """() => [...document.querySelectorAll("main :is(a, button, summary, input, select, textarea)")].filter((one) => {
    if (!one.checkVisibility({ visibilityProperty: true }) || getComputedStyle(one).display === "inline") return false;
    if (one.closest(".visually-hidden, dialog")) return false;
    one.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const { left, top, width, height } = one.getBoundingClientRect();
    return [0.08, 0.5, 0.92].some((across) => [4, height / 2, height - 4].some((down) => {
        const hit = document.elementFromPoint(left + width * across, top + down);
        return hit && !hit.contains(one) && !one.contains(hit) && !hit.closest(".floating, .site-header, label, a, .icon");
    }));
}).map((one) => `${one.className} ${one.textContent.slice(0, 30)}`)"""
# Words of two elements in one line without a blank between them: searches and screen readers take them for one word.
_JOINED = """() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_ALL), joined = [];
    const apart = (one) => !["inline", "contents"].includes(getComputedStyle(one).display);
    let last, breaks = false;
    while (texts.nextNode()) {
        const { currentNode: node } = texts;
        breaks ||= ["BR", "WBR"].includes(node.tagName);
        if (node.nodeType !== 3 || !node.data || node.parentElement.closest("script, option")) continue;
        const range = document.createRange();
        if (last) {
            range.setStart(last, 0);
            range.setEnd(node, 0);
        }
        const within = (one) => one !== range.commonAncestorContainer && range.commonAncestorContainer.contains(one);
        const between = [];
        for (const text of last ? [last, node] : [])
            for (let one = text.parentElement; within(one); one = one.parentElement) between.push(one);
        if (last && !breaks && between.length && !between.some(apart) && /[\\p{L}\\d.,!?]$/u.test(last.data) && /^[\\p{L}\\d]/u.test(node.data))
            joined.push(last.data.slice(-20) + "|" + node.data.slice(0, 20));
        [last, breaks] = [node, false];
    }
    return joined;
}"""
_NARROW = """() => [...document.querySelectorAll("main p")].filter((one) => one.checkVisibility() && one.textContent.length > 120)
    .filter(({ clientWidth }) => clientWidth < innerWidth / 2).map((one) => `${one.clientWidth} px: ${one.textContent.slice(0, 40)}`)"""
_LINKS = """() => [...document.querySelectorAll("a[href]")].filter((one) => one.checkVisibility())
    .map((one) => [one.closest("nav")?.ariaLabel ?? "", (one.ariaLabel ?? one.textContent).trim().replace(/\\s+/g, " "), one.href])"""
# What looks different under the shared style sheet.
_RESTYLED = f"""() => {{
    const properties = `color backgroundColor backgroundImage fontFamily fontSize fontWeight lineHeight textTransform
        letterSpacing opacity borderTop borderBottom borderRadius boxShadow transform maskImage clipPath zIndex`.split(/\\s+/);
    const all = [...document.querySelectorAll("body *")].filter((one) => one.checkVisibility({{ visibilityProperty: true }}));
    const look = () => all.map((one) => ["", "::before", "::after"].flatMap((part) => {{
        const style = getComputedStyle(one, part);
        if (part && (style.content === "none" || style.opacity === "0")) return [];
        const {{ left, top, width, height }} = one.getBoundingClientRect();
        return [...properties.map((name) => style[name]), ...(part ? [] : [left, top + scrollY, width, height].map(Math.round))];
    }}));
    const sheet = {_SHARED_STYLES}, {{ media }} = sheet;
    sheet.media = "print";
    const before = look();
    sheet.media = "all";
    const after = look();
    sheet.media = media;
    return all.flatMap((one, at) => {{
        const changed = before[at].findIndex((value, which) => value !== after[at][which]);
        return changed < 0 ? [] : `${{one.tagName}} ${{one.className}}: ${{before[at][changed]}} became ${{after[at][changed]}}`;
    }});
}}"""
_STOPS = """[...document.querySelectorAll(`a[href], button:not([tabindex="-1"]), input:not([type=hidden], [type=radio]:not(:checked)),
    select, textarea, summary, [tabindex="0"]`)]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.tabIndex >= 0 && !one.disabled)"""
_NAME = "(one) => one && `${one.tagName} ${one.className} ${(one.ariaLabel ?? one.textContent).slice(0, 40)}`"
_CONTRAST = """
    const numbers = (colour) => colour.match(/[\\d.]+/g).map(Number);
    const light = (colour) => numbers(colour).slice(0, 3)
        .map((part) => part / 255)
        .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
        .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);
    const contrastOf = (...colours) => {
        const [dark, bright] = colours.map(light).sort((a, b) => a - b);
        return (bright + 0.05) / (dark + 0.05);
    };
    const groundOf = (one) => {
        while (one.parentElement && (numbers(getComputedStyle(one).backgroundColor)[3] ?? 1) < 0.5) one = one.parentElement;
        return getComputedStyle(one).backgroundColor;
    };"""
# Text on a plain ground with a contrast below 4.5:1, or 3:1 from 24 pixels on.
_PALE = f"""() => {{
{_CONTRAST}
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), pale = new Set();
    while (texts.nextNode()) {{
        const one = texts.currentNode.parentElement;
        if (!texts.currentNode.data.trim() || one.closest("script, noscript, .visually-hidden, [aria-hidden=true], :disabled")) continue;
        if (!one.checkVisibility({{ visibilityProperty: true, opacityProperty: true }})) continue;
        const {{ color, fontSize }} = getComputedStyle(one), box = one.getBoundingClientRect();
        // what is drawn under its middle, but for what is transparent
        scrollTo({{ top: box.top + scrollY - innerHeight / 2, behavior: "instant" }});
        const under = document.elementsFromPoint(box.left + box.width / 2, one.getBoundingClientRect().top + box.height / 2);
        const isPlain = under.every((at) => !at.closest("picture, img, svg, video") && getComputedStyle(at).backgroundImage === "none");
        if (!isPlain || !under.includes(one) || under[0].closest(".floating, .site-header") !== one.closest(".floating, .site-header")) continue;
        const contrast = contrastOf(color, groundOf(one));
        if (contrast < (parseFloat(fontSize) >= 24 ? 3 : 4.5))
            pale.add(`${{one.tagName}} ${{one.className}} ${{one.textContent.slice(0, 30)}}: ${{contrast.toFixed(1)}}`);
    }}
    return [...pale];
}}"""
# Every control that can have the focus shows it by an outline of 3:1, and can be scrolled clear of everything else.
_UNSEEN = f"""() => {{
{_CONTRAST}
    const outline = (one) => {{
        const ring = [one, one.parentElement].map((at) => [at, getComputedStyle(at)])
            .find(([, style]) => style.outlineStyle === "solid" && parseFloat(style.outlineWidth) >= 2);
        if (!ring) return "no outline";
        const [holder, style] = ring;
        const ground = groundOf(parseFloat(style.outlineOffset) < 0 ? holder : holder.parentElement);
        const contrast = contrastOf(style.outlineColor, ground);
        return contrast < 3 && `outline ${{style.outlineColor}} on ${{ground}}: ${{contrast.toFixed(1)}}`;
    }};
    const covered = (one) => {{
        const box = one.getClientRects()[0];
        const left = Math.max(box.left, 0), right = Math.min(box.right, innerWidth);
        const top = Math.max(box.top, 0), bottom = Math.min(box.bottom, innerHeight);
        const hits = [0.1, 0.5, 0.9].flatMap((across) => [0.1, 0.5, 0.9].map((down) =>
            document.elementFromPoint(left + (right - left) * across, top + (bottom - top) * down)));
        const isSeen = (hit) => hit && (one.contains(hit)
            || hit.contains(one) && hit.closest("li, p, figure, label, .carousel, .field, .compare"));
        return !hits.some(isSeen) && `covered by ${{hits[4]?.className}}`;
    }};
    return {_STOPS}.flatMap((one) => {{
        one.focus();
        for (const moving of document.getAnimations()) moving.finish();
        if (document.activeElement !== one) return `${{({_NAME})(one)}}: takes no focus`;
        return [outline(one), covered(one)].filter(Boolean).map((fault) => `${{({_NAME})(one)}}: ${{fault}}`);
    }});
}}"""
# WCAG 1.4.12: wider spacing of lines, paragraphs, letters and words.
SPACE_OUT = """() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }"
        + "p { margin-bottom: 2em !important }");
    document.adoptedStyleSheets = [sheet];
}"""


def errors(page: Page) -> list[str]:
    expected = ("404", "/no/such/door")  # the page of a missing path logs it on purpose
    return [said for said in page.watch.errors if not any(words in said for words in expected)]


def connections(page: Page) -> list[str]:
    """A reader opens no websocket, and loads no client of one."""
    return page.watch.websockets + [url for url in page.watch.requests if url.endswith(page.websocket_client)]


def shifts(page: Page) -> list[str]:
    """Since the question was last asked."""
    shifted = page.evaluate("shifted.splice(0)")
    return [where for _, where in shifted] if sum(score for score, _ in shifted) >= 0.001 else []


def floating_buttons(page: Page) -> list[str]:
    """This scrolls, so all sections are laid out for the questions that follow; what that has moved is no fault."""
    faults = page.evaluate(FLOATING)
    until(page, HYDRATED)
    page.evaluate("shifted.splice(0)")
    return faults


def ambiguous_links(page: Page) -> list[str]:
    """Links of one name that lead to several places, within a navigation landmark or the rest of the page."""
    places = defaultdict(set)
    for part, name, address in page.evaluate(_LINKS):
        places[part, name.casefold()].add(address)
    return [f"{name}: {sorted(where)}" for name, where in places.items() if len(where) > 1]


def reflow(page: Page) -> list[str]:
    """With text at 200%, from 390 pixels on, and with text spacing nothing is too wide (WCAG 1.4.4, 1.4.12)."""
    faults = []
    if page.viewport_size["width"] >= 390:
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        faults += page.evaluate(TOO_WIDE) + page.evaluate(_BROKEN_FIGURES)
        page.evaluate("document.documentElement.style.fontSize = ''")
    page.evaluate(SPACE_OUT)
    faults += page.evaluate(TOO_WIDE)
    page.evaluate("document.adoptedStyleSheets = []")
    return faults


def unseen(page: Page) -> list[str]:
    page.keyboard.press("Tab")  # from now on, scripts that move the focus show it
    return page.evaluate(_UNSEEN)


def tab_order(page: Page) -> list[str]:
    """The tab key reaches every control, in the order of the document."""
    page.evaluate(f"""() => {{
        const [first, ...others] = {_STOPS};
        first.focus();
        window.expected = others;
        window.reached = [];
        addEventListener("focusin", ({{ target }}) => reached.push(target));
    }}""")
    for _ in range(page.evaluate("expected.length")):
        page.keyboard.down("Tab")  # it stays down, which takes half the time
    page.keyboard.up("Tab")
    return page.evaluate(f"""() => {{
        const at = expected.findIndex((one, which) => one !== reached[which]);
        return at < 0 ? [] : [`${{({_NAME})(reached[at])}} instead of ${{({_NAME})(expected[at])}}`];
    }}""")


def in_page(script: str) -> Question:
    return lambda page: page.evaluate(script)


EVERYWHERE: dict[str, Question] = {
    "shift on loading": shifts,
    "floating buttons": floating_buttons,
    "console": errors,
    "connection": connections,
    "wider than the window": in_page(TOO_WIDE),
    "cut off": in_page(_CUT),
    "covered": in_page(_COVERED),
    "pale": in_page(_PALE),
    "empty picture": in_page(_EMPTY_PICTURES),
    "restyled": in_page(_RESTYLED),
    "links of one name": ambiguous_links,
    "focus": unseen,
    "shift on scrolling": shifts,
    "larger text": reflow,
}
"""The questions of every width, in their order: the first ones are about a page without any input."""
ON_A_PHONE: dict[str, Question] = {
    "joined words": in_page(_JOINED), "narrow words": in_page(_NARROW), "tab order": tab_order
}  # fmt: skip


def visit(page: Page, path: str, axe: Callable[..., list[str]]) -> dict[str, list[str]]:
    """Load a path in a page with `WATCH_SHIFTS`, and return the answers that name faults."""
    address = re.sub(r"(://[^/]+).*", rf"\1{path}", page.url)
    page.goto("about:blank")  # ends what the former page has begun
    for noted in (page.watch.errors, page.watch.requests, page.watch.websockets):
        noted.clear()
    page.goto(address, wait_until="commit")
    until(page, f"{ALIVE} && document.readyState === 'complete' && {_SHARED_STYLES_APPLY}")
    is_phone = page.viewport_size["width"] < 768
    questions = (
        EVERYWHERE
        | (ON_A_PHONE if is_phone else {})
        | {"axe": lambda page: axe(page, rules=() if is_phone else OF_WIDTH)}
    )
    return {name: faults for name, ask in questions.items() if (faults := ask(page))}
