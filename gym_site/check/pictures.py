"""Checks that the pictures and clips in use exist, and that each picture has an alternative text and all its sizes."""

import hashlib
import json
import re
from collections.abc import Container, Iterator
from pathlib import Path
from typing import Any

from gym_site.check.content import Content
from gym_site.check.findings import Finding, place_of, place_of_item, place_of_text
from gym_site.content.content_type import texts
from gym_site.folder import Folder, MistakesError, shown
from gym_site.gym import Gym

MAX_ALT = 200  # characters; a longer text is tiring to listen to
_digests: dict[tuple[tuple[int, ...], ...], str] = {}
BUILD = "run python -m scripts.build_pictures"


def check_pictures(gym: Gym) -> Iterator[Finding]:
    """Yield the problems of the pictures."""
    file = gym.folder.pictures / "manifest.json"
    try:
        manifest = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        yield place_of(file).error(f"This file can't be read: {BUILD}.")
        manifest = {}
    originals = {file.stem for file in gym.folder.files("pictures/originals/*.jpg")}
    yield from _texts(gym.folder, manifest, originals)
    yield from _files(gym.folder, file, manifest)
    yield from _unknown(gym, originals)
    yield from _clips(gym)


def upright_of(original: Path) -> Path | None:
    """Return an original's own picture for upright phones, if it has one."""
    upright = original.parent.parent / "upright" / original.name
    return upright if upright.exists() else None


def digest_of(original: Path) -> str:
    """Return the digest by which the manifest knows an original, together with its picture for upright phones."""
    files = [original, *filter(None, [upright_of(original)])]
    key = tuple((stat.st_dev, stat.st_ino, stat.st_mtime_ns, stat.st_size) for stat in map(Path.stat, files))
    if key not in _digests:  # a draft at the desk has the same files as the site
        _digests[key] = hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:16]
    return _digests[key]


def unbuilt_pictures(gym: Gym) -> Iterator[Finding]:
    """Yield an error for each picture in use whose sizes have not been built."""
    yield from _unknown(gym, gym.pictures)


def used_pictures(gym: Gym) -> Iterator[tuple[object, str, str]]:
    """Yield each item of the content with the field and the name of each picture that it uses."""
    for item in Content(gym).items:
        # Without a caption, the item's ``before`` and ``after`` are texts, not names of pictures.
        pair = ("before", "after") if hasattr(item, "caption") else ()
        for field, name in texts(item):
            if name and (field.endswith("picture") or field in pair):
                yield item, field, name


def _unknown(gym: Gym, known: Container[str]) -> Iterator[Finding]:
    for item, field, name in used_pictures(gym):
        if name not in known:
            advice = f"add it to pictures/originals, then {BUILD}"
            yield place_of_item(item, field).error(f"There is no picture {name!r}: {advice}.")


def _texts(folder: Folder, manifest: dict[str, Any], originals: set[str]) -> Iterator[Finding]:
    file = folder.pictures / "alt.toml"
    try:
        alt = folder.read("pictures/alt.toml")
    except MistakesError as error:
        yield from (place_of(one.file, one.line).error(one.message) for one in error.mistakes)
        return
    written = {name: text for name, text in alt.items() if not isinstance(text, dict)}
    for name in sorted(originals - written.keys()):
        yield place_of(file).error(f"The picture {name!r} has no alternative text: add one to this file.")
    for name in sorted(originals - manifest.keys()):
        place = place_of(folder.pictures / "originals" / f"{name}.jpg")
        yield place.error(f"The sizes of this picture have not been built: {BUILD}.")
    for name in sorted(originals & manifest.keys()):
        original = folder.pictures / "originals" / f"{name}.jpg"
        if manifest[name].get("original") != digest_of(original):
            yield place_of(original).error(f"This picture has changed since its sizes were built: {BUILD}.")
    for name, text in written.items():
        place = place_of_text(file, rf"{re.escape(name)}\s*=")
        if not isinstance(text, str) or not text.strip():
            yield place.error(f"The alternative text of {name!r} is missing: type it between two quotation marks.")
        elif len(text) > MAX_ALT:
            yield place.error(f"The alternative text of {name!r} has {len(text)} characters; the maximum is {MAX_ALT}.")
        elif name in manifest and manifest[name]["alt"] != text:
            yield place.error(f"The alternative text of {name!r} has changed since the pictures were built: {BUILD}.")
        if name not in originals:
            yield place.error(f"There is no picture pictures/originals/{name}.jpg for this text.")


def _files(folder: Folder, file: Path, manifest: dict[str, Any]) -> Iterator[Finding]:
    for name, entry in manifest.items():
        upright = [entry["upright"]] if "upright" in entry else []
        for url in (*entry["avif"].values(), entry["webp"], entry["jpeg"], *upright):
            if not (made := folder.public(url)).is_file():
                yield place_of_text(file, rf'\s*"{re.escape(name)}"').error(f"{shown(made)} is missing: {BUILD}.")


def _clips(gym: Gym) -> Iterator[Finding]:
    clips, listed = gym.clips, gym.folder.pictures / "clips.json"
    for item in (item for item in Content(gym).items if getattr(item, "type", "") == "video"):
        if item.picture not in clips:
            yield place_of_item(item).error(
                f"The picture {item.picture!r} has no clip: set type to image, or make a clip."
            )
        elif not (file := gym.folder.public(clips[item.picture]["mp4"])).is_file():
            yield place_of_text(listed, rf'\s*"{item.picture}"').error(f"{shown(file)} is missing.")
