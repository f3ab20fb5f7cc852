"""The files with texts, and the places in them that addresses name."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import tomlkit
from starlette.exceptions import HTTPException
from starlette.requests import Request

from gym_site.content.posts import POST_FILE
from gym_site.desk.text_edits import put
from gym_site.desk.text_forms import FILES, Choices, Field, Form, Item, at, named
from gym_site.desk.text_mistakes import CONTENT, POLICY, PRIVACY, path_of
from gym_site.folder import Folder
from gym_site.refusal import Steps

_EDGE = "+++"


@dataclass(frozen=True)
class File:
    """A file with texts: its data as a document of tomlkit and, of a post or the privacy page, its Markdown."""

    name: str
    document: Any
    content: str | None = None

    @classmethod
    def read(cls, folder: Path, name: str) -> "File":
        """Read a file. Raises `MistakesError` and `OSError`."""
        if name == PRIVACY:
            return cls(name, tomlkit.document(), (folder / name).read_text(encoding="utf-8").strip())
        if name.endswith(".md"):
            front, text = Folder(folder).front_and_text(name)
            return cls(name, tomlkit.parse("\n".join(front[1:-1])), "\n".join(text).strip())
        return cls(name, tomlkit.parse((folder / name).read_text(encoding="utf-8")))

    def written_out(self) -> str:
        """Return the file's text."""
        data = tomlkit.dumps(self.document)
        if self.content is None:
            return data
        return f"{self.content}\n" if self.name == PRIVACY else f"{_EDGE}\n{data.strip()}\n{_EDGE}\n\n{self.content}\n"

    def form(self, choices: Choices | None = None) -> Form:
        """Return the file's form. ``choices``: of its fields."""
        return Form(self.name, self.document, choices)

    def items(self, steps: Steps, choices: Choices | None = None) -> list[Item]:
        """Return what the page of a place in the file shows. ``choices``: of its fields."""
        found = [] if self.name == PRIVACY else self.form(choices).items(steps)
        if self.content is None or steps:
            return found
        said = "Headings begin with ##, entries of a list with a hyphen and a space; **bold words** have two stars."
        return [*found, Field(CONTENT, "Text", said, "text", self.content, self.content, is_needed=True)]

    def with_text(self, one: Field, text: str) -> "File":
        """Return the file with a field's new text."""
        if one.steps == CONTENT and self.content is not None:
            return replace(self, content=text.strip())
        put(self.document, one, text)
        return self


def file_of(slug: str) -> str:
    """Return the file's name of a page's path. Raises `HTTPException`."""
    name = PRIVACY if slug == POLICY else f"posts/{slug[6:]}.md" if slug.startswith("posts-") else f"{slug}.toml"
    if name in FILES or name == PRIVACY or POST_FILE.fullmatch(name.removeprefix("posts/")):
        return name
    raise HTTPException(404)


def place_of(request: Request) -> tuple[str, Steps]:
    """Return the file and the place in it that a path names."""
    return file_of(request.path_params["file"]), steps_of(request.path_params.get("place", ""), "/")


def photos_path(name: str, steps: Steps) -> str:
    """Return the path of the page on which the picture at a place is replaced."""
    return f"/texts/photos{path_of(name, steps).removeprefix('/texts')}"


def steps_of(text: str, between: str = ".") -> Steps:
    """Return the place that a text names."""
    parts = [part for part in text.split(between) if part]
    return tuple(int(part) if part.isascii() and part.isdigit() and len(part) < 6 else part for part in parts)


def found(document: Any, steps: Steps, entry: str) -> Steps:
    """Return the place of an entry that may have been moved since its page was shown. Raises `HTTPException`."""
    try:
        if not steps or named(document, steps) == entry:
            return steps
        entries = at(document, steps[:-1])
        same = [number for number in range(len(entries)) if named(document, (*steps[:-1], number)) == entry]
    except (LookupError, TypeError):
        same = []
        if not entry:
            raise HTTPException(404) from None
    if len(same) != 1:
        raise HTTPException(409, f"“{entry}” isn't there any more: somebody has changed or removed it meanwhile.")
    return (*steps[:-1], same[0])
