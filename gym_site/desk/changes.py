"""Says in sentences how two versions of the gym's folder differ, and to which new hosts their links lead."""

from collections.abc import Iterator, Mapping
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from gym_site.brand import PART_FILES
from gym_site.desk.publications import alike, files_of
from gym_site.desk.text_forms import FILES, OFF, PARTS, schema_of_file
from gym_site.desk.text_mistakes import label_of
from gym_site.folder import Folder, MistakesError

_NAMES = ("name", "question", "title", "label", "key", "text")  # of an entry, the first that it has
_LONGEST = 80  # characters of a text in a sentence
_TEXTS = (".toml", ".md")
_USUAL = {"offered": True}
"""Values that mean the same as none, where that isn't no."""
_PICTURES = "pictures/alt.toml"
_ORIGINALS = "pictures/originals/"
_MADE = ("public/images/", "pictures/")
"""The begin of the names of files that are made of others, or come and go with a line of the words about pictures."""


def sentences(old: Path, new: Path) -> list[str]:
    """Return a sentence about each difference between two folders, in the order of their files."""
    found: list[str] = []
    for name in sorted({name.removeprefix(f"{OFF}/") for name in (*files_of(old), *files_of(new))}):
        was_in, is_in = (_aside_or_not(folder, name) for folder in (old, new))
        former, present = was_in / name, is_in / name
        if name.startswith(_ORIGINALS) and former.exists() and present.exists():
            found += [f"Pictures: {Path(name).stem} is another photo."] * (not alike(former, present))
        if (was_in == old) != (is_in == new) and former.exists() and present.exists():
            part = next((label for part, label in PARTS.items() if PART_FILES[part] == name), label_of(name))
            found.append(f"{part}: is {'on again' if is_in == new else 'off now. Its texts are kept'}.")
        if alike(former, present) or (name.startswith(_MADE) and name != _PICTURES):
            continue
        was, is_now = (_data(folder, name) for folder in (was_in, is_in))
        if name == _PICTURES:
            found += _of_pictures(was or {}, is_now or {})
            continue
        if name.endswith(_TEXTS) and was is not None and is_now is not None:
            where = label_of(name) if name.startswith("posts/") else _words(Path(name).stem)
            found += _differences(where, was, is_now, labels_of(name)) or [f"{where}: notes changed."]
        else:
            said = "added" if not former.exists() else "removed" if not present.exists() else "replaced"
            title = (was or is_now or {}).get("title", "")
            found.append(f"{label_of(name).partition(':')[0]}{f', “{title}”,' if title else ''} was {said}.")
    return found


def _aside_or_not(folder: Path, name: str) -> Path:
    """Return the folder in which a folder has a file: that of a part that is switched off is aside."""
    return folder / OFF if (folder / OFF / name).exists() and not (folder / name).exists() else folder


def new_hosts(old: Path, new: Path) -> list[str]:
    """Return the names of the hosts to which addresses in the new folder's TOML files lead, and none in the old one."""
    return sorted({*_hosts(new)} - {*_hosts(old)})


def _hosts(folder: Path) -> Iterator[str]:
    for file in Folder(folder).files("*.toml"):
        yield from _addressed(_data(folder, file.name))


def _addressed(data: Any) -> Iterator[str]:
    if isinstance(data, str):
        if data.startswith(("https:", "http:")):
            yield urlsplit(data).hostname or data
    elif isinstance(data, dict | list):
        for inner in data.values() if isinstance(data, dict) else data:
            yield from _addressed(inner)


def _data(folder: Path, name: str) -> Any:
    """Return a file's data; of a Markdown file also its text. None if there is no such file, or it can't be read."""
    texts = Folder(folder)
    if not name.endswith(_TEXTS) or not texts.has(name):
        return None
    try:
        if name.endswith(".toml"):
            return texts.read(name)
        if name.startswith("posts/"):
            return texts.read(name) | {"text": "\n".join(texts.front_and_text(name)[1]).strip()}
        return {"text": texts.text_of(name)}
    except MistakesError:
        return None


