"""Draw the map of the gym's neighbourhood: pictures/map.svg, and from it pictures/originals/map.jpg.

A drawing, not a survey: major roads have their real names and order, blocks and houses are invented (always the same
ones), and the gym is where an invented gym would be. Run scripts/build_fonts.py before it, and
scripts/build_pictures.py after it.
"""

from __future__ import annotations

import math
import random
from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from scripts.draw_icons import EMBER, HEIGHT, INK, WIDTH, path
from scripts.fonts import font_faces
from scripts.headless import rasterise

ROOT = Path(__file__).resolve().parent.parent
SIZE = (1440, 900)
CENTRE, TILT = (690, 470), -13
REACH = 900
GYM = (112.0, 66.0)
# North-south roads by their distance east of Scott Road, east-west ones by their distance south of the middle.
STREETS = {-640: 9, -330: 9, 0: 22, 320: 9, 640: 9}
AVENUES = {-400: 14, -90: 14, 230: 18, 520: 9}
NORDEL = [(0, -400), (-170, -400), (-330, -370), (-470, -290), (-600, -200), (-760, -150), (-1000, -140)]
PARK = (-300, 40, -120, 190)
LANE = 78
HOUSES = ("#1b1e24", "#20242b", "#262a32")
LIT = ((105, "#7a3a1f"), (165, "#50301f"), (235, "#35271f"))


