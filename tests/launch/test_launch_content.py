"""The numbers and texts that the specification gives for the launch, tested where visitors and staff read them.

No other test depends on them. When the gym changes one of them, change its line here too; `make test` shows the line.
"""

import logging

import pytest

from gym_site.forms.entries import clean, find_problems
from gym_site.layout.error_screen import error_screen
from gym_site.leads.gateway import compose
from gym_site.server import answer_pages
from gym_site.server.records import record_answers
from tests.gym import CURRENT, GYM, SITE
from tests.markup import Element, parse, read
from tests.site import ask

CHANGED = "this is the launch content: if the gym has changed it, change this line in tests/launch"

# Tab, name, price, period, further texts of the card or its panel.
PLANS = [
    ("monthly", "Regular Hours", "$14.99", "week", "Was $18.75/week", "Save 21%", "5:30am-10pm daily", "$65"),
    ("monthly", "24 Hours", "$18.75", "week", "Was $22.50/week", "Save 18%", "Most Popular", "24 hours, 365 days"),
    ("monthly", "First Responders", "$12.50", "week", "Was $18.75/week", "Save 32%", "20% discount on regular prices"),
    ("annual", "1 Year Prepay", "$659.99", "year", "Was $780/year", "Save 27%",
     "Rolls to $55/month after the year", "Plus taxes. Rolls to $55/month.", "$180 more", "+$180"),
    ("annual", "2 Year Prepay", "$1,199.99", "2 years", "Was $1,560/2 years", "Save 24%", "Most Popular",
     "Rolls to $50/month after the two years", "Plus taxes. Rolls to $50/month.", "$360 more", "+$360"),
    ("visit", "10 Visits", "$99", "10 visits", "Was $150/10 visits", "Save 34%", "$15 more", "+$15"),
    ("visit", "20 Visits", "$159.99", "20 visits", "Was $280/20 visits", "Save 43%", "Most Popular",
     "$40 more", "+$40"),
    ("visit", "30 Visits", "$199.99", "30 visits", "Was $405/30 visits", "Save 51%", "$60 more", "+$60"),
    ("trial", "3 Days Visit Pass", "$0", "3 days", "refundable", "Surrey and Delta residents"),
    ("trial", "1 Day Drop In", "$15", "1 day", "Surrey and Delta residents", "6 AM-9 PM"),
    ("personal", "1 Session Per Week", "$152", "biweekly", "2 sessions biweekly", "10% off gym memberships"),
    ("personal", "2 Sessions Per Week", "$288", "biweekly", "4 sessions biweekly", "Most Popular",
     "10% off gym memberships"),
    ("personal", "3 Sessions Per Week", "$408", "biweekly", "6 sessions biweekly", "10% off gym memberships"),
    ("personal", "Couples Wedding Transformation Package", "$354", "biweekly", "6 sessions biweekly for 3 months",
     "10% off gym memberships"),
]  # fmt: skip

FACTS = {
    "/": """
        7,000+ | 13,000 sqft | 24/7 | 500 | 15+ | 2+ | 1000s+ | 100s+ | 8+ | 13,500 sq ft | 6,500 sq ft | 4.8/5 | 500+
        | 3 Day Trial Pass | group fitness room | sauna | private showers | Free parking
        | Contract or month-to-month | Boxing section | Physiotherapy centre | ICBC vendor | EMS and kinesiology
        | 3 days, $0 / 1 day, $15
        | charged 3 months after sign-up and every 12 months | plus taxes | no sign-up fee
        | 30 days' notice | 15% off partner apparel and supplements | 20% off our own merchandise
        | 2 one-week guest passes | handbook and cookbook | complimentary personal training session
        | $60-90/session | $25-35/class | Direct billing available | $60-110/session | From $70/session | From $50/session
        | within 24 hours
    """,
    "/personal-trainer-surrey-delta": "$60-90/session | 60 mins | 1-on-1 | All Levels | 2-3 | 3 Day Trial, $0",
    "/group-fitness-classes-surrey": "$25-35/class | 45-60 mins | 3-6 people | no fixed class schedule",
    "/physiotherapy-kinesiology-surrey-delta": "Direct billing available | 45-60 mins | ICBC vendor | EMS",
    "/athletic-performance-training-delta": "$60-110/session | 60-90 mins",
    "/kickboxing-boxing-gym-surrey": "$60-90/session | 45-60 mins",
    "/prenatal-postnatal-fitness-surrey": "From $70/session | 45-60 mins",
    "/online-personal-training-coach": "$150 - $300/month | $150/month | $250/month | $600/3 months | 30-60 minutes",
    "/new-gym-facility-surrey-delta": "Only 500 memberships available at launch pricing | 13,500 | 6,500 | 24/7 | fall 2025 | keep their rates",
    "/gym-faq-surrey-delta": "age 12 | 1-2 sessions | 2-3 | 6-8 weeks | medical clearance | two months | 30 days | $65",
    "/book-appointment-surrey": "ICBC vendor | 604-555-0124 | hello@tideforge24.example",
    "/free-fitness-consultation-surrey": "24 hours",
}

