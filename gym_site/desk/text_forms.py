"""Forms of the gym's files: fields from a file's schema and data."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cache
from itertools import chain
from typing import Any

from tomlkit.items import Float

from gym_site.brand import Brand
from gym_site.check.schemas import schema_of
from gym_site.content.posts import BlogPost
from gym_site.gym import contents
from gym_site.refusal import Steps, number_in

FILES = {
    "plans.toml": "Plans and prices: memberships, passes, training packages",
    "questions.toml": "Questions: and their answers",
    "trainers.toml": "Trainers: people, and the words around them",
    "services.toml": "Services: prices, texts, and which of them you offer",
    "gym.toml": "Terms and links: usual hours, fees and other terms, links",
    "home.toml": "Home page: first screen, steps, reasons, reviews, contact",
    "facility.toml": "Facility: pictures and features of the building",
    "expansion.toml": "Expansion: opening day, new rooms, questions",
    "transformations.toml": "Before and after: pairs of pictures",
    "consultation.toml": "Consultation: the page about the free one",
    "booking.toml": "Booking: what can be booked, and what to bring",
    "online-coaching.toml": "Online coaching: packages and prices",
    "social.toml": "Instagram: posts on the home page",
    "blog.toml": "Page of the blog: the words around the posts",
    "forms.toml": "Forms: what visitors choose from, and what they read after sending",
    "site.toml": "Menus and footer: links, buttons, small print",
    "search.toml": "Words for search engines: of each page, unless they are changed above",
    "privacy.toml": "Page about privacy: title, and whom to ask",
}
"""The files with a form, by name, with the words for them: a label, and what there is."""
HIDDEN = {
    *("format", "mark", "colours", "fonts", "latitude", "longitude", "time_zone", "exceptions"),
    *("id", "slug", "key", "part", "path", "words_of", "alias"),
}
"""Keys that no form shows: what the code needs, and addresses that people share, days with other hours."""
OF_RECORD = {"address", "postal_code", "phone", "email"}
"""Keys of ``gym.toml`` that no form shows either, as they are facts that are live."""
FIXED = "ever change it"
"""Words in the description of a value that no form shows, as others refer to it."""
_UNUSED = "Not shown"
USUALLY = "Empty, the website says “"
NAMED = {"The key of a page": "page", "The key of a service": "service", "The name of a picture": "picture"}
"""What a value names, by the words in its description."""
_CHOICES = {"category": "categories", "practitioner_type": "types"}
"""Keys whose values are in a list of the same file, and that list's key."""
OF_TEXT = {"text": "Text", "before": "Until the expansion opens", "after": "Once the expansion is open"}
"""The keys of a table that stands for a text."""
ADDED = "+"
"""The last step to a field for a term that is added, and to what was typed there while it can't be one."""
PARTS = {
    "trainers": "Trainers",
    "blog": "Blog",
    "facility": "Facility",
    "booking": "Booking",
    "transformations": "Before and after",
    "social": "Instagram",
    "expansion": "Expansion",
}
"""The parts of the site that are switched off and on at the desk, with the words for them."""
OFF = "off"
"""The folder of the files of parts that are switched off."""
_NAMES = ("name", "question", "title", "label", "caption", "text", "content", "when")
_LONG = 32  # characters from which a text gets several lines


