"""The wish for a trainer is said as long as it stands in the form."""

from __future__ import annotations

import pytest

from gym_site.content.forms import SELECTABLE_TRAINERS
from gym_site.content.trainers import TRAINERS
from tests.browsing import connected, until
from tests.forms import CONSULTATION_FORM, Visitor

UNLISTED = next(one.name for one in TRAINERS if one.name not in SELECTABLE_TRAINERS)


@pytest.mark.parametrize("trainer", [SELECTABLE_TRAINERS[0], UNLISTED])
def test_what_is_said_of_a_wish_goes_with_the_form_that_was_sent(open_page, service, trainer):
    page = open_page(f"/consultation?trainer={trainer.replace(' ', '%20')}")
    connected(page)
    until(page, f"document.querySelector('.wish').textContent.includes('{trainer}')")
    Visitor(page, CONSULTATION_FORM).fill().send().toast("success")
    until(page, "document.querySelector('.wish').textContent === ''")
    assert page.locator("#consultation-selectedTrainer").input_value() == ""
