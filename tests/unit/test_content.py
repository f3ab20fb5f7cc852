"""The home page's content against the specification: its figures are written out here a second time, from the text."""

from __future__ import annotations

import dataclasses
import importlib
import json
import re
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from gym_site.content import (
    business,
    facility,
    footer,
    forms,
    gallery,
    home,
    links,
    navigation,
    plans,
    services,
    social,
)
from gym_site.content.page_records import PAGE_RECORDS
from gym_site.routes import ROUTES, SERVICE_KEYS

MODULES = (
    "business",
    "facility",
    "footer",
    "forms",
    "gallery",
    "home",
    "links",
    "navigation",
    "page_records",
    "plans",
    "services",
    "social",
    "stats",
)
CONTENT = Path(business.__file__).parent
TABS = {tab.key: tab for tab in plans.PLAN_TABS}

# tab, name, price, was, save %, period, most popular
PLAN_TABLE = [
    ("monthly", "Regular Hours", "14.99", "18.75", 21, "week", False),
    ("monthly", "24 Hours", "18.75", "22.5", 18, "week", True),
    ("monthly", "First Responders", "12.5", "18.75", 32, "week", False),
    ("annual", "1 Year Prepay", "659.99", "780", 27, "year", False),
    ("annual", "2 Year Prepay", "1199.99", "1560", 24, "2 years", True),
    ("visit", "10 Visits", "99", "150", 34, "10 visits", False),
    ("visit", "20 Visits", "159.99", "280", 43, "20 visits", True),
    ("visit", "30 Visits", "199.99", "405", 51, "30 visits", False),
    ("trial", "3 Days Visit Pass", "0", None, None, "3 days", False),
    ("trial", "1 Day Drop In", "15", None, None, "1 day", False),
    ("personal", "1 Session Per Week", "152", None, None, "biweekly", False),
    ("personal", "2 Sessions Per Week", "288", None, None, "biweekly", True),
    ("personal", "3 Sessions Per Week", "408", None, None, "biweekly", False),
    ("personal", "Couples Wedding Transformation Package", "354", None, None, "biweekly", False),
]


def plan_named(tab: str, name: str) -> plans.Plan:
    return next(plan for plan in TABS[tab].plans if plan.name == name)


def whole_card(plan: plans.Plan) -> str:
    return " ".join((plan.description, plan.additional_info, plan.upgrade_text, plan.secondary_text, *plan.features))


