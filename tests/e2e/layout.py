"""Shows each page once at every screen size and records its layout defects."""

from dataclasses import dataclass, field

from playwright.sync_api import Page

from gym_site.brand import BRAND
from tests.browsing import PHONE, go, resize

LAPTOP = (1440, 900)
SCREENS = [LAPTOP, (320, 844), (390, 844), (768, 844), (1024, 768), (1280, 800), (1920, 1080), (2560, 900)]
"""A laptop, two phones, a tablet in both orientations, and desktop screens."""

TOO_WIDE = """() => document.documentElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll("body *")]
    .filter((one) => one.getBoundingClientRect().right > innerWidth + 1 && !one.closest(".carousel-track, .tab-list, .visually-hidden"))
    .map((one) => `${one.tagName} ${one.className} ${one.textContent.slice(0, 30)}`).concat("the page")"""
_PRIMARY = """.bar-button, .bar .logo, .tab, .round-button, .button, .floating a, .sheet-links a, .question summary,
    .plan-benefits summary, .back, .field input, .field select, .field textarea, .filter input, .faq-categories a,
    .toast-close, .site-footer a, .hero-links a, dd > a, .icon-list a, .handle, .dot"""
SMALL_TARGETS = f"""() => [...document.querySelectorAll(`{_PRIMARY}`)]
    .filter((one) => one.checkVisibility({{ visibilityProperty: true }}) && !one.closest(".visually-hidden"))
    .filter((one) => Math.min(one.getBoundingClientRect().width, one.getBoundingClientRect().height) < 44)
    .map((one) => one.outerHTML.slice(0, 100))"""
# WCAG 1.4.12: wider spacing of lines, paragraphs, letters and words.
_SPACE_OUT = """() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }"
        + "p { margin-bottom: 2em !important }");
    document.adoptedStyleSheets = [sheet];
}"""
_CRUMBS_ON_BACK = """() => {
    const [crumbs, back] = [".breadcrumbs ol", ".back"].map((one) => document.querySelector(one)?.getBoundingClientRect());
    return crumbs?.bottom > back?.top ? ["the breadcrumbs overlap the back link"] : [];
}"""
_CUT = """() => [...document.querySelectorAll("a, button, h1, h2, h3, p, li, label, summary, dd, dt")]
    .filter((one) => one.checkVisibility() && !one.closest(".visually-hidden, .tab-list, [popover]"))
    .filter((one) => getComputedStyle(one).overflow !== "visible" && one.scrollWidth > one.clientWidth + 1
        || one.getBoundingClientRect().right > innerWidth + 1 && !one.closest(".carousel-track, .photo-grid, .faq-categories, .choices"))
    .map((one) => one.outerHTML.slice(0, 100))"""
