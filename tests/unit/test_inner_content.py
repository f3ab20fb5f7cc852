"""The inner pages' content against the specification: figures are written out here a second time, from its text."""

from __future__ import annotations

import dataclasses
import importlib
import json
import re
from collections.abc import Iterator
from datetime import date
from math import ceil
from pathlib import Path
from typing import Any

import pytest

from gym_site.content import (
    booking,
    business,
    consultation_page,
    expansion,
    faq,
    forms,
    links,
    online_coaching,
    posts,
    privacy,
    service_pages,
    trainers,
    transformations,
)
from gym_site.routes import ROUTES, SERVICE_KEYS

MODULES = (
    "booking",
    "consultation_page",
    "expansion",
    "faq",
    "online_coaching",
    "posts",
    "privacy",
    "questions",
    "service_pages",
    "trainers",
    "transformations",
)
CONTENT = Path(business.__file__).parent
PICTURES = frozenset(json.loads((CONTENT.parent.parent / "pictures" / "manifest.json").read_text(encoding="utf-8")))
ROUTE_KEYS = frozenset(route.key for route in ROUTES)

CATEGORIES = [
    "Personal Training",
    "Gym Membership",
    "Kinesiology",
    "ICBC Rehabilitation",
    "Physiotherapy",
    "Massage Therapy",
    "Group Fitness",
    "Amenities",
    "Expansion",
    "EMS Training",
    "Boxing & Kickboxing",
    "Youth Training",
    "Pre & Post Natal",
    "General",
]

# Slugs that have been published: an address shared once must lead somewhere for good.
FAQ_SLUGS = """
personal-training-first-session personal-training-cost personal-training-how-often personal-training-choose-trainer
membership-contents membership-hours membership-fees membership-contracts membership-notice
kinesiology-what kinesiology-or-physiotherapy kinesiology-session
icbc-vendor icbc-what-to-bring icbc-cost
physiotherapy-assessment physiotherapy-referral physiotherapy-direct-billing
massage-therapy-offer massage-or-physiotherapy massage-therapy-icbc
group-fitness-size group-fitness-schedule group-fitness-cost
amenities-parking amenities-sauna amenities-showers
expansion-when expansion-what expansion-rates
ems-what ems-how-often ems-who-should-not
boxing-beginners boxing-cost boxing-what-to-bring
youth-age youth-how youth-parents
prenatal-can-i-train postnatal-when prenatal-cost
general-trial general-guests general-answer-time
"""


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
    """Every text of every record; markdown in one line, without its marks."""
    texts: list[str] = []
    for record in all_records():
        for one in dataclasses.fields(record):
            value = getattr(record, one.name)
            if (type(record), one.name) in {(posts.BlogPost, "content"), (privacy.PrivacyWords, "text")}:
                value = posts.plain_text(value)
            texts.extend(text for text in (value if isinstance(value, tuple) else (value,)) if isinstance(text, str))
    return texts


def faq_answer(slug: str) -> str:
    return next(item.answer for item in faq.FAQ if item.slug == slug)


def service_answer(slug: str) -> str:
    return next(item.answer for item in service_pages.SERVICE_FAQ if item.slug == slug)


