"""Finds the pages and fields of the desk to which the mistakes of a gym's folder belong."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from gym_site.check.items import check_items
from gym_site.check.mentions import check_mentions
from gym_site.check.posts import check_posts
from gym_site.desk.text_forms import (
    ADDED,
    FILES,
    Field,
    Form,
    Item,
    at,
    fault_of_added,
    fields_in,
    is_number,
    named,
    with_labels,
)
from gym_site.folder import Folder, Mistake, MistakesError
from gym_site.gym import Gym
from gym_site.refusal import Steps, with_digits
from gym_site.settings import ROOT
from gym_site.text import BLANK

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


class Read(NamedTuple):
    """A folder as it was read. ``gym``: None if that is impossible; ``notes``: what may be meant so."""

    gym: Gym | None
    mistakes: list[Mistake]
    notes: list[Mistake] = []


def read_texts(folder: Path, opens_at: datetime | None, changed: Mapping[str, str] | None = None) -> Read:
    """Read a folder, and check its texts. The arguments are those of `Gym.read`."""
    mistakes, empty, changed = _of_terms(folder, changed or {})
    try:
        gym = Gym.read(folder, opens_at=opens_at, changed=changed)
    except MistakesError as error:
        for one in error.mistakes:
            blank = next((blank for blank in empty if f" {blank}, which nothing" in one.message), "")
            mistakes.append(empty.get(blank, one))
        return Read(None, [*dict.fromkeys(mistakes)])
    found: dict[str, list[Mistake]] = {"error": [], "note": []}
    for level, place, message in (*check_items(gym), *check_posts(gym), *check_mentions(gym)):
        if (file := ROOT / place.file).is_relative_to(folder):
            found[level].append(Mistake(file, place.line, message))
    return Read(gym, [*mistakes, *found["error"]], found["note"])


def _of_terms(folder: Path, changed: Mapping[str, str]) -> tuple[list[Mistake], dict[str, Mistake], Mapping[str, str]]:
    """Return the mistake of a term that can't be added, those of empty terms if texts use them, and changed texts.

    In these, no empty term is there: texts that use it are refused.
    """
    file, name = Folder(folder, changed), "gym.toml"
    try:
        terms: Any = file.read(name).get("terms")
    except MistakesError:  # as `Gym.read` says
        terms = None
    terms = terms if isinstance(terms, dict) else {}
    said = fault_of_added(terms, str(terms[ADDED])) if ADDED in terms else ""
    mistakes = [Mistake(folder / name, file.line_of(name, ("terms", ADDED)), said)] if said else []
    empty: dict[str, Mistake] = {}
    lines = file.text_of(name).splitlines() if terms else []
    for key in (key for key, text in terms.items() if text == ""):
        line = file.line_of(name, ("terms", key))
        empty[f"{{{key}}}"] = Mistake(folder / name, line, "Texts use this: type what it says.")
        lines[line - 1] = ""
    return mistakes, empty, {**changed, name: "\n".join(lines)} if empty else changed


def placed_in(
    mistakes: Iterable[Mistake], folder: Folder, name: str = "", steps: Steps = (), items: Sequence[Item] = ()
) -> tuple[dict[Steps, list[str]], list[Elsewhere], list[Steps]]:
    """Return sentences about mistakes by the places of a page's fields, those of other pages, and their places."""
    placed: dict[Steps, list[str]] = {}
    others: list[Elsewhere] = []
    faulty: list[Steps] = []
    pages: dict[tuple[str, Steps], list[Field]] = {(name, steps): list(fields_in(items))} if name else {}
    for mistake in mistakes:
        file = mistake.file.relative_to(folder.path).as_posix()
        if not (file in FILES or file == PRIVACY or file.startswith("posts/")):
            others.append(Elsewhere(with_labels(mistake.message), "", file))
            continue
        lines = folder.lines_of(file) if file != PRIVACY else {}
        if file == name:
            faulty += [place for place, line in lines.items() if line == mistake.line]
        if file == name and (field := _field_of(mistake, pages[name, steps], lines, steps)):
            placed.setdefault(field.steps, []).append(in_words(mistake.message, field, pages[name, steps]))
            continue
        label, text, path = label_of(file).partition(":")[0], with_labels(mistake.message), path_of(file)
        with suppress(LookupError, MistakesError):  # of a file that can't be read, the sentence alone will do
            data = folder.read(file) if file != PRIVACY else {}
            place = page_of(
                data, max((one for one, line in lines.items() if line == mistake.line), key=len, default=())
            )
            if (file, place) not in pages:
                pages[file, place] = list(Form(file, data).fields(place))
            label, path = f"{label}, {named(data, place)}" if place else label, path_of(file, place)
            if field := _field_of(mistake, pages[file, place], lines, place):
                text = f"{field.label}: {in_words(mistake.message, field, pages[file, place])}"
                path += f"#{field.ident(place)}"
        others.append(Elsewhere(text, path, label))
    return placed, others, faulty


