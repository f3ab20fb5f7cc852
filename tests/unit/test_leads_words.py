"""What a visitor writes or pastes: sanitised within bounds, checked and composed."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gym_site.content.forms import SELECTABLE_TRAINERS
from gym_site.leads.compose import compose
from gym_site.leads.fields import FORMS
from gym_site.leads.sanitise import ROUNDS, plain, sanitise
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
bombs = st.builds(
    lambda pieces, times: "".join(pieces) * times,
    st.lists(st.sampled_from(["&", "amp;", "&amp;", "&#38;", "#38;", "lt;", "gt;", "<", ">", "<b>", "a", "\0", "\u0301"]),
             min_size=1, max_size=6),
    st.integers(1, 500),
)  # fmt: skip
LONGEST = 64 * 1024  # of a form's whole post
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
        ("pain<knee and hip, from surgery", "pain<knee and hip, from surgery"),
        ("<b>bad</b> back<neck", "bad back<neck"),
        ("a<!-- b", "a<!-- b"),
        ("<script>alert(1)</script>knee<hip", "knee<hip"),
        ("&lt;b&gt;Jo&lt;knee", "Jo<knee"),
        ("a \u202etxet\u202c b", "a txet b"),
    ],
)
def test_markup_goes_and_words_stay(typed, kept):
    assert sanitise(typed) == kept


@given(any_text | bombs)
def test_sanitising_reads_a_text_so_many_times_at_most_is_idempotent_and_never_adds(text):
    lengths = []

    def tidy(part):
        lengths.append(len(part))
        return plain(part)

    once = sanitise(text, tidy)
    assert len(lengths) <= ROUNDS + 1
    assert max(lengths) <= len(text)
    assert sanitise(once) == plain(once) == once
    assert len(once) <= len(text)
    once.encode()  # a database and JSON take it


@settings(max_examples=30)
@given(bombs, forms)
def test_of_a_value_that_is_far_too_long_only_the_beginning_is_read(bomb, form):
    text = (bomb * (LONGEST // len(bomb) + 1))[:LONGEST]
    for field in FORMS[form].fields:
        cut = text[: 4 * field.limit + 16]
        assert FORMS[form].clean({field.name: text}) == FORMS[form].clean({field.name: cut})


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


@pytest.mark.parametrize("form", ["consultation", "service"])
@pytest.mark.parametrize(
    ("name", "pasted", "kept"),
    [
        ("name", "علی\u200cرضا", "علی\u200cرضا"),
        ("name", "क्\u200dष", "क्\u200dष"),
        ("name", "\u200fعلی", "علی"),
        ("name", "Jo\u200bAnn\ufeff", "JoAnn"),
        ("name", "Jo \u200dLee\u200c", "Jo Lee"),
        ("name", "Jo\u00a0Lee\u3000Wu", "Jo Lee Wu"),
        ("name", "Anne\u2010Marie\u2011Lou\u2013Bo", "Anne-Marie-Lou-Bo"),
        ("name", "O‘Neil O’Brien D´Arcy D′Or O'Hara", "O’Neil O’Brien D’Arcy D’Or O'Hara"),
        ("name", "Jose\u0301", "José"),
        ("name", "e\u0301" * 50, "é" * 50),
        ("phone", "\u202a+1 604\u00a0555\u20110142\u202c", "+1 604 555-0142"),
        ("phone", "(604) 555\u22120142\u200e", "(604) 555-0142"),
        ("email", "\ufeffjo\u200b@mail\u200d.exam\u00adple\u00a0", "jo@mail.example"),
    ],
)
def test_what_pasting_brings_along_is_no_mistake(form, name, pasted, kept):
    fields = FORMS[form].clean({**SERVICE, "currentFitnessLevel": "", name: pasted})
    assert fields[name] == kept
    assert name not in {problem.field for problem in validate(form, fields)}


@pytest.mark.parametrize("name", ["Jo\u200d2", "\u200d\u200c", "Jo_Lee", "Jo*", "J" * 51, "Jr.", "e\u0301" * 51])
def test_the_rules_for_a_name_stay(name):
    fields = FORMS["service"].clean({**SERVICE, "name": name})
    assert [problem.field for problem in validate("service", fields)] == ["name"]


def test_every_option_is_still_itself_after_it_was_tidied():
    for form in FORMS.values():
        for field in form.fields:
            assert [field.tidy(option.value) for option in field.options] == [o.value for o in field.options]


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


def test_the_inquiry_keeps_its_words_and_loses_only_what_nobody_sees_or_typed():
    typed = {
        "name": " Jo\u200b 2 ",
        "email": "jo\u200b@mail.example",
        "message": "<b>5 < 6</b>\r\n&amp; a\u202eb\x07 👩‍👧",
    }
    kept = {"name": " Jo 2 ", "email": "jo@mail.example", "message": "<b>5 < 6</b>\n&amp; ab 👩‍👧"}
    assert FORMS["inquiry"].clean(typed) == {"phone": "", "service": ""} | kept


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
