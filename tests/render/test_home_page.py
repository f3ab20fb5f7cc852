"""The home page and the forms: as built, without a page or business record, without a server (spec 2, 3, 5)."""

from dataclasses import replace
from unittest.mock import Mock

import pytest

from gym_site.components.calls import trial_link
from gym_site.content.business import tel
from gym_site.leads.gateway import fixed_keys
from gym_site.pages import register as pages
from gym_site.pages.home import home
from gym_site.pages.service import service
from tests.forms import FORMS, SERVICE_KEY
from tests.gym import GYM, SETTINGS, SITE
from tests.markup import Element
from tests.parts import only

SECTIONS = [
    "home", *(["steps"] if GYM.home.steps else []), *(["about"] if GYM.home.about else []), "membership", *only("facility", "facility"),
    "services", *(["line-up"] if GYM.trainers_page and GYM.trainers_page.line_up else []), "consultation", *(["testimonials"] if GYM.home.testimonials else []),
    *only("social", "social"), "contact",
]  # fmt: skip


@pytest.fixture
def page(documents) -> Element:
    return documents["/"]


@pytest.fixture(params=["consultation", "inquiry", "service"])
def form(request, documents) -> Element:
    page = documents[GYM.routes.url_for(SERVICE_KEY if request.param == "service" else "home")]
    (form,) = (one for one in page.all("form") if one.attrs["action"].endswith(f"/forms/{request.param}"))
    return form


def traps(form: Element) -> list[Element]:
    """Return the honeypot inputs, which people don't see."""
    return [one for box in form.all("div", aria_hidden="true") for one in box.all("input")]


def controls(form: Element) -> dict[str, Element]:
    """Return the controls that people fill in, by name."""
    fields = [one for tag in ("input", "select", "textarea") for one in form.all(tag) if one not in traps(form)]
    return {one.attrs["name"]: one for one in fields if one.attrs.get("type") != "hidden"}


def test_the_sections_are_in_the_specified_order(page):
    assert [one.attrs["id"] for one in page.one("main").all("section") if one.attrs.get("id")] == SECTIONS


def test_the_floating_buttons_link_to_the_trial_and_the_form(page):
    links = [(link.attrs["href"], link.attrs.get("target")) for link in page.one(class_="floating").all("a")]
    shown = trial_link(GYM)
    trial = [(shown.url(SETTINGS), "_blank")] if shown else []
    assert links == [*trial, (GYM.routes.url_for("home", "consultation"), None)]


def test_every_plan_links_to_sign_up_and_a_tab_has_one_primary_button(page):
    for tab in GYM.plans.tabs:
        cards = dict(zip(tab.plans, page.one(id=f"panel-{tab.key}").all("article"), strict=True))
        for plan, card in cards.items():
            link = card.one("a", aria_label=f"Sign Up Online: {plan.name}").attrs
            assert (link["href"], link["target"]) == (plan.link.url(SETTINGS), "_blank")
            more = [(plan.secondary_text, plan.secondary_link), (plan.upgrade_text, plan.upgrade_link)]
            led = {link.text.strip(): link.attrs["href"] for link in card.all("a")}
            assert [led[text] for text, link in more if link] == [link.url(SETTINGS) for _, link in more if link]
        loud = [plan for plan, card in cards.items() if card.all(class_="button-ember")]
        assert loud == [next((plan for plan in tab.plans if plan.popular), tab.plans[0])]


def test_a_form_has_all_fields_and_a_phone_number_and_a_privacy_note(form):
    key = form.attrs["action"].rpartition("/")[2]
    fields, rules = controls(form), {rule.name: rule for rule in SITE.forms[key].fields if not rule.hidden}
    assert fields.keys() == rules.keys()
    for name, rule in rules.items():
        attrs = fields[name].attrs
        assert form.one("label", for_=attrs["id"]).text.removesuffix("*").strip() == rule.label
        options = fields[name].all("option")
        assert ("required" in attrs) == rule.required, name
        values = [option.value for option in rule.options if option.value]
        assert [option.attrs["value"] for option in options] == (["", *values] if values else [])
        assert all(option.text for option in options)
        assert values or rule.kind == "age" or attrs["maxlength"] == str(rule.limit)
    assert fields["phone"].attrs["type"] == "tel"
    assert fields["email"].attrs.get("type") == (None if key == "consultation" else "email")
    if key == "consultation":
        age = fields["age"].attrs
        assert (age["type"], age["min"], age["max"]) == ("number", "12", "100")
    assert form.all("a", href=tel(GYM.business.phone))
    assert form.all("a", href=GYM.routes.url_for("privacy"), target="_blank")  # a new tab keeps the entries


def test_the_honeypot_field_is_hidden_from_people(form):
    assert traps(form)
    for trap in traps(form):
        assert (trap.attrs["tabindex"], trap.attrs["autocomplete"]) == ("-1", "off")
        assert "required" not in trap.attrs


@pytest.mark.part("blog")
def test_a_blog_without_posts_has_a_page_but_no_feed():
    app = Mock()
    pages.register(app, replace(SITE, gym=replace(GYM, posts=()), settings=replace(SETTINGS, env_mode="prod")))
    contexts = {added.kwargs["route"]: added.kwargs["context"] for added in app.add_page.call_args_list}
    assert "files" not in contexts[GYM.routes.url_for("blog")]


def test_the_business_section_is_omitted_without_a_business_record():
    with_record, without = (str(home(replace(SITE, has_business_record=has))) for has in (True, False))
    assert GYM.home.visit.title in with_record
    assert GYM.home.visit.title not in without
    assert GYM.business.address in without


def test_without_a_server_the_form_of_a_service_has_the_service_in_its_subject():
    settings = replace(SETTINGS, has_server=False, form_endpoint="https://forms.example/f/1")
    page = "".join(map(str, service(GYM.service_pages[SERVICE_KEY], replace(SITE, settings=settings))))
    fixed = fixed_keys(SITE.forms["service"], service=SERVICE_KEY)
    assert [text for text in fixed.values() if text not in page] == []


def test_phone_and_email_replace_forms_if_nothing_can_receive_them():
    def page_with(endpoint):
        settings = replace(SETTINGS, has_server=False, form_endpoint=endpoint)
        return "".join(map(str, home(replace(SITE, settings=settings))))

    page = page_with(None)
    assert [text.count('"lead-form"') for text in (page, page_with("https://forms.example/f/1"))] == [0, len(FORMS)]
    assert page.count("no way to send forms yet") == len(FORMS)
    assert page.count(tel(GYM.business.phone)) >= len(FORMS)
    assert page.count(f"mailto:{GYM.business.email}") >= len(FORMS)
