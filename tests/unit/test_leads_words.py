"""Visitors' input: sanitised in bounded time, validated, and composed into a message."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gym_site.forms.controls import controls
from gym_site.forms.entries import Problem, clean, find_problems
from gym_site.forms.form import FormField
from gym_site.forms.tidy import ROUNDS, plain, sanitise
from gym_site.leads.gateway import compose
from tests.forms import CONSULTATION, INQUIRY, SERVICE, SERVICE_KEY
from tests.gym import GYM, IN_FORM, SITE
from tests.parts import only

# Random text is rarely markup, so half of the examples consist of pieces that trip up parsers.
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
LONGEST = 64 * 1024  # of a whole form post
forms = st.sampled_from(sorted(SITE.forms))
names = sorted({field.name for form in SITE.forms.values() for field in form.fields})

VALID = {"consultation": CONSULTATION, "service": SERVICE | {"service": SERVICE_KEY}, "inquiry": INQUIRY}


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Jo  ", "Jo"),
        ("R&D at AT&T", "R&D at AT&T"),
        ("a < b and 3 > 2", "a < b and 3 > 2"),
        ('5\'10", "fit" <3', '5\'10", "fit" <3'),
        ("&lt;script&gt;alert(1)&lt;/script&gt;Jo", "Jo"),
        ("&amp;lt;b&amp;gt;Jo", "Jo"),
        ("<img src=x onerror=alert(1)>", ""),
        ("one\r\ntwo\rthree", "one\ntwo\nthree"),
        ("a\tb\x00c\x1b[31m", "a bc[31m"),
        ("half \ud800 sign", "half  sign"),
        ("李小龍 👩‍👩‍👧", "李小龍 👩‍👩‍👧"),
        ("a<!-- b", "a<!-- b"),
        ("<script>alert(1)</script>knee<hip", "knee<hip"),
        ("&lt;b&gt;Jo&lt;knee", "Jo<knee"),
        ("a \u202etxet\u202c b", "a txet b"),
    ],
)
def test_sanitise_removes_markup_and_keeps_text(typed, kept):
    assert sanitise(typed) == kept


@given(any_text | bombs)
def test_sanitising_takes_bounded_time_and_adds_no_text_and_is_idempotent(text):
    lengths = []

    def tidy(part):
        lengths.append(len(part))
        return plain(part)

    once = sanitise(text, tidy)
    assert len(lengths) <= ROUNDS + 1
    assert max(lengths) <= len(text)
    assert sanitise(once) == plain(once) == once
    assert len(once) <= len(text)
    once.encode()  # valid in a database and in JSON


@settings(max_examples=30)
@given(bombs, forms)
def test_cleaning_reads_only_the_beginning_of_a_far_too_long_value(bomb, form):
    text = (bomb * (LONGEST // len(bomb) + 1))[:LONGEST]
    for field in SITE.forms[form].fields:
        cut = text[: 4 * field.limit + 16]
        assert clean(SITE.forms[form], {field.name: text}) == clean(SITE.forms[form], {field.name: cut})


REQUIRED, CHOICE = "{} is required", "Please choose one of the options"
LETTERS, EMAIL = "Name contains invalid characters", "Please enter a valid email address"
PHONE, AGE = "Please enter a valid phone number", "Age must be a number from 12 to 100"


@pytest.mark.parametrize(
    ("form", "name", "message", "values"),
    [
        ("consultation", "name", REQUIRED.format("Name"), ["", "  <b></b> "]),
        ("consultation", "name", LETTERS, ["Jo 2", "J" * 51]),
        ("service", "name", LETTERS, ["Jo\u200d2", "Jr.", "e\u0301" * 51]),
        ("service", "name", REQUIRED.format("Name"), ["\u200d\u200c"]),
        ("consultation", "email", EMAIL, ["jo", "jo@mail", "j o@mail.example", "j" * 90 + "@mail.example"]),
        *(
            (form, "email", EMAIL, ["ana@gmail.com,", "a..na@gmail..com", "a@na@gmail.com", "ana@gmail.com."])
            for form in ("consultation", "service")
        ),
        ("consultation", "phone", PHONE, ["555-0142", "604-555-0142 ext 3", "604+555+0142"]),
        ("consultation", "age", AGE, ["11", "101", "12.5", "²"]),
        ("consultation", "fitnessGoals", CHOICE, ["fly"]),
        *only("trainers", ("consultation", "selectedTrainer", CHOICE, ["Nobody Known"])),
        ("consultation", "healthConditions", "Health concerns must be at most 500 characters", ["x" * 501]),
        ("service", "phone", REQUIRED.format("Phone"), [""]),
        ("service", "fitnessGoals", "Fitness goals are required", [""]),
        ("service", "service", CHOICE, ["", "blog"]),
        ("service", "additionalNotes", "Notes must be at most 1000 characters", ["x" * 1001]),
        ("inquiry", "name", REQUIRED.format("Name"), [""]),
        ("inquiry", "email", REQUIRED.format("Email"), [""]),
    ],
)
def test_each_invalid_value_gets_its_message_at_its_field(form, name, message, values):
    for value in values:
        fields = clean(SITE.forms[form], {**VALID[form], name: value})
        assert [(problem.field, problem.message) for problem in find_problems(SITE.forms[form], fields)] == [
            (name, message)
        ], value


def test_a_field_is_validated_by_its_kind_not_its_name():
    kinds = {"phone": "line", "friend": "name", "second": "email", "mobile": "phone", "years": "age"}
    fields = [
        FormField(name=name, kind=kind, label=name, limit=50, invalid="" if kind == "line" else f"No {kind}")
        for name, kind in kinds.items()
    ]
    form = replace(SITE.forms["consultation"], fields=tuple(fields))
    assert find_problems(form, dict.fromkeys(kinds, "@jo.chan 2")) == tuple(
        Problem(name, f"No {kind}") for name, kind in kinds.items() if kind != "line"
    )
    right = {"friend": "Jo", "second": "jo@mail.example", "mobile": "604-555-0142", "years": "34"}
    assert find_problems(form, right) == ()
    assert {control.name: control.attrs.get("autoComplete") for control in controls(form)} == {
        "phone": None, "friend": "name", "second": "email", "mobile": "tel", "years": None
    }  # fmt: skip


@pytest.mark.parametrize(("form", "kind"), [("consultation", None), ("service", "email"), ("inquiry", "email")])
def test_phones_leave_an_email_address_as_it_is_typed(form, kind):
    attrs = next(control.attrs for control in controls(SITE.forms[form]) if control.name == "email")
    assert (attrs["autoCorrect"], attrs["autoCapitalize"], attrs["spellCheck"]) == ("off", "off", False)
    assert attrs.get("type") == kind


@pytest.mark.parametrize(
    ("form", "name", "values"),
    [
        ("consultation", "name", ["D’Arcy مُحَمَّد", "李小龍", "J" * 50, CONSULTATION["name"], SERVICE["name"]]),
        ("consultation", "phone", ["", "+1 (604) 555-0142"]),
        ("consultation", "age", ["", "12", "100"]),
        *only("trainers", ("consultation", "selectedTrainer", ["", *IN_FORM])),
        ("consultation", "healthConditions", ["x" * 499 + "\r\n"]),
        # Only the browser checks an inquiry.
        ("inquiry", "name", ["Jo 2 <b>", " ", "J" * 51]),
        ("consultation", "email", ["ana.b+c@mail.example", "jo@münchen.example", "jo,lee@mail.example"]),
        ("inquiry", "email", ["jo@mail", "nope", "ana@gmail.com,", "ana@gmail..com"]),
        ("inquiry", "phone", ["ask for Bo"]),
        ("inquiry", "service", ["swimming"]),
        ("inquiry", "message", ["x" * 3000]),
    ],
)
def test_valid_values_are_accepted(form, name, values):
    for value in values:
        assert find_problems(SITE.forms[form], clean(SITE.forms[form], {**VALID[form], name: value})) == (), value


@pytest.mark.parametrize(
    ("name", "pasted", "kept"),
    [
        ("name", "علی\u200cرضا", "علی\u200cرضا"),
        ("name", "क्\u200dष", "क्\u200dष"),
        ("name", "\u200fJo\u200bAnn\ufeff", "JoAnn"),
        ("name", "Jo \u200dLee\u200c", "Jo Lee"),
        ("name", "Jo\u00a0Lee\u3000Wu", "Jo Lee Wu"),
        ("name", "Anne\u2010Marie\u2011Lou\u2013Bo", "Anne-Marie-Lou-Bo"),
        ("name", "O‘Neil O’Brien D´Arcy D′Or O'Hara", "O’Neil O’Brien D’Arcy D’Or O'Hara"),
        ("name", "O`Neil O＇Brien Oʼ Hara D՚Arcy L｀Or", "O’Neil O’Brien O’ Hara D’Arcy L’Or"),
        ("name", "e\u0301" * 50, "é" * 50),
        ("phone", "\u202a+1 604\u00a0555\u20110142\u202c", "+1 604 555-0142"),
        ("phone", "(604) 555\u22120142\u200e", "(604) 555-0142"),
        ("phone", "604.555.0142", "604-555-0142"),
        ("phone", "604·555•0142", "604-555-0142"),
        ("phone", "＋１（６０４）５５５－０１４２", "+1(604)555-0142"),
        ("phone", "٦٠٤ ۵۵۵ ੦੧੪੨", "604 555 0142"),
        ("email", "\ufeffjo\u200b@mail\u200d.exam\u00adple\u00a0", "jo@mail.example"),
    ],
)
def test_pasted_invisible_characters_are_removed_without_an_error(name, pasted, kept):
    fields = clean(SITE.forms["service"], {**VALID["service"], name: pasted})
    assert fields[name] == kept
    assert find_problems(SITE.forms["service"], fields) == ()


def test_an_age_may_be_written_in_any_digits():
    for typed in ("34", "３４", "٣٤", "੩੪"):
        assert clean(SITE.forms["consultation"], {"age": typed})["age"] == "34"


def test_cleaning_does_not_change_the_values_of_options():
    for form in SITE.forms.values():
        for field in form.fields:
            assert [clean(form, {field.name: option.value})[field.name] for option in field.options] == [
                o.value for o in field.options
            ]


@given(forms, st.dictionaries(st.sampled_from(names) | st.text(), any_json))
def test_a_stranger_may_send_anything_without_causing_an_error(form, raw):
    fields = clean(SITE.forms[form], raw)
    limits = {field.name: field.limit for field in SITE.forms[form].fields}
    assert fields.keys() == limits.keys()
    strict = SITE.forms[form].sanitised
    longest = {name: limit + 1 if strict else 4 * limit + 16 for name, limit in limits.items()}
    assert all(isinstance(value, str) and len(value) <= longest[name] for name, value in fields.items())
    named = {problem.field for problem in find_problems(SITE.forms[form], fields)}
    assert not strict or {name for name, value in fields.items() if len(value) > limits[name]} <= named


@given(forms, st.dictionaries(st.sampled_from(names), any_text))
def test_any_text_in_a_field_can_be_validated_and_put_into_a_message(form, fields):
    find_problems(SITE.forms[form], fields)
    body = compose(SITE.forms, form, fields, "K7Q2-9M")
    assert body["subject"] == body["_subject"]
    assert len(body["subject"].splitlines()) == 1
    assert len(body["_replyto"].splitlines()) <= 1
    lines = [line for line in body["message"].splitlines() if not line.startswith("    ")]
    named = {field.name for field in SITE.forms[form].fields} | fields.keys()
    assert len(lines) == len(named) + 4  # plus heading, two blank lines and reference


def test_an_inquiry_keeps_markup_and_loses_invisible_characters():
    words = "<b>5 < 6</b>\r\n&amp; a\u202eb\x07 👩‍👧"
    typed = {"name": " Jo\u200b 2 ", "email": "jo\u200b@mail.example", "message": words}
    kept = {"name": " Jo 2 ", "email": "jo@mail.example", "message": "<b>5 < 6</b>\n&amp; ab 👩‍👧"}
    assert clean(SITE.forms["inquiry"], typed) == {"phone": "", "service": ""} | kept


def test_empty_fields_are_marked_as_empty_in_the_message():
    blank = "\n".join(compose(SITE.forms, form, {}, "")["message"] for form in ("service", "consultation"))
    chosen = [field.label for form in SITE.forms.values() for field in form.fields if field.blank == "No preference"]
    for line in (*(f"{label}: No preference" for label in chosen), "Medical conditions: None specified", "Notes: None",
                 "Availability: Not specified"):  # fmt: skip
        assert f"\n{line}\n" in blank


@pytest.mark.parametrize(
    ("form", "fields", "subject"),
    [
        *(
            ("inquiry", INQUIRY | {"service": option.value}, f"Inquiry about {option.label}")
            for option in SITE.forms["inquiry"].field("service").options[-len(GYM.routes.services) :]
        ),
        ("inquiry", INQUIRY | {"service": ""}, "General inquiry about our services"),
        ("consultation", {"name": "Jo\r\nBcc: a@b.example"}, "New Consultation Request from Jo Bcc: a@b.example"),
    ],
)
def test_the_subject_of_a_mail_depends_on_the_form_and_its_fields(form, fields, subject):
    assert compose(SITE.forms, form, fields, "")["subject"] == subject
