"""State that lives in the visitor's browser, written as Python classes. The server gets no message.

    class LiveMap(BrowserState):
        shown = browser_var(False)

    state = LiveMap("visit")
    rx.cond(state.shown, live_map, rx.el.button("Show the map", on_click=state.set(shown=True)))

A value belongs to (class, name): two objects with the same name share it. It survives client-side
navigation and is lost on reload. Values are strings, numbers, booleans and lists, compared by identity.

Why not ``rx._x.client_state``: docs/decisions/0002-browser-state.md.
"""

from __future__ import annotations

from typing import Any

import reflex as rx
from reflex.event import EventChain
from reflex.vars import VarData
from reflex.vars.function import ArgsFunctionOperation, FunctionStringVar


def script(file: str, function: str) -> FunctionStringVar:
    """Return a function of ``assets/scripts`` for an element's ``custom_attrs``: an event handler, or its ``ref``.

    React calls a ref with the element after mounting; the function it returns runs on unmount.
    """
    path = rx.asset(f"scripts/{file}.js").importable_path
    return FunctionStringVar.create(function, _var_data=VarData(imports={path: [function]}))


_READ, _SET = script("store", "useBrowserValue"), script("store", "setBrowserValues")


class browser_var:  # noqa: N801, lower case as it is used like a field
    """A value of a `BrowserState`; reading it on an object gives a Var to render or compare.

    ``default`` is a constant, or an expression that the browser evaluates.
    """

    def __init__(self, default: str | int | bool | list | rx.Var) -> None:
        self.default = default
        self._type = default._var_type if isinstance(default, rx.Var) else type(default)

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, state: BrowserState, owner: type) -> Any:
        key = state.key(self.name)
        value = _READ.call(key, self.default)
        hook = VarData(hooks={f"const {key} = {value!s}": None})
        return rx.Var(key, _var_data=VarData.merge(hook, value._get_all_var_data())).to(self._type)


class BrowserState:
    """Base of the classes in this package."""

    def __init__(self, name: str) -> None:
        self.name = name  # part of a JavaScript identifier

    def key(self, name: str) -> str:
        """Return a value's name in the browser's store, a JavaScript identifier."""
        return f"{type(self).__name__}_{self.name}_{name}"

    def set(self, **values: Any) -> rx.Var:
        """Return the event that sets values, all at once: constants, or expressions of Vars."""
        changes = {self.key(name): value for name, value in values.items()}
        return ArgsFunctionOperation.create((), _SET.call(changes)).to(EventChain)

    def setter(self, *names: str) -> rx.Var:
        """Return a handler that sets values to its arguments, for a component that reports them."""
        changes = {self.key(name): rx.Var(name) for name in names}
        return ArgsFunctionOperation.create(names, _SET.call(changes)).to(EventChain)
