"""Compare the looks of two builds: ``python -m scripts.compare_looks BEFORE AFTER [key ...]``.

``BEFORE`` and ``AFTER`` are folders of built pages, as `gym_site.built.built_folder` returns them; ``key`` is the
key of a page, of all if none is given. Compares the boxes and computed styles of all elements, and of the generated
content before and after them: as first painted, at each width, on paper, in forced colours, without scripts, and with
every state of a selector applied (hovered, focused, open, invalid ...). Both builds must have the same elements.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from playwright.sync_api import CDPSession, Page, ViewportSize, sync_playwright

from gym_site.folder import gym_folder
from gym_site.gym import Gym
from scripts.programs import find_browser
from tests.site import plain_host

SIZES = [
    ViewportSize(width=390, height=844),
    ViewportSize(width=768, height=1024),
    ViewportSize(width=1440, height=900),
]
SHOWN = 12  # differences of a page
FINISH_TRANSITIONS = """document.getAnimations().forEach((one) => one instanceof CSSTransition && one.finish())"""
# The properties that any rule of the style sheets sets.
PROPERTIES = """() => {
    const names = (rule) => [...(rule.style ?? []), ...[...(rule.cssRules ?? [])].flatMap(names)];
    const all = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].flatMap(names));
    return [...new Set(all)].filter((name) => !name.startsWith("--") && CSS.supports(name, "inherit"));
}"""
WITHOUT_SCRIPTS = """["data-live", "data-opened"].map((name) => document.documentElement.toggleAttribute(name))"""
APPLY_STATES = """() => {
    const states = /:(hover|focus|focus-visible|focus-within|active|checked|disabled|empty|popover-open)(?![-\\w])/g;
    const attributes = /\\[(open|(aria|data)-(?!index|fifths|live|held|brief|folded)[a-z-]+)(="[^"]*")?\\]/g;
    const visit = (rule) => {
        const applied = rule.selectorText?.replace(states, ":not(.x)").replace(attributes, ":not(.x)");
        if (applied !== rule.selectorText) rule.selectorText = applied; // as specific as the state
        [...(rule.cssRules ?? [])].forEach(visit);
    };
    for (const sheet of document.styleSheets) [...sheet.cssRules].forEach(visit);
}"""


def _settings(page: Page) -> Iterator[str]:
    """Bring a page into one setting after another. Yields the name of each."""
    for size in SIZES:
        page.set_viewport_size(size)
        yield f"{size['width']} px, first painted"
    page.mouse.wheel(0, 1)  # applies the style sheet of all pages
    page.wait_for_function("document.querySelector('link[rel=stylesheet][media=all]')?.sheet")
    page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
    page.wait_for_function("scrollY === 0 && 'atTop' in document.documentElement.dataset")
    for size in SIZES:
        page.set_viewport_size(size)
        yield f"{size['width']} px"
    page.emulate_media(media="print")
    yield "print"
    page.emulate_media(media="screen", forced_colors="active")
    yield "forced colours"
    page.emulate_media(forced_colors="none")
    for name, change in {"without scripts": WITHOUT_SCRIPTS, "every state": APPLY_STATES}.items():
        page.evaluate(change)
        for size in SIZES:
            page.set_viewport_size(size)
            yield f"{size['width']} px, {name}"


def _measure(page: Page, session: CDPSession, names: list[str]) -> list[tuple[str, dict[str, str]]]:
    """Return each element with a box, and each text, with its box and styles."""
    page.evaluate(FINISH_TRANSITIONS)
    taken = session.send("DOMSnapshot.captureSnapshot", {"computedStyles": names, "includePaintOrder": True})
    document, words = taken["documents"][0], taken["strings"]
    nodes, layout = document["nodes"], document["layout"]
    found = []
    for place, index in enumerate(layout["nodeIndex"]):
        attributes = [words[number] for number in nodes["attributes"][index]]
        pairs = dict(zip(attributes[::2], attributes[1::2], strict=True))
        name = f"{words[nodes['nodeName'][index]].lower()}.{pairs.get('class', '').replace(' ', '.')}"
        styles = dict(zip(names, (words[number] for number in layout["styles"][place]), strict=False))
        box = ",".join(str(round(number, 1)) for number in layout["bounds"][place])
        found.append((name, styles | {"box": box, "above": str(layout["paintOrders"][place])}))
    return found


def _compare(pages: list[Page], addresses: list[str]) -> Counter[str]:
    """Return how often each difference between two pages was found."""
    sessions = [page.context.new_cdp_session(page) for page in pages]
    for page, address in zip(pages, addresses, strict=True):
        page.goto(address, wait_until="load")
    names = sorted({name for page in pages for name in page.evaluate(PROPERTIES)})
    found: Counter[str] = Counter()
    for setting, _ in zip(*map(_settings, pages), strict=True):
        first, second = (_measure(page, session, names) for page, session in zip(pages, sessions, strict=True))
        if len(first) != len(second):
            found[f"{setting}: {len(first)} boxes, {len(second)} after"] += 1
        for (name, was), (_, now) in zip(first, second, strict=False):
            if changed := [f"{key}: {was[key]} -> {now[key]}" for key in was if was[key] != now[key]]:
                found[f"{setting}: {name} {'; '.join(changed)}"] += 1
    return found


def main(folders: list[Path], keys: set[str]) -> int:
    """Print the differences. Returns 1 if there are any."""
    gym = Gym.read(gym_folder())
    paths = {key: route.path for key, route in gym.routes.items()} | {"404": "/404.html"}
    paths |= {f"post-{post.id}": gym.routes.post_path(post.id) for post in gym.posts[:1]}
    total = 0
    with ExitStack() as open_parts:
        hosts = [open_parts.enter_context(plain_host(folder)) for folder in folders]
        browser = open_parts.enter_context(sync_playwright()).chromium.launch(executable_path=find_browser())
        for key, path in paths.items():
            if keys and key not in keys:
                continue
            pages = [browser.new_page(bypass_csp=True) for _ in hosts]
            for page in pages:
                page.clock.set_fixed_time("2026-11-01T12:00:00")
            found = _compare(pages, [host + path for host in hosts])
            total += sum(found.values())
            changes = sorted(found, key=lambda line: ";" not in line)  # moved boxes last
            print(f"{key}: {sum(found.values())} differences", *changes[:SHOWN], sep="\n    ", flush=True)
            for page in pages:
                page.context.close()
    return int(total > 0)


if __name__ == "__main__":
    sys.exit(main([Path(folder) for folder in sys.argv[1:3]], set(sys.argv[3:])))
