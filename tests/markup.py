"""Parses built pages as plain HTML, as a search engine does."""

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Self

VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())


class Element:
    """An element with its attributes; a child is an element or text."""

    def __init__(self, tag: str, attrs: dict[str, str | None]) -> None:
        self.tag, self.attrs = tag, attrs
        self.children: list[Element | str] = []

    def walk(self) -> Iterator[Self]:
        """Yield this element and its descendants in document order."""
        yield self
        for child in self.children:
            if isinstance(child, Element):
                yield from child.walk()

    def all(self, tag: str = "", *, class_: str = "", **attrs: str) -> list[Self]:
        """Return the elements with this tag, class and attributes. In an attribute's name ``_`` stands for ``-``."""
        return [
            one
            for one in self.walk()
            if (not tag or one.tag == tag)
            and (not class_ or class_ in (one.attrs.get("class") or "").split())
            and all(one.attrs.get(name.strip("_").replace("_", "-")) == value for name, value in attrs.items())
        ]

    def one(self, tag: str = "", **what) -> Self:
        (found,) = self.all(tag, **what)
        return found

    @property
    def text(self) -> str:
        """The text content with single spaces, without scripts."""
        return " ".join(self._words().split())

    def _words(self) -> str:
        if self.tag in ("script", "style"):
            return ""
        inline = self.tag in ("a", "b", "em", "small", "span", "strong", "s", "i")
        words = "".join(child if isinstance(child, str) else child._words() for child in self.children)
        return words if inline else f" {words} "


class _Builder(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("", {})
        self._open = [self.root]

    def handle_starttag(self, tag, attrs):
        element = Element(tag, dict(attrs))
        self._open[-1].children.append(element)
        if tag not in VOID:
            self._open.append(element)

    def handle_endtag(self, tag):
        if any(one.tag == tag for one in self._open[1:]):
            while self._open.pop().tag != tag:
                pass

    def handle_data(self, data):
        self._open[-1].children.append(data)


def parse(html: str) -> Element:
    builder = _Builder()
    builder.feed(html)
    builder.close()
    return builder.root


def read(file: Path) -> Element:
    return parse(file.read_text(encoding="utf-8"))