# Words broken across lines, and headings whose lines touch, in every tab and under every question. An email address
# too long for the narrowest screen may break there.
_TORN = """() => {
    document.querySelectorAll(".tab-panel").forEach((one) => one.removeAttribute("data-shut"));
    document.querySelectorAll("details").forEach((one) => { one.open = !one.name; });
    const torn = [], range = document.createRange();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const { currentNode: text } = texts;
        if (!text.parentElement.checkVisibility() || text.parentElement.closest("script, .visually-hidden, .countdown")) continue;
        if (text.parentElement.closest("[href^='mailto:']") && text.data.length > 26) continue;
        range.selectNodeContents(text);
        if (range.getClientRects().length < 2) continue;
        for (const word of text.data.matchAll(/[^\\s@/.-]+/g)) {
            range.setStart(text, word.index);
            range.setEnd(text, word.index + word[0].length);
            if (new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1) torn.push(word[0]);
        }
    }
    for (const heading of document.querySelectorAll("h1, h2, h3")) {
        const { lineHeight, fontSize, textTransform } = getComputedStyle(heading);
        if (textTransform === "none" && parseFloat(lineHeight) < 1.1 * parseFloat(fontSize))
            torn.push(`lines of ${heading.textContent}`);
    }
    return torn.map((what) => `${what} at ${innerWidth} pixels`);
}"""
# Text that the floating buttons cover on a wide screen. Each text that extends into the buttons' column is scrolled
# until it is level with the first button. The caption of a carousel's next slide is cut off by the window anyway.
_UNDER_BUTTONS = """() => {
    if (innerWidth < 1024) return [];
    const buttons = [...document.querySelectorAll(".floating a")].map((one) => one.getBoundingClientRect());
    const left = Math.min(...buttons.map((one) => one.left)), middle = (buttons[0].top + buttons[0].bottom) / 2;
    const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
    const range = document.createRange(), boxes = [];
    scrollTo({ top: 0, behavior: "instant" });
    while (texts.nextNode()) {
        const { currentNode: text } = texts;
        if (!text.data.trim() || !text.parentElement.checkVisibility({ visibilityProperty: true })) continue;
        // hidden slides, and words for screen readers, whose box is clipped
        if (text.parentElement.closest("[aria-hidden=true], .visually-hidden")) continue;
        range.selectNodeContents(text);
        for (const box of range.getClientRects())
            if (box.width > 1 && box.right > left && box.right <= innerWidth) boxes.push([text.data, box]);
    }
    return boxes.filter(([, box]) => {
        scrollTo({ top: (box.top + box.bottom) / 2 - middle, behavior: "instant" });
        const x = (Math.max(left, box.left) + Math.min(innerWidth, box.right)) / 2;
        return document.elementFromPoint(x, (box.top + box.bottom) / 2 - scrollY)?.closest(".floating");
    }).map(([text]) => `${text} at ${innerWidth} pixels`);
}"""
_DISPLAY_SIZES = """(family) => {
    const words = [...document.querySelectorAll("body *")].filter((one) =>
        one.checkVisibility() && [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()));
    const styles = words.map(getComputedStyle).filter((style) => style.fontFamily.startsWith(family));
    return [...new Set(styles.map((style) => style.fontSize))].sort();
}"""
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
}).map((one) => `${one.className} ${one.textContent.slice(0, 30)} at ${innerWidth} pixels`)"""
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
# Pictures that are shown again less than a screen further down.
_REPEATED = """() => Object.entries(Object.groupBy(
    [...document.querySelectorAll("main picture:not(.face-list *, [aria-hidden=true] *)")].filter((one) => one.checkVisibility({ visibilityProperty: true }))
        .map((one) => [one.querySelector("img").getAttribute("src").replace(/-\\d+\\..*/, ""), one.getBoundingClientRect()])
        .filter(([, { left, right }]) => left < innerWidth && right > 0), ([name]) => name))
    .filter(([, shown]) => shown.slice(1).some(([, box], at) => box.top - shown[at][1].bottom < 900))
    .map(([name]) => name)"""
# Lines of text not aligned with the footer's left edge, on a screen wide enough for a margin.
_OUT_OF_LINE = """() => {
    const edge = document.querySelector(".footer-grid")?.getBoundingClientRect().left;
    return innerWidth < 1440 ? [] : [...document.querySelectorAll("p.frame")]
        .filter((one) => one.getBoundingClientRect().left !== edge)
        .map((one) => `${one.textContent.slice(0, 30)} at ${innerWidth} pixels`);
}"""
# Full-width pictures that miss the window's edges, cards that cut off their text, and holes in the floor plan.
_GAPS = """() => {
    const box = (one) => one.getBoundingClientRect();
    const short = [...document.querySelectorAll(".full-bleed")]
        .filter((one) => one.checkVisibility() && (box(one).left !== 0 || box(one).width !== innerWidth));
    const cut = [...document.querySelectorAll(".post-card .quiet")].filter((one) => one.scrollHeight - one.clientHeight > 1);
    const wings = [...document.querySelectorAll(".wing ul")];
    const holed = wings.filter((wing) => {
        const filled = [...wing.children].map(box).reduce((sum, { width, height }) => sum + width * height, 0);
        return filled / (wing.clientWidth * wing.clientHeight) <= 0.995;
    });
    const [present, added] = wings.map(box);
    const apart = added && innerWidth >= 768 && [
        present.right - added.left, present.top - added.top, present.bottom - added.bottom].some((gap) => Math.abs(gap) > 1);
    return [...short, ...cut, ...holed, ...(apart ? wings : [])]
        .map((one) => `${one.className || one.parentElement.className} at ${innerWidth} pixels`);
}"""


@dataclass
class Layout:
    """The findings on one page."""

    small_targets: list[str]  # important touch targets below 44 pixels
    display_sizes: list[str]  # of display type
    repeated: list[str]  # pictures
    too_wide: dict[str, list[str]]  # elements by screen width or text setting
    torn: list[str] = field(default_factory=list)  # broken words, and headings whose lines touch
    out_of_line: list[str] = field(default_factory=list)
    under_buttons: list[str] = field(default_factory=list)
    gaps: list[str] = field(default_factory=list)
    covered: list[str] = field(default_factory=list)  # controls
    joined: list[str] = field(default_factory=list)  # words


def look_at(page: Page, path: str) -> Layout:
    """Open a path on a phone, enlarge its text, then show it at every screen size with all its questions open."""
    resize(page, **PHONE)
    go(page, path)
    small_targets = page.evaluate(SMALL_TARGETS)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    twice_the_size = page.evaluate(TOO_WIDE) + page.evaluate(_CRUMBS_ON_BACK)
    page.evaluate("document.documentElement.style.fontSize = ''")
    page.evaluate(_SPACE_OUT)
    spaced_out = page.evaluate(TOO_WIDE) + page.evaluate(_CUT)
    page.evaluate("document.adoptedStyleSheets = []")
    covered = page.evaluate(_COVERED)
    resize(page, *LAPTOP)
    page.evaluate(_SPACE_OUT)
    spaced_out += page.evaluate(TOO_WIDE)
    page.evaluate("document.adoptedStyleSheets = []")
    layout = Layout(
        small_targets=small_targets,
        display_sizes=page.evaluate(_DISPLAY_SIZES, BRAND.fonts.display),
        repeated=page.evaluate(_REPEATED),
        too_wide={"text at 200%": twice_the_size, "wider text spacing": spaced_out},
        covered=covered + page.evaluate(_COVERED),
        joined=page.evaluate(_JOINED),
    )
    for width, height in SCREENS:
        resize(page, width, height)
        layout.too_wide[f"{width} pixels"] = page.evaluate(TOO_WIDE)
        layout.out_of_line += page.evaluate(_OUT_OF_LINE)
        layout.torn += page.evaluate(_TORN)
        layout.under_buttons += page.evaluate(_UNDER_BUTTONS)
        layout.gaps += page.evaluate(_GAPS)
    layout.too_wide = {shown: wrong for shown, wrong in layout.too_wide.items() if wrong}
    return layout
