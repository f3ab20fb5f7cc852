"""Writes out the texts of a folder of format 1, for ``new-format``. The next release but one has no such module.

In format 1, which version 3.0.0 and older ones read, a text may hold ``{name|others}``: what services and parts say by
that name in their tables ``says``, or else the other words. A table with a ``part`` may have an ``otherwise``, which
takes its place if the gym lacks the part. Here each text becomes what it is with the parts and services of the gym; the
countdown's words from the opening on, which were a second heading, get a line of their own; all else stays as it is,
with its comments.
"""

import json
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from gym_site.brand import FORMAT, PART_FILES
from gym_site.folder import Folder

_BARRED = re.compile(r"\{([^{}|]*)\|([^{}]*)\}")
_TOKEN = re.compile(
    r"""\"{3}(?:\\.|[^\\])*?\"{3,}|'{3}.*?'{3,}|"(?:\\.|[^"\\])*"|'[^']*'|\#[^\n]*|[][{},=]|[^]["'\#{},=]+""", re.DOTALL
)

_Entries = dict[str, tuple[str, str]]  # by the key: what is written up to the sign =, and the value
_Nodes = list[Any]  # tokens, and for each pair of brackets a tuple of the first one and the nodes inside


@dataclass
class _Table:
    """A table with a header of its own. Comments and blank lines are part of the header or entry below them."""

    steps: tuple[str, ...] = ()
    header: str = ""
    entries: _Entries = field(default_factory=dict)


