"""The app takes what `rx.App` takes, and a page what its components need."""

import inspect
from collections.abc import Sequence
from types import SimpleNamespace

import pytest
import reflex as rx

from lean_reflex.app import LeanApp
from lean_reflex.browser.connection import Connection
from lean_reflex.browser.state import BrowserState, browser_var
from lean_reflex.browser.toaster import LateToaster
from lean_reflex.build.lean_bundle import LeanBundle
from lean_reflex.build.radix import ColourMode, RadixOnItsPages


class Shop(rx.State):
    """A var with a default, and one that only the server knows."""

    count: int = 0

    @rx.var
    def total(self) -> int:
        """Return what only the server knows."""
        return self.count

    @rx.event
    def add(self):
        """Add one."""
        self.count += 1


def index():
    """Return a page."""
    return rx.el.p("Here")


def other():
    """Return another page."""
    return rx.el.p("There")


def test_an_app_has_the_signature_of_reflex_and_two_more_arguments():
    known, ours = (inspect.signature(each).parameters for each in (rx.App, LeanApp))
    assert list(ours)[: len(known)] == list(known)
    assert ours.keys() - known.keys() == {"rules", "pages"}
    assert LeanApp.add_page is rx.App.add_page


@pytest.fixture(scope="module")
def app():
    """The app of these tests; Reflex allows one."""
    return LeanApp()


def test_a_page_may_be_added_twice_and_be_a_component_as_to_any_app(app):
    for on_load in (rx.console_log("a"), (rx.console_log("b"),)):
        app.add_page(index, route="/", on_load=on_load)
    app.add_page(rx.el.main("x"), route="/x")
    with pytest.raises(rx.utils.exceptions.RouteValueError):
        app.add_page(other, route="/")


def evaluated(app, content, on_load=None):
    """Return the kinds of the parts of a page with this content."""
    route = f"page{len(app._unevaluated_pages)}"
    app.add_page(content, route=route, on_load=on_load)
    page = app._unevaluated_pages[route]
    given = LeanBundle().eval_page(page.component, page=page, compile_context=SimpleNamespace(app=app))
    return [type(part) for part in given.root_component.children]


@pytest.mark.parametrize(
    ("content", "on_load", "connects"),
    [
        (rx.el.p("Text"), None, False),
        (rx.el.p(Shop.count, on_click=Shop.add), None, False),
        (rx.el.p("Text"), Shop.add, True),
        (rx.el.p(Shop.total), None, True),
        (rx.el.p(Shop.is_hydrated), None, True),
    ],
)
def test_a_page_connects_as_it_opens_only_if_it_shows_what_the_server_knows(app, content, on_load, connects):
    assert (Connection in evaluated(app, content, on_load)) == connects


@pytest.mark.parametrize(
    ("content", "has_mode"),
    [
        (rx.text("Radix"), True),
        (rx.el.p(rx.color_mode), True),
        (rx.el.button(on_click=rx.toggle_color_mode), True),
        (rx.cond(rx.color_mode == "light", "a", "b"), True),
        (rx.el.p("Text"), False),
    ],
)
def test_radix_and_the_colour_mode_stand_around_the_pages_whose_components_use_them_if_the_site_wants_it(
    app, content, has_mode
):
    around = RadixOnItsPages().around(rx.el.div(content))
    assert isinstance(around, ColourMode) == has_mode
    assert ColourMode not in evaluated(app, rx.el.div(content))


def test_an_element_that_a_component_adds_beside_all_pages_stands_on_its_page():
    page = RadixOnItsPages().around(rx.el.div(rx.data_editor(columns=[], data=[])))
    assert [getattr(part, "id", None) for part in page.children][1:] == ["portal"]


def test_the_app_s_toaster_keeps_its_arguments_and_loads_itself(app):
    app.toaster = rx.toast.provider(position="top-left")
    evaluated(app, rx.el.p("Text"))
    assert isinstance(app.toaster, LateToaster)
    assert str(app.toaster.position) == '"top-left"'
    imports = app.toaster._get_all_imports()
    assert {each.tag for each in imports[LateToaster.library]} == {"toast", "LateToaster"}
    assert not any(each.render for name, tags in imports.items() if "sonner" in name for each in tags)


@pytest.mark.parametrize(("default", "kind"), [([-1, -1], int), (["a"], str), ([[1]], Sequence[int])])
def test_the_items_of_a_list_in_the_browser_have_a_type(default, kind):
    holder = type("Holder", (BrowserState,), {"chosen": browser_var(default)})("one")
    assert holder.chosen[holder.chosen[0] if kind is int else 0]._var_type == kind
