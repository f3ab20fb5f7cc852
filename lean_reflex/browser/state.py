"""State that lives in the visitor's browser, written as Python classes. The server gets no message.

    class LiveMap(BrowserState):
        shown = browser_var(False)

    state = LiveMap("visit")
    rx.cond(state.shown, live_map, rx.el.button("Show the map", on_click=state.set(shown=True)))

Two objects of one class share their values if they have the same name. Values survive client-side navigation and
are lost on reload. They are strings, numbers, booleans and lists. React compares values by identity: to change a list,
set a new list.

Unlike ``rx._x.client_state``, a value has one name in all modules, and no other component renders when it changes.
"""

from __future__ import annotations

from typing import Any

import reflex as rx
from reflex.event import EventChain
from reflex.vars import VarData
from reflex.vars.function import ArgsFunctionOperation, FunctionStringVar

from lean_reflex.browser.library import library


def script(file: str, function: str) -> FunctionStringVar:
    """Return a Var for a function in ``assets/scripts``. It can be called, or be an event handler or a ref.

    React calls a ref with the element when it is mounted. If the ref returns a function, React calls it on unmount.
    """
    return imported(rx.asset(f"scripts/{file}.js").importable_path, function)


def imported(path: str, name: str) -> FunctionStringVar:
    """Return a Var for a function that a page imports from ``path``."""
    return FunctionStringVar.create(name, _var_data=VarData(imports={path: [name]}))


_READ, _SET = imported(library("store"), "useBrowserValue"), imported(library("store"), "setBrowserValues")


class browser_var:  # noqa: N801, lower case because it is used like a field
    """A value of a `BrowserState`. Reading it on an instance of the state returns a Var, for rendering or comparing.

    ``default`` is a constant, or an expression that the browser evaluates.
    """

    def __init__(self, default: str | int | bool | list | rx.Var) -> None:
        self.default = default
        # The type of a list includes that of its items; an empty list has none.
        self._type = list if isinstance(default, list) and not default else rx.Var.create(default)._var_type

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, state: BrowserState, owner: type) -> Any:
        key = state.key(self.name)
        value = _READ.call(key, self.default)
        hook = VarData(hooks={f"const {key} = {value!s}": None})
        return rx.Var(key, _var_data=VarData.merge(hook, value._get_all_var_data())).to(self._type)


class BrowserState:
    """Base class of state in the browser."""

    def __init__(self, name: str) -> None:
        self.name = name  # part of a JavaScript identifier

    def key(self, name: str) -> str:
        """Return the JavaScript identifier under which the browser stores a value."""
        return f"{type(self).__name__}_{self.name}_{name}"

    def set(self, **values: Any) -> rx.Var:
        """Return the event that sets the given values together. Each is a constant or an expression of Vars."""
        changes = {self.key(name): value for name, value in values.items()}
        return ArgsFunctionOperation.create((), _SET.call(changes)).to(EventChain)

    def setter(self, *names: str) -> rx.Var:
        """Return an event handler that stores its arguments under these ``names``, in the same order."""
        changes = {self.key(name): rx.Var(name) for name in names}
        return ArgsFunctionOperation.create(names, _SET.call(changes)).to(EventChain)