def smooth(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Round a line's corners by cutting them three times over."""
    for _ in range(3):
        cut = [points[0]]
        for (ax, ay), (bx, by) in pairwise(points):
            cut += [(0.75 * ax + 0.25 * bx, 0.75 * ay + 0.25 * by), (0.25 * ax + 0.75 * bx, 0.25 * ay + 0.75 * by)]
        points = [*cut, points[-1]]
    return list(points)


def grid(majors: dict[int, int]) -> list[tuple[float, float]]:
    """Bands between roads: majors as given, local lanes about LANE apart between them."""
    edges: list[tuple[float, float]] = []
    lines = [-REACH, *majors, REACH]
    for start, end in pairwise(lines):
        first = start + majors.get(start, 0) / 2 + 5
        last = end - majors.get(end, 0) / 2 - 5
        count = max(1, round((last - first) / LANE))
        step = (last - first) / count
        edges += [(first + step * index + 3, first + step * (index + 1) - 3) for index in range(count)]
    return edges


def blocks() -> list[tuple[float, float, float, float]]:
    """Blocks as left, top, right, bottom; some neighbours are joined, as in a town that has grown."""
    chance = random.Random(24)
    found = []
    for top, bottom in grid(AVENUES):
        pending: tuple[float, float] | None = None
        for left, right in grid(STREETS):
            if pending and left - pending[1] < 8:
                left = pending[0]
            elif pending:
                found.append((pending[0], top, pending[1], bottom))
            pending = None
            if right - left < 1.5 * LANE and chance.random() < 0.35:
                pending = (left, right)
            else:
                found.append((left, top, right, bottom))
        if pending:
            found.append((pending[0], top, pending[1], bottom))
    return found


def away_from(line: list[tuple[float, float]], x: float, y: float) -> float:
    """Distance of a point from the nearest corner of a smoothed line."""
    return min(math.hypot(x - px, y - py) for px, py in line)


def in_park(x: float, y: float) -> bool:
    """Whether a point lies in the park or at its edge."""
    return PARK[0] - 12 < x < PARK[2] + 12 and PARK[1] - 12 < y < PARK[3] + 12


def houses(nordel: list[tuple[float, float]]) -> dict[str, list[str]]:
    """Rectangles of invented houses as path pieces, by colour: the nearer to the gym, the warmer."""
    chance = random.Random(7)
    found = defaultdict(list)
    for left, top, right, bottom in blocks():
        big = min(abs(left), abs(right)) < 30 or min(abs(top - edge) for edge in AVENUES) < 20
        y = top + 5
        while y < bottom - 9:
            tall = min(chance.uniform(18, 30) if big else chance.uniform(9, 14), bottom - 4 - y)
            x = left + 5
            while x < right - 8:
                wide = min(chance.uniform(16, 40) if big else chance.uniform(7, 15), right - 4 - x)
                middle = (x + wide / 2, y + tall / 2)
                distance = math.dist(middle, GYM)
                free = away_from(nordel, *middle) > 30 and not in_park(*middle) and distance > 44
                if free and chance.random() < 0.86 and math.hypot(*middle) < REACH:
                    colour = next((tone for limit, tone in LIT if distance < limit * chance.uniform(0.8, 1.1)), None)
                    piece = f"M{x:.0f} {y:.0f}h{wide:.0f}v{tall:.0f}h-{wide:.0f}z"
                    found[colour or chance.choice(HOUSES)].append(piece)
                x += wide + chance.uniform(2, 5)
            y += tall + chance.uniform(4, 7)
    return found


def line(points: list[tuple[float, float]]) -> str:
    """Points as the ``d`` of a path."""
    return "M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in points)


def roads(nordel: list[tuple[float, float]]) -> str:
    """Major roads: a lighter band in a dark casing, with a fine line along its middle."""
    drawn = [(width, line([(x, -REACH), (x, REACH)])) for x, width in STREETS.items()]
    drawn += [(width, line([(-REACH if y != -400 else 0, y), (REACH, y)])) for y, width in AVENUES.items()]
    drawn.append((16, line(nordel)))
    bands = "".join(f'<path d="{d}" stroke-width="{width}"/>' for width, d in sorted(drawn))
    casings = "".join(f'<path d="{d}" stroke-width="{width + 10}"/>' for width, d in drawn)
    middles = "".join(f'<path d="{d}"/>' for width, d in drawn if width > 9)
    return (
        f'<g fill="none" stroke="{INK}">{casings}</g><g fill="none" stroke="#2a2e36">{bands}</g>'
        f'<g fill="none" stroke="#454b56" stroke-dasharray="10 12">{middles}</g>'
    )


def label(text: str, x: float, y: float, turn: float = 0, size: int = 25) -> str:
    """A road's name, with the road broken behind it."""
    return (
        f'<text class="road" font-size="{size}" transform="translate({x} {y}) rotate({turn})" dy=".36em">{text}</text>'
    )


def pin() -> str:
    """The gym's pin with the mark in it; its tip is at the origin."""
    scale = 3.3
    return (
        '<ellipse rx="26" ry="9" fill="#000" opacity=".55"/>'
        f'<path fill="{EMBER}" d="M0 0C-10 -26 -48 -50 -48 -92a48 48 0 1 1 96 0C48 -50 10 -26 0 0z"/>'
        f'<path fill="{INK}" transform="translate({-WIDTH * scale / 2} {-92 - HEIGHT * scale / 2}) scale({scale})" '
        f'd="{path()}"/>'
    )


def draw() -> str:
    """The whole map as an SVG document."""
    nordel = smooth(NORDEL)
    closed = (-REACH, -412, -14, -388)  # west of Scott Road, 88 Avenue goes on as Nordel Way
    ground = "".join(f"M{a:.0f} {b:.0f}H{c:.0f}V{d:.0f}H{a:.0f}z" for a, b, c, d in (*blocks(), closed))
    town = "".join(f'<path fill="{tone}" d="{"".join(pieces)}"/>' for tone, pieces in sorted(houses(nordel).items()))
    turn = math.radians(TILT)
    x, y = GYM
    tip = (
        CENTRE[0] + x * math.cos(turn) - y * math.sin(turn),
        CENTRE[1] + x * math.sin(turn) + y * math.cos(turn),
    )
    width, height = SIZE
    left, top, right, bottom = PARK
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">
<style>{font_faces("../assets/fonts")}
.road{{font-family:Archivo;font-weight:600;letter-spacing:.03em;fill:#d6d8dc;text-anchor:middle;
paint-order:stroke;stroke:{INK};stroke-width:14px;stroke-linejoin:round}}
.city{{font-family:Anton;font-size:104px;letter-spacing:.06em;fill:#f5f3f0;opacity:.2;text-anchor:middle}}
</style>
<defs>
<radialGradient id="glow"><stop offset="0" stop-color="{EMBER}" stop-opacity=".5"/>
<stop offset=".35" stop-color="{EMBER}" stop-opacity=".16"/><stop offset="1" stop-color="{EMBER}" stop-opacity="0"/>
</radialGradient>
<radialGradient id="night" cx=".5" cy=".5" r=".72"><stop offset=".5" stop-color="{INK}" stop-opacity="0"/>
<stop offset="1" stop-color="{INK}" stop-opacity=".92"/></radialGradient>
<pattern id="trees" width="15" height="15" patternUnits="userSpaceOnUse"><rect width="15" height="15" fill="#121a17"/>
<circle cx="4" cy="5" r="3" fill="#1d2b25"/><circle cx="12" cy="11" r="2.2" fill="#1a2620"/></pattern>
</defs>
<rect width="{width}" height="{height}" fill="{INK}"/>
<g transform="translate({CENTRE[0]} {CENTRE[1]}) rotate({TILT})">
<path fill="#14161a" d="{ground}"/>
<rect x="{left}" y="{top}" width="{right - left}" height="{bottom - top}" rx="14" fill="url(#trees)"/>
{town}
{roads(nordel)}
<path stroke="{EMBER}" stroke-width="3" stroke-dasharray="22 10 3 10" opacity=".8" d="M0 {-REACH}V{REACH}"/>
<text class="city" x="-485" y="118">DELTA</text>
<text class="city" x="482" y="196">SURREY</text>
<circle cx="{x}" cy="{y}" r="330" fill="url(#glow)"/>
<rect x="{x - 34}" y="{y - 26}" width="68" height="52" fill="#3a1a0e" stroke="{EMBER}" stroke-width="4"/>
{label("Scott Road / 120 St", 0, -250, -90)}
{label("72 Avenue", 430, 230)}
{label("72 Avenue", -430, 230)}
{label("80 Avenue", 470, -90)}
{label("88 Avenue", 165, -400)}
{label("Nordel Way", -438, -312, -36)}
{label("128 St", 640, 20, -90, 20)}
{label("112 St", -640, 60, -90, 20)}
</g>
<rect width="{width}" height="{height}" fill="url(#night)"/>
<g transform="translate({tip[0]:.0f} {tip[1]:.0f})">{pin()}
<text x="66" y="-78" font-family="Anton" font-size="58" fill="#f5f3f0" stroke="{INK}" stroke-width="10"
paint-order="stroke" stroke-linejoin="round">TIDEFORGE 24</text></g>
<g transform="translate({width - 74} {height - 84})" fill="none" stroke="#8a8f99" stroke-width="2">
<circle r="30"/><path transform="rotate({TILT})" d="M0 -44L8 -22H-8z" fill="{EMBER}" stroke="none"/>
<text transform="rotate({TILT})" y="9" font-family="Anton" font-size="24" text-anchor="middle" fill="#d6d8dc"
stroke="none">N</text></g>
<text x="{width - 124}" y="{height - 77}" font-family="Archivo" font-size="20" text-anchor="end"
fill="#b4b8c0">Not to scale</text>
</svg>
"""


def main() -> None:
    """Write the drawing and its raster."""
    drawing = ROOT / "pictures" / "map.svg"
    drawing.write_text(draw(), encoding="utf-8")
    picture = rasterise(drawing, *SIZE)
    picture.save(ROOT / "pictures" / "originals" / "map.jpg", quality=92, subsampling="4:4:4", optimize=True)


if __name__ == "__main__":
    main()
