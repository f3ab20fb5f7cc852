"""Each page can be made from what the gym has: it may lack pictures and parts."""

import pytest

from gym_site.content.business import BUSINESS
from gym_site.content.page_records import PAGE_RECORDS
from gym_site.layout.shell import shell
from gym_site.pages.register import PAGES
from gym_site.routes import ROUTES, SERVICE_KEYS
from gym_site.sections.page_head import back_home, service_head
from gym_site.settings import Settings
from gym_site.site import Site


@pytest.mark.parametrize("key", [route.key for route in ROUTES])
def test_a_page_can_be_made(key):
    site = Site(settings=Settings(), business=BUSINESS, page_records=PAGE_RECORDS, page=key)
    assert str(shell(PAGES[key](site), site)).count('"h1"') == 1


@pytest.mark.parametrize("key", SERVICE_KEYS)
def test_the_head_of_a_service_without_a_picture_has_no_portrait(key):
    """It would stand where the picture ends."""
    words = {"place": "", "price": "", "price_note": [], "calls": [], "facts": {}, "back": back_home("Home")}
    assert "head-trainer" not in str(service_head("Rowing", "Row.", image="", key=key, **words))
