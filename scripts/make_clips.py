"""Make the silent loops of the social grid from their originals: assets/clips/ and their list, pictures/clips.json.

Needs ffmpeg with libx264; the site itself reads only the list. A file's name holds a hash of its content, so a
browser may keep it for ever.
"""

from __future__ import annotations

import hashlib
import json
import math
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw, ImageEnhance, ImageFilter

ROOT = Path(__file__).resolve().parent.parent
URL = "/clips/"
SIZE = 720
RATE = 25
LARGEST = 350_000
QUALITIES = (21, 23, 25, 27, 29)  # x264's, best first: the first that keeps a clip below LARGEST

# The timer's display in the original: a digit's left and top, and its segments from there.
DIGITS = ((310, 255.5), (421.5, 255.5), (585, 254), (697, 253.5))
SEGMENTS = {
    "a": (14, 0, 67.5, 14),
    "b": (67.5, 14, 81.5, 54.5),
    "c": (67.5, 68, 81.5, 109),
    "d": (14, 109, 67.5, 122.5),
    "e": (0, 68, 14, 109),
    "f": (0, 14, 14, 54.5),
    "g": (14, 54.5, 67.5, 68),
}
SHOWN = {"0": "abcdef", "1": "bc", "2": "abged", "5": "afgcd", "6": "afgedc", "7": "abc", "8": "abcdefg", "9": "abcdfg"}
COUNT = ("0200", "0159", "0158", "0157", "0156")
LIT = (255, 121, 80)
UNLIT = ((102, 52, 21), (104, 56, 24), (92, 47, 19), (74, 37, 14))  # by digit: a lamp stands over the second

# The ember light lines of the hall in the original, left to right.
LINES = (((-60, 311), (357, 309), (1140, 135)), ((360, 512), (560, 533), (1140, 622)))
SWEEP_SECONDS = 6
ZOOM = 0.07


def original(name: str) -> Image.Image:
    """Open an original of the social grid."""
    with Image.open(ROOT / "pictures" / "originals" / f"{name}.jpg") as image:
        return image.convert("RGB")


def segment_mask(size: tuple[int, int], digit: int, segment: str, margin: float) -> Image.Image:
    """Where a segment is, with a soft edge; ``margin`` makes it larger on every side."""
    scale = 4
    left, top = DIGITS[digit]
    x0, y0, x1, y1 = SEGMENTS[segment]
    mask = Image.new("L", (98 * scale, 140 * scale))
    dx, dy = 8 + left % 1, 8 + top % 1
    edges = [(dx + x0 - margin, dy + y0 - margin), (dx + x1 + margin, dy + y1 + margin)]
    ImageDraw.Draw(mask).rectangle([(x * scale, y * scale) for x, y in edges], fill=255)
    whole = Image.new("L", size)
    whole.paste(mask.reduce(scale), (int(left) - 8, int(top) - 8))
    return whole.filter(ImageFilter.GaussianBlur(0.6))


def timer() -> Iterator[Image.Image]:
    """A wall timer that counts its last seconds before the cut back to 02:00."""
    start = original("social-9")
    pictures = []
    for text in COUNT:
        picture = start.copy()
        for digit, (was, now) in enumerate(zip(COUNT[0], text, strict=True)):
            for segment in set(SHOWN[was]) ^ set(SHOWN[now]):
                lit = segment in SHOWN[now]
                mask = segment_mask(start.size, digit, segment, 0.2 if lit else 1.1)  # cover what glowed at its edges
                picture.paste(LIT if lit else UNLIT[digit], (0, 0), mask)
        pictures.append(picture.resize((SIZE, SIZE), Image.Resampling.LANCZOS))
    for before, picture in zip([pictures[0], *pictures], pictures, strict=False):
        yield Image.blend(before, picture, 0.6)  # diodes don't change within one frame
        yield from [picture] * (RATE - 1)


def hall() -> Iterator[Image.Image]:
    """A slow step into the hall and back, while a light runs along the ember lines once."""
    start = original("social-2")
    glow = Image.new("L", start.size)
    for width, radius, strength in ((70, 26, 70), (26, 9, 90), (9, 2.5, 150)):
        layer = Image.new("L", start.size)
        for line in LINES:
            ImageDraw.Draw(layer).line(line, fill=strength, width=width, joint="curve")
        glow = ImageChops.add(glow, layer.filter(ImageFilter.GaussianBlur(radius)))
    bright = ImageChops.add(ImageEnhance.Brightness(start).enhance(1.6), Image.new("RGB", start.size, (60, 26, 10)))
    frames = SWEEP_SECONDS * RATE
    for frame in range(frames):
        centre = -450 + (start.width + 900) * frame / frames
        band = Image.new("L", (start.width, 1))
        band.putdata([round(255 * math.exp(-(((x - centre) / 170) ** 2))) for x in range(start.width)])
        lit = Image.composite(bright, start, ImageChops.multiply(glow, band.resize(start.size)))
        zoom = 1 + ZOOM * (1 - math.cos(2 * math.pi * frame / frames)) / 2
        left, top = (start.width * 0.55 * (1 - 1 / zoom), start.height * 0.42 * (1 - 1 / zoom))
        box = (left, top, left + start.width / zoom, top + start.height / zoom)
        yield lit.resize((SIZE, SIZE), Image.Resampling.LANCZOS, box=box)


CLIPS: dict[str, Callable[[], Iterator[Image.Image]]] = {"social-2": hall, "social-9": timer}


def encode(frames: list[Image.Image]) -> bytes:
    """Return the frames as an MP4. Raises ValueError where it is too large at every quality."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "clip.mp4"
        for quality in QUALITIES:
            command = ["ffmpeg", "-y", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "rgb24"]
            command += ["-s", f"{SIZE}x{SIZE}", "-r", str(RATE), "-i", "-", "-an", "-c:v", "libx264"]
            command += ["-vf", "scale=out_color_matrix=bt709:out_range=tv", "-pix_fmt", "yuv420p"]
            command += ["-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709"]
            command += ["-preset", "slow", "-crf", str(quality), "-movflags", "+faststart", str(out)]
            subprocess.run(command, input=b"".join(frame.tobytes() for frame in frames), check=True)
            if out.stat().st_size <= LARGEST:
                return out.read_bytes()
    raise ValueError(f"more than {LARGEST:,} bytes at every quality")


def main() -> int:
    """Make both clips and their list, remove older ones; return the process's exit code."""
    folder = ROOT / "assets" / "clips"
    folder.mkdir(parents=True, exist_ok=True)
    entries = {}
    for name, draw in CLIPS.items():
        try:
            data = encode(list(draw()))
        except (FileNotFoundError, subprocess.CalledProcessError, ValueError) as error:
            print(f"make_clips: {name}: {error}", file=sys.stderr)
            return 1
        file = folder / f"{name}.{hashlib.sha256(data).hexdigest()[:8]}.mp4"
        for older in folder.glob(f"{name}.*.mp4"):
            older.unlink()
        file.write_bytes(data)
        entries[name] = {"width": SIZE, "height": SIZE, "mp4": URL + file.name}
        print(f"{file.name}: {len(data):,} bytes")
    (ROOT / "pictures" / "clips.json").write_text(json.dumps(entries, indent=2) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
