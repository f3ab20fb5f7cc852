"""Checks websocket events: Reflex alone would let any client call every handler with arguments of any type.

Clients may call only handlers that the built pages use, with arguments that match the handlers' annotations.
"""

import inspect
import json
import logging
import re
from pathlib import Path
from typing import Annotated, Any, NotRequired, get_type_hints

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, PydanticUserError, TypeAdapter, ValidationError
from socketio import AsyncNamespace
from typing_extensions import TypedDict  # before Python 3.12 pydantic refuses typing.TypedDict

from gym_site.reflex_internals import HYDRATE, REPORT, STATE_NAME, STORE, EventHandler, browser_stores_state, handlers
from gym_site.server.socket import websocket

logger = logging.getLogger(__name__)

MAX_LOCATION = 24 * 1024  # characters of a page's location, which Reflex keeps in memory
_NAME = re.compile(rf"{STATE_NAME}[\w.]*")
_ARGUMENTS = ConfigDict(extra="forbid", arbitrary_types_allowed=True)


class _Location(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")

    pathname: str
    as_path: str = Field(alias="asPath")
    query: dict[str, str | list[str]] = {}


def _is_short(location: _Location) -> _Location:
    if len(str(location)) > MAX_LOCATION:
        raise ValueError
    return location


class Event(BaseModel):
    """An event as a page sends it; ``payload`` holds the handler's arguments."""

    model_config = ConfigDict(strict=True, extra="forbid")

    name: str
    router_data: Annotated[_Location, AfterValidator(_is_short)]
    payload: dict[str, Any] = {}
    event_actions: dict[str, bool | int] = {}


class Call:
    """A handler that pages may call, with a check of its arguments. ``event``: the handler's name in events."""

    def __init__(self, event: str, handler: EventHandler) -> None:
        self.name: str = handler.fn.__qualname__
        hints = get_type_hints(handler.fn, include_extras=True)
        _self, *parameters = inspect.signature(handler.fn).parameters.values()
        self._arguments: dict[str, Any] = {}
        for parameter in parameters:
            hint = _checkable(hints.get(parameter.name, Any))
            self._arguments[parameter.name] = hint if parameter.default is parameter.empty else NotRequired[hint]
        if event == HYDRATE and not browser_stores_state():
            del self._arguments["vars"]
        payload: Any = TypedDict("payload", self._arguments)  # pyright: ignore[reportArgumentType], fields known at run time
        payload.__pydantic_config__ = _ARGUMENTS
        self._payload = TypeAdapter(payload)

    def problem(self, event: Any) -> str:
        """Return why an event is invalid, without quoting it; empty if it is valid."""
        try:
            json.dumps(event, ensure_ascii=False).encode()  # fails on lone surrogates, which can't be stored
            self._payload.validate_python(Event.model_validate(event).payload)
        except ValidationError as error:
            first = error.errors()[0]
            argument = first["loc"][0] if first["loc"] and first["loc"][0] in self._arguments else "the event"
            return f"{self.name}: {argument} is wrong ({first['type']})"
        except (ValueError, RecursionError):
            return f"{self.name}: text that can't be stored"
        return ""


def page_calls(scripts: Path | None) -> dict[str, Call]:
    """Return a `Call` for each handler that the built scripts mention. The keys are the names of the events.

    ``scripts``: the folder of the built scripts. If it is None, every handler gets a `Call`.
    """
    known = handlers()
    named = set(known)
    if scripts is not None:
        named = {name for file in scripts.glob("*.js") for name in _NAME.findall(file.read_text(encoding="utf-8"))}
    if not browser_stores_state():
        named.discard(STORE)
    return {name: Call(name, known[name]) for name in sorted(named & known.keys())}


def guard_events(namespace: AsyncNamespace, calls: dict[str, Call]) -> None:
    """Let only valid events of the site's pages reach Reflex's ``namespace``."""
    trigger_event = namespace.trigger_event

    def problem(event: Any) -> str:
        name = event.get("name") if isinstance(event, dict) else None
        if not isinstance(name, str):
            return "not understood"
        if name in calls:
            return calls[name].problem(event)
        handler = handlers().get(name)
        return f"no page calls {handler.fn.__qualname__}" if handler else "not understood"

    async def guarded(event: str, sid: str, *arguments: Any) -> Any:
        """Handle a socket.io event: ``connect`` (with the page's first event), ``disconnect``, or any other."""
        if event == "connect":
            environ, auth = arguments
            first = auth.get("event") if isinstance(auth, dict) else None
            if not isinstance(first, dict) or first.get("name") != HYDRATE or problem(first):
                return False
            if not websocket.get().join():
                return False
            # Drop the hash of the page's states: with it, Reflex would make pages of an older build reload, and the
            # visitor would lose unsent text.
            arguments = (environ, {"event": first})
        elif event != "disconnect":
            (call,) = arguments
            # Drop error reports: they may contain text that the visitor typed.
            is_report = event == "client_error" or (isinstance(call, dict) and call.get("name") == REPORT)
            websocket.get().refused = "" if is_report else problem(call)
            if is_report or websocket.get().refused:
                return None
        try:
            return await trigger_event(event, sid, *arguments)
        except Exception:
            logger.exception("Reflex failed to handle an event")
            raise

    namespace.trigger_event = guarded  # type: ignore[method-assign]
    logging.getLogger("engineio.server").disabled = True  # this logger would log every malformed message


def _checkable(hint: Any) -> Any:
    """Return the annotation, or `Any` if pydantic can't validate values against it."""
    try:
        TypeAdapter(list[hint], config=_ARGUMENTS)  # pyright: ignore[reportInvalidTypeForm]
    except PydanticUserError:
        return Any
    return hint
