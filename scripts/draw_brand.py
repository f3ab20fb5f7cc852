"""Draw the files that depend on ``gym/gym.toml``: prints, icons, the map, and the cards of shared links.

    python -m scripts.draw_brand

Draws files that are missing or whose inputs have changed. A card made by hand is left alone.
"""

import html
import json
import re
import sys
import tempfile
from io import BytesIO
from pathlib import Path
from string import Template
from urllib.parse import quote

from PIL import Image
from playwright.sync_api import Browser, sync_playwright
from rich.progress import Progress

from gym_site.brand import Brand
from gym_site.check.drawn import DRAWN, ICONS, LINE_UP, MAP, Card, cards, drawn, sources
from gym_site.folder import gym_folder
from gym_site.gym import Gym
from gym_site.settings import ROOT
from scripts import build_pictures
from scripts.build_pictures import PAPERS
from scripts.print_pictures import draw_line_up
from scripts.programs import find_browser

ASSETS = ROOT / "assets"
SIZE = (1200, 630)
MAP_SIZE = (1440, 900)
LARGEST = 100_000  # bytes: some services don't show larger pictures
QUALITIES = (84, 80, 76, 72, 68, 62, 56, 50)  # the first that makes a card smaller than LARGEST is used
TEMPLATE = """<!doctype html><meta charset="utf-8"><style>
{fonts}
*{{margin:0;box-sizing:border-box}}
body{{width:{width}px;height:{height}px;overflow:hidden;background:{ink}}}
i{{position:absolute;inset:0 0 0 {left}px;background:url("{picture}") 0/auto 100% no-repeat;
mask:linear-gradient(90deg,#0000,#000 300px)}}
.print i{{mask:none}}
.print main{{background:none}}
h1{{position:relative}}
.under{{position:absolute;margin:0;color:transparent}}
.print span{{box-decoration-break:clone;-webkit-box-decoration-break:clone;padding-right:.14em}}
.print :is(.under,p) span{{background:{ink}}}
main{{position:absolute;inset:0;padding:60px 68px;display:flex;flex-direction:column;color:{text};
background:linear-gradient(90deg,{ink}e6 35%,{ink}99 60%,{ink}00 88%),linear-gradient(0deg,{ink}cc,{ink}00 40%)}}
img{{width:92px;margin:-11px 0;align-self:start;flex:none}}
h1{{font:400 168px/1 {display};letter-spacing:-.01em;text-transform:uppercase;text-wrap:balance;
width:740px;margin-top:auto}}
p{{font:600 32px/1 {body};margin-top:32px}}
</style><body class="{look}"><i></i>
<main><img src="{mark}"><h1><span>{title}</span></h1><p><span>{signature}</span></p></main>
"""
ICON = """<!doctype html><style>
body{{margin:0;height:100vh;display:grid;place-items:center;background:{ground}}}img{{width:{width}}}
</style><img src="{mark}">
"""
# The title is as large as fits into three lines.
FIT_TITLE = """async () => {
  await document.fonts.ready;
  const title = document.querySelector("h1");
  for (let size = 168; title && size > 60; size -= 2) {
    title.style.fontSize = size + "px";
    if (title.scrollWidth <= title.clientWidth && title.clientHeight <= Math.min(3.1 * size, 356)) break;
  }
  // The ground of a print's title is a copy below it: each line's own ground would cover the line above.
  const under = title?.cloneNode(true);
  if (under) {
    under.className = "under";
    under.style.top = `${title.offsetTop}px`;
    title.before(under);
  }
}"""


def mark(brand: Brand) -> str:
    """Return the mark as a data: address."""
    return f"data:image/svg+xml,{quote(brand.icon())}"


def card(gym: Gym, shown: Card) -> str:
    """Return a card as an HTML page, with its picture in the largest size; it waits for the site's fonts."""
    brand, css = gym.brand, (ASSETS / "css" / "fonts.css").read_text(encoding="utf-8")
    faces = "".join(re.findall(r'@font-face\{[^}]*url\("/fonts/[^}]*\}', css))
    sizes = gym.pictures[shown.picture].avif if shown.picture else {}
    largest = gym.folder.public(sizes[max(sizes, key=int)]).as_uri() if sizes else "data:,"
    # A print has hard edges, into which the title cuts, as on the pages.
    look = "print" if shown.picture and gym.pictures[shown.picture].colour in PAPERS else ""
    return TEMPLATE.format(
        look=look,
        fonts=faces.replace("optional", "block").replace("/fonts/", f"{(ASSETS / 'fonts').as_uri()}/"),
        width=SIZE[0], height=SIZE[1], ink=brand.colours.ink, text=brand.colours.text, left=shown.left,
        mark=mark(brand), picture=largest, display=brand.fonts.display, body=brand.fonts.body,
        title=html.escape(shown.title), signature=html.escape(f"{brand.name} · {brand.area}"),
    )  # fmt: skip


