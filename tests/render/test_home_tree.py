"""The home page as a tree of components, before anything is compiled (spec sections 2 and 3)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import reflex as rx

from gym_site.content.business import BUSINESS, tel
from gym_site.content.forms import SELECTABLE_TRAINERS
from gym_site.content.plans import PLAN_TABS
from gym_site.pages.home import home
from gym_site.settings import Settings

GOALS = "weight-loss muscle-gain strength endurance toning general-fitness sport-specific rehabilitation"
LEVELS = "sedentary lightly-active moderately-active very-active extremely-active"
EXPERIENCE = "beginner novice intermediate advanced"
TIMES = "early-morning morning midday afternoon evening late-evening"
SERVICES = (
    "personal-training group-fitness physiotherapy athletic-performance kickboxing-boxing prenatal-training "
    "online-coaching"
)
CONSULTATION = (
    "name email phone age selectedTrainer fitnessGoals currentFitnessLevel workoutExperience healthConditions "
    "availableDays preferredTime additionalInfo"
)
INQUIRY = "name email phone service message"


def walk(component: rx.Component) -> Iterator[rx.Component]:
    yield component
    for child in component.children:
        yield from walk(child)


def tags(component: rx.Component, *names: str) -> list[rx.Component]:
    """Return the components of these kinds, in the order of the page."""
    return [one for one in walk(component) if type(one).__name__ in names]


def value(prop) -> str:
    """Return what a prop was made with; props are wrapped in Vars."""
    return getattr(prop, "_var_value", prop)


def classes(component: rx.Component) -> list[str]:
    return str(value(component.class_name) or "").split()


def words(component: rx.Component) -> str:
    return "".join(str(value(one.contents)) for one in tags(component, "Bare"))


@pytest.fixture(scope="module")
def page() -> rx.Component:
    return home(BUSINESS, Settings())


@pytest.fixture(scope="module")
def forms(page) -> dict[str, rx.Component]:
    return {value(form.name): form for form in tags(page, "LeadForm")}


def traps(form: rx.Component) -> list[rx.Component]:
    """Return the inputs that are for bots: hidden from everybody else."""
    hidden = [one for one in tags(form, "Div") if value(one.custom_attrs.get("aria-hidden")) is True]
    return [one for box in hidden for one in tags(box, "Input")]


def fields(form: rx.Component) -> dict[str, rx.Component]:
    """Return the controls that people fill in, by name."""
    for_bots = [id(one) for one in traps(form)]
    return {value(one.name): one for one in tags(form, "Input", "Select", "Textarea") if id(one) not in for_bots}


def test_the_sections_stand_in_their_order(page):
    sections = [value(section.id) for section in tags(page, "Section")]
    assert [one for one in sections if one] == [
        "home", "about", "membership", "facility", "services", "consultation", "testimonials", "social", "contact",
    ]  # fmt: skip
    assert sections[-1] is None  # business info


def test_without_a_business_record_its_section_is_left_out(page):
    assert len(tags(home(None, Settings()), "Section")) == len(tags(page, "Section")) - 1


def test_nothing_is_styled_in_place(page):
    """The policy allows no inline style: what is styled in place stays unstyled, and says so on the console."""
    assert [repr(one) for one in walk(page) if one.style] == []
    assert "css:" not in str(page)
    assert "style:" not in str(page)


def test_the_forms_have_the_fields_of_the_specification(forms):
    assert {form: list(fields(tree)) for form, tree in forms.items()} == {
        "consultation": CONSULTATION.split(),
        "inquiry": INQUIRY.split(),
    }


def test_what_is_for_bots_is_out_of_everybodys_way(forms):
    for form in forms.values():
        for trap in traps(form):
            assert value(trap.tab_index) == -1
            assert trap.custom_attrs["autoComplete"] == "off"
            assert not trap.custom_attrs.get("required")


@pytest.mark.parametrize(
    ("form", "field", "options"),
    [
        ("consultation", "fitnessGoals", GOALS),
        ("consultation", "currentFitnessLevel", LEVELS),
        ("consultation", "workoutExperience", EXPERIENCE),
        ("consultation", "preferredTime", TIMES),
        ("inquiry", "service", SERVICES),
    ],
)
def test_a_select_offers_nothing_chosen_and_then_its_options(forms, form, field, options):
    select = fields(forms[form])[field]
    assert [value(option.value) for option in tags(select, "Option")] == ["", *options.split()]
    assert all(words(option) for option in tags(select, "Option"))


def test_trainers_may_be_preferred_or_none(forms):
    trainers = [value(one.value) for one in tags(fields(forms["consultation"])["selectedTrainer"], "Option")]
    assert trainers == ["", *SELECTABLE_TRAINERS]


@pytest.mark.parametrize(
    ("form", "required"),
    [
        ("consultation", "name email phone fitnessGoals currentFitnessLevel workoutExperience"),
        ("inquiry", "name email"),
    ],
)
def test_required_is_what_the_specification_requires(forms, form, required):
    found = [name for name, one in fields(forms[form]).items() if one.custom_attrs.get("required")]
    assert found == required.split()


def test_the_inputs_keep_the_limits_of_the_specification(forms):
    attrs = {name: one.custom_attrs for name, one in fields(forms["consultation"]).items()}
    limits = {"name": 50, "email": 100, "phone": 20, "healthConditions": 500, "availableDays": 100,
              "additionalInfo": 1000}  # fmt: skip
    assert {name: attrs[name]["maxLength"] for name in limits} == limits
    assert {name: attrs["age"][name] for name in ("type", "min", "max")} == {"type": "number", "min": 12, "max": 100}


def test_every_field_has_a_label_of_its_own(page):
    controls = [value(one.id) for one in tags(page, "Input", "Select", "Textarea")]
    labels = [value(one.html_for) for one in tags(page, "Label")]
    assert labels == controls
    assert len(set(controls)) == len(controls)


def test_the_five_tabs_have_their_labels_and_the_first_is_open(page):
    tab_list, panels = tags(page, "TabList")[0], [one for one in walk(page) if "tab-panel" in classes(one)]
    assert [words(tab) for tab in tags(tab_list, "Button")] == [tab.label for tab in PLAN_TABS]
    assert [value(panel.id) for panel in panels] == [f"panel-{tab.key}" for tab in PLAN_TABS]
    assert [len(tags(panel, "Article")) for panel in panels] == [len(tab.plans) for tab in PLAN_TABS]


@pytest.mark.parametrize(
    ("what", "kind", "count"),
    [("photo-button", "Button", 12), ("slide", "Figure", 16), ("post", "Figure", 9), ("service", "Article", 7)],
)
def test_nothing_of_a_kind_is_missing(page, what, kind, count):
    assert len([one for one in tags(page, kind) if what in classes(one)]) == count


def test_without_a_server_and_a_form_service_the_gyms_telephone_and_mail_stand_for_the_forms():
    page = home(BUSINESS, Settings(server="none"))
    assert tags(page, "LeadForm", "PlainForm", "SubmitButton") == []
    for name in ("consultation", "contact"):
        (section,) = (one for one in tags(page, "Section") if value(one.id) == name)
        assert "no way to send forms yet" in words(section)
        assert tel(BUSINESS.phone) in str(section)
        assert f"mailto:{BUSINESS.email}" in str(section)


def test_without_a_server_the_forms_are_the_browsers_own():
    page = home(BUSINESS, Settings(server="none", form_endpoint="https://forms.example/f/abc"))
    assert tags(page, "LeadForm") == []
    assert [value(form.action) for form in tags(page, "PlainForm")] == ["https://forms.example/f/abc"] * 2
    assert [len(fields(form)) for form in tags(page, "PlainForm")] == [
        len(CONSULTATION.split()) + 3,
        len(INQUIRY.split()) + 2,
    ]
