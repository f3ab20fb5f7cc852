"""The content's validation, and values derived from it: prices, lengths, excerpts, links, requested trainers."""

import re
from dataclasses import fields
from decimal import Decimal

import pytest
from pydantic import TypeAdapter, ValidationError

from gym_site.content import links, plans, posts
from gym_site.content.consultation_page import wish_for
from gym_site.content.content_type import Known
from gym_site.content.prices import ServicePrice, format_price
from gym_site.settings import Settings
from gym_site.text import fill, parts
from tests.gym import GYM, IN_FORM, SITE

PLANS = [plan for tab in GYM.plans.tabs for plan in tab.plans]
CARD = next(iter(GYM.cards.values()))
PRICES = {"price": Decimal("12"), "original_price": Decimal("15")}
REFUSED = [
    (PLANS[0], {"price": Decimal("-152")}, "greater than or equal to 0"),
    (PLANS[0], {"original_price": PLANS[0].price}, "isn't above"),
    (CARD, {"key": "physio"}, "A service is one of"),
    (GYM.business, {"phone": "604-555-012"}, "like 604-555-0100"),
    *((one, {"phone": "1 604-555-012"}, "like 604-555-0100") for one in GYM.trainers[:1]),
    (links.Destination(), {"address": "http://shop.example/a"}, "https://"),
    (CARD, {"description": "Two  spaces"}, "an extra space"),
    (GYM.faq.questions[0], {"category": "Genral"}, "A category is one of"),
    (CARD, {"title": "\n"}, "title is empty"),
    (links.NavLink(label="FAQ"), {"key": "faqs"}, "A page is one of"),
    (links.NavLink(label="Rooms"), {"anchor": "facilities"}, "Input should be '', 'home'"),
    (links.NavLink(label="FAQ"), {"key": "faq", "anchor": "contact"}, "The page 'faq' has no section 'contact'"),
    (PLANS[0], {"price": 19.35}, "A price is a number such as 14.99"),
    (PLANS[0], PRICES | {"savings": 23}, "savings is 23, but the two prices give 20 percent"),
    (PLANS[0], PRICES | {"savings": 17}, "savings is 17, but the two prices give"),
    (PLANS[0], {"description": "Call {phone}"}, "a blank {phone}, which nothing fills in"),
    *(
        [(GYM.trainers_page.words, {"about": "About {name}"}, r"a blank {name}, .*fills in \(allowed: first_name")]
        if GYM.trainers_page
        else []
    ),
    (GYM.records["faq"], {"title": "x" * 61}, "at most 60 characters"),
    (GYM.records["faq"], {"meta_description": ""}, "at least 50 characters"),
    (SITE.forms["inquiry"].field("message"), {"invalid": "No such account"}, "needs `invalid`"),
    (SITE.forms["inquiry"].field("phone"), {"invalid": ""}, "the other kinds can't have it"),
    (SITE.forms["inquiry"].field("service"), {"kind": "lines"}, "with options can't be of the kind lines"),
    (SITE.forms["inquiry"].field("message"), {"browser_checks": True}, "only for the kind email"),
    (GYM.business, {"phone": None}, "valid string"),
    (GYM.business, {"services": ()}, "at least 1 item"),
]


KNOWN = Known(
    is_whole=True,
    folder=GYM.folder,
    brand=GYM.brand,
    routes=GYM.routes,
    services=tuple(GYM.services_known),
    facts=GYM.facts,
    today=GYM.brand.now().date(),
    has_opened=GYM.has_opened,
    file=GYM.folder.read("questions.toml"),
)


@pytest.mark.parametrize(("item", "change", "message"), REFUSED, ids=[next(iter(change)) for _, change, _ in REFUSED])
def test_a_content_item_with_an_invalid_value_raises_an_error(item, change, message):
    values = {field.name: getattr(item, field.name) for field in fields(item)} | change
    with pytest.raises(ValidationError, match=message):
        TypeAdapter(type(item)).validate_python(values, context=KNOWN)


def test_placeholders_are_filled_once_and_a_missing_value_is_an_error():
    assert fill("{n} of {total}", n=3, total="{n}", name="unused") == "3 of {n}"
    assert parts("{a}, {b}", a=1, b=None) == [1, ", ", None]
    with pytest.raises(ValueError, match=r"nothing fills the blank \{phone\} in 'Call"):
        fill("Call {phone}", email="hello@mail.example")


@pytest.mark.parametrize(("amount", "text"), [("12.5", "$12.50"), ("0", "$0"), ("1199.99", "$1,199.99")])
def test_a_price_shows_cents_only_if_they_are_not_zero(amount, text):
    assert format_price(Decimal(amount)) == text


@pytest.mark.parametrize(
    ("low", "high", "text", "in_sentence"),
    [
        (Decimal(60), Decimal(90), "$60-90/session", "$60-90/session"),
        (Decimal("72.5"), None, "From $72.50/session", "from $72.50/session"),
    ],
)
def test_the_price_of_a_service_is_shown_as_a_range_or_as_a_minimum(low, high, text, in_sentence):
    price = ServicePrice(low=low, high=high, unit="session")
    assert (str(price), price.in_sentence) == (text, in_sentence)


def test_a_plan_states_its_former_price_and_saving_only_if_it_has_them():
    plan = next(plan for plan in PLANS if plan.original_price)
    assert plans.was_text(plan) == f"Was {format_price(plan.original_price)}/{plan.period}"
    assert plans.savings_text(plan) == f"Save {plan.savings}%"
    assert plans.benefits_text(plan) == f"View Benefits ({len(plan.features)})"
    plan = next(plan for plan in PLANS if not plan.original_price)
    assert (plans.was_text(plan), plans.savings_text(plan)) == ("", "")


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
