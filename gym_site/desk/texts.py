"""The pages on which staff change the gym's texts: a form for each file, and for each entry of its lists."""

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import tomlkit
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from gym_site.brand import PART_FILES
from gym_site.content.markdown import html_of
from gym_site.content.posts import POST_FILE
from gym_site.desk.app import Desk, Said, fields, page, to
from gym_site.desk.people import Visit
from gym_site.desk.pictures import unused
from gym_site.desk.text_edits import add, copy, move, remove, tidy
from gym_site.desk.text_files import File, found, photos_path, place_of, steps_of
from gym_site.desk.text_forms import (
    FILES,
    OFF,
    PARTS,
    Choices,
    Entries,
    Field,
    Group,
    Item,
    at,
    can_add,
    fields_in,
    in_order,
    named,
)
from gym_site.desk.text_mistakes import PRIVACY, label_of, path_of, placed_in, read_texts
from gym_site.desk.text_search import found_in
from gym_site.folder import Folder, MistakesError
from gym_site.reading.facts import tables
from gym_site.refusal import Steps
from gym_site.routes import card_path, post_key
from gym_site.text import BLANK, filled

LONGEST = 200  # characters of a sentence that is looked for
SAVED = Said("Saved in the draft. It isn't on the website until you publish it.", path="/texts/draft")
ADDED = "This is the new entry. Fill it in, then save."


class _ConflictError(Exception):
    """Other people's texts of fields, by name, that differ from those that the person saw."""

    def __init__(self, meanwhile: Mapping[str, str]) -> None:
        self.meanwhile = meanwhile


