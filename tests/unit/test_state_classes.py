"""The table of state classes in docs/architecture.md, compared with the code."""

import importlib
import pkgutil
import re
from collections.abc import Iterator

import reflex as rx

import gym_site
from gym_site.settings import ROOT
from lean_reflex.browser.state import BrowserState, browser_var

ROW = re.compile(r"^\| `(\w+)` \| `(\w+/\w+)\.py` \| (.*) \|$", re.MULTILINE)
THE_APP = {
    "gym_site.gym_site",
    "gym_site.development",
    "gym_site.__main__",
}  # these open the database and define no classes


def subclasses(base: type) -> Iterator[type]:
    """Yield every subclass of ``base`` in the site."""
    for below in base.__subclasses__():
        if below.__module__.startswith("gym_site."):
            yield below
        yield from subclasses(below)


def values(state: type) -> set[str]:
    """Return the names of a state's variables."""
    if issubclass(state, rx.State):
        return state.get_fields().keys() - rx.State.get_fields().keys()
    return {name for base in state.__mro__ for name, value in vars(base).items() if isinstance(value, browser_var)}


def test_the_architecture_page_lists_every_state_class_and_its_values():
    for module in pkgutil.walk_packages(gym_site.__path__, "gym_site."):
        if module.name not in THE_APP:
            importlib.import_module(module.name)
    states = {*subclasses(BrowserState), *subclasses(rx.State)}
    code = {(state.__name__, state.__module__.replace(".", "/"), frozenset(values(state))) for state in states}
    rows = ROW.findall((ROOT / "docs" / "architecture.md").read_text(encoding="utf-8"))
    assert {
        (name, f"gym_site/{module}", frozenset(re.findall(r"`(\w+)`", holds))) for name, module, holds in rows
    } == code
