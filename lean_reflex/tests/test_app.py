"""The app takes what `rx.App` takes."""

import pytest
import reflex as rx

from lean_reflex.app import LeanApp


def index():
    """Return a page."""
    return rx.el.p("Here")


def other():
    """Return another page."""
    return rx.el.p("There")


def test_a_page_may_be_added_twice_as_to_any_app():
    app = LeanApp()
    for on_load in (rx.console_log("a"), (rx.console_log("b"),)):
        app.add_page(index, route="/", on_load=on_load)
    assert len(app._unevaluated_pages["index"].context["needs"].on_load) == 2
    with pytest.raises(rx.utils.exceptions.RouteValueError):
        app.add_page(other, route="/")
