"""Draw the files that depend on ``gym/gym.toml``: prints, icons, the map, and the cards of shared links.

    python -m scripts.draw_brand

Draws files that are missing or whose inputs have changed. A card made by hand is left alone.
"""

import sys
import tempfile
from io import BytesIO
from pathlib import Path
from string import Template
from urllib.parse import quote

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from gym_site.brand import Brand
from gym_site.check.drawn import ICONS, LINE_UP, MAP, due
from gym_site.folder import gym_folder
from gym_site.gym import Gym
from gym_site.pictures.cards import draw_cards, note
from gym_site.pictures.prints import draw_line_up
from gym_site.settings import ROOT
from scripts import build_pictures
from scripts.programs import find_browser

ASSETS = ROOT / "assets"
MAP_SIZE = (1440, 900)  # of map.svg; the picture has two pixels for each
ICON = """<!doctype html><style>
body{{margin:0;height:100vh;display:grid;place-items:center;background:{ground}}}img{{width:{width}}}
</style><img src="{mark}">
"""


def mark(brand: Brand) -> str:
    """Return the mark as a data: address."""
    return f"data:image/svg+xml,{quote(brand.icon())}"


def screenshot(browser: Browser, file: Path, size: tuple[int, int], scale: int = 1) -> Image.Image:
    """Return a screenshot of a local page in a window of this size, with a transparent background."""
    page = browser.new_page(viewport={"width": size[0], "height": size[1]}, device_scale_factor=scale)
    page.goto(file.resolve().as_uri())
    page.evaluate("document.fonts.ready.then(() => null)")
    image = Image.open(BytesIO(page.screenshot(omit_background=True)))
    page.close()
    return image


def draw_icon(brand: Brand, browser: Browser, file: Path, out: Path) -> None:
    """Draw an icon, using ``file`` as scratch space. Phones cut off the corners, so their icons leave room there."""

    def icon(size: int, ground: str, width: str) -> Image.Image:
        file.write_text(ICON.format(ground=ground, width=width, mark=mark(brand)), encoding="utf-8")
        return screenshot(browser, file, (size, size))

    if out.suffix == ".ico":
        small = [icon(size, "none", "100%") for size in (16, 32, 48)]
        small[-1].save(out, sizes=[image.size for image in small], append_images=small[:-1])
    else:
        icon(ICONS[out.name], brand.colours.ink, "56%").convert("RGB").save(out, optimize=True)


def draw_map(gym: Gym, browser: Browser, file: Path) -> Image.Image:
    """Draw the map with the gym's name, towns and colours, using ``file`` as scratch space."""
    brand, colours = gym.brand, gym.brand.colours.model_dump()
    names = {"name": brand.name.upper(), "town": brand.town.upper(), "last_town": brand.towns[-1].upper()}
    text = Template(gym.folder.text_of("map.svg")).substitute(colours, **names, fonts=(ASSETS / "fonts").as_uri())
    file.write_text(text, encoding="utf-8")
    return screenshot(browser, file, MAP_SIZE, 2)


def draw(gym: Gym, browser: Browser, folder: Path, file: str) -> None:
    """Draw the map or an icon, given by its path in the gym's folder."""
    out = gym.folder.path / file
    out.parent.mkdir(exist_ok=True)
    if file == MAP:
        image = draw_map(gym, browser, folder / "map.svg").convert("RGB")
        image.save(out, quality=92, subsampling="4:4:4", optimize=True)
    else:
        draw_icon(gym.brand, browser, folder / "page.html", out)


def draw_trainers(gym: Gym) -> str:
    """Draw the wide picture of nine trainers. If a file for it is missing, return the file's path, otherwise ""."""
    try:
        draw_line_up(gym.folder).save(gym.folder.path / LINE_UP, quality=90)
    except FileNotFoundError as error:
        return Path(error.filename).relative_to(ROOT).as_posix()
    return ""


def main() -> None:
    """Draw all files that are due. Line-up and map come first, as cards may show them, and icons, as cards have one."""
    gym = Gym.read(gym_folder())
    before = [file for file in due(gym) if file in (LINE_UP, MAP) or Path(file).name in ICONS]
    if missing := draw_trainers(gym) if LINE_UP in before else "":
        before.remove(LINE_UP)
    in_browser = [file for file in before if file != LINE_UP]
    if in_browser:
        with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
            flags = ["--no-sandbox", "--allow-file-access-from-files", "--font-render-hinting=none"]
            browser = playwright.chromium.launch(executable_path=find_browser(), args=flags)
            for file in in_browser:
                draw(gym, browser, Path(folder), file)
    build_pictures.main()
    note(gym, before)
    print(f"{len(before) + len(draw_cards(gym_folder()))} files drawn.")
    if missing:
        sys.exit(f'{LINE_UP} was not drawn, because {missing} is missing: see "A photo" in docs/files.md.')


if __name__ == "__main__":
    main()
