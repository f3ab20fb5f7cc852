"""State that lives in the visitor's browser, written as Python classes. No message goes to the server.

    class MembershipTabs(BrowserState):
        selected = browser_var("monthly")

        def select(self, tab):
            return self.set(selected=tab)

    tabs = MembershipTabs("membership")
    rx.el.button("Yearly", on_click=tabs.select("yearly"), aria_selected=tabs.selected == "yearly")

A value belongs to (class, name): two objects with the same name share it, it survives a change of page within the
site and is forgotten on reload. Values are strings, numbers, booleans and lists, compared by identity.

Why not ``rx._x.client_state``: docs/decisions/0002-browser-state.md.
"""

from __future__ import annotations

from typing import Any, Generic, Self, TypeVar, overload

import reflex as rx
from reflex.event import EventChain
from reflex.vars import ArrayVar, BooleanVar, NumberVar, StringVar, VarData
from reflex.vars.function import ArgsFunctionOperation, FunctionStringVar

T = TypeVar("T", str, int, float, bool, list)


def script(file: str, function: str) -> FunctionStringVar:
    """Return a function of ``assets/scripts`` for an element's ``custom_attrs``: an event handler, or its ``ref``.

    A ref is called with its element once that is in the page; what it returns is called when the element goes.
    """
    path = rx.asset(f"scripts/{file}.js").importable_path
    return FunctionStringVar.create(function, _var_data=VarData(imports={path: [function]}))


_READ, _SET = script("store", "useBrowserValue"), script("store", "setBrowserValues")


class browser_var(Generic[T]):  # noqa: N801, lower case: it is used like a field
    """A value of a `BrowserState`; reading it on an object gives a Var to render or compare."""

    def __init__(self, default: T) -> None:
        self.default = default

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def key(self, state: BrowserState) -> str:
        """Return the name of this value in the browser's store, a JavaScript identifier."""
        return f"{type(state).__name__}_{state.name}_{self.name}"

    @overload
    def __get__(self, state: None, owner: type) -> Self: ...
    @overload
    def __get__(self: browser_var[bool], state: BrowserState, owner: type) -> BooleanVar: ...
    @overload
    def __get__(self: browser_var[str], state: BrowserState, owner: type) -> StringVar: ...
    @overload
    def __get__(self: browser_var[list], state: BrowserState, owner: type) -> ArrayVar: ...
    @overload
    def __get__(self, state: BrowserState, owner: type) -> NumberVar: ...
    def __get__(self, state, owner):
        if state is None:
            return self
        key = self.key(state)
        hook = f"const {key} = {_READ.call(key, self.default)!s}"
        return rx.Var(key, _var_data=VarData.merge(VarData(hooks={hook: None}), _READ._var_data)).to(type(self.default))


class BrowserState:
    """Base of the classes in this package."""

    def __init__(self, name: str) -> None:
        if not name.isidentifier():
            msg = f"{name!r} becomes part of a JavaScript identifier: use letters, digits and _"
            raise ValueError(msg)
        self.name = name

    def _key(self, name: str) -> str:
        return getattr(type(self), name).key(self)

    def set(self, **values: Any) -> rx.Var:
        """Return the event that sets values, all at once: constants, or expressions of Vars."""
        changes = {self._key(name): value for name, value in values.items()}
        return ArgsFunctionOperation.create((), _SET.call(changes)).to(EventChain)

    def setter(self, *names: str) -> rx.Var:
        """Return a handler that sets values to its arguments, for a component that reports them."""
        changes = {self._key(name): rx.Var(name) for name in names}
        return ArgsFunctionOperation.create(names, _SET.call(changes)).to(EventChain)