# Path, CSS class, number of elements.
COUNTS = [
    ("/", "slide", 16), ("/", "photo-button", 12), ("/", "post", 9), ("/", "service", 7), ("/", "plan", 14),
    ("/certified-personal-trainers-surrey", "trainer", 14), ("/fitness-blog-surrey-delta", "post-card", 7),
    ("/fitness-transformation-results", "compare", 10), ("/gym-faq-surrey-delta", "question", 45),
    ("/gym-faq-surrey-delta", "faq-group", 14), ("/personal-trainer-surrey-delta", "question", 10),
    ("/online-personal-training-coach", "package", 3), ("/new-gym-facility-surrey-delta", "dot", 5),
    ("/book-appointment-surrey", "service", 4),
]  # fmt: skip

# Form, field, the values that staff see.
CHOICES = [
    ("consultation", "fitnessGoals",
     "weight-loss muscle-gain strength endurance toning general-fitness sport-specific rehabilitation"),
    ("consultation", "currentFitnessLevel",
     "sedentary lightly-active moderately-active very-active extremely-active"),
    ("consultation", "workoutExperience", "beginner novice intermediate advanced"),
    ("consultation", "preferredTime", "early-morning morning midday afternoon evening late-evening"),
    ("service", "trainerPreference", "male female"),
    ("inquiry", "service", "personal-training group-fitness physiotherapy athletic-performance kickboxing-boxing "
     "prenatal-training online-coaching"),
]  # fmt: skip

PROBLEMS = """
    Name is required | Name contains invalid characters | Email is required | Please enter a valid email address
    | Please enter a valid phone number | Form validation failed
"""
# Exact texts by place: a built page, the server's answer pages, texts shown by scripts, and so on.
TEXTS = {
    "/": """
        Home | Membership | About | Book Appointment | Trainers | Facility Expansion | Testimonials | Contact | Blog
        | Services | Free Consultation | Sign Up Online | 3 Day Trial | Physiotherapy Assessment
        | Personal Training Consultation | Monthly Billing | Annual Billing | Visit Packs | Trial Passes
        | Personal Training | View Benefits (7) | Most Popular | Opening Fall 2025 | Learn More
        | Transformation Gallery | Join Our Community | Follow on Instagram | Book Consultation
        | Visit Our Surrey Location | Open 24 Hours Daily
    """,
    "/personal-training": """
        Duration | Group Size | Experience | What You'll Get | Book Your Session | Back to Home
        | mailto:hello@tideforge24.example?subject=Inquiry%20about%20Personal%20Training
    """,
    "/trainers": "9 Years | N/A | Contact via Instagram",
    "error screen": "Unexpected Application Error!",
    "404": "Oops! Page not found | Return to Home",
    "consultation": f"""{PROBLEMS}
        | Consultation Request Sent! | We'll get back to you within 24 hours to schedule your consultation. | Error
        | There was an issue sending your request. Please try again or contact us directly at hello@tideforge24.example.
    """,
    "service": f"""{PROBLEMS}
        | Consultation Request Sent! | We'll get back to you within 24 hours to schedule your consultation. | Error
        | There was an issue sending your request. Please try again or contact us directly at hello@tideforge24.example
    """,
    "inquiry": """
        Message sent successfully! | We'll get back to you within 24 hours. | Error
        | There was an issue sending your message. Please try again or contact us directly at hello@tideforge24.example.
    """,
    "scripts": "Submitting... | Sending...",
    "mail": """
        Consultation Request - Personal Training | Inquiry about Physiotherapy and kinesiology
        | Medical conditions: None specified | Notes: None
    """,
    "log": "SEO data not found for page faq",
}


@pytest.mark.parametrize(("tab", "name", "price", "period", "more"), [(*row[:4], row[4:]) for row in PLANS],
                         ids=[row[1] for row in PLANS])  # fmt: skip
