"""Messages as a page sends them over its websocket."""

import json
from typing import Any
from uuid import uuid4

STATE = "reflex___state____state"
HYDRATE = f"{STATE}.hydrate_and_load"
MOVED = f"{STATE}.reflex___state____on_load_internal_state.on_load_internal"
PLACE = {"pathname": "/", "asPath": "/"}
MARK = "zq7stranger"  # in all hostile messages, must not be logged


def packet(event: Any) -> str:
    """Return the message for an event, with letters of all languages as a browser writes them."""
    return "42/_event," + json.dumps(["event", event], ensure_ascii=False, separators=(",", ":"))


def sending(event: Any) -> str:
    """Return the message for an event in ASCII, so that it may contain half of a surrogate pair."""
    return "42/_event," + json.dumps(["event", event], separators=(",", ":"))


def moving(**changes: Any) -> str:
    """Return the message that a page sends when it navigates; ``changes`` add or replace keys of the message."""
    return sending({"name": MOVED, "router_data": PLACE} | changes)


def joining(state_schema: str = "0" * 32, **changes: Any) -> str:
    """Return the first message of a page, built with this hash of the app's states."""
    event = {"name": HYDRATE, "router_data": PLACE}
    return "40/_event," + json.dumps({"event": event, "state_schema": state_schema} | changes)


def page_query() -> str:
    """Return the query string of a page's websocket URL."""
    return f"token={uuid4()}&EIO=4&transport=websocket"
