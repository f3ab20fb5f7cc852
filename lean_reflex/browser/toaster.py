"""Reflex's toaster, whose library is loaded at the first toast, wherever that comes from."""

import copy

import reflex as rx

from lean_reflex.browser.library import library
from lean_reflex.reflex_internals import SONNER, Toaster


class LateToaster(Toaster):
    """Takes the arguments of `rx.toast.provider`. Reflex gives the name ``__toast`` to the ``toast`` of the script."""

    library: str | None = library("toaster")
    tag: str | None = "LateToaster"
    lib_dependencies: list[str] = [SONNER]


def late(toaster: rx.Component | None) -> rx.Component | None:
    """Return the app's toaster as one that loads itself; one of another class as it is."""
    if type(toaster) is not Toaster:
        return toaster
    own = copy.copy(toaster)
    own.__class__ = LateToaster
    return own
