"""State in the browser, as far as its Vars show it."""

from collections.abc import Sequence

import pytest

from lean_reflex.browser.state import BrowserState, browser_var


@pytest.mark.parametrize(("default", "kind"), [([-1, -1], int), (["a"], str), ([[1]], Sequence[int])])
def test_the_items_of_a_list_in_the_browser_have_a_type(default, kind):
    holder = type("Holder", (BrowserState,), {"chosen": browser_var(default)})("one")
    assert holder.chosen[holder.chosen[0] if kind is int else 0]._var_type == kind
