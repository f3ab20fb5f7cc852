"""The pages on which a picture is replaced by a photo, and on which its look is chosen."""

import asyncio
import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from PIL import Image
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from gym_site.check.pictures import MAX_ALT
from gym_site.desk import pictures
from gym_site.desk.app import Desk, Said, fields, page, to
from gym_site.desk.people import Visit
from gym_site.desk.pictures import CROPS, ORIGINALS, PRINT, Crop, PhotoError, known, notes_of, run
from gym_site.desk.text_files import File, found, photos_path, place_of
from gym_site.desk.text_forms import at, fields_in, named
from gym_site.desk.text_mistakes import label_of, page_of, path_of
from gym_site.folder import Folder
from gym_site.gym import Gym
from gym_site.refusal import Steps

MAX_PHOTO = 64 * 1024 * 1024
"""Bytes of a photo."""
NEW = "Saved in the draft, without the place and the time at which it was taken. Choose how it looks."
WITHOUT_ALT = "Say in a sentence what the photo shows, for people who can't see it."
KEPT = 200  # previews
AS_IS, NOW = "as-is", "now"


def photo_routes(desk: Desk, signed_in: Callable[..., Route]) -> Sequence[Route]:
    """Return the routes."""
    texts = desk.texts
    one_at_a_time = asyncio.Semaphore(1)
    previews = desk.folder / "pictures"

    async def in_turn(work: Callable[..., Any], *arguments: Any) -> Any:
        async with one_at_a_time:
            return await asyncio.to_thread(work, *arguments)

    def shown(name: str, style: str) -> Path:
        """Return a small picture of a photo in a style, which is kept until the photo or its crop changes."""
        folder = texts.shown
        source = folder / ORIGINALS / f"{name}.jpg"
        if not source.is_file():
            raise HTTPException(404)
        if style == NOW and (made := known(folder).get(name)):
            return Folder(folder).public(made["webp"])
        notes, stat = notes_of(folder), source.stat()
        made_of = stat.st_mtime_ns, stat.st_size, stat.st_ino, notes.get("crop", {}).get(name), name, style
        key = hashlib.sha256(repr(made_of).encode()).hexdigest()[:16]
        file = previews / f"{key}.jpg"
        if not file.exists():
            previews.mkdir(mode=0o700, exist_ok=True)
            for old in sorted(previews.glob("*.jpg"), key=lambda one: one.stat().st_mtime)[:-KEPT]:
                old.unlink()
            new = file.with_suffix(".new")
            run("show", folder, name, style, new)
            new.replace(file)
        return file

    async def picture(request: Request, _visit: Visit) -> Response:
        name, style = request.path_params["name"], request.path_params["style"]
        if not name.replace("-", "").isalnum() or not style.replace("-", "").isalnum():
            raise HTTPException(404)
        try:
            return FileResponse(await in_turn(shown, name, style))
        except (PhotoError, OSError) as error:
            raise HTTPException(404) from error

    def view(name: str, steps: Steps, given: Mapping[str, str]) -> dict[str, Any]:
        folder = texts.shown
        data = _with_picture(folder, name, steps).document
        present = str(at(data, steps[:-1]).get(steps[-1], ""))
        notes = notes_of(folder)
        source = folder / ORIGINALS / f"{present}.jpg"
        values: dict[str, Any] = {"present": "", "crops": [], "style": "", "printed": "", "small": "", "version": 0}
        if present and source.is_file():
            with Image.open(source) as opened:
                photo = opened.size
            shapes = pictures.shapes_of(folder, present)
            crops = [
                Crop.of(table, shape, notes.get(table, {}).get(present, _middle(shape, photo)), photo)
                for table, shape in shapes.items()
            ]
            style = notes.get(PRINT, {}).get(present, "")
            values |= {
                "present": present,
                "crops": [(crop, CROPS[crop.table], crop.least(photo)) for crop in crops],
                "style": style,
                "printed": "" if style == "printed" else style or pictures.PRINTED,
                "small": dict(pictures.small(folder)).get(present, ""),
                "alt": notes.get(present, ""),
                "version": source.stat().st_mtime_ns,
            }
        return {
            "entry": named(data, steps[:-1]) if len(steps) > 1 else "",
            "label": named(data, steps[:-1]) if len(steps) > 1 else label_of(name).partition(":")[0],
            "here": photos_path(name, steps),
            "above": path_of(name, steps[:-1]),
            "alt": "",
            "longest": MAX_ALT,
            "most": MAX_PHOTO,
            "least_pixels": pictures.LEAST,
            "fault": "",
            "given": given,
            "draft": texts.draft(),
        } | values

    async def one(request: Request, _visit: Visit) -> Response:
        return page(request, "photo", **await asyncio.to_thread(view, *place_of(request), {}))

    async def change(request: Request, visit: Visit) -> Response:
        name, steps = place_of(request)
        given = dict(fields(request))
        alt = " ".join(given.get("alt", "").split())
        photo: Path | None = request.scope.get("file")
        try:
            if not alt or len(alt) > MAX_ALT:
                raise PhotoError(WITHOUT_ALT if not alt else f"The sentence has over {MAX_ALT} characters: shorten it.")
            if given.get("act") == "look":
                await in_turn(adjust, name, steps, given, alt, visit.name)
                said = "Saved in the draft."
            else:
                if photo is None or not photo.stat().st_size:
                    raise PhotoError("Take or choose a photo first.")
                await in_turn(use, name, steps, given, alt, photo, visit.name)
                said = NEW
        except PhotoError as error:
            values = await asyncio.to_thread(view, name, steps, given)
            return page(request, "photo", status=422, **values | {"fault": str(error)})
        try:
            await in_turn(make)
        except PhotoError as error:
            return to(request, photos_path(name, steps), Said(f"Saved in the draft. {error}", True, "/texts/draft"))
        return to(request, photos_path(name, steps), Said(said, False, "/texts/draft"))

    def use(name: str, steps: Steps, given: Mapping[str, str], alt: str, photo: Path, by: str) -> None:
        """Put a photo in place of the picture at a place. Raises PhotoError."""
        plain = photo.with_suffix(".jpg")
        run("take", photo, plain)
        with Image.open(plain) as opened:
            size = opened.size
        with texts.changing(by, f"{label_of(name).partition(':')[0]}: a photo") as draft:
            file = _with_picture(draft.path, name, steps)
            place = (*found(file.document, steps[:-1], given.get("entry", "")), steps[-1])
            model = pictures.model_of(file.document, place)
            new = pictures.new_name(model, name.partition("/")[0].partition(".")[0], {*notes_of(draft.path)})
            shapes = pictures.shapes_of(draft.path, model, of_new=True)
            crops = [(table, Crop(table, shape).part(size)) for table, shape in shapes.items()]
            left, _, right, _ = crops[0][1]
            if (across := round(size[0] * (right - left))) < pictures.LEAST:
                raise PhotoError(f"Of this photo {across} pixels across fit here; {pictures.LEAST} are needed.")
            former = at(file.document, place[:-1]).get(place[-1], "")
            pictures.add(draft, new, plain.read_bytes(), alt, model, crops)
            at(file.document, place[:-1])[place[-1]] = new
            draft.write(name, file.written_out())
            if former and not _names(draft.path, former):
                pictures.replace_elsewhere(draft, former, new)

    def adjust(name: str, steps: Steps, given: Mapping[str, str], alt: str, by: str) -> None:
        """Change how the picture at a place looks, wherever it is shown. Raises PhotoError."""
        with texts.changing(by, f"{label_of(name).partition(':')[0]}: a picture") as draft:
            file = _with_picture(draft.path, name, steps)
            place = (*found(file.document, steps[:-1], given.get("entry", "")), steps[-1])
            present = at(file.document, place[:-1]).get(place[-1], "")
            source = draft.path / ORIGINALS / f"{present}.jpg"
            if not present or present != given.get("picture") or not source.is_file():
                raise PhotoError("Somebody has put another picture here meanwhile.")
            with Image.open(source) as opened:
                size = opened.size
            crops = []
            for table, shape in pictures.shapes_of(draft.path, present).items():
                crop = Crop(table, shape)
                typed = {key: _number(given.get(f"{table}.{key}", "")) for key in ("x", "y", "size")}
                if None not in typed.values():
                    crop = replace(crop, **typed)
                    crop = replace(crop, size=max(crop.size, crop.least(size)))
                    crops.append((table, crop.part(size)))
            style, former = given.get("style", ""), notes_of(draft.path).get(PRINT, {}).get(present, "")
            if style not in (former, former or pictures.PRINTED, AS_IS):
                raise PhotoError("Choose how it looks.")
            pictures.adjust(draft, present, alt, "" if style == AS_IS else style, crops)

    def make() -> None:
        run("sizes", texts.shown)

    async def remove_unused(request: Request, visit: Visit) -> Response:
        def remove() -> int:
            with texts.alone():
                names = pictures.unused(texts.shown, Gym.read(texts.shown))
                if names:
                    with texts.changing(visit.name, f"{len(names)} pictures removed") as draft:
                        pictures.remove(draft, names)
            if names:
                make()
            return len(names)

        number = await in_turn(remove)
        return to(request, "/texts", Said(f"{number} pictures are removed in the draft.", False, "/texts/draft"))

    return [
        signed_in("/texts/pictures/{name}/{style}.jpg", picture, everything=True),
        signed_in("/texts/pictures/unused", remove_unused, methods=["POST"], everything=True),
        signed_in("/texts/photos/{file}/{place:path}", one, everything=True),
        signed_in("/texts/photos/{file}/{place:path}", change, methods=["POST"], everything=True, most=MAX_PHOTO),
    ]


def _with_picture(folder: Path, name: str, steps: Steps) -> File:
    """Return a file that has a field for a picture at this place. Raises `HTTPException`."""
    try:
        file = File.read(folder, name)
        of_page = fields_in(file.items(page_of(file.document, steps[:-1])))
        if any(one.steps == steps and one.what == "picture" for one in of_page):
            return file
    except (LookupError, OSError, TypeError, AttributeError) as error:
        raise HTTPException(404) from error
    raise HTTPException(404)


def _middle(shape: float, photo: tuple[int, int]) -> pictures.Part:
    return Crop("", shape).part(photo)


def _names(folder: Path, picture: str) -> bool:
    """Return whether a text of a folder names a picture."""
    files = [*folder.glob("*.toml"), *folder.glob("posts/*.md")]
    return any(f'"{picture}"' in file.read_text(encoding="utf-8") for file in files)


def _number(text: str) -> float | None:
    try:
        return min(100.0, max(0.0, float(text)))
    except ValueError:
        return None
