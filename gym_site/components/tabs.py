"""Tabs whose panels are all in the page: without JavaScript every one is shown."""

from collections.abc import Sequence

import reflex as rx

from gym_site.browser.position import Position
from gym_site.browser.state import script


def tabs(state: Position, content: Sequence[tuple[str, str, rx.Component]], *, label: str) -> rx.Component:
    """Return the tabs of ``content``, each a key for its ids, a label and a panel; ``label`` names them together."""
    buttons = (
        rx.el.button(
            name,
            id=f"tab-{key}",
            role="tab",
            type="button",
            class_name="tab",
            aria_selected=state.index == position,
            aria_controls=f"panel-{key}",
            tab_index=rx.cond(state.index == position, 0, -1),
            custom_attrs={"ref": rx.cond(state.index == position, script("tabs", "selectedTab"), None)},
            on_click=state.go_to(position),
        )
        for position, (key, name, _) in enumerate(content)
    )
    panels = (
        rx.el.div(
            panel,
            id=f"panel-{key}",
            role="tabpanel",
            class_name="tab-panel",
            aria_labelledby=f"tab-{key}",
            hidden=state.index != position,
            tab_index=0,
        )
        for position, (key, _, panel) in enumerate(content)
    )
    keys = state.keys(Home=state.go_to(0), End=state.go_to(len(content) - 1))
    bar = rx.el.div(*buttons, role="tablist", aria_label=label, class_name="tab-list", custom_attrs=keys)
    return rx.el.div(bar, *panels, class_name="tabs")
