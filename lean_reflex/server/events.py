"""Checks websocket events: Reflex alone would let any client call every handler with arguments of any type.

Clients may call only handlers that the built pages use, or to which a script that the server has sent may answer, with
arguments that match the handlers' annotations once Reflex has decoded them.
"""

import inspect
import json
import logging
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, NotRequired, Required, Union, get_args, get_origin, get_type_hints

import reflex as rx
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, PydanticUserError, TypeAdapter, ValidationError
from socketio import AsyncNamespace
from typing_extensions import TypedDict, is_typeddict  # before Python 3.12 pydantic refuses typing.TypedDict

from lean_reflex.reflex_internals import (
    HYDRATE,
    REPORT,
    STATE_NAME,
    STORE,
    EventHandler,
    FormData,
    StateUpdate,
    browser_stores_state,
    handlers,
    takes_files,
    transform_form_data,
    value_inside_optional,
)
from lean_reflex.server.socket import websocket

logger = logging.getLogger(__name__)

MAX_LOCATION = 8 * 1024  # bytes of a page's location, of which Reflex keeps about three times as much in memory
_NAME = re.compile(rf"{STATE_NAME}[\w.]*")
_ARGUMENTS = ConfigDict(extra="forbid", arbitrary_types_allowed=True)


class _Location(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")

    pathname: str
    as_path: str = Field(alias="asPath")
    query: dict[str, str | list[str]] = {}


def _is_short(location: _Location) -> _Location:
    if len(str(location).encode()) > MAX_LOCATION:
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
        self.takes_files = takes_files(handler)
        self._hints = get_type_hints(handler.fn)
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
            payload = Event.model_validate(event).payload
        except ValidationError as error:
            return f"{self.name}: the event is wrong ({error.errors()[0]['type']})"
        except (ValueError, RecursionError):
            return f"{self.name}: text that can't be stored"
        return self.argument_problem(payload)

    def argument_problem(self, payload: Mapping[str, Any]) -> str:
        """Return why the arguments are invalid, without quoting them; empty if they are valid."""
        try:
            # Validate a form as Reflex hands it to the handler. A page sends it as a list of names and values.
            decoded = {name: transform_form_data(value, self._hints.get(name, Any)) for name, value in payload.items()}
            self._payload.validate_python(decoded)
        except ValidationError as error:
            first = error.errors()[0]
            argument = first["loc"][0] if first["loc"] and first["loc"][0] in self._arguments else "the event"
            return f"{self.name}: {argument} is wrong ({first['type']})"
        except (ValueError, TypeError, RecursionError):  # the entries of a form are no pairs
            return f"{self.name}: a form is not understood"
        return ""


class CheckedUploads(rx.Middleware):
    """Refuses an upload whose other arguments don't match the handler's annotations: it comes over HTTP."""

    def __init__(self, calls: Mapping[str, Call]) -> None:
        self._calls = {name: call for name, call in calls.items() if call.takes_files}

    async def preprocess(self, app: rx.App, state: Any, event: Any) -> StateUpdate | None:  # noqa: ARG002
        """Return an empty update in place of the handler's if the arguments are wrong."""
        call = self._calls.get(event.name)
        if call is None or not (problem := call.argument_problem(event.payload)):
            return None
        logger.warning("An upload was refused: %s", problem)
        return StateUpdate()


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
    trigger_event, emit = namespace.trigger_event, namespace.emit

    def problem(event: Any) -> str:
        name = event.get("name") if isinstance(event, dict) else None
        if not isinstance(name, str):
            return "not understood"
        if name in calls:
            return calls[name].problem(event)
        handler = handlers().get(name)
        return f"no page calls {handler.fn.__qualname__}" if handler else "not understood"

    async def emitting(event: str, data: Any = None, *arguments: Any, **options: Any) -> Any:
        """Send a message to a page. If it holds a script, the handler to which that answers may be called."""
        for each in getattr(data, "events", ()):
            for name in _NAME.findall(str(each.payload.get("callback", ""))):
                if name not in calls and (handler := handlers().get(name)):
                    calls[name] = Call(name, handler)
        return await emit(event, data, *arguments, **options)

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
    namespace.emit = emitting  # type: ignore[method-assign]
    logging.getLogger("engineio.server").disabled = True  # this logger would log every malformed message


def _checkable(hint: Any) -> Any:
    """Return the annotation in a form that pydantic can validate values against; `Any` if there is none."""
    form = checked = value_inside_optional(hint)
    kind = get_origin(form) or form
    if isinstance(kind, type) and issubclass(kind, FormData):
        entries = TypeAdapter(list[tuple[get_args(form) or (str, Any)]])  # pyright: ignore[reportInvalidTypeForm]
        checked = Annotated[kind, AfterValidator(lambda data: entries.validate_python(data.multi_items()))]
    elif is_typeddict(form):
        checked = _typed_dict(form)
    if form is not hint:
        checked = Union[checked, None]  # noqa: UP007, not every annotation has the operator
    try:
        TypeAdapter(list[checked], config=_ARGUMENTS)  # pyright: ignore[reportInvalidTypeForm]
    except PydanticUserError:
        return Any
    return checked


def _typed_dict(kind: Any) -> Any:
    """Return a copy of a TypedDict that pydantic accepts and that lets a form have other fields, as Reflex does."""
    hints = get_type_hints(kind, include_extras=True)
    for name, hint in hints.items():
        if get_origin(hint) not in (Required, NotRequired):
            hints[name] = Required[hint] if name in kind.__required_keys__ else NotRequired[hint]
    copy: Any = TypedDict(kind.__name__, hints)  # pyright: ignore[reportArgumentType], fields known at run time
    copy.__pydantic_config__ = _ARGUMENTS | {"extra": "allow"}
    return copy