def records(value: Any) -> Iterator[Any]:
    """Every dataclass record inside a value."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        yield value
        for one in dataclasses.fields(value):
            yield from records(getattr(value, one.name))
    elif isinstance(value, dict):
        yield from records(tuple(value.values()))
    elif isinstance(value, tuple):
        for one in value:
            yield from records(one)


def all_records() -> list[Any]:
    found: list[Any] = []
    for name in MODULES:
        for value in vars(importlib.import_module(f"gym_site.content.{name}")).values():
            found.extend(records(value))
    return found


def all_texts() -> list[str]:
    texts: list[str] = []
    for record in all_records():
        for one in dataclasses.fields(record):
            value = getattr(record, one.name)
            texts.extend(text for text in (value if isinstance(value, tuple) else (value,)) if isinstance(text, str))
    return texts


class TestPlans:
    def test_five_tabs_in_order_monthly_first(self) -> None:
        assert [(tab.key, tab.label) for tab in plans.PLAN_TABS] == [
            ("monthly", "Monthly Billing"),
            ("annual", "Annual Billing"),
            ("visit", "Visit Packs"),
            ("trial", "Trial Passes"),
            ("personal", "Personal Training"),
        ]
        assert plans.PLAN_TABS[0].key == "monthly"  # the first tab is the selected one

    def test_every_plan_and_no_other(self) -> None:
        assert [(tab.key, plan.name) for tab in plans.PLAN_TABS for plan in tab.plans] == [
            row[:2] for row in PLAN_TABLE
        ]

    @pytest.mark.parametrize(("tab", "name", "price", "was", "savings", "period", "popular"), PLAN_TABLE)
    def test_figures(
        self, tab: str, name: str, price: str, was: str | None, savings: int | None, period: str, popular: bool
    ) -> None:
        plan = plan_named(tab, name)
        assert plan.price == Decimal(price)
        assert plan.original_price == (None if was is None else Decimal(was))
        assert plan.savings == savings
        assert plan.period == period
        assert plan.popular is popular

    @pytest.mark.parametrize(
        ("tab", "name", "fact"),
        [
            ("monthly", "Regular Hours", "5:30am-10pm daily, 365 days"),
            ("monthly", "24 Hours", "24 hours a day, 365 days a year, with your key fob"),
            ("monthly", "24 Hours", "20% off our own merchandise"),
            ("monthly", "First Responders", "20% discount on regular prices"),
            ("annual", "1 Year Prepay", "Rolls to $55/month"),
            ("annual", "1 Year Prepay", "+$180"),
            ("annual", "2 Year Prepay", "Rolls to $50/month"),
            ("annual", "2 Year Prepay", "+$360"),
            ("visit", "10 Visits", "+$15"),
            ("visit", "20 Visits", "+$40"),
            ("visit", "30 Visits", "+$60"),
            ("trial", "3 Days Visit Pass", "$0 and refundable"),
            ("personal", "1 Session Per Week", "2 sessions biweekly"),
            ("personal", "2 Sessions Per Week", "4 sessions biweekly"),
            ("personal", "3 Sessions Per Week", "6 sessions biweekly"),
            ("personal", "Couples Wedding Transformation Package", "6 sessions biweekly for 3 months"),
        ],
    )
    def test_facts_on_the_card(self, tab: str, name: str, fact: str) -> None:
        assert fact in whole_card(plan_named(tab, name))

    @pytest.mark.parametrize("plan", [*TABS["monthly"].plans, *TABS["annual"].plans], ids=lambda plan: plan.name)
    def test_membership_cards_name_what_the_price_leaves_out(self, plan: plans.Plan) -> None:
        assert "$65 annual maintenance fee, charged 3 months after sign-up and every 12 months" in plan.additional_info
        assert "Plus taxes" in plan.additional_info
        assert "No sign-up fee" in plan.features

    @pytest.mark.parametrize("plan", TABS["monthly"].plans, ids=lambda plan: plan.name)
    def test_monthly_notice_is_thirty_days(self, plan: plans.Plan) -> None:
        assert "Cancel anytime with 30 days notice" in plan.features

    @pytest.mark.parametrize("plan", TABS["trial"].plans, ids=lambda plan: plan.name)
    def test_trial_is_for_residents_by_appointment(self, plan: plans.Plan) -> None:
        assert "Surrey and Delta residents only" in whole_card(plan)
        assert "6 AM-9 PM, by appointment" in whole_card(plan)

    @pytest.mark.parametrize("plan", TABS["personal"].plans, ids=lambda plan: plan.name)
    def test_training_gives_ten_percent_off_memberships(self, plan: plans.Plan) -> None:
        assert "10% off gym memberships" in plan.features

    @pytest.mark.parametrize("tab", plans.PLAN_TABS, ids=lambda tab: tab.key)
    def test_names_are_unique_and_at_most_one_is_popular(self, tab: plans.PlanTab) -> None:
        assert len({plan.name for plan in tab.plans}) == len(tab.plans)
        assert sum(plan.popular for plan in tab.plans) <= 1

    def test_four_to_seven_benefits_each_said_once(self) -> None:
        for tab in plans.PLAN_TABS:
            for plan in tab.plans:
                assert 4 <= len(plan.features) <= 7, plan.name
                assert len(set(plan.features)) == len(plan.features), plan.name

    def test_optional_links_come_with_their_text(self) -> None:
        for tab in plans.PLAN_TABS:
            for plan in tab.plans:
                assert bool(plan.secondary_link) == bool(plan.secondary_text), plan.name
                assert bool(plan.upgrade_link) == bool(plan.upgrade_text), plan.name

    def test_sign_up_addresses_are_unique_and_below_their_base(self) -> None:
        destinations = [plan.link for tab in plans.PLAN_TABS for plan in tab.plans]
        assert len(set(destinations)) == len(destinations)
        for one in destinations:
            assert one.link is links.LinkKey.TRIAL or re.fullmatch(r"(/[a-z0-9-]+)+", one.path)

    def test_prices_for_one_visit_or_session_hold(self) -> None:
        for tab in (TABS["visit"], TABS["personal"]):
            for plan in tab.plans:
                told = re.match(r"(\d+) [^,]*, (under )?\$(\d+) each", plan.features[0])
                if told is None:
                    continue
                each = plan.price / int(told[1])
                assert each < int(told[3]) if told[2] else each == int(told[3]), plan.name

    @pytest.mark.parametrize(
        ("amount", "text"),
        [
            ("12.5", "$12.50"),
            ("14.99", "$14.99"),
            ("99", "$99"),
            ("99.00", "$99"),
            ("0", "$0"),
            ("1199.99", "$1,199.99"),
            ("1560", "$1,560"),
        ],
    )
    def test_format_price(self, amount: str, text: str) -> None:
        assert plans.format_price(Decimal(amount)) == text

    def test_card_texts(self) -> None:
        regular, trial = plan_named("monthly", "Regular Hours"), plan_named("trial", "3 Days Visit Pass")
        assert plans.was_text(regular) == "Was $18.75/week"
        assert plans.savings_text(regular) == "Save 21%"
        assert plans.benefits_text(regular) == "View Benefits (7)"
        assert (plans.was_text(trial), plans.savings_text(trial)) == ("", "")
        assert (plans.MEMBERSHIP.sign_up, plans.MEMBERSHIP.popular) == ("Sign Up Online", "Most Popular")


class TestHome:
    def test_headline_has_at_most_seven_words(self) -> None:
        assert len(home.HERO.headline.split()) <= 7

    def test_hero_actions(self) -> None:
        kinds = [(one.link if isinstance(one, links.OutLink) else one.href) for one in home.HERO.actions]
        assert kinds == ["/#membership", links.LinkKey.TRIAL, links.LinkKey.PHYSIO, "/consultation", "/#facility"]

    def test_the_price_in_the_hero_and_in_the_description_is_the_regular_one(self) -> None:
        assert "$14.99 a week" in home.HERO.sentence
        assert "$14.99 a week" in PAGE_RECORDS["home"].meta_description

    def test_countdown_shows_ninety_days_at_first(self) -> None:
        words = home.HERO.countdown
        assert (words.initial_days, words.initial_hours, words.initial_minutes, words.initial_seconds) == (90, 0, 0, 0)

    def test_key_figures(self) -> None:
        assert [(one.value, one.unit, one.label) for one in home.HERO.figures] == [
            ("7,000+", "", "Members helped"),
            ("13,000", "sqft", "Gym size"),
            ("24/7", "", "Hours"),
            ("500", "", "Membership cap"),
        ]

    def test_four_steps(self) -> None:
        assert [(step.number, step.title) for step in home.STEPS.steps] == [
            ("01", "Choose a membership"),
            ("02", "Fill out the online form"),
            ("03", "Download the member app and log in"),
            ("04", "Access the gym"),
        ]

    def test_about(self) -> None:
        assert [(one.value, one.label) for one in home.ABOUT.stats] == [
            ("15+", "Certified trainers"),
            ("2+", "Physiotherapists"),
            ("1000s+", "Lives changed"),
            ("100s+", "Success stories"),
            ("8+", "Years"),
        ]
        text = " ".join(home.ABOUT.paragraphs)
        for fact in ("8+ years", "about 13,500 sq ft", "group fitness room", "sauna", "private showers"):
            assert fact in text
        assert len({reason.title for reason in home.ABOUT.reasons}) == 8

    def test_testimonials(self) -> None:
        assert home.TESTIMONIALS.rating == "4.8/5"
        assert [(one.value, one.label) for one in home.TESTIMONIALS.stats] == [
            ("7,000+", "Members helped"),
            ("500+", "Success stories"),
            ("15", "Certified trainers"),
            ("8", "Years"),
        ]
        assert home.TESTIMONIALS.gallery.href == "/before-after"  # as the specification names it

    def test_contact_and_business_info(self) -> None:
        assert home.CONTACT.hours_text == "24/7 access"
        assert home.BUSINESS_INFO.title == "Visit Our Surrey Location"
        assert home.BUSINESS_INFO.hours == "Open 24 Hours Daily"

    def test_opening_panel(self) -> None:
        assert facility.OPENING_PANEL.title == "Opening Fall 2025"
        assert [(one.value, one.label) for one in facility.OPENING_PANEL.facts] == [
            ("13,500", "Square feet"),
            ("500", "Member capacity"),
            ("24/7", "Access"),
        ]

    def test_feature_cards(self) -> None:
        assert [card.title for card in facility.FEATURE_CARDS] == [
            "State-of-the-art equipment",
            "Spacious training areas",
            "Sauna and recovery room",
            "Boxing section",
            "Private showers",
            "Physiotherapy centre",
        ]
        assert "13,500 sq ft" in facility.FEATURE_CARDS[1].text
        assert "6500 sq ft" in facility.FEATURE_CARDS[1].text
        assert "Available in fall" in facility.FEATURE_CARDS[2].text
        assert all(word in facility.FEATURE_CARDS[5].text for word in ("ICBC vendor", "EMS", "kinesiology"))

    def test_counts_and_picture_names(self) -> None:
        assert [one.picture for one in facility.FACILITY_PICTURES] == [f"facility-{n:02}" for n in range(1, 17)]
        assert [one.picture for one in gallery.TOUR] == [f"tour-{n:02}" for n in range(1, 13)]
        assert [one.picture for one in social.SOCIAL_POSTS] == [f"social-{n}" for n in range(1, 10)]
        assert [one.id for one in social.SOCIAL_POSTS] == list(range(1, 10))
        assert [one.type for one in social.SOCIAL_POSTS].count("video") == 2

    def test_community_panel(self) -> None:
        assert social.SOCIAL.panel_title == "Join Our Community"
        assert social.SOCIAL.follow.label == "Follow on Instagram"
        assert (social.SOCIAL.consultation.label, social.SOCIAL.consultation.anchor) == (
            "Book Consultation",
            "consultation",
        )


class TestServices:
    def test_cards_follow_the_routes(self) -> None:
        assert tuple(card.key for card in services.SERVICE_CARDS) == SERVICE_KEYS
        assert services.SERVICES_WORDS.learn_more == "Learn More"

    @pytest.mark.parametrize(
        ("key", "price", "length", "fact"),
        [
            ("personal-training", "$60-90/session", "60 minutes", "1-on-1"),
            ("group-fitness", "$25-35/class", "45-60 minutes", "Groups of 3-6"),
            ("physiotherapy-kinesiology", "Direct billing available", "45-60 minutes", "ICBC vendor"),
            ("athletic-performance", "$60-110/session", "60-90 minutes", "1-on-1"),
            ("kickboxing-boxing", "$60-90/session", "45-60 minutes", "1-on-1"),
            ("prenatal-postnatal", "From $70/session", "45-60 minutes", "6-8 weeks, with medical clearance"),
            ("online-coaching", "From $50/session", "30-60 minute", "$150 - $300/month"),
        ],
    )
    def test_facts(self, key: str, price: str, length: str, fact: str) -> None:
        card = next(card for card in services.SERVICE_CARDS if card.key == key)
        assert card.price == price
        assert 4 <= len(card.features) <= 5
        assert length in " ".join(card.features)
        assert fact in " ".join(card.features)
        assert card.picture.startswith("service-")


class TestForms:
    @pytest.mark.parametrize(
        ("key", "names"),
        [
            (
                "consultation",
                "name email phone age selectedTrainer fitnessGoals currentFitnessLevel workoutExperience "
                "healthConditions availableDays preferredTime additionalInfo",
            ),
            (
                "service",
                "name email phone trainerPreference fitnessGoals currentFitnessLevel medicalConditions availability "
                "additionalNotes",
            ),
            ("inquiry", "name email phone service message"),
        ],
    )
    def test_field_names(self, key: forms.FormKey, names: str) -> None:
        assert [one.name for one in forms.FORMS[key].fields] == names.split()
        assert forms.FORMS[key].key == key

    @pytest.mark.parametrize(
        ("key", "name", "values"),
        [
            (
                "consultation",
                "fitnessGoals",
                "weight-loss muscle-gain strength endurance toning general-fitness sport-specific rehabilitation",
            ),
            (
                "consultation",
                "currentFitnessLevel",
                "sedentary lightly-active moderately-active very-active extremely-active",
            ),
            ("consultation", "workoutExperience", "beginner novice intermediate advanced"),
            ("consultation", "preferredTime", "early-morning morning midday afternoon evening late-evening"),
            (
                "inquiry",
                "service",
                "personal-training group-fitness physiotherapy athletic-performance kickboxing-boxing "
                "prenatal-training online-coaching",
            ),
        ],
    )
    def test_option_values(self, key: forms.FormKey, name: str, values: str) -> None:
        field = forms.FORMS[key].field(name)
        assert [option.value for option in field.options] == values.split()
        assert field.placeholder

    def test_no_preference_is_the_empty_value(self) -> None:
        trainer = forms.CONSULTATION_FORM.field("selectedTrainer")
        assert [option.value for option in trainer.options] == ["", *forms.SELECTABLE_TRAINERS]
        preference = forms.SERVICE_FORM.field("trainerPreference")
        assert [option.value for option in preference.options] == ["", "male", "female"]
        assert {trainer.options[0].label, preference.options[0].label} == {"No preference"}

    def test_seven_trainers_whose_names_the_validation_takes(self) -> None:
        assert len(set(forms.SELECTABLE_TRAINERS)) == 7
        assert all(re.fullmatch(r"[A-Za-z' -]{1,50}", name) for name in forms.SELECTABLE_TRAINERS)

    @pytest.mark.parametrize(
        ("key", "busy", "title", "success", "failure"),
        [
            (
                "consultation",
                "Submitting...",
                "Consultation Request Sent!",
                "We'll get back to you within 24 hours to schedule your consultation.",
                "There was an issue sending your request. Please try again or contact us directly at {email}.",
            ),
            (
                "service",
                "Submitting...",
                "Consultation Request Sent!",
                "We'll get back to you within 24 hours to schedule your consultation.",
                "There was an issue sending your request. Please try again or contact us directly at {email}",
            ),
            (
                "inquiry",
                "Sending...",
                "Message sent successfully!",
                "We'll get back to you within 24 hours.",
                "There was an issue sending your message. Please try again or contact us directly at {email}.",
            ),
        ],
    )
    def test_answers_word_for_word(self, key: forms.FormKey, busy: str, title: str, success: str, failure: str) -> None:
        words = forms.FORMS[key]
        assert (words.busy, words.success_title, words.success_text) == (busy, title, success)
        assert (words.failure_title, words.failure_text) == ("Error", failure)
        assert words.invalid_title == "Form validation failed"
        assert "24 hours" in words.promise

    def test_filled_puts_the_business_in(self) -> None:
        words = forms.CONSULTATION_FORM.filled(email="a@gym.example", phone="604-555-0100")
        assert words.failure_text.endswith("directly at a@gym.example.")
        assert words.unreachable.endswith("call 604-555-0100.")

    def test_unknown_field(self) -> None:
        with pytest.raises(KeyError):
            forms.INQUIRY_FORM.field("age")

    def test_option_values_allow_the_empty_one(self) -> None:
        allowed = dict(forms.option_values(forms.SERVICE_FORM))
        assert allowed["trainerPreference"] == {"", "male", "female"}
        assert "" in allowed["currentFitnessLevel"]
        assert "name" not in allowed


class TestPageRecords:
    def test_one_for_every_route(self) -> None:
        assert list(PAGE_RECORDS) != []
        assert set(PAGE_RECORDS) == {route.key for route in ROUTES}
        assert all(key == record.page_slug for key, record in PAGE_RECORDS.items())

    @pytest.mark.parametrize("record", PAGE_RECORDS.values(), ids=PAGE_RECORDS.keys())
    def test_fits_a_result_page(self, record: Any) -> None:
        assert 0 < len(record.title) < 60
        assert 120 <= len(record.meta_description) <= 155
        assert record.keywords
        assert record.local_keywords

    def test_titles_and_descriptions_are_unique(self) -> None:
        assert len({record.title for record in PAGE_RECORDS.values()}) == len(ROUTES)
        assert len({record.meta_description for record in PAGE_RECORDS.values()}) == len(ROUTES)


class TestShell:
    def test_nine_links_in_order(self) -> None:
        assert [(link.label, link.href) for link in navigation.NAV_LINKS] == [
            ("Home", "/"),
            ("Membership", "/#membership"),
            ("About", "/#about"),
            ("Book Appointment", "/book-appointment-surrey"),
            ("Trainers", "/certified-personal-trainers-surrey"),
            ("Facility Expansion", "/new-gym-facility-surrey-delta"),
            ("Testimonials", "/#testimonials"),
            ("Contact", "/#contact"),
            ("Blog", "/fitness-blog-surrey-delta"),
        ]

    def test_services_menu(self) -> None:
        assert [link.label for link in navigation.SERVICE_LINKS] == [
            "Personal Training",
            "Group Fitness",
            "Physiotherapy/Kinesiology",
            "Athletic Performance",
            "Kickboxing & Boxing",
            "Pre & Post Natal Training",
            "Online Fitness Coaching",
        ]

    def test_calls(self) -> None:
        consultation, sign_up = navigation.FREE_CONSULTATION, navigation.SIGN_UP_ONLINE
        assert (consultation.label, consultation.anchor, consultation.elsewhere.href) == (
            "Free Consultation",
            "consultation",
            "/free-fitness-consultation-surrey",
        )
        assert (sign_up.label, sign_up.anchor, sign_up.elsewhere.href) == (
            "Sign Up Online",
            "membership",
            "/#membership",
        )
        assert navigation.FLOATING_TRIAL.label == "3 Day Trial"

    def test_every_inside_link_leads_somewhere(self) -> None:
        keys = {route.key for route in ROUTES}
        found = [one for one in all_records() if isinstance(one, links.NavLink)]
        assert found
        for link in found:
            assert link.key in keys
            assert not link.anchor or (link.key == "home" and link.anchor in links.HOME_ANCHORS)
        calls = [one for one in all_records() if isinstance(one, links.Call)]
        assert calls
        assert all(one.anchor in links.HOME_ANCHORS for one in calls)

    def test_footer_names_every_page(self) -> None:
        named = {link.key for column in footer.FOOTER.columns for link in column.links}
        assert named == {route.key for route in ROUTES}

    def test_not_found_and_error_screen(self) -> None:
        assert navigation.NOT_FOUND.title == "Oops! Page not found"
        assert (navigation.NOT_FOUND.home.label, navigation.NOT_FOUND.home.href) == ("Return to Home", "/")
        assert navigation.ERROR_SCREEN.title == "Unexpected Application Error!"

    def test_outside_addresses_come_from_the_settings(self) -> None:
        settings: Any = SimpleNamespace(portal_url="https://portal.example/", trial_url="https://trial.example/?a=1")
        assert links.Destination(path="/join/x").url(settings) == "https://portal.example/join/x"
        assert links.Destination(link=links.LinkKey.TRIAL).url(settings) == "https://trial.example/?a=1"

    def test_every_link_key_is_a_setting(self) -> None:
        from_settings = (CONTENT.parent / "settings.py").read_text(encoding="utf-8")
        for key in links.LinkKey:
            assert f"    {key}_url: str = _setting(" in from_settings


class TestWording:
    def test_no_placeholder_words(self) -> None:
        for text in all_texts():
            assert not re.search(r"lorem|ipsum|\btodo\b|\btbd\b|\bxxx|coming soon|placeholder", text, re.IGNORECASE), (
                text
            )

    def test_apostrophes_and_quotes_are_straight(self) -> None:
        for text in all_texts():
            assert not re.search("[\u2018\u2019\u201c\u201d]", text), text

    def test_no_text_is_padded_or_doubled_in_space(self) -> None:
        for text in all_texts():
            assert text == " ".join(text.split()), text

    def test_spelling_is_canadian(self) -> None:
        for text in all_texts():
            assert not re.search(r"\b(center|color|favorite|meter|program?mes)\b", text, re.IGNORECASE), text

    def test_telephone_and_mail_are_fictional(self) -> None:
        assert business.BUSINESS.phone.startswith("604-555-01")
        for text in all_texts():
            for phone in re.findall(r"\d{3}-\d{3}-\d{4}", text):
                assert phone.startswith("604-555-01")
            for host in re.findall(r"\S+@\S+\.\w+", text):
                assert host.rstrip(".").endswith(".example")

    def test_business_record(self) -> None:
        assert business.BUSINESS.name == "Tideforge 24"
        assert (business.BUSINESS.city, business.BUSINESS.province) == ("Surrey", "BC")
        assert business.BUSINESS.business_hours == "Open 24 Hours Daily"
        assert business.BUSINESS.services == tuple(link.label for link in navigation.SERVICE_LINKS)

    def test_captions_are_short_and_differ(self) -> None:
        for pictures in (facility.FACILITY_PICTURES, gallery.TOUR):
            assert all(0 < len(one.caption) <= 32 for one in pictures)
            assert len({one.caption for one in pictures}) == len(pictures)

    def test_every_picture_exists(self) -> None:
        known = json.loads((CONTENT.parent.parent / "pictures" / "manifest.json").read_text(encoding="utf-8"))
        named = {record.picture for record in all_records() if hasattr(record, "picture")}
        assert named
        assert named <= set(known)


class TestShape:
    def test_records_are_frozen_and_hold_no_lists(self) -> None:
        for record in all_records():
            assert record.__dataclass_params__.frozen, record
            for one in dataclasses.fields(record):
                assert not isinstance(getattr(record, one.name), list | dict | set), (record, one.name)

    @pytest.mark.parametrize("name", MODULES)
    def test_imports_stay_inside_the_content(self, name: str) -> None:
        source = (CONTENT / f"{name}.py").read_text(encoding="utf-8")
        for module in re.findall(r"^(?:from|import) (\S+)", source, re.MULTILINE):
            own = module.startswith(("gym_site.content.", "gym_site.routes"))
            assert own or module.split(".")[0] in {
                "__future__",
                "collections",
                "dataclasses",
                "datetime",
                "decimal",
                "enum",
                "typing",
            }