def _differences(where: str, old: Any, new: Any, labels: Mapping[str, str]) -> list[str]:
    if old == new or (old in (None, "") and new in (None, "")):
        return []
    if isinstance(old, dict) and isinstance(new, dict):
        found: list[str] = []
        for key in dict.fromkeys((*old, *new)):
            was, is_now = old.get(key), new.get(key)
            if was is None and is_now is _USUAL.get(key, False):
                continue
            if key.endswith("picture") and was and is_now and was != is_now:
                found.append(f"{where}: another picture.")
                continue
            lists = _is_list_of_tables(was) and _is_list_of_tables(is_now)  # its entries have names
            label = labels.get(key) or _words(key)
            found += _differences(where if lists else f"{where}, {label}", was, is_now, labels)
        return found
    if _is_list_of_tables(old) and _is_list_of_tables(new):
        return _of_entries(where, old, new, labels)
    if old is None and isinstance(new, bool):
        return [f"{where}: is {_shown(new)} now."]
    if old is None or old == "":
        return [f"{where}: {_shown(new)} was added."]
    if new is None or new == "":
        return [f"{where}: {_shown(old)} was removed."]
    return [f"{where}: was {_shown(old)}, is {_shown(new)}."]


def _of_pictures(old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    """Return the differences of the words about pictures, and of their looks."""
    found: list[str] = []
    for name in dict.fromkeys((*old, *new)):
        was, is_now = old.get(name, ""), new.get(name, "")
        if isinstance(was or is_now, str):
            found += _differences("Pictures", was, is_now, {})
            looks = ([data[table].get(name) for table in data if isinstance(data[table], dict)] for data in (old, new))
            if was and is_now and next(looks) != next(looks):
                found.append(f"Pictures: {_shown(is_now)} looks different.")
    return found


def _of_entries(where: str, old: Any, new: Any, labels: Mapping[str, str]) -> list[str]:
    """Return the differences of two lists of tables, whose entries are known by their names."""
    found: list[str] = []
    before, after = ([_name(entry) for entry in entries] for entries in (old, new))
    if sorted(before) == sorted(after) and before != after:
        found.append(f"{where}: the order was changed.")
        new = sorted(new, key=lambda entry: before.index(_name(entry)))
        after = before
    for what, start, end, begin, stop in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        pairs = [*zip(old[start:end], new[begin:stop], strict=False)]
        if what == "equal" or (end - start == stop - begin and all(map(_are_one, *zip(*pairs, strict=True)))):
            for one, other in pairs:
                entry = f"{where}, {_shown(_name(one))}" if _name(one) else where
                found += _differences(entry, one, other, labels)
            continue
        found += [f"{where}: {_shown(name)} was removed." for name in before[start:end]]
        found += [f"{where}: {_shown(name)} was added." for name in after[begin:stop]]
    return found


def _are_one(old: Mapping[str, Any], new: Mapping[str, Any]) -> bool:
    """Return whether two entries of different names are the same one: by their key, or else by most other values."""
    keys = [key for key in ("id", "slug", "key") if key in old or key in new]
    if keys:
        return all(old.get(key) == new.get(key) for key in keys)
    return 2 * sum(old.get(key) == value for key, value in new.items()) >= len(new) - 1


def labels_of(file: str) -> dict[str, str]:
    """Return the labels of a file's fields by their keys, as forms have them."""
    schema = schema_of_file(file) if file in FILES or file.startswith("posts/") else {}
    kinds = (schema, *schema.get("$defs", {}).values())
    return {key: one["title"] for kind in kinds for key, one in kind.get("properties", {}).items() if "title" in one}


def _is_list_of_tables(data: Any) -> bool:
    return isinstance(data, list) and all(isinstance(entry, dict) for entry in data)


def _name(entry: dict[str, Any]) -> str:
    return next((str(entry[key]) for key in _NAMES if key in entry), "")


def _words(key: str) -> str:
    return key.replace("_", " ").replace("-", " ").capitalize()


def _shown(value: Any) -> str:
    """Return a value for the inside of a sentence, shortened."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return ", ".join(_shown(inner) for inner in value.values())
    text = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    return f"“{text[:_LONGEST]}…”" if len(text) > _LONGEST else f"“{text}”"
