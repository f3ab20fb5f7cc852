"""The home page says what the specification says, read from the built HTML. Everything here is transcribed."""

from __future__ import annotations

import pytest

# Tab, name, price, period, further words of the card; spec section 9.
PLANS = [
    ("monthly", "Regular Hours", "$14.99", "week", "Was $18.75/week", "Save 21%", "5:30am-10pm daily", "$65"),
    ("monthly", "24 Hours", "$18.75", "week", "Was $22.50/week", "Save 18%", "Most Popular", "24 hours, 365 days"),
    ("monthly", "First Responders", "$12.50", "week", "Was $18.75/week", "Save 32%", "20% discount on regular prices"),
    ("annual", "1 Year Prepay", "$659.99", "year", "Was $780/year", "Save 27%", "$55/month", "+$180"),
    ("annual", "2 Year Prepay", "$1,199.99", "2 years", "Was $1,560/2 years", "Save 24%", "Most Popular",
     "$50/month", "+$360"),
    ("visit", "10 Visits", "$99", "10 visits", "Was $150/10 visits", "Save 34%", "+$15"),
    ("visit", "20 Visits", "$159.99", "20 visits", "Was $280/20 visits", "Save 43%", "Most Popular", "+$40"),
    ("visit", "30 Visits", "$199.99", "30 visits", "Was $405/30 visits", "Save 51%", "+$60"),
    ("trial", "3 Days Visit Pass", "$0", "3 days", "refundable", "Surrey and Delta residents"),
    ("trial", "1 Day Drop In", "$15", "1 day", "Surrey and Delta residents", "6 AM-9 PM"),
    ("personal", "1 Session Per Week", "$152", "biweekly", "2 sessions biweekly", "10% off gym memberships"),
    ("personal", "2 Sessions Per Week", "$288", "biweekly", "4 sessions biweekly", "Most Popular",
     "10% off gym memberships"),
    ("personal", "3 Sessions Per Week", "$408", "biweekly", "6 sessions biweekly", "10% off gym memberships"),
    ("personal", "Couples Wedding Transformation Package", "$354", "biweekly", "6 sessions biweekly for 3 months",
     "10% off gym memberships"),
]  # fmt: skip

# Title, link, price and further words of the card; spec section 9.
SERVICES = [
    ("Personal Training", "/personal-trainer-surrey-delta", "$60-90/session", "60 minutes", "1-on-1"),
    ("Group Fitness", "/group-fitness-classes-surrey", "$25-35/class", "45-60 minutes", "3-6",
     "No fixed class schedule"),
    ("Physiotherapy/Kinesiology", "/physiotherapy-kinesiology-surrey-delta", "Direct billing available",
     "45-60 minutes", "ICBC vendor", "EMS and kinesiology"),
    ("Athletic Performance", "/athletic-performance-training-delta", "$60-110/session", "60-90 minutes"),
    ("Kickboxing & Boxing", "/kickboxing-boxing-gym-surrey", "$60-90/session", "45-60 minutes"),
    ("Pre & Post Natal Training", "/prenatal-postnatal-fitness-surrey", "From $70/session", "45-60 minutes"),
    ("Online Fitness Coaching", "/online-personal-training-coach", "From $50/session", "30-60 minute", "1-on-1",
     "All levels"),
]  # fmt: skip

# What a section must say; spec sections 1, 2 and 9.
SECTIONS = {
    "home": ["7,000+ Members helped", "13,000 sqft", "24/7", "500 Membership cap", "3 Day Trial Pass",
             "Personal Training Consultation", "Physiotherapy Assessment"],
    "about": ["8+ years", "13,500 sq ft", "group fitness room", "sauna", "private showers", "15+ Certified trainers",
              "2+ Physiotherapists", "1000s+ Lives changed", "100s+ Success stories", "8+ Years", "Free parking",
              "2 one-week guest passes for family and friends", "Contract or month-to-month"],
    "membership": ["15% off partner apparel and supplements", "20% off our own merchandise", "No sign-up fee",
                   "Free handbook and cookbook", "A complimentary personal training session", "30 days notice",
                   "charged 3 months after sign-up and every 12 months", "plus taxes"],
    "facility": ["State-of-the-art equipment", "Spacious training areas", "13,500 sq ft", "6500 sq ft", "fall",
                 "Sauna and recovery room", "Boxing section", "Private showers", "Physiotherapy centre", "ICBC vendor",
                 "EMS and kinesiology", "Opening Fall 2025", "13,500 Square feet", "500 Member capacity",
                 "24/7 Access"],
    "testimonials": ["4.8/5", "Google", "Transformation Gallery", "7,000+ Members helped", "500+ Success stories",
                     "15 Certified trainers", "8 Years"],
    "social": ["@", "Join Our Community", "Follow on Instagram", "Book Consultation"],
    "contact": ["24/7 access", "Surrey, BC"],
}  # fmt: skip