class TestServicePages:
    def test_six_of_the_seven_services(self) -> None:
        assert tuple(service_pages.SERVICE_PAGES) == tuple(key for key in SERVICE_KEYS if key != "online-coaching")

    @pytest.mark.parametrize(
        ("key", "title", "pricing", "duration", "group_size"),
        [
            ("personal-training", "Personal Training", "$60-90/session", "60 mins", "1-on-1"),
            ("group-fitness", "Group Fitness", "$25-35/class", "45-60 mins", "3-6 people"),
            (
                "physiotherapy-kinesiology",
                "Physiotherapy/Kinesiology",
                "Direct billing available",
                "45-60 mins",
                "1-on-1",
            ),
            ("athletic-performance", "Athletic Performance", "$60-110/session", "60-90 mins", "1-on-1"),
            ("kickboxing-boxing", "Kickboxing & Boxing", "$60-90/session", "45-60 mins", "1-on-1"),
            ("prenatal-postnatal", "Pre & Post Natal Training", "From $70/session", "45-60 mins", "1-on-1"),
        ],
    )
    def test_figures(self, key: str, title: str, pricing: str, duration: str, group_size: str) -> None:
        page = service_pages.SERVICE_PAGES[key]
        assert (page.key, page.title, page.pricing) == (key, title, pricing)
        assert (page.duration, page.group_size, page.experience) == (duration, group_size, "All Levels")

    def test_defaults(self) -> None:
        defaults = {one.name: one.default for one in dataclasses.fields(service_pages.ServicePage)}
        assert (defaults["duration"], defaults["group_size"], defaults["experience"]) == (
            "60 mins",
            "1-on-1",
            "All Levels",
        )

    @pytest.mark.parametrize("page", service_pages.SERVICE_PAGES.values(), ids=lambda page: page.key)
    def test_intro_and_benefits(self, page: service_pages.ServicePage) -> None:
        assert 2 <= len(re.findall(r"[.!?](?:\s|$)", page.description)) <= 3
        assert 6 <= len(page.benefits) <= 8
        assert len(set(page.benefits)) == len(page.benefits)

    @pytest.mark.parametrize(
        ("key", "facts"),
        [
            ("personal-training", ("10% off gym memberships",)),
            ("group-fitness", ("3-6 people", "No fixed class schedule", "Private groups")),
            ("physiotherapy-kinesiology", ("ICBC vendor", "Direct billing", "EMS", "Kinesiology")),
            ("prenatal-postnatal", ("6-8 weeks", "medical clearance")),
        ],
    )
    def test_facts(self, key: str, facts: tuple[str, ...]) -> None:
        text = " ".join(service_pages.SERVICE_PAGES[key].benefits)
        assert all(fact in text for fact in facts)

    def test_labels(self) -> None:
        words = service_pages.SERVICE_PAGE_WORDS
        assert (words.duration, words.group_size, words.experience) == ("Duration", "Group Size", "Experience")
        assert (words.benefits, words.book, words.back) == ("What You'll Get", "Book Your Session", "Back to Home")
        assert service_pages.mail_subject("Group Fitness") == "Inquiry about Group Fitness"

    def test_ten_questions(self) -> None:
        assert [item.slug for item in service_pages.SERVICE_FAQ] == [
            "what-a-membership-contains",
            "what-training-costs",
            "experience-needed",
            "what-is-different-here",
            "can-i-try-first",
            "trainer-credentials",
            "how-often",
            "do-i-sign-a-contract",
            "first-session",
            "group-options",
        ]

    @pytest.mark.parametrize(
        ("slug", "facts"),
        [
            (
                "what-a-membership-contains",
                ("5:30am-10pm daily", "2 one-week guest passes", "15% off partner apparel", "$65", "No sign-up fee"),
            ),
            ("what-training-costs", ("$60-90/session", "$152", "$288", "$408", "$25-35/class", "$60-110/session")),
            ("can-i-try-first", ("$0 and refundable", "$15", "Surrey and Delta residents", "6 AM-9 PM by appointment")),
            ("how-often", ("Often 2-3 sessions per week",)),
            ("do-i-sign-a-contract", ("No contracts", "30 days", "two months")),
            ("group-options", ("3-6", "$25-35/class", "45-60 minutes", "no fixed class schedule")),
        ],
    )
    def test_answers_hold_the_facts(self, slug: str, facts: tuple[str, ...]) -> None:
        answer = service_answer(slug).lower()
        assert all(fact.lower() in answer for fact in facts), answer


