"""Checks the events of websockets: Reflex would let any client call every handler with arguments of any type."""

import logging
from typing import Annotated, Any, Generic, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError
from reflex.state import FrontendEventExceptionState, OnLoadInternalState, State
from reflex_base.utils.format import format_event_handler
from socketio import AsyncNamespace

from gym_site.server.socket import MAX_MESSAGE, websocket

logger = logging.getLogger(__name__)

MAX_LOCATION = 24 * 1024  # characters of a page's path, path with query, and parsed query: Reflex keeps them
MAX_ENTRIES = 40  # in a list or a mapping
_HYDRATE = format_event_handler(State.hydrate_and_load)  # type: ignore[arg-type]
_REPORT = format_event_handler(FrontendEventExceptionState.handle_frontend_exception)  # type: ignore[arg-type]


# Where a length is given, half a surrogate pair is refused too, which no browser sends and no database stores.
_Text = Annotated[str, Field(max_length=MAX_MESSAGE)]
_ShortText = Annotated[str, Field(max_length=64)]  # names, hashes, keys


class _Exact(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")


class _Location(_Exact):
    pathname: _Text
    as_path: _Text = Field(alias="asPath")
    query: dict[_Text, _Text | list[_Text]] = {}


def _is_short(location: _Location) -> _Location:
    if len(str(location)) > MAX_LOCATION:
        raise ValueError
    return location


class _Hydration(_Exact):
    hashes: Annotated[list[_ShortText], Field(max_length=MAX_ENTRIES)] = []


class _Submission(_Exact):
    fields: Annotated[dict[_ShortText, _Text], Field(max_length=MAX_ENTRIES)]
    attempt: _ShortText


_Payload = TypeVar("_Payload", bound=_Exact)


class Event(_Exact, Generic[_Payload]):
    """An event as a page sends it."""

    name: str
    router_data: Annotated[_Location, AfterValidator(_is_short)]
    payload: _Payload = Field(default={}, validate_default=True)


def page_calls(*submits: Any) -> dict[str, type[Event]]:
    """Return the handlers that a page may call, the ``submits`` and two of Reflex, with the types of their events."""
    return {
        _HYDRATE: Event[_Hydration],
        format_event_handler(OnLoadInternalState.on_load_internal): Event[_Exact],  # type: ignore[arg-type]
        **{format_event_handler(submit): Event[_Submission] for submit in submits},
    }


def guard_events(namespace: AsyncNamespace, calls: dict[str, type[Event]]) -> None:
    """Let only the events that a page sends reach Reflex's ``namespace``."""
    trigger_event = namespace.trigger_event

    def called(event: Any) -> str:
        """Return the name of the event handler; empty if no page calls it so."""
        try:
            return calls[event["name"]].model_validate(event).name
        except (KeyError, TypeError, ValidationError):
            return ""

    async def guarded(event: str, sid: str, *arguments: Any) -> Any:
        """Take what the library hands over: a connection with the page's first event, another event, or the end."""
        if event == "connect":
            environ, auth = arguments
            first = auth.get("event") if isinstance(auth, dict) else None
            if called(first) != _HYDRATE or not websocket.get().join():
                return False
            # Without the hash of the page's states, Reflex doesn't tell a page of another build to reload, which would
            # lose what its visitor is typing.
            arguments = (environ, {"event": first})
        elif event != "disconnect":
            (call,) = arguments
            # An error report is dropped: it may hold what a visitor typed.
            is_report = event == "client_error" or (isinstance(call, dict) and call.get("name") == _REPORT)
            if is_report or called(call):
                websocket.get().refused = ""
            if is_report or websocket.get().refused:
                return None
        try:
            return await trigger_event(event, sid, *arguments)
        except Exception:
            logger.exception("Reflex failed to take an event")
            raise

    namespace.trigger_event = guarded  # type: ignore[method-assign]
    logging.getLogger("engineio.server").disabled = True  # it logs every message that can't be parsed