def text_routes(desk: Desk, signed_in: Callable[..., Route]) -> Sequence[Route]:
    """Return the routes."""
    texts = desk.texts

    def read(folder: Path, name: str, steps: Steps = ()) -> File:
        """Read a file that has this place. Raises `HTTPException`."""
        try:
            if not (folder / name).is_file():
                raise FileNotFoundError
            file = File.read(folder, name)
            if not isinstance(at(file.document, steps), dict):
                raise LookupError
        except (LookupError, TypeError, FileNotFoundError) as error:
            raise HTTPException(404) from error
        except (MistakesError, ValueError) as error:
            raise HTTPException(503, "This can't be read just now. Tell whoever looks after the website.") from error
        return file

    read_again = partial(read_texts, opens_at=desk.settings.expansion_opens_at)

    def facts() -> Mapping[str, str]:
        """Return the facts of the draft, or of the site while the draft can't be read."""
        return (read_again(texts.shown).gym or desk.current.site.gym).facts

    def choices(folder: Path) -> Choices:
        """Return the choices of fields that name something else: a page, a service, a part or a picture."""
        read_folder, found = Folder(folder), {}
        routes = desk.current.site.gym.routes
        with suppress(MistakesError, OSError, ValueError):
            services = tables(read_folder.read("services.toml"), "services")
            found["service"] = {str(one.get("key")): str(one.get("label")) for one in services}
            found["part"] = PARTS | found["service"]
            found["page"] = {key: routes[key].label for key in routes.known if key in routes}
            pictures = json.loads((read_folder.pictures / "manifest.json").read_text(encoding="utf-8"))
            found["picture"] = {name: f"{name}: {pictures[name]['alt']}" for name in sorted(pictures)}
        return found

    async def every(request: Request, _visit: Visit) -> Response:
        wanted = request.query_params.get("find", "")[:LONGEST]

        def look() -> dict[str, Any]:
            folder = texts.shown
            gym, mistakes, _ = read_again(folder)
            facts = (gym or desk.current.site.gym).facts
            files = {**FILES, PRIVACY: "Privacy policy: the text of that page"}
            return {
                "files": [
                    (path_of(name), *label.split(": ")) for name, label in files.items() if (folder / name).exists()
                ],
                "parts": [
                    (key, label, (folder / PART_FILES[key]).exists())
                    for key, label in PARTS.items()
                    if (folder / PART_FILES[key]).exists() or (folder / OFF / PART_FILES[key]).exists()
                ],
                "posts": len(_posts(folder)) if (folder / "blog.toml").exists() else None,
                "waiting": len(gym.waiting_posts) if gym else 0,
                "others": placed_in(mistakes, Folder(folder))[1],
                "draft": texts.draft(),
                "unused": unused(folder, gym) if gym else [],
                "wanted": wanted,
                "found": found_in(Folder(folder), wanted, facts),
            }

        return page(request, "texts", **await asyncio.to_thread(look))

    async def posts(request: Request, _visit: Visit) -> Response:
        def look() -> list[tuple[str, int, Any]]:
            folder = texts.shown
            read_posts = ((number, File.read(folder, f"posts/{number}.md").document) for number in _posts(folder))
            return [(path_of(f"posts/{number}.md"), number, data) for number, data in read_posts]

        today = desk.current.site.gym.brand.now().date()
        return page(request, "text_posts", posts=await asyncio.to_thread(look), today=today)

    async def new_post(request: Request, visit: Visit) -> Response:
        def write() -> int:
            with texts.changing(visit.name, "Posts: a new one") as draft:
                number = max(_posts(draft.path), default=0) + 1
                document = tomlkit.document()
                for key in ("title", "description", "picture", "author"):
                    document[key] = ""
                document["published"] = desk.current.site.gym.brand.now().date()
                document["service"] = next(iter(desk.current.site.gym.cards), "")
                draft.write(f"posts/{number}.md", File(f"posts/{number}.md", document, "").written_out())
                return number

        return to(request, path_of(f"posts/{await asyncio.to_thread(write)}.md"))

    async def switch(request: Request, visit: Visit) -> Response:
        given = dict(fields(request))
        part, is_on = given.get("part", ""), given.get("on") == "yes"
        if part not in PARTS:
            raise HTTPException(404)
        file = PART_FILES[part]

        def write() -> None:
            with texts.changing(visit.name, f"{PARTS[part]}: {'on' if is_on else 'off'}") as draft:
                places = (f"{OFF}/{file}", file) if is_on else (file, f"{OFF}/{file}")
                if (draft.path / places[0]).exists():
                    draft.move(*places)

        await asyncio.to_thread(write)
        return to(request, "/texts", Said(f"{PARTS[part]} is {'on' if is_on else 'off'} in the draft."))

    def view(name: str, steps: Steps, given: Mapping[str, str], meanwhile: Mapping[str, str]) -> dict[str, Any]:
        """Return the values of a page. ``given``: what was typed, if the page is shown again."""
        folder = texts.shown
        file, known_choices = read(folder, name, steps), choices(folder)
        gym, mistakes, _ = read_again(folder)
        known = (gym or desk.current.site.gym).facts
        items = file.items(steps, known_choices)
        placed, others, faulty = placed_in(mistakes, Folder(folder), name, steps, items)

        def shown(item: Item) -> Item:
            if isinstance(item, Group):
                return replace(item, items=[shown(inner) for inner in item.items])
            if isinstance(item, Entries):
                bad = [entry for entry, _ in item.names if any(wrong[: len(entry)] == entry for wrong in faulty)]
                names = [(entry, filled(words, known)) for entry, words in item.names]
                return replace(item, names=names, faulty=bad)
            key = _key(item, steps)
            named_facts = [(blank, known[blank]) for blank in dict.fromkeys(BLANK.findall(item.text)) if blank in known]
            text, was = given.get(key, item.text), given.get(f"was.{key}", item.text)
            return replace(
                item,
                text=text,
                was=meanwhile.get(key, was),
                faults=placed.get(item.steps, ()),
                facts=named_facts,
                meanwhile=meanwhile.get(key),
            )

        entries, here = at(file.document, steps[:-1]) if steps else None, at(file.document, steps)
        part, in_text = here.get("part") or "", dict(known)
        if gym and name == PRIVACY:
            words = gym.privacy
            in_text |= {"live map": f"\n- {words.live_map}", "booking calendar": f"\n- {words.booking_calendar}"}
        return {
            "name": name,
            "steps": steps,
            "items": [shown(item) for item in in_order(items)],
            "part": known_choices.get("part", {}).get(part, part),
            "others": others,
            "key": partial(_key, steps=steps),
            "here": path_of(name, steps),
            "above": [(path, filled(words, known)) for path, words in _above(file, name, steps)],
            "label": filled(_entry_title(file, steps) or _post_title(file), known) or label_of(name).partition(":")[0],
            "entry": named(file.document, steps),
            "is_entry": isinstance(entries, list),
            "can_copy": isinstance(entries, list) and can_add(file.form().schema_of_entry(steps[:-1])),
            "is_first": bool(steps) and steps[-1] == 0,
            "is_last": isinstance(entries, list) and bool(steps) and steps[-1] == len(entries) - 1,
            "is_post": name.startswith("posts/"),
            "in_line_up": here.get("picture") in file.document.get("line_up", {}).get("shows", ()),
            "preview": html_of(filled(file.content, in_text)) if file.content is not None else None,
            "path_of": partial(path_of, name),
            "draft": texts.draft(),
        }

    async def one(request: Request, _visit: Visit) -> Response:
        name, steps = place_of(request)
        return page(request, "text", **await asyncio.to_thread(view, name, steps, {}, {}))

    def typed(file: File, steps: Steps, given: Mapping[str, str]) -> tuple[File, bool]:
        """Return a file with what a person has changed in a form. Raises `_ConflictError`."""
        meanwhile, is_changed = {}, False
        for one in fields_in(file.items(steps, choices(texts.shown))):
            key = _key(one, steps)
            mine, was = (given.get(name, "").replace("\r\n", "\n").strip() for name in (key, f"was.{key}"))
            if key not in given or mine == was or mine == one.text.strip():
                continue
            if one.text.strip() != was:
                meanwhile[key] = one.text
            file, is_changed = file.with_text(one, mine), True
        if meanwhile:
            raise _ConflictError(meanwhile)
        return file, is_changed

    def acted(file: File, steps: Steps, act: str) -> Steps:
        """Do what a button says; return the place to show then. Raises `HTTPException`."""
        kind, _, inner = act.partition(":")
        if kind == "add":
            try:
                return add(file.document, file.name, (*steps, *steps_of(inner)))
            except (LookupError, TypeError) as error:
                raise HTTPException(404) from error
        if not steps or not isinstance(at(file.document, steps[:-1]), list):
            raise HTTPException(404)
        if kind == "copy":
            return copy(file.document, file.name, steps)
        if kind == "remove":
            remove(file.document, steps)
            return _parent(steps)
        return move(file.document, steps, -1 if kind == "up" else 1)

    async def change(request: Request, visit: Visit) -> Response:
        name, steps = place_of(request)
        given = dict(fields(request))
        act = given.get("act", "save")
        if act == "check":
            return JSONResponse(await asyncio.to_thread(check, name, steps, given))
        if act == "remove" and given.get("sure") != "yes":
            values = await asyncio.to_thread(view, name, steps, {}, {})
            return page(request, "text_remove", **values)

        def write() -> tuple[str, str | Said]:
            """Write the change; return the path to show then, and a sentence."""
            with texts.alone():
                shown = texts.shown
                place = found(read(shown, name).document, steps, given.get("entry", ""))
                if name.startswith("posts/") and act == "remove":
                    card = f"public{card_path(post_key(int(name[6:-3])))}"
                    with texts.changing(visit.name, f"Posts: {name[6:-3]} removed") as draft:
                        for file in (name, card):
                            if (draft.path / file).exists():
                                draft.remove(file)
                    return "/texts/posts", SAVED
                file, is_changed = typed(read(shown, name, place), place, given)
                tidy(file.document, place)
                is_changed = is_changed and file.written_out() != read(shown, name).written_out()
                kind, _, inner = act.partition(":")
                is_saved = kind in ("save", "preview", "photo")
                after = place if is_saved else acted(file, place, act)
                if is_saved and not is_changed:
                    there = photos_path(name, (*place, *steps_of(inner))) if kind == "photo" else path_of(name, place)
                    return there, "Nothing was changed." if kind == "save" else ""
                about = f"{label_of(name).partition(':')[0]}: {given.get('entry') or 'texts'}"
                with texts.changing(visit.name, about) as draft:
                    draft.write(name, file.written_out())
                if kind == "photo":
                    return photos_path(name, (*place, *steps_of(inner))), SAVED
                if kind == "add":
                    return path_of(name, after), ADDED
                return path_of(name, after) + ("#preview" if act == "preview" else ""), SAVED

        try:
            after, said = await asyncio.to_thread(write)
        except _ConflictError as error:
            values = await asyncio.to_thread(view, name, steps, given, error.meanwhile)
            return page(request, "text", status=409, **values)
        return to(request, after, said)

    def check(name: str, steps: Steps, given: Mapping[str, str]) -> dict[str, Any]:
        """Return the mistakes of what is being typed, by field, without storing it."""
        folder = texts.shown
        file = read(folder, name, steps)
        try:
            file, _ = typed(file, steps, given)
        except _ConflictError:
            return {}
        written = file.written_out()
        mistakes = read_again(folder, changed={name: written}).mistakes
        items = file.items(steps, choices(folder))
        placed, _, _ = placed_in(mistakes, Folder(folder, {name: written}), name, steps, items)
        return {_key(one, steps): list(placed.get(one.steps, ())) for one in fields_in(items)}

    return [
        signed_in("/texts", every, everything=True),
        signed_in("/texts/posts", posts, everything=True),
        signed_in("/texts/posts", new_post, methods=["POST"], everything=True),
        signed_in("/texts/part", switch, methods=["POST"], everything=True),
        signed_in("/texts/{file}", one, everything=True),
        signed_in("/texts/{file}", change, methods=["POST"], everything=True),
        signed_in("/texts/{file}/{place:path}", one, everything=True),
        signed_in("/texts/{file}/{place:path}", change, methods=["POST"], everything=True),
    ]