class TestOnlineCoaching:
    @pytest.mark.parametrize(
        ("number", "title", "price", "features", "popular"),
        [
            (0, "Monthly Training Package (Limited Access)", "$150/month", 5, False),
            (1, "Monthly Training Package (Full Access)", "$250/month", 8, True),
            (2, "3 Months Transformation Package (Full Access)", "$600/3 months", 8, False),
        ],
    )
    def test_packages(self, number: int, title: str, price: str, features: int, popular: bool) -> None:
        package = online_coaching.COACHING_PACKAGES[number]
        assert (package.title, package.price, package.popular) == (title, price, popular)
        assert len(package.features) == len(set(package.features)) == features

    def test_three_packages_below_the_portal(self) -> None:
        found = [package.link for package in online_coaching.COACHING_PACKAGES]
        assert len(found) == len(set(found)) == 3
        assert all(one.link is links.LinkKey.PORTAL and re.fullmatch(r"(/[a-z0-9-]+)+", one.path) for one in found)

    def test_words(self) -> None:
        words = online_coaching.ONLINE_COACHING
        assert words.price_range == "$150 - $300/month"
        assert "$50/session" in words.price_note
        assert [(tile.label, tile.value) for tile in words.tiles] == [
            ("Session", "30-60 minutes"),
            ("Group Size", "1-on-1"),
            ("Experience", "All levels"),
        ]
        assert words.popular == "Most Popular"
        assert 3 <= len(words.steps) <= 4


class TestTrainers:
    def test_fourteen(self) -> None:
        assert [one.id for one in trainers.TRAINERS] == list(range(1, 15))
        assert [one.picture for one in trainers.TRAINERS] == [f"trainer-{n:02}" for n in range(1, 15)]
        assert len({one.name for one in trainers.TRAINERS}) == 14
        assert len({one.first_name for one in trainers.TRAINERS}) == 14

    def test_the_first_seven_are_those_of_the_form(self) -> None:
        assert tuple(one.name for one in trainers.TRAINERS[:7]) == forms.SELECTABLE_TRAINERS

    def test_one_without_years_and_one_without_telephone(self) -> None:
        assert [trainers.years_text(one) for one in trainers.TRAINERS].count("N/A") == 1
        assert [trainers.phone_text(one) for one in trainers.TRAINERS].count("Contact via Instagram") == 1
        assert sum(one.phone is None for one in trainers.TRAINERS) == 1
        assert trainers.years_text(trainers.TRAINERS[0]) == "9 Years"

    def test_ways_to_reach_them_are_fictional_and_their_own(self) -> None:
        phones = [one.phone for one in trainers.TRAINERS if one.phone]
        assert all(re.fullmatch(r"604-555-01\d\d", phone) for phone in phones)
        assert len({*phones, business.BUSINESS.phone}) == 14
        profiles = {one.instagram for one in trainers.TRAINERS}
        assert len(profiles) == 14
        assert all(re.fullmatch(r"https://instagram\.example/[a-z0-9.]+", profile) for profile in profiles)

    @pytest.mark.parametrize("trainer", trainers.TRAINERS, ids=lambda trainer: trainer.picture)
    def test_profile(self, trainer: trainers.Trainer) -> None:
        assert 60 <= len(trainer.bio.split()) <= 90
        assert re.fullmatch(r"[A-Za-z' -]{1,50}", trainer.name)
        assert "English" in trainer.languages
        assert 2 <= len(trainer.specialties) <= 4
        assert trainer.certificate_type
        assert set(trainer.services) <= set(SERVICE_KEYS)

    def test_every_service_has_somebody(self) -> None:
        assert all(trainers.trainers_for(key) for key in SERVICE_KEYS)
        with pytest.raises(KeyError):
            trainers.trainers_for("massage")

    def test_two_physiotherapists_and_a_kinesiologist(self) -> None:
        kinds = [one.practitioner_type for one in trainers.TRAINERS]
        assert kinds.count("Physiotherapist") >= 2
        assert kinds.count("Kinesiologist") == 1

    def test_button_leads_to_the_consultation_with_the_name(self) -> None:
        trainer = trainers.TRAINERS[0]
        assert trainers.book_text(trainer) == "Book with Arjun"
        assert trainers.consultation_link(trainer) == ("/free-fitness-consultation-surrey?trainer=Arjun%20Dhaliwal")

    def test_portraits_are_said_to_be_illustrations(self) -> None:
        assert trainers.TRAINERS_WORDS.illustration_note == "Portraits are illustrations."


