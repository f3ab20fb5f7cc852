"""Finds what of Reflex a page uses, and gives the page those parts that Reflex would put around all pages.

Those are the theme of Radix, the colour mode and the toaster. The other pages load none of them.
"""

import builtins
import dis
import inspect
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import CodeType, FunctionType
from typing import Any

import reflex as rx

from lean_reflex.browser.library import library
from lean_reflex.reflex_internals import (
    SONNER,
    EventHandler,
    beside,
    colour_script,
    handlers_in,
    inline_scripts,
    radix_theme,
    uses_colour_mode,
    uses_radix,
    uses_toasts,
)

_RUNS_TEXT = {"call_script", "call_function"}
"""The functions of Reflex that send a page the text of a script; those for alerts, toasts and others call them."""


@dataclass
class Needs:
    """The things that a page needs beyond the site's own pages.

    ``on_load``: the events of its opening. ``changes``: whether it may change without a visitor's input. ``text``: the
    handlers or events that run scripts sent as text. ``scripts``: the page's own inline scripts.
    """

    on_load: list[Any] = field(default_factory=list)
    changes: bool = False
    toasts: bool = False
    text: set[str] = field(default_factory=set)
    scripts: set[str] = field(default_factory=set)


class ColourMode(rx.Component):
    """Provides Reflex's colour mode to what is inside it. ``early``: the script that applies it."""

    library, tag = library("colour_mode"), "ColourMode"
    early: rx.Var[str]


class LateToaster(rx.Component):
    """Reflex's toaster, which loads its library at the first toast."""

    library, tag = library("toaster"), "LateToaster"
    lib_dependencies: list[str] = [SONNER]


def colour_mode(*content: rx.Component) -> rx.Component:
    """Return content inside the provider of the colour mode."""
    return ColourMode.create(*content, early=colour_script())


def provided(content: rx.Component, needs: Needs, *, has_colour_mode: bool = False) -> rx.Component:
    """Return the content of a page inside what it needs, and write into ``needs`` what its policy must allow.

    ``has_colour_mode``: whether all pages are inside the provider of the colour mode.
    """
    for event, handler in handlers_in(content, needs.on_load):
        if handler is None:
            needs.text.add(event)
            continue
        for function in _reached(handler.fn):
            if _sends_text(function):
                needs.text.add(event)
            needs.toasts |= function.__qualname__ == "Toaster.send_toast"
    needs.toasts |= uses_toasts(content)
    needs.scripts |= inline_scripts(content)
    is_radix = uses_radix(content)
    needs_colour_mode = not has_colour_mode and (is_radix or uses_colour_mode(content))
    elements = beside(content)
    if is_radix:
        content = radix_theme(content)
    elements += [LateToaster.create()] if needs.toasts else []
    if elements:
        content = rx.fragment(content, *elements)
    if needs_colour_mode:
        content = colour_mode(content)
    return content


def answering(handler: EventHandler) -> Iterator[EventHandler]:
    """Yield the handlers that a handler names if it sends scripts: the scripts' answers may go to them."""
    functions = list(_reached(handler.fn))
    if any(_sends_text(function) for function in functions):
        for function in functions:
            yield from (value for value in _named(function, function.__code__) if isinstance(value, EventHandler))


def _sends_text(function: FunctionType) -> bool:
    return function.__module__.startswith("reflex") and function.__name__ in _RUNS_TEXT


def _reached(function: Any, seen: set[CodeType] | None = None) -> Iterator[FunctionType]:
    """Yield the functions that a handler can call: those that its code names, and those that these name."""
    seen = set() if seen is None else seen
    function = inspect.unwrap(function)
    if not isinstance(function, FunctionType) or function.__code__ in seen:
        return
    seen.add(function.__code__)
    yield function
    for value in _named(function, function.__code__):
        for called in _functions(value):
            if _is_followed(called):
                yield from _reached(called, seen)


def _is_followed(function: FunctionType) -> bool:
    """Follow the site's functions, and those of Reflex that return events."""
    if function.__module__.startswith("reflex"):
        return "EventSpec" in str(function.__annotations__.get("return"))
    return "site-packages" not in function.__code__.co_filename and function.__module__ not in sys.stdlib_module_names


def _functions(value: Any) -> Iterator[FunctionType]:
    if isinstance(value, EventHandler):
        value = value.fn
    if isinstance(value, FunctionType):
        yield value
    elif not isinstance(value, type) and isinstance(call := vars(type(value)).get("__call__"), staticmethod):
        yield call.__func__  # such as rx.toast


def _named(function: FunctionType, code: CodeType) -> Iterator[Any]:
    """Yield the values of the names, and of the attributes of these, in a function's code."""
    owner = inspect.getmodule(function)
    for name in function.__qualname__.split(".")[:-1]:
        owner = getattr(owner, name, None)
    cells = inspect.getclosurevars(function).nonlocals if code is function.__code__ else {}
    value = None
    for step in dis.get_instructions(code):
        name = str(step.argval)
        if step.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            value = function.__globals__.get(name, getattr(builtins, name, None))
        elif step.opname == "IMPORT_NAME":
            value = sys.modules.get(name)
        elif "LOAD_FAST" in step.opname:
            loaded = step.argval[-1] if isinstance(step.argval, tuple) else name  # Python 3.13 loads two at once
            value = owner if code.co_varnames[:1] == (loaded,) == ("self",) else None
        elif step.opname == "LOAD_DEREF":
            value = cells.get(name, owner if name == "self" else None)
        elif step.opname in ("LOAD_ATTR", "LOAD_METHOD", "IMPORT_FROM"):
            value = getattr(value, name, None) if value is not None else None
        else:
            continue
        if value is not None:
            yield value
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _named(function, inner)
