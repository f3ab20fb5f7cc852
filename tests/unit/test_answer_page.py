"""The page that answers a plain form post: the same form as on the site, with all input escaped."""

import re
from dataclasses import replace

import pytest

from gym_site.build.brand_files import STYLES, style_sheet
from gym_site.forms.controls import controls
from gym_site.forms.entries import Problem
from gym_site.leads.spam import HONEYPOT
from gym_site.server.answer_pages import sent, unsent
from gym_site.settings import ROOT
from tests.build import SUB_PATH
from tests.gym import GYM, SETTINGS, SITE
from tests.markup import parse

HOSTILE = "</textarea></option>'\"><script>alert(1)</script>&amp;{title}"


@pytest.fixture(params=SITE.forms.values(), ids=SITE.forms)
def words(request):
    return request.param


def test_the_form_on_the_answer_page_has_the_same_fields_as_on_the_site(words):
    page = parse(unsent(SITE, words, {}, [], GYM.business))
    assert page.one("form").one("p", class_="form-head").text == words.required_note
    for control in controls(words):
        element = page.one(control.tag, id=control.id)
        spelt = {name.lower(): {True: None, False: "false"}.get(value, value) if isinstance(value, bool) else str(value)
                 for name, value in control.attrs.items()}  # fmt: skip
        assert element.attrs.items() >= spelt.items()
        assert page.one("label", for_=control.id).text == control.label + " *" * control.required
        assert [help_.text for help_ in page.all("p", id=f"{control.id}-help")] == [control.help] * bool(control.help)
        assert [option.text for option in element.all("option")] == [option.label for option in control.options]


def test_the_policy_of_the_answer_page_allows_only_its_own_content(words):
    page = parse(sent(SITE, words, GYM.business, ""))
    policy = page.one("meta", http_equiv="Content-Security-Policy").attrs["content"]
    assert {"default-src 'none'", "base-uri 'none'", "style-src 'self'"} <= set(policy.split("; "))
    assert not re.search("unsafe|https?:", policy)


def test_below_a_path_all_addresses_of_the_answer_page_begin_with_it(words):
    below = replace(SITE, settings=replace(SETTINGS, frontend_path=SUB_PATH))
    page = unsent(below, words, {}, [], GYM.business)
    assert set(re.findall(r' (?:href|action)="(/\w+)', page)) == {SUB_PATH}


def test_the_answer_page_escapes_submitted_text(words):
    shown = controls(words)
    raw = dict.fromkeys([*(control.name for control in shown), "key", HONEYPOT], HOSTILE)
    html = unsent(SITE, words, raw, [Problem(control.name, HOSTILE) for control in shown], GYM.business)
    page = parse(html)
    assert not page.all("script")
    assert "<script" not in html
    for control in shown:
        element = page.one(control.tag, id=control.id)
        if control.tag == "input":
            assert element.attrs["value"] == HOSTILE
        elif control.tag == "textarea":
            assert "".join(element.children) == f"\n{HOSTILE}"
        assert page.one("p", id=f"{control.id}-error").text == HOSTILE
    for name in ("key", HONEYPOT):
        assert page.one("input", name=name, type="hidden").attrs["value"] == HOSTILE


def test_the_answer_page_defines_every_variable_that_its_styles_use():
    linked = [
        link.attrs["href"]
        for link in parse(unsent(SITE, SITE.forms["inquiry"], {}, [], GYM.business)).all("link", rel="stylesheet")
    ]
    made = {f"/css/{STYLES}.css": style_sheet(GYM.brand)}
    styles = "".join(made.get(path) or (ROOT / "assets" / path[1:]).read_text(encoding="utf-8") for path in linked)
    named, set_ = (set(re.findall(pattern, styles)) for pattern in (r"var\((--[\w-]+)\)", r"(--[\w-]+):"))
    assert named - set_ == set()