@dataclass(frozen=True)
class Field:
    """A value in a form. ``was``: its text when the form was first shown; ``meanwhile``: another person's since."""

    steps: Steps
    label: str
    help: str
    kind: str  # line, text, lines, number, date, moment, choice or pair
    was: str
    text: str
    choices: tuple[tuple[str, str], ...] = ()
    is_needed: bool = False
    faults: Sequence[str] = ()
    facts: Sequence[tuple[str, str]] = ()
    meanwhile: str | None = None
    what: str = ""  # that it names, such as a picture

    def ident(self, page: Steps) -> str:
        """Return the field's id on the page of a place."""
        return ".".join(map(str, self.steps[len(page) :])).replace(" ", "_")

    @property
    def is_spare(self) -> bool:
        """Whether the field may stay empty, is, and has nothing to say."""
        return not (self.text or self.is_needed or self.faults or self.kind == "pair") and self.meanwhile is None

    @property
    def rows(self) -> int:
        """The number of lines to type in."""
        lines = self.text.count("\n") + 1
        return min(12, lines + 1 if self.kind == "lines" else max(2, lines, len(self.text) // _LONG + 1))


@dataclass(frozen=True)
class Group:
    """Fields that belong together."""

    steps: Steps
    label: str
    items: Sequence["Field | Group | Entries"]


@dataclass(frozen=True)
class Entries:
    """A list whose entries have pages of their own: steps, name and whether there is a mistake. ``can_add``: to it."""

    steps: Steps
    label: str
    names: Sequence[tuple[Steps, str]]
    can_add: bool
    faulty: Sequence[Steps] = field(default=())


Item = Field | Group | Entries


@cache
def schema_of_file(file: str) -> dict[str, Any]:
    """Return the schema of a file."""
    kinds: dict[str, type] = {"gym.toml": Brand} | {name: kind for name, kind, _ in contents().values()}
    return schema_of(BlogPost if file.startswith("posts/") else kinds[file])


Choices = Mapping[str, Mapping[str, str]]
"""Values and the words for them, by what they are: a page, a service, a part, a picture, or the key of a field."""


class Form:
    """The form of a file. ``data``: what the file says; ``choices``: of its fields."""

    def __init__(self, file: str, data: Mapping[str, Any], choices: Choices | None = None) -> None:
        self.data = data
        self._root = schema_of_file(file)
        self._hidden = HIDDEN | (
            OF_RECORD if file == "gym.toml" else {"content"} if file.startswith("posts/") else set()
        )
        listed = {key: {str(one): str(one) for one in data[name]} for key, name in _CHOICES.items() if name in data}
        self._choices = {**(choices or {}), **listed}

    def items(self, steps: Steps) -> list[Item]:
        """Return what the page of a table shows: of the whole file, or of an entry of one of its lists."""
        return list(self._items(self._schema_at(steps), at(self.data, steps), steps))

    def fields(self, steps: Steps) -> Iterator[Field]:
        """Yield the fields of that page."""
        return fields_in(self.items(steps))

    def schema_of_entry(self, steps: Steps) -> dict[str, Any]:
        """Return the schema of a new entry of the list at a place, and of its values."""
        schema = self._resolved(self._schema_at(steps[:-1])["properties"][steps[-1]], [])
        entry = self._resolved(schema["items"], {})
        return entry | {"properties": {key: self._resolved(one, None) for key, one in entry["properties"].items()}}

    def _schema_at(self, steps: Steps) -> dict[str, Any]:
        schema: dict[str, Any] = self._resolved(self._root, self.data)
        data: Any = self.data
        for step in steps:
            data = data[step]
            inner = schema.get("items") if isinstance(step, int) else schema.get("properties", {}).get(step)
            schema = self._resolved(inner or _free(schema), data)
        return schema

    def _resolved(self, schema: dict[str, Any], data: Any) -> dict[str, Any]:
        """Return a schema without references, as far as its own keys go: of the alternatives, the one that fits."""
        if "$ref" in schema:
            named = self._root["$defs"][schema["$ref"].rpartition("/")[2]]
            return self._resolved(named | {key: schema[key] for key in ("title", "description") if key in schema}, data)
        if several := schema.get("anyOf") or schema.get("oneOf"):
            found = [self._resolved(one, data) for one in several if one.get("type") != "null"]
            fitting = [one for one in found if (one.get("type") == "object") == isinstance(data, dict)]
            own = {key: schema[key] for key in ("title", "description") if key in schema}
            return min(fitting or found, key=lambda one: len({*_keys(data)} - {*_keys(one.get("properties"))})) | own
        return schema

    def _items(self, schema: dict[str, Any], data: Any, steps: Steps) -> Iterator[Item]:
        known = schema.get("properties", {})
        for key in dict.fromkeys((*known, *data)):
            value = data.get(key)
            inner = self._resolved(known.get(key) or _free(schema), value)
            if self._is_hidden(key, inner, value):
                continue
            label = inner.get("title") or key.replace("_", " ").capitalize()
            yield from self._item(inner, value, (*steps, key), label, is_needed=key in schema.get("required", ()))

    def _is_hidden(self, key: str, schema: dict[str, Any], value: Any) -> bool:
        said = schema.get("description", "")
        if key in self._hidden:
            return not (key == "key" and _what(said))
        is_file = isinstance(value, str) and value.endswith(".md")  # which has a page of its own
        return FIXED in said or said.startswith(_UNUSED) or is_file

    def _item(self, schema: dict[str, Any], value: Any, steps: Steps, label: str, *, is_needed: bool) -> Iterator[Item]:
        kind = schema.get("type")
        entry = self._resolved(schema.get("items", {}), value[0] if isinstance(value, list) and value else None)
        if isinstance(value, dict):
            if kind == "string":
                yield self._text_of_several(schema, value, steps, label)
            elif kind == "object" and _is_text(_free(schema)) and "properties" not in schema:
                terms = [
                    Field((*steps, key), f"{{{key}}}", "", "line", text_of(one), text_of(one), is_needed=True)
                    for key, one in value.items()
                    if key != ADDED
                ]
                said = "Its name, =, and what it says, such as late fee = $10. Texts with {late fee} then say so."
                text = text_of(value.get(ADDED))
                yield Group(steps, label, [*terms, Field((*steps, ADDED), "Another one", said, "pair", text, text)])
            elif any(isinstance(one, dict) for one in value.values()) and "properties" not in schema:
                names = [((*steps, key), _name(one, key)) for key, one in value.items()]
                yield Entries(steps, label, names, can_add=False)
            else:
                yield Group(steps, label, list(self._items(schema, value, steps)))
        elif isinstance(value, list) and any(isinstance(one, dict) for one in value):
            if entry.get("type") == "string":  # texts, some of them only for a part
                found = chain.from_iterable(
                    self._item(entry, one, (*steps, number), f"{number + 1}", is_needed=False)
                    for number, one in enumerate(value)
                )
                more = self._field("text", entry, "", (*steps, len(value)), "Another one")
                yield Group(steps, label, [*found, more])
            else:
                names = [((*steps, number), _name(one, f"{number + 1}")) for number, one in enumerate(value)]
                yield Entries(steps, label, names, can_add=can_add(entry))
        elif kind == "array" and entry.get("type") == "object":
            if value is None and self._root is schema_of_file("forms.toml"):
                return  # one of the form's usual lists, which a single entry would replace
            yield Entries(steps, label, [], can_add=can_add(entry))
        elif kind == "array" or isinstance(value, list):
            yield self._field("lines", schema, value, steps, label, is_needed=is_needed)
        elif kind == "object":
            return  # an optional table that isn't there
        else:
            yield self._field(_kind(schema, value), schema, value, steps, label, is_needed=is_needed)

    def _text_of_several(self, schema: dict[str, Any], value: Any, steps: Steps, label: str) -> Group:
        """Return the fields of a table that stands for a text: of a part, or for before and after the opening."""
        if part := value.get("part"):
            label += f", only with {self._choices.get('part', {}).get(part, part)}"
        kinds = {key: _kind(schema, value[key]) for key in OF_TEXT if key in value}
        fields = [
            self._field(kind, schema, value[key], (*steps, key), OF_TEXT[key], is_needed=True)
            for key, kind in kinds.items()
        ]
        return Group(steps, label, fields)

    def _field(
        self, kind: str, schema: dict[str, Any], value: Any, steps: Steps, label: str, *, is_needed: bool = False
    ) -> Field:
        said, text = schema.get("description", ""), text_of(value)
        known = self._choices.get(_what(said) or str(steps[-1]), {})
        if kind == "choice":
            known = {"yes": "Yes", "no": "No"} if _is_yes(schema, value) else {one: one for one in schema["enum"]}
        elif known and kind in ("line", "text"):
            kind = "choice"
        if kind == "lines":
            text = "\n".join(known.get(one, one) for one in text.split("\n"))
        if not text and kind == "choice" and "default" in schema:
            text = text_of(schema["default"])
        choices = dict(known)
        if kind == "choice" and text not in known:
            choices = {text: text or "Choose …" if is_needed else text} | choices
        elif kind == "choice" and not is_needed and "default" not in schema:
            choices = {"": ""} | choices
        return Field(steps, label, _help(schema, kind, steps, choices, is_needed=is_needed), kind, text, text,
                     tuple(choices.items()), is_needed, what=_what(said))  # fmt: skip


def fault_of_added(terms: Mapping[str, Any], text: str) -> str:
    """Return what is wrong with a term that is to be added, such as ``late fee = $10``; empty if nothing is."""
    name, _, said = text.partition("=")
    name = name.strip(" {}")
    if not (name and said.strip()) or {*"{}"} & {*name, *said}:
        return "Type a name, =, and what it says, such as late fee = $10."
    return f"{{{name}}} is there already: change it above." if name in terms and name != ADDED else ""


def _help(schema: dict[str, Any], kind: str, steps: Steps, choices: Mapping[str, str], *, is_needed: bool) -> str:
    """Return what stands below a field."""
    sentences = schema.get("description", "").split(". ")
    said = ". ".join(one for one in sentences if not _what(one)).strip()
    said = with_labels(f"{said}." if said and said[-1] not in ".?" else said)
    said = said.replace(", one entry for each", "").replace("One entry for each, such", "Such")
    if kind == "lines":
        said = f"{said} One in each line{': ' + ', '.join(choices.values()) if choices else ''}."
    if not is_needed and kind not in ("choice", "pair") and isinstance(steps[-1], str):
        usual = schema.get("default")
        said += f" {USUALLY}{usual}”." if isinstance(usual, str) and usual else " May stay empty."
    return said.strip()


def with_labels(said: str) -> str:
    """Return a sentence with the labels of files in place of their names."""
    for file, label in FILES.items():
        said = said.replace(file, f"“{label.partition(':')[0]}”")
    return said


def _what(said: str) -> str:
    """Return what a value names, according to its description; empty for another value."""
    return next((what for words, what in NAMED.items() if words in said), "")


def can_add(entry: Mapping[str, Any]) -> bool:
    """Return whether people may add an entry of this schema: one with an address of its own needs other files, too."""
    return "properties" in entry and "path" not in entry.get("required", ())


def _keys(data: Any) -> Sequence[str]:
    return tuple(data) if isinstance(data, dict) else ()


def fields_in(items: Sequence[Item]) -> Iterator[Field]:
    """Yield the fields of a form, also those in groups."""
    for item in items:
        if isinstance(item, Group):
            yield from fields_in(item.items)
        elif isinstance(item, Field):
            yield item


def in_order(items: Sequence[Item]) -> Sequence[Item]:
    """Return what the page of a list shows in its order: short values, entries, longer texts, groups of texts."""

    def rank(item: Item) -> int:
        if isinstance(item, Field):
            return 2 if item.kind in ("text", "lines") else 0
        return 1 if isinstance(item, Entries) else 3

    return sorted(items, key=rank) if any(isinstance(item, Entries) for item in items) else items


def at(data: Any, steps: Steps) -> Any:
    """Return what is at a place in a file's data. Raises `LookupError`."""
    for step in steps:
        inner: Any = data
        if isinstance(inner, list) != isinstance(step, int) or not isinstance(inner, list | dict):
            raise LookupError(step)
        data = inner[step]  # type: ignore[index]
    return data


def named(data: Any, steps: Steps) -> str:
    """Return the name of the entry at a place: by it people know it, wherever it is in its list."""
    return _name(at(data, steps), str(steps[-1])) if steps else ""


def text_of(value: Any) -> str:
    """Return a value as it is shown in a form."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Float):
        return value.as_string()  # 22.50
    if isinstance(value, list):
        return "\n".join(map(text_of, value))
    if isinstance(value, datetime):
        return value.isoformat(timespec="seconds")
    return value.isoformat() if isinstance(value, date) else "" if value is None else str(value)


def is_number(text: str) -> bool:
    """Return whether a text is a number, as people write it."""
    return text.isascii() and number_in(text).replace(".", "", 1).isdecimal()


def _kind(schema: dict[str, Any], value: Any) -> str:
    if "enum" in schema or _is_yes(schema, value):
        return "choice"
    if schema.get("type") in ("number", "integer") or isinstance(value, int | float):
        return "number"
    if "format" in schema:
        return {"date": "date", "date-time": "moment"}.get(schema["format"], "line")
    is_long = isinstance(value, str) and (len(value) > _LONG or "\n" in value)
    return "text" if is_long or schema.get("maxLength", 0) > 2 * _LONG else "line"


def _is_yes(schema: dict[str, Any], value: Any) -> bool:
    return schema.get("type") == "boolean" or isinstance(value, bool)


def _is_text(schema: dict[str, Any]) -> bool:
    return schema.get("type") == "string"


def _free(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of keys that a table may have freely."""
    free = schema.get("additionalProperties")
    return free if isinstance(free, dict) else {}


def _name(entry: Any, otherwise: str) -> str:
    for key in _NAMES if isinstance(entry, dict) else ():
        value = entry.get(key)
        if isinstance(value, dict):
            value = value.get("after") or value.get("text")
        if value:
            return str(value)
    return otherwise
