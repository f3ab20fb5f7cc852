"""The facts of the specification, written from it: each stands on the page where a visitor looks for it."""

from __future__ import annotations

import pytest

from tests.markup import read

FACTS = {
    "/": """
        7,000+ | 13,000 sqft | 24/7 | 500 | 15+ | 2+ | 1000s+ | 100s+ | 8+ | 13,500 sq ft | 6500 sq ft | 13,500 | 4.8/5
        | 500+ | Opening Fall 2025 | Open 24 Hours Daily | Visit Our Surrey Location | Join Our Community
        | Monthly Billing | Annual Billing | Visit Packs | Trial Passes | Personal Training | Most Popular
        | $14.99 | Was $18.75/week | Save 21% | $18.75 | Was $22.50/week | Save 18% | $12.50 | Save 32%
        | $659.99 | Was $780/year | Save 27% | $55/month | +$180 | $1,199.99 | Was $1,560/2 years | Save 24% | $50/month
        | +$360 | $99 | Was $150/10 visits | Save 34% | +$15 | $159.99 | Was $280/20 visits | Save 43% | +$40 | $199.99
        | Was $405/30 visits | Save 51% | +$60 | $0 | $15 | refundable | $152 | $288 | $408 | $354 | 10% off gym memberships
        | $65 | 30 days notice | 15% off partner apparel and supplements | 20% off | 2 one-week guest passes
        | handbook and cookbook | complimentary personal training session | 5:30am-10pm | 6 AM-9 PM
        | $60-90/session | $25-35/class | Direct billing available | $60-110/session | From $70/session | From $50/session
        | within 24 hours
    """,
    "/personal-trainer-surrey-delta": "$60-90/session | 60 mins | 1-on-1 | All Levels | 2-3 | What You'll Get | Book Your Session",
    "/group-fitness-classes-surrey": "$25-35/class | 45-60 mins | 3-6 people | no fixed class schedule",
    "/physiotherapy-kinesiology-surrey-delta": "Direct billing available | 45-60 mins | ICBC vendor | EMS",
    "/athletic-performance-training-delta": "$60-110/session | 60-90 mins",
    "/kickboxing-boxing-gym-surrey": "$60-90/session | 45-60 mins",
    "/prenatal-postnatal-fitness-surrey": "From $70/session | 45-60 mins",
    "/online-personal-training-coach": """
        $150 - $300/month | Monthly Training Package (Limited Access) | $150/month
        | Monthly Training Package (Full Access) | $250/month | Most Popular
        | 3 Months Transformation Package (Full Access) | $600/3 months | 30-60 minutes
    """,
    "/new-gym-facility-surrey-delta": """
        Only 500 memberships available at launch pricing | 13,500 | 6500 | 24/7 | 500 | fall 2025 | keep their rates
    """,
    "/gym-faq-surrey-delta": """
        age 12 | 1-2 sessions | 2-3 | 6-8 weeks | medical clearance | fall 2025 | keep their rates | two months
        | 30 days | one-week guest passes | $65
    """,
    "/certified-personal-trainers-surrey": "N/A | Contact via Instagram | Years",
    "/book-appointment-surrey": "ICBC vendor | 604-555-0124 | hello@tideforge24.example",
    "/free-fitness-consultation-surrey": "24 hours",
}


@pytest.mark.parametrize("path", FACTS)
def test_the_facts_stand_on_their_page(pages, path):
    words = read(pages / path.strip("/") / "index.html").one("main").text.lower()
    for fact in FACTS[path].split("|"):
        assert " ".join(fact.split()).lower() in words, fact


@pytest.mark.parametrize(
    ("path", "class_", "count"),
    [
        ("/", "slide", 16), ("/", "photo-button", 12), ("/", "post", 9), ("/", "service", 7),
        ("/certified-personal-trainers-surrey", "trainer", 14), ("/fitness-blog-surrey-delta", "post-card", 7),
        ("/fitness-transformation-results", "compare", 10), ("/gym-faq-surrey-delta", "question", 45),
        ("/gym-faq-surrey-delta", "faq-group", 14), ("/personal-trainer-surrey-delta", "question", 10),
        ("/online-personal-training-coach", "package", 3), ("/new-gym-facility-surrey-delta", "dot", 5),
        ("/book-appointment-surrey", "service", 4),
    ],
)  # fmt: skip
def test_as_many_as_the_specification_counts(pages, path, class_, count):
    assert len(read(pages / path.strip("/") / "index.html").one("main").all(class_=class_)) == count
