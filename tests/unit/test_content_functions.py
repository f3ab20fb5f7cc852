"""The content's validation, and values derived from it: prices, lengths, excerpts, links, requested trainers."""

import re
from dataclasses import replace
from decimal import Decimal

import pytest
from pydantic import ValidationError

from gym_site.content import links, posts
from gym_site.content.consultation_page import wish_for
from gym_site.content.prices import ServicePrice
from gym_site.settings import Settings
from gym_site.text import fill, parts
from tests.gym import GYM, IN_FORM, SITE

PLAN = GYM.plans.tabs[0].plans[0]
PRICES = {"price": Decimal("12"), "original_price": Decimal("15")}
MESSAGE, PHONE, SERVICE = (SITE.forms["inquiry"].field(name) for name in ("message", "phone", "service"))


@pytest.mark.parametrize(
    ("item", "change", "message"),
    [
        (PLAN, {"original_price": PLAN.price}, "isn't above"),
        (PLAN, PRICES | {"savings": 23}, "savings is 23, but the two prices give 20 percent"),
        (PLAN, PRICES | {"savings": 17}, "savings is 17, but the two prices give"),
        (links.NavLink(label="Rooms"), {"anchor": "facilities"}, "Input should be '', 'home'"),
        (links.NavLink(label="FAQ"), {"key": "faq", "anchor": "contact"}, "The page 'faq' has no section 'contact'"),
        (MESSAGE, {"invalid": "No such account"}, "needs `invalid`"),
        (PHONE, {"invalid": ""}, "the other kinds can't have it"),
        (SERVICE, {"kind": "lines"}, "with options can't be of the kind lines"),
        (MESSAGE, {"browser_checks": True}, "only for the kind email"),
    ],
)
def test_a_content_item_with_an_invalid_value_raises_an_error(item, change, message):
    with pytest.raises(ValidationError, match=message):
        replace(item, **change)


def test_placeholders_are_filled_once_and_a_missing_value_is_an_error():
    assert fill("{n} of {total}", n=3, total="{n}", name="unused") == "3 of {n}"
    assert parts("{a}, {b}", a=1, b=None) == [1, ", ", None]
    with pytest.raises(ValueError, match=r"nothing fills the blank \{phone\} in 'Call"):
        fill("Call {phone}", email="hello@mail.example")


@pytest.mark.parametrize(
    ("low", "high", "text", "in_sentence"),
    [
        (Decimal(60), Decimal(90), "$60-90/session", "$60-90/session"),
        (Decimal("1072.5"), None, "From $1,072.50/session", "from $1,072.50/session"),
    ],
)
def test_the_price_of_a_service_is_shown_as_a_range_or_as_a_minimum(low, high, text, in_sentence):
    price = ServicePrice(low=low, high=high, unit="session")
    assert (str(price), price.in_sentence) == (text, in_sentence)


def test_an_excerpt_quotes_200_characters_without_markup_and_ends_with_a_word():
    content = "## Head\n\nSome **bold** words, 2 - 1 and 3. more\n\n- one\n- two\n\n1. **Lead:** text"
    assert posts.plain_text(content) == "Head Some bold words, 2 - 1 and 3. more one two Lead: text"
    for post in GYM.posts:
        whole = posts.plain_text(post.content)
        assert posts.excerpt(post) == f"{whole[:200]}…"
        if len(whole) > 200:
            assert re.search(r"\w$", whole[:200]), post.id  # a sentence's end would make four dots
            assert re.match(r"[ .,:;!?]", whole[200:]), post.id


@pytest.mark.part("trainers")
def test_every_service_has_a_trainer():
    assert all(any(key in trainer.services for trainer in GYM.trainers) for key in GYM.routes.services)


def test_a_requested_trainer_is_selected_or_noted_in_the_free_text():
    for trainer in GYM.trainers:
        name, wish = trainer.name, wish_for(trainer, GYM.consultation)
        assert name in wish.message
        assert wish.selected == (name if name in IN_FORM else "")
        assert (name in wish.additional_info) == (not wish.selected)


def test_external_urls_come_from_the_settings():
    settings = Settings(portal_url="https://portal.example/", trial_url="https://trial.example/?a=1")
    assert links.Destination(path="/join/x").url(settings) == "https://portal.example/join/x"
    assert links.Destination(address="https://shop.example/x").url(settings) == "https://shop.example/x"
    assert links.Destination(link=links.LinkKey.TRIAL).url(settings) == "https://trial.example/?a=1"