class TestFaq:
    def test_fourteen_categories_in_order(self) -> None:
        assert [name for name, _ in faq.by_category()] == CATEGORIES
        assert all(len(items) >= 3 for _, items in faq.by_category())

    def test_forty_five_items(self) -> None:
        assert len(faq.FAQ) == 45
        assert len({(item.category, item.question) for item in faq.FAQ}) == 45

    def test_slugs_are_unique_stable_and_fit_an_address(self) -> None:
        slugs = [item.slug for item in faq.FAQ]
        assert slugs == FAQ_SLUGS.split()
        assert len(set(slugs)) == 45
        assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", slug) for slug in slugs)

    @pytest.mark.parametrize(
        ("slug", "facts"),
        [
            ("personal-training-cost", ("$60-90/session", "$152", "$288", "$408", "$354", "10% off gym memberships")),
            ("personal-training-cost", ("6 sessions biweekly for 3 months",)),
            ("personal-training-how-often", ("2-3 personal training sessions per week",)),
            ("membership-contents", ("2 one-week guest passes", "15% off partner", "20% off our own merchandise")),
            ("membership-contents", ("complimentary personal training session", "handbook and cookbook")),
            ("membership-hours", ("5:30am-10pm daily, 365 days", "24 hours a day", "key fob", "6 AM-9 PM")),
            ("membership-fees", ("No sign-up fee", "$65", "3 months after sign-up and every 12 months", "taxes")),
            ("membership-contracts", ("No contracts",)),
            ("membership-notice", ("30 days notice", "two months' notice", "Ask us")),
            ("icbc-vendor", ("ICBC vendor", "direct billing")),
            ("group-fitness-size", ("3-6 people",)),
            ("group-fitness-schedule", ("no fixed class schedule", "45-60 minutes")),
            ("group-fitness-cost", ("$25-35/class",)),
            ("amenities-parking", ("free parking",)),
            ("amenities-sauna", ("fall 2025",)),
            ("expansion-when", ("completes in fall 2025", "October 31, 2025")),
            ("expansion-what", ("6500 sq ft", "13,500 sq ft", "24/7", "500 members")),
            ("expansion-rates", ("Current members keep their rates", "500 memberships")),
            ("ems-how-often", ("1-2 sessions per week",)),
            ("boxing-cost", ("45-60 minutes", "$60-90/session")),
            ("youth-age", ("From age 12",)),
            ("postnatal-when", ("6-8 weeks", "after medical clearance")),
            ("prenatal-cost", ("from $70/session", "45-60 minutes")),
            ("general-trial", ("$0 and refundable", "$15", "Surrey and Delta residents only", "6 AM-9 PM")),
            ("general-guests", ("2 one-week guest passes",)),
            ("general-answer-time", ("Within 24 hours",)),
        ],
    )
    def test_answers_hold_the_facts(self, slug: str, facts: tuple[str, ...]) -> None:
        answer = faq_answer(slug)
        assert all(fact in answer for fact in facts), answer

    def test_the_next_question_is_the_one_about_notice(self) -> None:
        slugs = [item.slug for item in faq.FAQ]
        assert "see the next question" in faq_answer("membership-contracts")
        assert slugs[slugs.index("membership-contracts") + 1] == "membership-notice"

    def test_words(self) -> None:
        assert faq.FAQ_WORDS.filter_label == "Find a question"
        assert faq.FAQ_WORDS.no_match == "No question matches"


