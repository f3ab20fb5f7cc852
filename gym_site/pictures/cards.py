"""Draws the cards of shared links: a page's title beside a picture, in the gym's fonts and inks."""

import json
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from gym_site.check.drawn import DRAWN, Card, cards, drawn, due_cards, key_of_card, sources
from gym_site.folder import ROOT
from gym_site.gym import Gym
from gym_site.pictures.sizes import PAPERS, write_if_changed

SIZE = (1200, 630)
LARGEST = 100_000  # bytes: some services don't show larger pictures
QUALITIES = (84, 80, 76, 72, 68, 62, 56, 50)  # the first that makes a card smaller than LARGEST is used
LEFT, RIGHT, TOP, BOTTOM = 68, 808, 49, 506  # of the mark and the title
MARK, MARK_OF_ICON = 92, 0.56  # the mark's width, and the part of an icon that it fills
LARGE, SMALL, HIGH = 168, 60, 356  # pixels of the title: its letters, and its height
FADE = 300  # pixels in which a photo comes out of the dark


def note(gym: Gym, files: Sequence[str]) -> None:
    """Note what files were drawn of, so that they are drawn again only if it changes; delete those of removed pages."""
    known, digests = drawn(gym.folder), sources(gym)
    for file in known.keys() - digests.keys():
        (gym.folder.path / file).unlink(missing_ok=True)
    known = {file: digest for file, digest in known.items() if file in digests} | {
        file: digests[file] for file in files
    }
    write_if_changed(gym.folder.pictures / DRAWN, json.dumps(known, indent=2, sort_keys=True) + "\n")


def draw_cards(folder: Path) -> list[str]:
    """Draw the cards of a gym that are due; return their files. Raises `MistakesError` if its folder has mistakes."""
    gym = Gym.read(folder)
    shown, files = cards(gym), due_cards(gym)
    for file in files:
        _save(_card(gym, shown[key_of_card(file)]), folder / file)
    note(gym, files)
    return files


def _card(gym: Gym, shown: Card) -> Image.Image:
    colours, brand = gym.brand.colours, gym.brand
    card, picture = Image.new("RGB", SIZE, colours.ink), gym.pictures.get(shown.picture)
    is_print = bool(picture) and picture.colour in PAPERS
    if picture:
        with Image.open(gym.folder.public(picture.avif[max(picture.avif, key=int)])) as opened:
            photo = opened.convert("RGB")
        width = round(photo.width * SIZE[1] / photo.height)
        photo = photo.resize((width, SIZE[1]), Image.Resampling.LANCZOS)
        card.paste(photo, (shown.left, 0), None if is_print else _veil(photo.size, 0, FADE))
        if not is_print:  # so that the words are easy to read
            card.paste(colours.ink, (0, 0), _veil(SIZE, round(SIZE[0] * 0.88), round(SIZE[0] * 0.35), 0.9))
    draw = ImageDraw.Draw(card)
    icon = gym.folder.public("/icon-512.png")
    if icon.is_file():
        with Image.open(icon) as opened:
            edge = round(opened.width * (1 - MARK_OF_ICON) / 2)
            mark = opened.convert("RGB").crop((edge, edge, opened.width - edge, opened.height - edge))
        card.paste(mark.resize((MARK, MARK), Image.Resampling.LANCZOS), (LEFT, TOP))
    font = _font(brand.fonts.body, 32, bold=True)
    lines = [(f"{brand.name} · {brand.area}", font, BOTTOM + 32, 32)]
    title, size = _fitted(shown.title.upper(), brand.fonts.display)
    for number, line in enumerate(title):
        top = BOTTOM - size * (len(title) - number)
        lines.append((line, _font(brand.fonts.display, size), top, size))
    if is_print:  # into whose hard edges the words cut, as on the pages
        for line, font, top, height in lines:
            edge = height / 10
            box = LEFT, top - edge, LEFT + font.getlength(line) + 1.4 * edge, top + height + edge
            draw.rectangle(box, colours.ink)
    for line, font, top, height in lines:
        draw.text((LEFT, top + height / 2), line, colours.text, font, anchor="lm")
    return card


def _veil(size: tuple[int, int], clear: int, full: int, most: float = 1) -> Image.Image:
    """Return a mask that goes from nothing at the column ``clear`` to ``most`` at the column ``full``, and on."""
    row = Image.new("L", (size[0], 1))
    steps = ((column - clear) / (full - clear) for column in range(size[0]))
    row.putdata([round(255 * most * min(1.0, max(0.0, step))) for step in steps])
    return row.resize(size)


@cache
def _font(family: str, size: int, *, bold: bool = False) -> ImageFont.FreeTypeFont:
    css = (ROOT / "assets" / "css" / "fonts.css").read_text(encoding="utf-8")
    files = re.findall(rf'@font-face\{{font-family:"{re.escape(family)}";[^}}]*url\("(/fonts/[^"]*)"', css)
    return ImageFont.truetype(ROOT / "assets" / files[-1 if bold else 0].lstrip("/"), size)


def _fitted(title: str, family: str) -> tuple[list[str], int]:
    """Return a title's lines, of about the same length, and the size at which they fit: at most three, if it can."""
    width, size = RIGHT - LEFT, LARGE

    def lines_at(size: int, width: float) -> list[str]:
        return _lines(title, _font(family, size), width)

    def widest(lines: list[str], size: int) -> float:
        return max(map(_font(family, size).getlength, lines))

    lines = lines_at(size, width)
    while size > SMALL and (widest(lines, size) > width or len(lines) * size > min(3.1 * size, HIGH)):
        size -= 2
        lines = lines_at(size, width)
    for narrower in range(width, 0, -10):
        found = lines_at(size, narrower)
        if len(found) > len(lines) or widest(found, size) > narrower:
            break
        lines = found
    return lines, size


def _lines(text: str, font: ImageFont.FreeTypeFont, width: float) -> list[str]:
    def words() -> Iterator[str]:
        line = ""
        for word in text.split():
            longer = f"{line} {word}".strip()
            if line and font.getlength(longer) > width:
                yield line
                longer = word
            line = longer
        yield line

    return list(words())


def _save(card: Image.Image, file: Path) -> None:
    """Save a card at the best quality that makes it smaller than LARGEST; a file that others share is replaced."""
    new = file.with_name(f".{file.name}")
    for quality in QUALITIES:
        card.save(new, "JPEG", quality=quality, progressive=True, optimize=True)
        if new.stat().st_size <= LARGEST:
            break
    new.replace(file)
