"""Tabs whose panels are all in the page: without JavaScript every one is shown."""

from collections.abc import Sequence
from dataclasses import dataclass

import reflex as rx

from gym_site.browser.position import Position
from gym_site.browser.state import script


@dataclass(frozen=True)
class Tab:
    """One tab: ``key`` is part of the ids, ``label`` its words."""

    key: str
    label: str
    panel: rx.Component


def tabs(state: Position, content: Sequence[Tab], *, label: str) -> rx.Component:
    """Return the tab list and its panels; ``label`` names the list for screen readers."""
    buttons = (
        rx.el.button(
            tab.label,
            id=f"tab-{tab.key}",
            role="tab",
            type="button",
            class_name="tab",
            aria_selected=state.index == position,
            aria_controls=f"panel-{tab.key}",
            tab_index=rx.cond(state.index == position, 0, -1),
            custom_attrs={"ref": rx.cond(state.index == position, script("tabs", "selectedTab"), None)},
            on_click=state.go_to(position),
        )
        for position, tab in enumerate(content)
    )
    panels = (
        rx.el.div(
            tab.panel,
            id=f"panel-{tab.key}",
            role="tabpanel",
            class_name="tab-panel",
            aria_labelledby=f"tab-{tab.key}",
            hidden=state.index != position,
            tab_index=0,
        )
        for position, tab in enumerate(content)
    )
    keys = state.keys(Home=state.go_to(0), End=state.go_to(len(content) - 1))
    bar = rx.el.div(*buttons, role="tablist", aria_label=label, class_name="tab-list", custom_attrs=keys)
    return rx.el.div(bar, *panels, class_name="tabs")