def page_of(data: Any, place: Steps) -> Steps:
    """Return the place of the page with a place: that of the entry of a list of tables around it, or of the file."""

    def is_page(place: Steps) -> bool:
        around = at(data, place[:-1])
        return all(isinstance(one, dict) for one in (around if isinstance(around, list) else around.values()))

    while place and not ((isinstance(place[-1], int) or len(place) > 1) and is_page(place)):
        place = place[:-1]
    return place


def _field_of(mistake: Mistake, shown: Sequence[Field], lines: Mapping[Steps, int], steps: Steps) -> Field | None:
    """Return the field of the page of a place to which a mistake belongs."""
    word, line = mistake.message.partition(" ")[0], mistake.line
    at_line = [one for one in shown if lines.get(one.steps, 0) == line]
    in_group = [one for one in shown if len(one.steps) > 1 and lines.get(one.steps[:-1], 0) == line]
    of_page = shown if line == lines.get(steps, 1) else ()
    found = [one for some in (at_line, in_group, of_page) for one in some if one.steps[-1] == word]
    around = [*at_line, *in_group]  # of a list of texts, or of one before and after the opening
    found += [one for one in around if _has(one.text, mistake.message)] or around
    if not found and line > max(lines.values(), default=0):
        found = [one for one in shown if one.steps == CONTENT]
    return found[0] if found else None


def _has(text: str, message: str) -> bool:
    """Return whether a text has what a sentence says of one."""
    if message.endswith(" is empty."):
        return not text
    if " extra space: " in message:
        return "  " in text
    if " without the other " in message:
        return not {*"{}"}.isdisjoint(BLANK.sub("", text))
    begin, end = (" blank ", ", which nothing") if " blank {" in message else ("would read ", " as it stands")
    named = message.partition(begin)[2].partition(end)[0]
    return bool(named) and named in text


_WORDS = {
    ": type it without quotation marks and dollar sign": "",
    ", without quotation marks": "",
    ", and no quotation marks": "",
    '"N/A"': "N/A",
    " has a blank {": " has {",
    "; first on line ": ":",
    ": add a line ": ":",
    " The title (#) belongs between the lines +++.": "",
}
"""What is said to whoever edits a file, and the same for whoever fills in a form: with ":", nothing from there on."""


def in_words(message: str, field: Field, shown: Sequence[Field] = ()) -> str:
    """Return a sentence about a mistake for whoever sees the field with its label, and what was typed.

    ``shown``: the fields of the page, which the sentence may name.
    """
    said, is_empty = message, not field.text
    for key in field.steps[-3:]:  # also that of a list with texts of a part
        said = said.removeprefix(f"{key} ")
    if said.startswith("is missing: "):
        return "This is empty."
    if field.kind == "choice" and " one of " in said:
        return "Choose one." if is_empty else "Choose another one: this isn't there any more."
    if field.kind == "number" and not is_number(field.text) and is_number(with_digits(field.text)):
        return "There is a letter O, l or I in place of a digit."
    if field.kind in ("date", "moment") and is_empty:
        return "Choose a day."
    if field.kind == "lines" and is_empty and said.startswith("has "):
        return "This is empty."
    if field.choices and " is one of " in said:
        said = f"It is one of these: {', '.join(words for _, words in field.choices)}."
    elif said.startswith("is ") and said != message:  # the value, which the field shows
        _, mark, advice = said.partition('". ' if said.startswith('is "') else ". ")
        said = f"This is empty. {advice}".strip() if is_empty else advice if mark else f"This {said}"
    elif said != message and said[:1].isalpha():
        said = f"This {said}"
    for words, mine in _WORDS.items():
        if mine == ":" and words in said:
            said = f"{said.partition(words)[0]}."
        elif words in said:
            said = said.replace(words, mine)
    return with_labels(" ".join(_labelled(word, shown) for word in said.split(" ")))


def _labelled(word: str, shown: Sequence[Field]) -> str:
    """Return a word of a sentence or, if it is the key of a field of the page, the field's label."""
    key = word.strip(".,:;")
    label = next((one.label for one in shown if one.steps[-1] == key), "") if len(key) > len("title") else ""
    return word.replace(key, f"“{label}”") if label and label.lower() != key else word