class TestPosts:
    def test_seven(self) -> None:
        assert [post.id for post in posts.POSTS] == list(range(1, 8))
        assert [post.picture for post in posts.POSTS] == [f"blog-{n}" for n in range(1, 8)]
        assert len({post.title for post in posts.POSTS}) == 7
        assert posts.POSTS[0].id == 1

    def test_no_text_without_a_record(self) -> None:
        assert {path.name for path in (CONTENT / "posts").iterdir()} == {f"{n}.md" for n in range(1, 8)}

    @pytest.mark.parametrize("post", posts.POSTS, ids=lambda post: str(post.id))
    def test_length_and_read_time(self, post: posts.BlogPost) -> None:
        words = len(posts.plain_text(post.content).split())
        assert 600 <= words <= 900
        assert post.read_time == f"{ceil(words / 200)} min read"

    @pytest.mark.parametrize("post", posts.POSTS, ids=lambda post: str(post.id))
    def test_only_light_markdown(self, post: posts.BlogPost) -> None:
        kinds = set()
        for block in re.split(r"\n\s*\n", post.content):
            lines = block.split("\n")
            if re.match(r"#{2,4} \S", block):
                kinds.add("heading")
                assert len(lines) == 1, block
            elif block.startswith("- "):
                kinds.add("bullets")
                assert all(re.match(r"- \S", line) for line in lines), block
            elif re.match(r"\d+\. ", block):
                kinds.add("numbers")
                assert [line.split(".")[0] for line in lines] == [str(n) for n in range(1, len(lines) + 1)], block
            elif len(lines) > 1:
                kinds.add("leads")
                assert all(re.match(r"\*\*[^*]+:\*\* \S", line) for line in lines), block
            else:
                kinds.add("paragraph")
            for line in lines:
                assert line == line.strip(), line
                assert line.count("**") % 2 == 0, line
                assert not re.search(r"[\[\]|`<>_~]|!\[|(?<!\*)\*(?!\*)|\*{3}|^#\s|^#{5}|^\*\s|https?:", line), line
        assert kinds >= {"heading", "bullets", "paragraph"}

    def test_every_kind_of_block_occurs(self) -> None:
        whole = "\n\n".join(post.content for post in posts.POSTS)
        for mark in (r"^## ", r"^### ", r"^#### ", r"^- ", r"^1\. ", r"^\*\*[^*]+:\*\* "):
            assert re.search(mark, whole, re.MULTILINE), mark

    @pytest.mark.parametrize("post", posts.POSTS, ids=lambda post: str(post.id))
    def test_heading_levels_are_not_skipped(self, post: posts.BlogPost) -> None:
        level = 1
        for marks in re.findall(r"^(#+) ", post.content, re.MULTILINE):
            assert len(marks) <= level + 1 or (level, len(marks)) == (2, 4), post.id
            level = len(marks)

    @pytest.mark.parametrize("post", posts.POSTS, ids=lambda post: str(post.id))
    def test_excerpt(self, post: posts.BlogPost) -> None:
        text = posts.excerpt(post)
        assert len(text) == 201
        assert text.endswith("…")
        assert posts.plain_text(post.content).startswith(text[:-1])
        assert not re.search(r"[*#]|^- ", text)
        assert not text[:-1].endswith(" ")

    def test_plain_text_strips_only_marks(self) -> None:
        content = "## Head\n\nSome **bold** words, 2 - 1 and 3. more\n\n- one\n- two\n\n1. **Lead:** text"
        assert posts.plain_text(content) == "Head Some bold words, 2 - 1 and 3. more one two Lead: text"

    @pytest.mark.parametrize("post", posts.POSTS, ids=lambda post: str(post.id))
    def test_record(self, post: posts.BlogPost) -> None:
        assert 120 <= len(post.description) <= 155
        assert len(post.title) < 60
        assert post.author
        assert post.author not in {one.name for one in trainers.TRAINERS}
        assert post.published.year == 2025
        assert post.service in SERVICE_KEYS

    def test_dates(self) -> None:
        dates = [post.published for post in posts.POSTS]
        assert dates == sorted(set(dates))
        assert dates[-1] < date(2025, 10, 31)
        assert posts.published_text(posts.POSTS[0]) == "January 14, 2025"


