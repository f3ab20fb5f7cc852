"""Words as people paste them into a form, and texts made to keep the server busy."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gym_site.leads.fields import FORMS
from gym_site.leads.sanitise import ROUNDS, plain, sanitise
from gym_site.leads.validate import validate
from tests.unit.test_leads_words import SERVICE, any_text

PERSIAN = "علی\u200cرضا"
HINDI = "क्\u200dष"
LONGEST = 64 * 1024  # of a form's whole post

bombs = st.builds(
    lambda pieces, times: "".join(pieces) * times,
    st.lists(st.sampled_from(["&", "amp;", "&amp;", "&#38;", "#38;", "lt;", "gt;", "<", ">", "<b>", "a", "\0", "\u0301"]),
             min_size=1, max_size=6),
    st.integers(1, 500),
)  # fmt: skip


@given(any_text | bombs)
def test_no_text_is_read_more_often_than_a_fixed_number_of_times(text):
    read = []

    def tidy(given):
        read.append(len(given))
        return plain(given)

    once = sanitise(text, tidy)
    assert len(read) <= ROUNDS + 1
    assert max(read) <= len(text)
    assert sanitise(once) == once


@settings(max_examples=30)
@given(bombs, st.sampled_from(sorted(FORMS)))
def test_of_a_value_that_is_far_too_long_only_the_beginning_is_read(bomb, form):
    text = (bomb * (LONGEST // len(bomb) + 1))[:LONGEST]
    for field in FORMS[form].fields:
        cut = text[: 4 * field.limit + 16]
        assert FORMS[form].clean({field.name: text}) == FORMS[form].clean({field.name: cut})


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("pain<knee and hip, from surgery", "pain<knee and hip, from surgery"),
        ("Mon<Fri 5-8pm", "Mon<Fri 5-8pm"),
        ("<b>bad</b> back<neck", "bad back<neck"),
        ("a<!-- b", "a<!-- b"),
        ("<script>alert(1)</script>knee<hip", "knee<hip"),
        ("&lt;b&gt;Jo&lt;knee", "Jo<knee"),
        ("a \u202etxet\u202c b", "a txet b"),
    ],
)
def test_only_what_closes_is_taken_off_as_markup(typed, kept):
    assert sanitise(typed) == kept


@pytest.mark.parametrize("form", ["consultation", "service"])
@pytest.mark.parametrize(
    ("name", "pasted", "kept"),
    [
        ("name", PERSIAN, PERSIAN),
        ("name", HINDI, HINDI),
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


def test_an_inquiry_loses_what_nobody_sees_and_no_word():
    fields = FORMS["inquiry"].clean(
        {"name": "Jo\u200b 2 <b>", "email": "jo\u200b@mail.example", "message": "a\u202eb 👩‍👧"}
    )
    assert fields == {"name": "Jo 2 <b>", "email": "jo@mail.example", "phone": "", "service": "", "message": "ab 👩‍👧"}


def test_every_option_is_still_itself_after_it_was_tidied():
    for form in FORMS.values():
        for field in form.fields:
            assert [field.tidy(option.value) for option in field.options] == [o.value for o in field.options]