def screenshot(browser: Browser, file: Path, size: tuple[int, int]) -> Image.Image:
    """Return a screenshot of a local page in a window of this size, with a transparent background."""
    page = browser.new_page(viewport={"width": size[0], "height": size[1]})
    page.goto(file.resolve().as_uri())
    page.evaluate(FIT_TITLE)
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


def save_card(image: Image.Image, out: Path) -> None:
    """Save a card at the best quality that makes it smaller than LARGEST."""
    for quality in QUALITIES:
        image.convert("RGB").save(out, quality=quality, progressive=True, optimize=True)
        if out.stat().st_size <= LARGEST:
            return
    sys.exit(f"draw_brand: {out.name} has {out.stat().st_size:,} bytes, more than {LARGEST:,}")


def draw_map(gym: Gym, browser: Browser, file: Path) -> Image.Image:
    """Draw the map with the gym's name, towns and colours, using ``file`` as scratch space."""
    brand, colours = gym.brand, gym.brand.colours.model_dump()
    names = {"name": brand.name.upper(), "town": brand.town.upper(), "last_town": brand.towns[-1].upper()}
    text = Template(gym.folder.text_of("map.svg")).substitute(colours, **names, fonts=(ASSETS / "fonts").as_uri())
    file.write_text(text, encoding="utf-8")
    return screenshot(browser, file, MAP_SIZE)


def draw(gym: Gym, browser: Browser, folder: Path, file: str) -> None:
    """Draw one file, given by its path in the gym's folder."""
    out, page = gym.folder.path / file, folder / "page.html"
    if out.name in ICONS:
        draw_icon(gym.brand, browser, page, out)
    elif file == MAP:
        image = draw_map(gym, browser, folder / "map.svg").convert("RGB")
        image.save(out, quality=92, subsampling="4:4:4", optimize=True)
    else:
        page.write_text(card(gym, cards(gym)[out.stem.removeprefix("card-")]), encoding="utf-8")
        save_card(screenshot(browser, page, SIZE), out)


def due(gym: Gym) -> list[str]:
    """Return the files to draw, and delete those of removed pages."""
    known, wanted = drawn(gym.folder), sources(gym)
    for file in known.keys() - wanted.keys():
        (gym.folder.path / file).unlink(missing_ok=True)
    outdated = [file for file, digest in wanted.items() if known.get(file, digest) != digest]
    return sorted({*outdated, *(file for file in wanted if not (gym.folder.path / file).is_file())})


def draw_trainers(gym: Gym) -> str:
    """Draw the wide picture of nine trainers. If a file for it is missing, return the file's path, otherwise ""."""
    try:
        draw_line_up(gym.folder).save(gym.folder.path / LINE_UP, quality=90)
    except FileNotFoundError as error:
        return Path(error.filename).relative_to(ROOT).as_posix()
    return ""


def main() -> None:
    """Draw all files that are due, and print the progress. Line-up and map come first, as cards may show them."""
    gym = Gym.read(gym_folder())
    before = due(gym)
    if missing := draw_trainers(gym) if LINE_UP in before else "":
        before.remove(LINE_UP)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright, Progress(disable=not before) as bar:
        flags = ["--no-sandbox", "--allow-file-access-from-files", "--font-render-hinting=none"]
        browser = playwright.chromium.launch(executable_path=find_browser(), args=flags)
        if MAP in before:
            draw(gym, browser, Path(folder), MAP)
        build_pictures.build(gym.folder)
        gym = Gym.read(gym_folder())  # with the pictures that were just built
        files = [file for file in due(gym) if file not in (LINE_UP, MAP)]
        for file in bar.track(files, description="Drawing"):
            draw(gym, browser, Path(folder), file)
    digests = sources(gym)
    known = {file: digest for file, digest in drawn(gym.folder).items() if file in digests}
    known |= {file: digests[file] for file in {*before, *files}}
    (gym.folder.pictures / DRAWN).write_text(json.dumps(known, indent=2, sort_keys=True) + "\n", encoding="utf-8")
    print(f"{len({*before, *files})} files drawn.")
    if missing:
        sys.exit(f'{LINE_UP} was not drawn, because {missing} is missing: see "A photo" in docs/files.md.')


if __name__ == "__main__":
    main()
