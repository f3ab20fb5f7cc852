"""Adds the gym's own files to the site's: its pictures, cards and icons, and those that its facts make."""

import json
import re
import shutil
from collections.abc import Iterable, Sequence
from filecmp import cmp
from pathlib import Path
from typing import Any
from urllib.parse import quote

from reflex_base import constants
from reflex_base.plugins.base import Plugin

from gym_site.brand import Brand, Colours, channels
from gym_site.built import web_folder
from gym_site.content.business import LANGUAGE
from gym_site.gym import Gym
from gym_site.routes import FORMS_PATH
from gym_site.settings import Settings

STYLES, GROUNDS = "brand", "picture-grounds"  # the names of the generated style sheets


class BrandFiles(Plugin):
    """Adds these files to the site's public files at every compilation."""

    def __init__(self, gym: Gym, settings: Settings) -> None:
        self._gym, self._settings = gym, settings

    def pre_compile(self, **_context: Any) -> None:
        """Copy what is new or changed in the folder ``public`` of the gym."""
        folder = self._gym.folder
        for file in folder.files(f"{constants.Dirs.PUBLIC}/**/*"):
            copy = web_folder() / file.relative_to(folder.path)
            if not (copy.exists() and cmp(file, copy)):
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(file, copy)  # not its mode: a draft's files are hidden from others, such as Caddy

    def get_static_assets(self, **_context: Any) -> Sequence[tuple[Path, str]]:
        """Return the path and the content of each file. Paths are relative to Reflex's folder."""
        public, brand = Path(constants.Dirs.PUBLIC), self._gym.brand
        colours = {picture.colour for picture in self._gym.pictures.values()}
        return [
            (public / "css" / f"{STYLES}.css", style_sheet(brand)),
            (public / "css" / f"{GROUNDS}.css", picture_grounds(colours)),
            (public / "favicon.svg", brand.icon()),
            (public / "site.webmanifest", manifest(brand, self._settings)),
            (public / "robots.txt", robots(self._settings)),
        ]


def robots(settings: Settings) -> str:
    """Return the file that tells search engines not to request the paths to which forms are posted."""
    return f"User-agent: *\nDisallow: {settings.public_path(FORMS_PATH)}\n\nSitemap: {settings.address}/sitemap.xml\n"


def style_sheet(brand: Brand) -> str:
    """Return the style sheet: colours and fonts as custom properties, and a class that draws the gym's mark."""
    values = {name.replace("_", "-"): colour for name, colour in brand.colours.model_dump().items()}
    values["ink-rgb"] = "{} {} {}".format(*channels(brand.colours.ink))  # for rgb() with an opacity
    fonts = brand.fonts
    values["display"] = f'"{fonts.display}","{fonts.display} Fallback",sans-serif'
    values["body"] = f'"{fonts.body}","{fonts.body} Fallback",system-ui,sans-serif'
    properties = "".join(f"--{name}:{value};" for name, value in values.items())
    width = f"{1.1 * brand.mark.width / brand.mark.height:.3f}em"
    mark = f"flex:none;width:{width};height:1.1em;background:var(--ember);{_shape(brand)}"
    return f":root{{{properties}}}\n@layer components{{.mark{{{mark}}}}}\n"


def picture_grounds(colours: Iterable[str]) -> str:
    """Return the colours shown until pictures load: a print's paper, or coal tinted with a photo's colours."""
    grounds = {
        one: f"var(--{one})" if one in Colours.model_fields else f"color-mix(in srgb,#{one} 30%,var(--coal))"
        for one in sorted(colours)
    }
    return "".join(f".ground-{one}{{background:{ground}}}\n" for one, ground in grounds.items())


def _shape(brand: Brand) -> str:
    """Return the CSS that cuts an element to the shape of the mark: a polygon, or an SVG mask if the mark has curves.

    A polygon paints sooner: an SVG is a document of its own, which the browser creates before the first paint.
    """
    mark = brand.mark
    if re.search(r"[^MLZ\d ,.-]", mark.path):
        box = f'viewBox="0 0 {mark.width:g} {mark.height:g}"'
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" {box}><path d="{mark.path}"/></svg>'
        return f'mask:url("data:image/svg+xml,{quote(svg)}") no-repeat center/contain'
    outlines = [re.findall(r"(-?[\d.]+)[ ,]+(-?[\d.]+)", part) for part in mark.path.split("M")[1:]]
    points = [point for outline in outlines for point in outline]
    if len({y for outline in outlines for _, y in (outline[0], outline[-1])}) > 1:
        # A CSS polygon has a single outline, so the mark's outlines are closed and joined into one. The joining lines
        # are drawn twice, there and back, so that they enclose no area.
        points = [point for outline in outlines for point in (*outline, outline[0])]
        points += [outline[0] for outline in reversed(outlines[:-1])]
    corners = (f"{100 * float(x) / mark.width:.3g}% {100 * float(y) / mark.height:.3g}%" for x, y in points)
    return f"clip-path:polygon({','.join(corners)})"


def manifest(brand: Brand, settings: Settings) -> str:
    """Return the web app manifest, which a phone uses when the visitor adds the site to the home screen."""
    public_path = settings.public_path
    drawn = [
        {"src": public_path(f"/icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
        for purpose in ("any", "maskable")
        for size in (192, 512)
    ]
    icon = {"src": public_path("/favicon.svg"), "sizes": "any", "type": "image/svg+xml", "purpose": "any"}
    root = public_path("/")
    return json.dumps(
        {
            "id": root,
            "name": brand.name,
            "short_name": brand.short_name,
            "lang": LANGUAGE,
            "start_url": root,
            "scope": root,
            "display": "browser",
            "theme_color": brand.colours.ink,
            "background_color": brand.colours.ink,
            "icons": [icon, *drawn],
        },
        ensure_ascii=False,
    )