def test_plan_prices_and_benefits_match_the_specification(documents, tab, name, price, period, more):
    panel = documents["/"].one(id=f"panel-{tab}")
    cards = {card.one("h3").text: card for card in panel.all("article")}
    assert name in cards, CHANGED
    card = cards[name]
    assert (card.one(class_="plan-amount").text, card.one(class_="plan-period").text) == (price, f"/{period}"), CHANGED
    assert [words for words in more if words not in card.text and words not in panel.text] == [], CHANGED
    assert [former.text for former in card.all("s")] == [words for words in more if words.startswith("Was ")], CHANGED
    assert bool(card.all(class_="plan-badge")) == ("Most Popular" in more), CHANGED


@pytest.mark.parametrize("path", FACTS)
def test_the_facts_on_the_pages_match_the_specification(documents, path):
    assert path in documents, CHANGED
    words = documents[path].one("main").text.lower()
    facts = [" ".join(fact.split()) for fact in FACTS[path].split("|")]
    assert [fact for fact in facts if fact.lower() not in words] == [], CHANGED


def test_the_number_of_elements_on_each_page_matches_the_specification(documents):
    assert [path for path, *_ in COUNTS if path not in documents] == [], CHANGED
    found = [(path, class_, len(documents[path].one("main").all(class_=class_))) for path, class_, _ in COUNTS]
    assert found == COUNTS, CHANGED


def test_form_options_match_the_specification():
    offered = [(form, name, SITE.forms[form].field(name).options) for form, name, _ in CHOICES]
    assert [
        (form, name, " ".join(option.value for option in options if option.value)) for form, name, options in offered
    ] == CHOICES, CHANGED


def texts(document: Element) -> set[str]:
    """Return each element's full text, own text and attribute values."""
    found: set[str] = set()
    for element in document.walk():
        own = (child.strip() for child in element.children if isinstance(child, str))
        found |= {element.text, *own, *filter(None, element.attrs.values())}
    return found


def answers(form: str) -> set[str]:
    """Return the texts of a form's answer pages: empty, invalid, not delivered, sent."""
    wrong = {"name": "Jo 2", "email": "jo", "phone": "1"}
    problems = [find_problems(SITE.forms[form], clean(SITE.forms[form], raw)) for raw in ({}, wrong)]
    pages = [answer_pages.unsent(SITE, SITE.forms[form], {}, found, GYM.business) for found in (*problems, ())]
    return texts(parse("".join([*pages, answer_pages.sent(SITE, SITE.forms[form], GYM.business, "", "K7Q2-9M")])))


class _NoRecords:
    async def page(self, slug: str) -> None:
        """Find no record."""


@pytest.fixture
def said(request, documents, pages, caplog):
    """All texts found at one of the places that `TEXTS` lists."""
    place = request.param
    if place in SITE.forms:
        return answers(place)
    if place == "404":
        return texts(read(pages / "404.html"))
    if place == "scripts":
        scripts = [script.read_text(encoding="utf-8") for script in (pages / "assets").glob("*.js")]
        return {literal for script in scripts for literal in script.split("`")}
    if place == "error screen":
        return set(str(error_screen(SITE)).split('"'))
    if place == "mail":
        bodies = [compose(SITE.forms, form, {"service": service}, "") for form, service in
                  (("service", "personal-training"), ("inquiry", "physiotherapy"))]  # fmt: skip
        return {line for body in bodies for line in (body["subject"], *body["message"].splitlines())}
    if place == "log":
        with caplog.at_level(logging.WARNING):
            ask(record_answers(_NoRecords(), CURRENT), "/records/pages/faq")
        return set(caplog.messages)
    assert place in documents, CHANGED
    return texts(documents[place])


@pytest.mark.parametrize(("said", "wanted"), TEXTS.items(), ids=TEXTS, indirect=["said"])
def test_the_texts_of_the_specification_appear_verbatim(said, wanted):
    assert [text for text in map(str.strip, " ".join(wanted.split()).split(" | ")) if text not in said] == [], CHANGED


# The maximum length of each text by form; the specification has those of the consultation form alone.
LENGTHS = {
    "consultation": "name 50 email 100 phone 20 healthConditions 500 availableDays 100 additionalInfo 1000",
    "service": "name 50 email 100 phone 20 fitnessGoals 1000 medicalConditions 500 availability 100 additionalNotes 1000",
    "inquiry": "name 50 email 100 phone 20 message 1000",
}


@pytest.mark.parametrize("form", LENGTHS)
def test_the_forms_have_the_specified_length_limits(form):
    texts = [field for field in SITE.forms[form].fields if not field.options and field.kind != "age"]
    limits = [f"{field.name} {field.limit}" for field in texts]
    assert " ".join(limits) == LENGTHS[form], CHANGED
