"""Silent loops that ``scripts/make_clips.py`` made, behind a poster."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import reflex as rx

_LIST = Path(__file__).resolve().parent.parent.parent / "pictures" / "clips.json"


class Clip(rx.Component):
    """What a figure holds: a poster, what stands over it, and last a button that plays the loop."""

    library, tag = rx.asset("scripts/clip.js").importable_path, "Clip"
    src: rx.Var[str]
    play: rx.Var[str]
    pause: rx.Var[str]


@cache
def clips() -> dict[str, str]:
    """Return the clips' paths below the site's root, by name."""
    return {name: entry["mp4"] for name, entry in json.loads(_LIST.read_text(encoding="utf-8")).items()}


def clip(name: str, poster: rx.Component, *over: rx.Component, play: str, pause: str) -> rx.Component:
    """Return a figure's content that plays the clip ``name`` in place of its poster when asked to.

    ``play`` and ``pause`` name its button for screen readers. Without JavaScript, and for those who want no motion,
    it is the poster alone. Raises `KeyError` for a clip that isn't there.
    """
    return Clip.create(poster, *over, src=clips()[name], play=play, pause=pause)