class FormerFolder:
    """A gym's folder, which may be of format 1."""

    def __init__(self, folder: Folder) -> None:
        self.folder = folder

    def is_needed(self) -> bool:
        """Return whether the folder is of format 1, and has texts that must be written out."""
        return self.folder.read("gym.toml").get("format", 1) == 1 and any(
            _is_former(self.folder.text_of(file) if file.endswith(".md") else self.folder.read(file))
            for file in self.files()
        )

    def files(self) -> list[str]:
        """Return the names of the folder's files with texts."""
        found = (path for pattern in ("*.toml", "*.md", "posts/*.md") for path in self.folder.files(pattern))
        return sorted(path.relative_to(self.folder.path).as_posix() for path in found)

    def written_out(self, file: str) -> str:
        """Return the text of a file in format 2."""
        text = self.folder.text_of(file)
        if file.endswith(".md"):
            return _BARRED.sub(self._words, text)
        tables, end = self._tables(text)
        for table in tables:
            if file == "expansion.toml" and table.steps[-1:] == ("countdown",) and "heading" in table.entries:
                heading = tomllib.loads(f"heading ={table.entries['heading'][1]}")["heading"]
                words = heading.get("after", "") if isinstance(heading, dict) else heading
                table.entries.setdefault("opened", ("opened = ", f"{_quoted(words)}\n"))
            self._write_out(table, tables)
        lines = (part for table in tables for part in (table.header, *map("".join, table.entries.values())))
        text = "".join(lines) + end
        if file == "gym.toml":
            text = re.sub(r"(?m)^format *=.*\n", "", text)
            text = re.sub(r"(?m)^(?=[\w\"'])", f"format = {FORMAT}  # of this folder: leave it\n", text, count=1)
        return text

    @cached_property
    def _said(self) -> dict[str, dict[str, str]]:
        """Return what each service and part of the gym says, by the name of the blank."""
        tables = {table["key"]: table for table in self.folder.read("services.toml").get("services", ())}
        tables |= {
            part: self.folder.read(file)
            for part, file in PART_FILES.items()
            if file.endswith(".toml") and self.folder.has(file)
        }
        said: dict[str, dict[str, str]] = {}
        for part, table in tables.items():
            for name, words in table.get("says", {}).items() if self._has(part) else ():
                said.setdefault(name, {})[part] = words
        return said

    def _words(self, blank: re.Match[str], written: Callable[[str], str] = str) -> str:
        """Return the words for a blank. ``written`` returns words that are said as the file writes them."""
        return "".join(map(written, self._said[blank[1]].values())) if blank[1] in self._said else blank[2]

    def _write_out(self, table: _Table, tables: list[_Table]) -> None:
        """Write out a table of a file. If it becomes a text, that is an entry of the table around it."""
        table.entries.pop("says", None)
        if table.steps[-1:] == ("says",):
            table.header, table.entries = "", {}
            return
        *above, header = table.header.splitlines(keepends=True) or [""]
        chosen = self._chosen(table.entries, in_list=header.startswith("[["))
        if isinstance(chosen, dict):
            table.entries = chosen
        elif chosen.lstrip().startswith("{"):
            inner = self._entries(_split(_tree(chosen.lstrip())[0][1]))
            table.entries = {key: (f"{head.strip()} ", f"{value.strip()}\n") for key, (head, value) in inner.items()}
        else:
            around = next(one for one in reversed(tables[: tables.index(table)]) if one.steps == table.steps[:-1])
            comments = "".join(above).lstrip("\n")
            around.entries[table.steps[-1]] = (f"{comments}{table.steps[-1]} =", chosen)
            table.header, table.entries = "", {}

    def _chosen(self, entries: _Entries, *, in_list: bool) -> _Entries | str:
        """Return the entries of a table, or what is written in its place."""
        if "otherwise" not in entries:
            return entries
        part = tomllib.loads(f"part ={entries['part'][1]}")["part"]
        if not self._has(part):
            return entries["otherwise"][1]
        kept = {key: entry for key, entry in entries.items() if key != "otherwise" and (in_list or key != "part")}
        return kept["text"][1] if kept.keys() == {"text"} else kept

    def _entries(self, pieces: Iterable[_Nodes]) -> _Entries:
        """Return the entries of a table, written out."""
        entries: _Entries = {}
        for piece in pieces:
            if "=" in piece:
                equals = piece.index("=") + 1
                head = "".join(piece[:equals])
                entries[next(iter(tomllib.loads(f"{head} 0")))] = head, self._value(piece[equals:]) or ""
        return entries

    def _value(self, nodes: _Nodes, *, in_list: bool = False) -> str | None:
        """Return a value, written out, with what is around it. Return None for an entry of a list that is gone."""
        written = ""
        for node in nodes:
            new: str | None = node
            if isinstance(node, tuple):
                new = self._list(node[1]) if node[0] == "[" else self._inline(node[1], in_list=in_list)
            elif node[0] in "\"'":
                new = self._text(node, in_list=in_list)
            if new is None:
                return None
            written += new
        return written

    def _text(self, token: str, *, in_list: bool) -> str | None:
        only = _BARRED.fullmatch(token[1:-1]) if in_list else None
        if only and not only[2] and len(said := self._said.get(only[1], {})) == 1:
            ((part, words),) = said.items()
            return f"{{ part = {_quoted(part)}, text = {_quoted(words)} }}"
        written = str if token.startswith("'") else lambda words: _quoted(words)[1:-1]
        text = _BARRED.sub(lambda blank: self._words(blank, written), token)
        return None if only and len(text) == len("''") else text

    def _tables(self, text: str) -> tuple[list[_Table], str]:
        """Return the tables of a file, and what follows the last one."""
        tables = [_Table()]
        above = statement = ""
        for line in f"{text.rstrip()}\n".splitlines(keepends=True):
            statement += line
            try:
                data = tomllib.loads(statement)
            except tomllib.TOMLDecodeError:
                continue  # the value goes on in the next line
            whole, is_header, statement = above + statement, statement.startswith("["), ""
            if is_header:
                tables.append(_Table(tuple(_steps(data)), whole))
            elif data:
                tables[-1].entries |= self._entries([_tree(whole)])
            above = "" if data else whole
        return tables, above

    def _list(self, nodes: _Nodes) -> str:
        entries = (self._value(piece, in_list=True) for piece in _split(nodes))
        return f"[{','.join(entry for entry in entries if entry is not None)}]"

    def _inline(self, nodes: _Nodes, *, in_list: bool) -> str:
        entries = self._entries(_split(nodes))
        chosen = self._chosen(entries, in_list=in_list)
        if isinstance(chosen, str):
            return chosen.strip()
        if chosen is entries:
            return f"{{{','.join(map(''.join, entries.values()))}}}"
        return f"{{ {', '.join(''.join(entry).strip() for entry in chosen.values())} }}"

    def _has(self, part: str) -> bool:
        if part in PART_FILES:
            return self.folder.has(PART_FILES[part])
        services = self.folder.read("services.toml").get("services", ())
        return any(table["key"] == part and table.get("offered", True) for table in services)


def _is_former(data: Any) -> bool:
    if isinstance(data, str):
        return bool(_BARRED.search(data))
    if isinstance(data, dict):
        return bool({"says", "otherwise"} & data.keys()) or any(map(_is_former, data.values()))
    return isinstance(data, list) and any(map(_is_former, data))


def _steps(header: Any) -> Iterator[str]:
    """Yield the keys of a parsed header."""
    for key, inner in header[0].items() if isinstance(header, list) else header.items():
        yield key
        yield from _steps(inner)


def _tree(text: str) -> _Nodes:
    def inside(tokens: Iterator[str]) -> _Nodes:
        nodes: _Nodes = []
        for token in tokens:
            if token in "]}":
                break
            nodes.append((token, inside(tokens)) if token in "[{" else token)
        return nodes

    return inside(iter(_TOKEN.findall(text)))


def _split(nodes: _Nodes) -> list[_Nodes]:
    """Return the nodes between the commas."""
    pieces: list[_Nodes] = [[]]
    for node in nodes:
        if node == ",":
            pieces.append([])
        else:
            pieces[-1].append(node)
    return pieces


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
