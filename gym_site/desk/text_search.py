"""Finds the pages of the desk with a sentence of the website."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import islice
from typing import Any

from gym_site.desk.text_forms import FILES, USUALLY, Form, named
from gym_site.desk.text_mistakes import PRIVACY, Elsewhere, label_of, page_of, path_of
from gym_site.folder import Folder, MistakesError
from gym_site.refusal import Steps
from gym_site.text import filled

MOST, AROUND = 50, 60
"""The number of texts that are listed, and of characters on both sides of what was found."""
_ALIKE = str.maketrans({"\N{NO-BREAK SPACE}": " ", "‘": "'", "’": "'", "“": '"', "”": '"', "–": "-"})


def found_in(folder: Folder, wanted: str, facts: Mapping[str, str]) -> list[Elsewhere]:
    """Return the texts that contain these words, as visitors or as the files have them, with their pages."""
    words = _plain(wanted)
    return list(islice(_found(folder, words, facts), MOST)) if words else []


def _found(folder: Folder, words: str, facts: Mapping[str, str]) -> Iterator[Elsewhere]:
    posts = [f"posts/{file.name}" for file in folder.files("posts/*.md")]
    for name in (*FILES, *posts, PRIVACY):
        with suppress(MistakesError):
            data = {} if name == PRIVACY else folder.read(name)
            label = label_of(name).partition(":")[0]
            for steps, text in _texts(data):
                if shown := _around(words, filled(text, facts)) or _around(words, text):
                    page = page_of(data, steps)
                    fields = Form(name, data).fields(page)
                    if field := next((one for one in fields if one.steps == steps[: len(one.steps)]), None):
                        where = f"{label}, {filled(named(data, page), facts)}" if page else label
                        yield Elsewhere(shown, f"{path_of(name, page)}#{field.ident(page)}", where)
            for field in Form(name, data).fields(()) if name != PRIVACY else ():
                if shown := _around(words, "" if field.text else field.help.partition(USUALLY)[2].rstrip("”.")):
                    yield Elsewhere(shown, f"{path_of(name)}#{field.ident(())}", label)
            content = "\n".join(folder.front_and_text(name)[1]) if name in posts else ""
            if shown := _around(words, folder.text_of(name) if name == PRIVACY else content):
                yield Elsewhere(shown, f"{path_of(name)}#content", label)


def _texts(data: Any, steps: Steps = ()) -> Iterator[tuple[Steps, str]]:
    for key, value in data.items() if isinstance(data, dict) else enumerate(data):
        if isinstance(value, dict | list):
            yield from _texts(value, (*steps, key))
        else:
            yield (*steps, key), str(value)


def _plain(text: str) -> str:
    return " ".join(text.translate(_ALIKE).lower().split())


def _around(words: str, text: str) -> str:
    """Return the words with what stands around them in a text; empty without them."""
    plain = " ".join(text.replace("**", "").split())
    at = _plain(plain).find(words)
    begin, end = max(0, at - AROUND), at + len(words) + AROUND
    return f"{'…' * (begin > 0)}{plain[begin:end]}{'…' * (end < len(plain))}" if at >= 0 else ""