def _key(one: Field, steps: Steps) -> str:
    """Return a field's name on the page of a place."""
    return ".".join(map(str, one.steps[len(steps) :]))


def _parent(steps: Steps) -> Steps:
    """Return the place of the page above that of an entry."""
    shorter = steps[:-2]
    while shorter and not isinstance(shorter[-1], int):
        shorter = shorter[:-1]
    return shorter


def _above(file: File, name: str, steps: Steps) -> list[tuple[str, str]]:
    """Return the pages above one: their paths and labels."""
    found = [("/texts", "Texts")]
    if name.startswith("posts/"):
        found.append(("/texts/posts", "Posts"))
    if steps:
        found.append((path_of(name), label_of(name).partition(":")[0]))
    found += [
        (path_of(name, steps[:end]), named(file.document, steps[:end]))
        for end in range(1, len(steps))
        if isinstance(steps[end - 1], int)
    ]
    return found


def _posts(folder: Path) -> list[int]:
    found = Folder(folder).files("posts/*.md")
    return sorted((int(file.stem) for file in found if POST_FILE.fullmatch(file.name)), reverse=True)


def _entry_title(file: File, steps: Steps) -> str:
    name = named(file.document, steps)
    return "New entry" if name and name == str(steps[-1]) else name


def _post_title(file: File) -> str:
    return str(file.document.get("title") or "") if file.name.startswith("posts/") else ""