class TestTransformations:
    def test_ten_pairs(self) -> None:
        assert [pair.id for pair in transformations.PAIRS] == list(range(1, 11))
        assert [(pair.before, pair.after) for pair in transformations.PAIRS] == [
            (f"pair-{n:02}-before", f"pair-{n:02}-after") for n in range(1, 11)
        ]
        assert {name for pair in transformations.PAIRS for name in (pair.before, pair.after)} <= PICTURES

    def test_captions_name_no_figure_and_no_person(self) -> None:
        captions = [pair.caption for pair in transformations.PAIRS]
        assert len(set(captions)) == 10
        names = {name for one in trainers.TRAINERS for name in one.name.split()}
        for caption in captions:
            assert not re.search(r"\d|\b(he|she|his|her|kg|lbs?|pounds?|weeks)\b", caption), caption
            assert not names & set(caption.split())

    def test_the_page_says_that_they_are_illustrations(self) -> None:
        assert "These pictures are illustrations, not members." in transformations.TRANSFORMATIONS.illustration_note
        assert transformations.TRANSFORMATIONS.story_subject


class TestExpansion:
    def test_banner(self) -> None:
        banner = expansion.EXPANSION.banner
        assert banner.offer == "Only 500 memberships available at launch pricing"
        assert banner.passed_title == "The expansion is open."
        assert banner.until == "Until October 31, 2025"

    def test_counts(self) -> None:
        assert [card.title for card in expansion.SPACE_CARDS] == ["Group fitness room", "Sauna", "Private showers"]
        assert [one.picture for one in expansion.EXPANSION_PICTURES] == [f"expansion-0{n}" for n in range(1, 6)]
        assert len({one.caption for one in expansion.EXPANSION_PICTURES}) == 5
        assert all(len(one.caption) <= 32 for one in expansion.EXPANSION_PICTURES)
        assert len(expansion.EXPANSION_QUESTIONS) == 6
        assert [step.title for step in expansion.MILESTONES] == ["Planned", "Built", "Opens"]
        assert expansion.MILESTONES[-1].when == "Fall 2025"

    def test_figures(self) -> None:
        assert [(one.value, one.unit) for one in expansion.EXPANSION.figures] == [
            ("13,500", "sq ft"),
            ("6500", "sq ft"),
            ("500", ""),
            ("24/7", ""),
        ]

    def test_no_other_area_is_invented(self) -> None:
        for text in all_texts():
            for area in re.findall(r"([\d,]+) ?(?:sq ?ft|square)", text):
                assert area in {"13,500", "6500"}, text

    def test_new_zones(self) -> None:
        new = {zone.name for zone in expansion.ZONES if zone.new}
        assert new == {"Group fitness room", "Sauna and recovery room", "Private showers"}

    def test_members_keep_their_rates(self) -> None:
        assert "Current members keep their rates." in {change.text for change in expansion.CHANGES}

    def test_slugs(self) -> None:
        slugs = [item.slug for item in expansion.EXPANSION_QUESTIONS]
        assert len(set(slugs)) == 6


class TestBooking:
    def test_four_cards(self) -> None:
        assert [card.title for card in booking.APPOINTMENT_CARDS] == [
            "Physiotherapy assessment",
            "Kinesiology and active rehab",
            "EMS session",
            "Personal training session",
        ]
        facts = [" ".join(card.facts) for card in booking.APPOINTMENT_CARDS]
        assert "Direct billing" in facts[0]
        assert "1-2 sessions per week" in facts[2]
        assert all(fact in facts[3] for fact in ("60 mins", "1-on-1", "$60-90/session"))

    def test_banner_and_links(self) -> None:
        assert booking.BOOKING.banner.badge == "ICBC vendor"
        assert booking.BOOKING.calendar.link is links.LinkKey.CALENDAR
        assert booking.BOOKING.physio.link is links.LinkKey.PHYSIO
        assert "{phone}" in booking.BOOKING.trouble_phone
        assert "{email}" in booking.BOOKING.trouble_email


