"""A find-as-you-type filter over questions; without JavaScript the whole list stays."""

from __future__ import annotations

import reflex as rx


class FilterList(rx.Component):
    """A search field over the ``details`` among its children, which may stand in ``section`` groups.

    ``count``, with the number of matches for ``{n}``, or ``none`` is said below the field, ``hint`` stands in it.
    """

    library, tag = rx.asset("scripts/filter.js").importable_path, "FilterList"
    label: rx.Var[str]
    hint: rx.Var[str]
    count: rx.Var[str]
    none: rx.Var[str]
