"""Each page can be made from what the gym has: it may lack pictures and parts."""

from dataclasses import replace

import pytest

from gym_site.layout.shell import shell
from gym_site.pages.register import pages_of
from gym_site.sections.page_head import back_home, service_head
from tests.gym import GYM, SITE


@pytest.mark.parametrize("key", [route.key for route in GYM.routes.values()])
def test_a_page_can_be_made(key):
    site = replace(SITE, page=key)
    assert str(shell(pages_of(GYM)[key](site), site)).count('"h1"') == 1


@pytest.mark.parametrize("key", GYM.routes.services)
def test_the_head_of_a_service_without_a_picture_has_no_portrait(key):
    """It would stand where the picture ends."""
    words = {"place": "", "price": "", "price_note": [], "calls": [], "facts": {}, "back": back_home(SITE, "Home")}
    assert "head-trainer" not in str(service_head(SITE, "Rowing", "Row.", image="", key=key, **words))