class TestConsultationPage:
    def test_three_steps(self) -> None:
        assert [step.number for step in consultation_page.CONSULTATION_PAGE.steps] == ["01", "02", "03"]
        assert "Within 24 hours" in consultation_page.CONSULTATION_PAGE.steps[1].text

    def test_a_wish_for_every_trainer_and_nobody_else(self) -> None:
        assert tuple(consultation_page.WISHES) == tuple(one.name for one in trainers.TRAINERS)
        assert all(name == wish.name for name, wish in consultation_page.WISHES.items())

    @pytest.mark.parametrize("name", forms.SELECTABLE_TRAINERS)
    def test_one_of_the_seven_is_selected(self, name: str) -> None:
        wish = consultation_page.WISHES[name]
        assert (wish.message, wish.selected, wish.additional_info) == (f"You asked for {name}.", name, "")

    @pytest.mark.parametrize("name", [one.name for one in trainers.TRAINERS[7:]])
    def test_another_goes_into_the_last_field(self, name: str) -> None:
        wish = consultation_page.WISHES[name]
        assert wish.message == f"{name} isn't in the form's list; we have put your wish into 'Anything else'."
        assert (wish.selected, wish.additional_info) == ("", f"I would like to train with {name}.")

    def test_the_field_is_called_what_the_message_says(self) -> None:
        assert forms.CONSULTATION_FORM.field("additionalInfo").label == "Anything else"


class TestWording:
    def test_no_banned_words(self) -> None:
        banned = (
            r"lorem|ipsum|\btodo\b|\btbd\b|\bxxx|coming soon|placeholder|\bcure[sd]?\b|guarantee|miracle|pain-free"
            r"|risk-free|world-class|cutting-edge|\bunleash|\bunlock|\belevate"
        )
        for text in all_texts():
            assert not re.search(banned, text, re.IGNORECASE), text

    def test_apostrophes_and_quotes_are_straight(self) -> None:
        for text in all_texts():
            assert not re.search("[\u2018\u2019\u201c\u201d\u2013\u2014]", text), text

    def test_no_text_is_padded_or_doubled_in_space(self) -> None:
        for text in all_texts():
            assert text == " ".join(text.split()), text

    def test_spelling_is_canadian(self) -> None:
        american = r"\b(centers?|colors?|favorites?|meters?|kilometers?|liters?|neighbors?|fibers?|gray|license[ds]?)\b"
        for text in all_texts():
            assert not re.search(american, text, re.IGNORECASE), text

    def test_prices_are_those_of_the_specification(self) -> None:
        known = {
            "0", "14.99", "15", "25", "50", "60", "65", "70", "150", "152", "200", "250", "288", "300", "354", "408",
            "600",
        }  # fmt: skip
        for text in all_texts():
            for price in re.findall(r"\$(\d[\d,.]*\d|\d)", text):
                assert price in known, text

    def test_telephone_and_mail_are_fictional(self) -> None:
        for text in all_texts():
            for phone in re.findall(r"\d{3}-\d{3}-\d{4}", text):
                assert phone.startswith("604-555-01"), text
            assert not re.search(r"\S@\S", text), text
            for host in re.findall(r"https?://([^/]+)", text):
                assert host.endswith(".example"), text

    def test_every_picture_exists(self) -> None:
        fields = ("picture", "timeline_picture", "before", "after")
        named = {
            getattr(record, name)
            for record in all_records()
            if not isinstance(record, transformations.TransformationWords)
            for name in fields
            if hasattr(record, name)
        }
        assert named
        assert named <= PICTURES

    def test_every_inside_link_leads_somewhere(self) -> None:
        found = [one for one in all_records() if isinstance(one, links.NavLink)]
        assert found
        for link in found:
            assert link.key in ROUTE_KEYS
            assert not link.anchor or (link.key == "home" and link.anchor in links.HOME_ANCHORS)


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
                "dataclasses",
                "datetime",
                "itertools",
                "pathlib",
                "re",
                "typing",
                "urllib",
            }
