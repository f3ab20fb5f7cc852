"""Turns the pictures that pictures/alt.toml lists under ``[print]`` into prints in the site's three inks.

One plate is cut from a picture's light, a second one from its ember tones and shifted by two or three pixels.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageOps
from pydantic import ValidationError

from gym_site.brand import Colours, channels
from gym_site.check.drawn import line_up_files
from gym_site.folder import Folder, Mistake, MistakesError
from gym_site.refusal import reasons

METHOD = 4  # raise it with every visible change below, so that prints get new file names
WIDTH = 1280  # of every print, so that all have the same grain, unless less than SHOWN of it is shown
SHOWN = 768
SLATE = (52, 53, 56)
# The trainers of the line-up, from the left: number, left edge and top of the picture in the band.
BAND, FIGURE = (2880, 1170), (864, 1080)
BACK_ROW = ((14, 220, 22), (8, 720, 0), (4, 1330, 27), (10, 1919, 7))
FRONT_ROW = ((2, -135, 124), (5, 484, 146), (13, 1080, 101), (1, 1665, 146), (9, 2261, 158))
SEAM = ImageFilter.MaxFilter(9)  # a line of ink round those in front, so that black clothes don't merge
HAIR = 1.6  # half the width of the line that shows the outline of a pair's other half, in pixels of the print
BESIDE, OVER = 12, 44  # no line is nearer to the figure's own outline, beside and over the figure: none crosses a face

Plane = np.ndarray  # one number for each pixel, mostly from 0 to 1
Colour = tuple[int, int, int]


class Inks(NamedTuple):
    """The colours of all prints, which are also their papers."""

    ink: Colour
    ember: Colour
    bone: Colour


def inks_of(folder: Folder) -> Inks:
    """Return the inks of a gym, whatever else its folder lacks. Raises `MistakesError` if gym.toml has no colours."""
    try:
        colours = Colours.model_validate(folder.read("gym.toml").get("colours", {}))
    except ValidationError as error:
        file, table = folder.path / "gym.toml", ("colours",)
        raise MistakesError(
            Mistake(file, folder.line_of(file.name, (*table, *steps)) or folder.line_of(file.name, table), said)
            for steps, said in reasons(error, Colours)
        ) from None
    return Inks(channels(colours.ink), channels(colours.ember), channels(colours.bone))


@dataclass(frozen=True)
class Cut:
    """Parameters, found by eye, for cutting the two plates. Distances are in pixels of the print."""

    gamma: float = 0.55  # below 1 lifts the shadows
    reach: tuple[int, int] = (48, 67)  # blur of the local mean, and of the local contrast
    floor: float = 0.03  # contrast that counts as none
    detail: float = 0.21
    tone: tuple[float, float] = (0.75, 0.46)  # weight of a pixel's brightness, and which brightness counts as medium
    threshold: float = 0.55
    grain: float = 0.11
    rim: tuple[int, float, float] = (55, 0.42, 0.1)  # percentile, threshold and grain of the ember plate
    outline: float = 9  # blur of a mask's outline


@dataclass(frozen=True)
class Style:
    """The colours of a print. With a ``shadow`` the figure is printed in that colour first, over the paper."""

    paper: Colour
    light: Colour
    rim: Colour | None = None
    shadow: Colour | None = None
    cut: Cut = Cut()


THING = Cut(0.7, detail=0.2, tone=(0.9, 0.5), grain=0.05, outline=3)
PAIR = Cut(0.5, (60, 80), 0.035, 0.2, (0.85, 0.42), 0.56, 0.1, (85, 0.5, 0.08))


def styles_of(inks: Inks) -> dict[str, Style]:
    """Return the styles by the names that alt.toml has for them."""
    ink, ember, bone = inks
    return {
        "ink": Style(ink, bone, ember),
        "ember": Style(ember, bone, shadow=ink),
        "bone": Style(bone, bone, ember, ink),
        "thing": Style(ink, bone, ember, cut=THING),
        "thing-ember": Style(ember, bone, shadow=ink, cut=THING),
        "thing-bone": Style(bone, bone, ember, ink, THING),
        "pair": Style(ink, bone, ember, SLATE, PAIR),
    }


def blur(plane: Plane, distance: float) -> Plane:
    """Return a Gaussian blur; beyond its edges the plane is mirrored."""
    margin = round(3 * distance) + 1
    wide = np.pad(plane, margin, mode="symmetric")
    rows, columns = np.fft.fftfreq(wide.shape[0])[:, None], np.fft.rfftfreq(wide.shape[1])
    passed = np.exp(-2 * (np.pi * distance) ** 2 * (rows**2 + columns**2))
    return np.fft.irfft2(np.fft.rfft2(wide) * passed, wide.shape)[margin:-margin, margin:-margin]


def soft_step(plane: Plane, threshold: float, steepness: float) -> Plane:
    """Return 0 well below the threshold, 1 well above it, and a steep slope between."""
    return np.clip((plane - threshold) * steepness + 0.5, 0, 1)


def stretch(plane: Plane, low: float, high: float) -> Plane:
    """Rescale a plane so that its percentiles ``low`` and ``high`` become 0 and 1; clip all values to that range."""
    darkest, brightest = np.percentile(plane, (low, high))
    return np.clip((plane - darkest) / max(brightest - darkest, 1e-6), 0, 1)


def grain(random: np.random.Generator, shape: tuple[int, ...], amount: float, size: float = 1.3) -> Plane:
    """Return coarse noise with the standard deviation ``amount``, in spots of ``size`` pixels."""
    noise = blur(random.standard_normal(shape), size)
    return noise / noise.std() * amount


def cut_light(tones: Plane, cut: Cut, random: np.random.Generator) -> Plane:
    """Return the plate of light."""
    around = blur(tones, cut.reach[0])
    contrast = blur(np.abs(tones - around), cut.reach[1]) + cut.floor
    weight, middle = cut.tone
    mixed = 0.5 + cut.detail * (tones - around) / contrast + (tones - middle) * weight
    return soft_step(mixed + grain(random, tones.shape, cut.grain), cut.threshold, 8)


def cut_rim(pixels: np.ndarray, cut: Cut, random: np.random.Generator) -> Plane:
    """Return the plate of ember: where the picture is more red than green and blue."""
    low, threshold, amount = cut.rim
    ember = np.clip(pixels @ np.array((1, -0.55, -0.55)), 0, 1)
    rim = soft_step(stretch(blur(ember, 2.6), low, 99.5) + grain(random, ember.shape, amount), threshold, 8)
    rim[-4:] = 0
    rim[:, -4:] = 0
    return np.roll(rim, (2, 3), (0, 1))


def figure_of(mask: Image.Image, size: tuple[int, int], outline: float) -> Plane:
    """Return a mask as a plane of this size, with its jagged outline smoothed."""
    smooth = blur(np.asarray(mask.convert("L").resize(size, Image.Resampling.BICUBIC), float) / 255, outline)
    return blur(soft_step(smooth, 0.5, 3), 1.2)


def print_size(size: tuple[int, int], part: float = 1) -> tuple[int, int]:
    """Return the size of the print of a picture of this size. ``part``: of its width, that is shown."""
    width = max(WIDTH, round(SHOWN / part))
    return width, round(size[1] * width / size[0])


def near_outline(figure: Plane, distance: float) -> Plane:
    """Return 1 where the outline of a figure is within this distance, 0 elsewhere."""
    around = blur((figure > 0.5).astype(float), distance)
    return soft_step(around * (1 - around), 0.13, 12)


def print_picture(
    image: Image.Image,
    style: Style,
    mask: Image.Image | None = None,
    other: Image.Image | None = None,
    part: float = 1,
) -> Image.Image:
    """Return the print of a picture, of whose width this part is shown, or of the figure that is white in the mask.

    The outline of the figure in the mask ``other`` is drawn over it as a thin line.
    """
    size, cut = print_size(image.size, part), style.cut
    random = np.random.default_rng(7)  # the same grain in every run
    pixels = np.asarray(image.convert("RGB").resize(size, Image.Resampling.LANCZOS), float) / 255
    tones = stretch(blur(pixels @ np.array((0.299, 0.587, 0.114)), 2.2), 2, 99.6) ** cut.gamma
    light, rim = cut_light(tones, cut, random), cut_rim(pixels, cut, random)
    figure = figure_of(mask, size, cut.outline) if mask else np.ones_like(tones)
    inside = np.clip((blur(figure, 2) - 0.62) * 6, 0, 1)  # nothing bright along the outline
    out = np.ones((*tones.shape, 3)) * style.paper
    plates = [
        (style.shadow, np.clip(figure * 1.2 - 0.1, 0, 1) if style.rim is None else inside),
        # If the light has the colour of the paper, clipping it would leave a grey outline.
        (style.light, light if style.light == style.paper else light * inside),
        (style.rim, rim * (inside if style.shadow else figure)),
    ]
    for colour, plate in plates:
        if colour:
            out += (np.array(colour) - out) * plate[..., None]
    if other:
        line = near_outline(figure_of(other, size, cut.outline), HAIR)
        for colour, where, apart in ((style.light, figure <= 0.5, BESIDE), (style.paper, figure > 0.5, OVER)):
            out += (np.array(colour) - out) * (line * where * (1 - near_outline(figure, apart)))[..., None]
    out += grain(random, tones.shape, 3.6, 0.8)[..., None]
    return Image.fromarray(np.clip(out, 0, 255).astype(np.uint8))


def gaps_of(outline: Image.Image) -> Image.Image:
    """Return the gaps inside a figure, as between arm and body. Those behind would show there as loose spots."""
    ground = ImageOps.expand(outline.point(lambda value: 255 if value else 0), 1)
    ImageDraw.floodfill(ground, (0, 0), 255)
    return ImageChops.invert(ImageOps.crop(ground, 1))


def draw_line_up(folder: Folder) -> Image.Image:
    """Return nine trainers of a gym shoulder to shoulder, in two rows."""
    inks = inks_of(folder)
    band, style = Image.new("RGB", BAND, inks.ink), styles_of(inks)["ink"]
    for row in (BACK_ROW, FRONT_ROW):
        for number, left, top in row:
            photo, outline_file = line_up_files(folder, f"trainer-{number:02}")
            mask = Image.open(outline_file).convert("L")
            with Image.open(photo) as original:
                figure = print_picture(original, style, mask).resize(FIGURE, Image.Resampling.LANCZOS)
            outline = mask.resize(FIGURE, Image.Resampling.LANCZOS).filter(ImageFilter.GaussianBlur(2))
            outline = outline.point(lambda value: 255 if value > 150 else int(value * 1.2) if value > 90 else 0)
            if row is FRONT_ROW:
                under = ImageChops.lighter(outline, gaps_of(outline)).filter(SEAM)
                band.paste(inks.ink, (left, top, left + FIGURE[0], top + FIGURE[1]), under)
            band.paste(figure, (left, top), outline)
    return band
