"""Moving through the site (spec section 2): a page that opens, the way back to a section, and paths without a page."""

from __future__ import annotations

import reflex as rx

_SCRIPT = rx.asset("scripts/navigation.js").importable_path


class PageChange(rx.Component):
    """What follows a change of page inside the document; itself a live region that says the new page's title.

    The page opens at its top (going back restores the place instead), and focus goes to its heading or, by a link to a
    section, to the section's. It stands outside the pages: a region that arrives with its words is not read aloud.
    """

    library, tag = _SCRIPT, "PageChange"


class Missing(rx.Component):
    """Logs the attempted path; a path below a key of ``lists`` is sent to its value, replacing the history entry."""

    library, tag = _SCRIPT, "Missing"
    lists: rx.Var[dict[str, str]]
