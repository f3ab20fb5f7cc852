"""Take screenshots of pages: ``python -m scripts.screenshots [http://localhost:3000] [key ...]``.

Takes two pictures of each page at each of four widths: the first screen, and the whole page.
"""

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

from gym_site.routes import ROUTES
from scripts.programs import find_browser

OUT = Path(".screenshots")
WIDTHS = {390: 844, 768: 1024, 1440: 900, 1920: 1080}
LOAD_PICTURES = """Promise.all([...document.images].map((picture) => {
    picture.loading = "eager";
    return picture.decode().catch(() => {});
}))"""


def main(base: str, keys: set[str]) -> None:
    """Take the screenshots, of every page if no keys are given."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=["--no-sandbox"])
        for width, height in WIDTHS.items():
            page = browser.new_page(viewport={"width": width, "height": height})
            for route in (route for route in ROUTES if not keys or route.key in keys):
                page.goto(base + route.path, wait_until="load")
                page.screenshot(path=OUT / f"{route.key}-{width}-top.png")
                page.mouse.wheel(0, 1)  # lays out the whole page
                page.wait_for_load_state("networkidle")
                page.evaluate(LOAD_PICTURES)
                page.screenshot(path=OUT / f"{route.key}-{width}.png", full_page=True)


if __name__ == "__main__":
    arguments = sys.argv[1:]
    address = arguments.pop(0) if arguments and arguments[0].startswith("http") else "http://localhost:3000"
    main(address, set(arguments))
