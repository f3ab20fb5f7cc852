"""The two records, asked for after a page has loaded and shown where they differ (spec sections 4 and 7)."""

from __future__ import annotations

import reflex as rx

_SCRIPT = rx.asset("scripts/records.js").importable_path


class BusinessRecord(rx.Component):
    """Asks ``url`` for the business record; ``built`` is the version that the page was built with."""

    library, tag = _SCRIPT, "BusinessRecord"
    url: rx.Var[str]
    built: rx.Var[str]


class BusinessFact(rx.Component):
    """An ``element``, or text alone, that follows the business record.

    ``templates`` are its props with blanks such as ``{phone}``, its text among them as ``children``.
    """

    library, tag = _SCRIPT, "BusinessFact"
    element: rx.Var[str]
    templates: rx.Var[dict[str, str]]


class BusinessServices(rx.Component):
    """A list of the business's services: its children, or those of a newer record."""

    library, tag = _SCRIPT, "BusinessServices"


class PageHead(rx.Component):
    """The tags of a page's record in the document's head, and the place of its structured data where it ``has_data``.

    It asks ``url`` for the record; ``built`` is the version that the page was built with, ``facts`` is what it says.
    ``tags`` are meta elements' contents by name, with blanks such as ``{title}``. The page's title is
    Reflex's, and set anew where the record's is another.
    """

    library, tag = _SCRIPT, "PageHead"
    slug: rx.Var[str]
    url: rx.Var[str]
    built: rx.Var[str]
    has_data: rx.Var[bool]
    facts: rx.Var[dict[str, str]]
    tags: rx.Var[dict[str, str]]
