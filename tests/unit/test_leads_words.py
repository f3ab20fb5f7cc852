"""What a visitor writes: sanitised, checked and composed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gym_site.content.forms import SELECTABLE_TRAINERS
from gym_site.leads.compose import compose
from gym_site.leads.fields import FORMS
from gym_site.leads.sanitise import plain, sanitise
from gym_site.leads.validate import validate

# Ordinary text is rarely markup, so half of the examples are made of what a parser trips over.
PIECES = (  # noqa: RUF005
    "< > & &amp; &lt; &#60; &#x3c &nbsp amp; lt; <b> </ <!-- --> <![CDATA[ <script> </script> <svg> <table> <textarea> "
    "a O'Neil \" = / &notit; &NotEqualTilde; &#xD800; &#13; &#1; \0 \x1b \ud800"
).split() + [" ", "\n", "\r", "\r\n", "\u00a0"]
tricky = st.lists(st.sampled_from(PIECES), max_size=12).map("".join)
any_text = st.text(st.characters(), max_size=200) | tricky
any_json = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | any_text | st.binary(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=5,
)
forms = st.sampled_from(sorted(FORMS))
names = sorted({field.name for form in FORMS.values() for field in form.fields})

CONSULTATION = {
    "name": "Zoë O'Neil-Öztürk",
    "email": "zoe@mail.example",
    "phone": "604-555-0142",
    "age": "34",
    "selectedTrainer": SELECTABLE_TRAINERS[0],
    "fitnessGoals": "weight-loss",
    "currentFitnessLevel": "lightly-active",
    "workoutExperience": "beginner",
    "healthConditions": "Left knee",
    "availableDays": "Monday",
    "preferredTime": "evening",
    "additionalInfo": "First line\nSecond line",
}
SERVICE = {
    "name": "Ana Kovač",
    "email": "ana@mail.example",
    "phone": "(604) 555 0142",
    "trainerPreference": "female",
    "fitnessGoals": "Run 10 km",
    "service": "kickboxing-boxing",
}
INQUIRY = {"name": "Bo", "email": "bo@mail.example"}
VALID = {"consultation": CONSULTATION, "service": SERVICE, "inquiry": INQUIRY}


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Jo  ", "Jo"),
        ("R&D at AT&T", "R&D at AT&T"),
        ("a < b and 3 > 2", "a < b and 3 > 2"),
        ("I <3 boxing", "I <3 boxing"),
        ('5\'10", "fit"', '5\'10", "fit"'),
        ("<b>Jo</b>", "Jo"),
        ("<script>alert(1)</script>Jo", "Jo"),
        ("&lt;script&gt;alert(1)&lt;/script&gt;Jo", "Jo"),
        ("&amp;lt;b&amp;gt;Jo", "Jo"),
        ("<img src=x onerror=alert(1)>", ""),
        ("one\r\ntwo\rthree", "one\ntwo\nthree"),
        ("a\tb\x00c\x1b[31m", "a bc[31m"),
        ("half \ud800 sign", "half  sign"),
        ("李小龍 👩‍👩‍👧", "李小龍 👩‍👩‍👧"),
    ],
)
def test_markup_goes_and_words_stay(typed, kept):
    assert sanitise(typed) == kept


@given(any_text)
def test_sanitising_ends_is_idempotent_and_never_adds(text):
    once = sanitise(text)
    assert sanitise(once) == once
    assert len(once) <= len(text)
    assert plain(once) == once
    once.encode()  # a database and JSON take it


@pytest.mark.parametrize("form", FORMS)
def test_a_well_filled_form_has_no_problem(form):
    assert validate(form, FORMS[form].clean(VALID[form])) == ()


@pytest.mark.parametrize(
    ("form", "name", "value", "message"),
    [
        ("consultation", "name", "", "Name is required"),
        ("consultation", "name", "  <b></b> ", "Name is required"),
        ("consultation", "name", "Jo 2", "Name contains invalid characters"),
        ("consultation", "name", "Jo\nBcc: x", "Name contains invalid characters"),
        ("consultation", "name", "J" * 51, "Name contains invalid characters"),
        ("consultation", "email", "", "Email is required"),
        ("consultation", "email", "jo", "Please enter a valid email address"),
        ("consultation", "email", "jo@mail", "Please enter a valid email address"),
        ("consultation", "email", "j o@mail.example", "Please enter a valid email address"),
        ("consultation", "email", "j" * 90 + "@mail.example", "Please enter a valid email address"),
        ("consultation", "phone", "555-0142", "Please enter a valid phone number"),
        ("consultation", "phone", "604-555-0142 ext 3", "Please enter a valid phone number"),
        ("consultation", "phone", "604+555+0142", "Please enter a valid phone number"),
        ("consultation", "age", "11", "Age must be a number from 12 to 100"),
        ("consultation", "age", "101", "Age must be a number from 12 to 100"),
        ("consultation", "age", "12.5", "Age must be a number from 12 to 100"),
        ("consultation", "age", "²", "Age must be a number from 12 to 100"),
        ("consultation", "fitnessGoals", "", "Primary goal is required"),
        ("consultation", "currentFitnessLevel", "", "Activity level is required"),
        ("consultation", "workoutExperience", "", "Fitness experience is required"),
        ("consultation", "fitnessGoals", "fly", "Please choose one of the options"),
        ("consultation", "selectedTrainer", "Nobody Known", "Please choose one of the options"),
        ("consultation", "preferredTime", "midnight", "Please choose one of the options"),
        ("consultation", "healthConditions", "x" * 501, "Health concerns must be at most 500 characters"),
        ("service", "phone", "", "Phone is required"),
        ("service", "phone", "555", "Please enter a valid phone number"),
        ("service", "fitnessGoals", "", "Fitness goals are required"),
        ("service", "trainerPreference", "robot", "Please choose one of the options"),
        ("service", "service", "", "Please choose one of the options"),
        ("service", "service", "blog", "Please choose one of the options"),
        ("inquiry", "name", " ", "Name is required"),
        ("inquiry", "email", "", "Email is required"),
        ("inquiry", "service", "swimming", "Please choose one of the options"),
        ("inquiry", "message", "x" * 1001, "Message must be at most 1000 characters"),
    ],
)
def test_each_mistake_has_its_message_at_its_field(form, name, value, message):
    fields = FORMS[form].clean({**VALID[form], name: value})
    if name == "name" and "\n" in value:
        fields["name"] = value  # an input of one line has lost the break already
    assert [(problem.field, problem.message) for problem in validate(form, fields)] == [(name, message)]


@pytest.mark.parametrize(
    ("form", "name", "value"),
    [
        ("consultation", "phone", ""),
        ("consultation", "phone", "+1 (604) 555-0142"),
        ("consultation", "age", ""),
        ("consultation", "age", "12"),
        ("consultation", "age", "100"),
        ("consultation", "name", "D’Arcy مُحَمَّد"),
        ("consultation", "name", "李小龍"),
        ("consultation", "name", "J" * 50),
        ("consultation", "selectedTrainer", SELECTABLE_TRAINERS[-1]),
        ("consultation", "healthConditions", "x" * 499 + "\r\n"),
        ("inquiry", "email", "not checked by the inquiry form"),
        ("inquiry", "name", "Jo 2 <b>"),
        ("inquiry", "phone", "ask for Bo"),
    ],
)
def test_what_the_rules_allow_passes(form, name, value):
    assert validate(form, FORMS[form].clean({**VALID[form], name: value})) == ()


def test_problems_come_in_the_order_of_the_form():
    problems = validate("consultation", {})
    assert [problem.message for problem in problems] == [
        "Name is required",
        "Email is required",
        "Primary goal is required",
        "Activity level is required",
        "Fitness experience is required",
    ]


@given(forms, st.dictionaries(st.sampled_from(names) | st.text(), any_json))
def test_a_stranger_may_send_anything(form, raw):
    fields = FORMS[form].clean(raw)
    limits = {field.name: field.limit for field in FORMS[form].fields}
    assert fields.keys() == limits.keys()
    assert all(isinstance(value, str) and len(value) <= limits[name] + 1 for name, value in fields.items())
    named = {problem.field for problem in validate(form, fields)}
    assert {name for name, value in fields.items() if len(value) > limits[name]} <= named


@given(forms, st.dictionaries(st.sampled_from(names), any_text))
def test_every_text_can_be_checked_and_composed(form, fields):
    validate(form, fields)
    body = compose(form, fields, reference="K7Q2-9M")
    assert body["subject"] == body["_subject"]
    assert len(body["subject"].splitlines()) == 1
    assert len(body["_replyto"].splitlines()) <= 1
    lines = [line for line in body["message"].splitlines() if not line.startswith("    ")]
    assert len(lines) == len(FORMS[form].fields) + 4  # and the heading, two blank lines, the reference


def test_the_inquiry_keeps_its_words_and_loses_only_what_nobody_typed():
    raw = {"name": " Bo ", "email": "bo@mail.example", "message": "<b>5 < 6</b>\r\n&amp; more\x07"}
    fields = FORMS["inquiry"].clean(raw)
    assert fields["message"] == "<b>5 < 6</b>\n&amp; more"
    assert fields["name"] == " Bo "


def test_the_consultation_lists_every_field_with_its_label():
    body = compose("consultation", CONSULTATION)
    assert body["subject"] == "New Consultation Request from Zoë O'Neil-Öztürk"
    assert body["email"] == body["_replyto"] == "zoe@mail.example"
    for shown in (
        "Full name: Zoë O'Neil-Öztürk",
        "Email: zoe@mail.example",
        "Phone: 604-555-0142",
        "Age: 34",
        f"Preferred trainer: {SELECTABLE_TRAINERS[0]}",
        "Primary goal: Weight loss",
        "Activity level: Lightly active (1-3 days/week)",
        "Fitness experience: Beginner (0-6 months)",
        "Health concerns: Left knee",
        "Days that suit you: Monday",
        "Preferred time: Evening (5-8 PM)",
        "Anything else: First line\n    Second line",
    ):
        assert f"\n{shown}" in body["message"]


def test_blank_answers_are_named_as_such():
    message = compose("service", SERVICE)["message"]
    assert "Trainer preference: A female trainer" in message
    assert "Medical conditions: None specified" in message
    assert "Notes: None" in message
    assert "Availability: Not specified" in message
    assert "Service: Kickboxing & Boxing" in message
    assert "Trainer preference: No preference" in compose("service", {})["message"]
    assert "Preferred trainer: No preference" in compose("consultation", {})["message"]


@pytest.mark.parametrize(
    ("form", "fields", "subject"),
    [
        ("service", SERVICE, "Consultation Request - Kickboxing & Boxing"),
        ("inquiry", {**INQUIRY, "service": "prenatal-training"}, "Inquiry about Pre and post natal training"),
        ("inquiry", INQUIRY, "General inquiry about our services"),
        (
            "consultation",
            {"name": "Jo\r\nBcc: all@mail.example"},
            "New Consultation Request from Jo Bcc: all@mail.example",
        ),
    ],
)
def test_subjects(form, fields, subject):
    assert compose(form, fields)["subject"] == subject


def test_a_reference_ends_the_message():
    assert compose("inquiry", INQUIRY, reference="K7Q2-9M")["message"].endswith("\n\nReference: K7Q2-9M")


def test_option_values_are_those_of_the_specification():
    options = {field.name: [o.value for o in field.options if o.value] for field in FORMS["consultation"].fields}
    assert options["fitnessGoals"] == (
        "weight-loss muscle-gain strength endurance toning general-fitness sport-specific rehabilitation".split()
    )
    assert options["currentFitnessLevel"] == (
        "sedentary lightly-active moderately-active very-active extremely-active".split()
    )
    assert options["workoutExperience"] == "beginner novice intermediate advanced".split()
    assert options["preferredTime"] == "early-morning morning midday afternoon evening late-evening".split()
    assert len(options["selectedTrainer"]) == 7
    inquiry = {field.name: [o.value for o in field.options] for field in FORMS["inquiry"].fields}
    assert (
        inquiry["service"]
        == (
            "personal-training group-fitness physiotherapy athletic-performance kickboxing-boxing prenatal-training "
            "online-coaching"
        ).split()
    )