def destination(link):
    """Return where a link of the home page leads; its own sections are written with and without the path."""
    return link.attrs["href"].removeprefix("/") if link.attrs["href"].startswith("/#") else link.attrs["href"]


def either_way(text, words):
    """Say whether the words stand there; a figure and its label may stand in either order."""
    figure, _, label = words.partition(" ")
    return words in text or f"{label} {figure}" in text


@pytest.mark.parametrize(("tab", "name", "price", "period", "more"), [(*one[:4], one[4:]) for one in PLANS],
                         ids=[one[1] for one in PLANS])  # fmt: skip
def test_a_plan_says_what_it_costs_and_includes(home, tab, name, price, period, more):
    panel = home.one(id=f"panel-{tab}")
    (card,) = [one for one in panel.all("article") if one.one("h3").text == name]
    assert card.one(class_="plan-amount").text == price
    assert card.one(class_="plan-period").text == f"/{period}"
    assert [words for words in more if words not in card.text and words not in panel.text] == []
    former = [words for words in more if words.startswith("Was ")]
    assert [one.text for one in card.all("s")] == former  # struck through
    assert bool(card.all(class_="plan-badge")) == ("Most Popular" in more)
    benefits = card.one("details")
    assert benefits.one("summary").text == f"View Benefits ({len(benefits.all('li'))})"
    sign_up = card.all("a")[0]
    assert sign_up.text == "Sign Up Online"
    assert sign_up.attrs["href"].startswith("https://")


def test_no_plan_is_there_that_the_gym_doesnt_sell(home):
    names = [one.one("h3").text for one in home.one(id="membership").all("article")]
    assert names == [one[1] for one in PLANS]


@pytest.mark.parametrize(("title", "path", "price", "more"), [(*one[:3], one[3:]) for one in SERVICES],
                         ids=[one[0] for one in SERVICES])  # fmt: skip
def test_a_service_says_what_it_costs_and_leads_to_its_page(home, title, path, price, more):
    (card,) = [one for one in home.one(id="services").all("article") if one.one("h3").text == title]
    assert price in card.text
    assert [words for words in more if words not in card.text] == []
    assert [(one.text, one.attrs["href"]) for one in card.all("a")] == [(f"Learn More: {title}", path)]  # read aloud


@pytest.mark.parametrize("section", SECTIONS)
def test_a_section_says_what_it_is_there_for(home, section):
    text = home.one("section", id=section).text
    assert [words for words in SECTIONS[section] if not either_way(text, words)] == []


def test_there_are_four_steps_to_the_gym(home):
    steps = home.one("section", class_="steps").all("li")
    wanted = ["Choose a membership", "Fill out the online form", "Download", "Access the gym"]
    assert len(steps) == 4
    assert all(words in step.text for words, step in zip(wanted, steps, strict=True))


def test_the_counts_of_the_home_page(home):
    assert len(home.one(id="about").one("ul", class_="reason-list").all("li")) == 8
    assert len(home.one(id="facility").all("figure", class_="slide")) == 16
    assert len(home.one(id="facility").one("ul", class_="feature-list").all("li")) == 6
    assert len(home.one(id="social").all("figure", class_="post")) == 9
    assert len(home.one(id="about").all("button", class_="photo-button")) == 12


def test_the_location_is_there_without_asking_a_server(home):
    visit = home.all("section")[-1]
    wanted = ["Visit Our Surrey Location", "Open 24 Hours Daily", "Surrey, BC", "Personal Training", "Free parking"]
    assert [words for words in wanted if words not in visit.text] == []
    links = [one.attrs["href"].split(":")[0] for one in visit.all("a")]
    assert {"tel", "mailto"} <= set(links)


def test_the_countdown_begins_with_ninety_days(home):
    figures = home.one(id="home").one(role="timer").all("b")
    assert [one.text for one in figures] == ["90", "0", "0", "0"]


def test_the_hero_has_its_five_actions(home):
    hero = home.one(id="home")
    links = [destination(one) for one in hero.all("a")]
    assert len(links) == 5
    assert {"#membership", "#facility", "/consultation"} <= set(links)
    assert sum(link.startswith("https://") for link in links) == 2


def test_the_bar_leads_to_every_page_of_the_specification(home):
    bar = home.one("nav", class_="bar-nav")
    links = {one.text: destination(one) for one in bar.all("a")}
    assert links == {
        "Home": "/",
        "Membership": "#membership",
        "About": "#about",
        "Book Appointment": "/book-appointment-surrey",
        "Trainers": "/certified-personal-trainers-surrey",
        "Facility Expansion": "/new-gym-facility-surrey-delta",
        "Testimonials": "#testimonials",
        "Contact": "#contact",
        "Blog": "/fitness-blog-surrey-delta",
        **{title: path for title, path, *_ in SERVICES},
    }
