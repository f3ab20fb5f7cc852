"""The site's own fonts, for pictures that are drawn from pages."""

from __future__ import annotations

import re
from pathlib import Path

_CSS = Path(__file__).resolve().parent.parent / "assets" / "css" / "fonts.css"
_OWN = re.compile(r'@font-face\{(?:(?!@font-face).)*?url\("/fonts/.*?\}', re.DOTALL)


def font_faces(folder: str) -> str:
    """Return the rules of the site's style sheet that declare its files, with ``folder`` as the files' address."""
    return "".join(_OWN.findall(_CSS.read_text(encoding="utf-8"))).replace("/fonts/", f"{folder}/")
