"""Pages of a gym that lacks pictures."""

import pytest

from gym_site.sections.page_head import back_home, service_head
from tests.gym import GYM, SITE


@pytest.mark.parametrize("key", GYM.routes.services)
def test_the_head_of_a_service_without_a_picture_has_no_portrait(key):
    """It would stand where the picture ends."""
    words = {"place": "", "price": "", "price_note": [], "calls": [], "facts": {}, "back": back_home(SITE, "Home")}
    assert "head-trainer" not in str(service_head(SITE, "Rowing", "Row.", image="", key=key, **words))
