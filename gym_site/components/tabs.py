"""Tabs whose panels are all in the page: without JavaScript every one is shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import reflex as rx

from gym_site.browser.tabs import TabList, Tabs


@dataclass(frozen=True)
class Tab:
    """One tab: ``key`` is part of the ids, ``label`` its words."""

    key: str
    label: str
    panel: rx.Component


def tabs(state: Tabs, content: Sequence[Tab], *, label: str) -> rx.Component:
    """Return the tab list and its panels; ``label`` names the list for screen readers."""
    return rx.el.div(
        TabList.create(
            *(
                rx.el.button(
                    tab.label,
                    id=f"tab-{tab.key}",
                    role="tab",
                    type="button",
                    class_name="tab",
                    aria_selected=state.selected == position,
                    aria_controls=f"panel-{tab.key}",
                    tab_index=rx.cond(state.selected == position, 0, -1),
                    on_click=state.select(position),
                )
                for position, tab in enumerate(content)
            ),
            class_name="tab-list",
            custom_attrs={"aria-label": label},
        ),
        *(
            rx.el.div(
                tab.panel,
                id=f"panel-{tab.key}",
                role="tabpanel",
                class_name="tab-panel",
                aria_labelledby=f"tab-{tab.key}",
                hidden=state.selected != position,
                tab_index=0,
            )
            for position, tab in enumerate(content)
        ),
        class_name="tabs",
    )
