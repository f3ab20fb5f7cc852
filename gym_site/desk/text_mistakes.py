"""Finds the pages and fields of the desk to which the mistakes of a gym's folder belong."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple
from urllib.parse import quote

from gym_site.desk.text_forms import FILES, Item, fields_in
from gym_site.folder import Folder, Mistake
from gym_site.refusal import Steps

PRIVACY, POLICY = "privacy.md", "privacy-policy"
CONTENT: Steps = ("content",)
"""The place of a post's text, which is no value of its file's data."""


class Elsewhere(NamedTuple):
    """A mistake that belongs to no field of a page: a sentence, and the path of the page on which it is."""

    text: str
    path: str
    label: str


def path_of(name: str, steps: Steps = ()) -> str:
    """Return the path of the page of a place in a file."""
    slug = POLICY if name == PRIVACY else name.rpartition(".")[0].replace("/", "-")
    return "/".join(["/texts", slug, *(quote(str(step), safe="") for step in steps)])


def label_of(name: str) -> str:
    """Return the words for a file."""
    if name == PRIVACY:
        return "Privacy policy"
    return FILES.get(name) or (f"Post {name[6:-3]}" if name.startswith("posts/") else name)


def placed_in(
    mistakes: Iterable[Mistake], folder: Folder, name: str = "", steps: Steps = (), items: Sequence[Item] = ()
) -> tuple[dict[Steps, list[str]], list[Elsewhere], list[Steps]]:
    """Return sentences about mistakes by the places of a page's fields, those of other pages, and their places."""
    placed: dict[Steps, list[str]] = {}
    others: list[Elsewhere] = []
    faulty: list[Steps] = []
    shown = list(fields_in(items))
    for mistake in mistakes:
        file = mistake.file.relative_to(folder.path).as_posix()
        lines = folder.lines_of(file) if file in FILES or file.startswith("posts/") else {}
        if file == name:
            faulty += [place for place, line in lines.items() if line == mistake.line]
        word = mistake.message.partition(" ")[0]
        here = [one for one in shown if lines.get(one.steps, 0) == mistake.line] if file == name else []
        if not here and file == name and mistake.line == lines.get(steps, 1):
            here = [one for one in shown if one.steps[-1] == word]
        if not here and file == name:  # the table of a group of fields
            here = [one for one in shown if len(one.steps) > 1 and lines.get(one.steps[:-1], 0) == mistake.line]
        here = [one for one in here if one.steps[-1] == word] or here
        if not here and file == name and (name == PRIVACY or mistake.line > max(lines.values(), default=0)):
            here = [one for one in shown if one.steps == CONTENT]
        if here:
            placed.setdefault(here[0].steps, []).append(_in_words(mistake.message, str(here[0].steps[-1])))
            continue
        place = max((place for place, line in lines.items() if line == mistake.line), key=len, default=())
        while place and not isinstance(place[-1], int):
            place = place[:-1]
        known = file in FILES or file == PRIVACY or file.startswith("posts/")
        label = label_of(file).partition(":")[0]
        others.append(Elsewhere(mistake.message, path_of(file, place) if known else "", label))
    return placed, others, faulty


def _in_words(message: str, key: str) -> str:
    """Return a message for the place below its field: without the field's name."""
    said = message.removeprefix(f"{key} ")
    return message if said == message else "This " + said.replace('is "".', "is empty.", 1)
