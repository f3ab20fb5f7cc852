"""A page that exists only under `reflex run`. It shows the components in their states, for whoever styles them."""

from typing import get_args

import reflex as rx

from gym_site.browser.form_view import FormView
from gym_site.components.carousel import round_button
from gym_site.components.form import form_of
from gym_site.components.icon import IconName, icon
from gym_site.components.section import grid_call, section
from gym_site.components.stats import stat_row
from gym_site.content.stats import Stat
from gym_site.sections.membership import membership
from gym_site.sections.questions import accordion
from gym_site.site import Site
from gym_site.state.form_states import InquiryForm

_GROUNDS = {"Ink": "section", "Coal": "section coal", "Paper": "section paper", "Ember": "section ember"}
_PHASES = {"": "Idle", "busy": "Busy", "offline": "Without a server", "sent": "Sent"}


def all_components(site: Site) -> tuple[rx.Component, ...]:
    """Return the sections of the page."""
    return (
        rx.el.header(rx.el.div(rx.el.h1("Components"), class_name="frame"), class_name="page-head"),
        *(_on(site, ground, look) for ground, look in _GROUNDS.items()),
        section("fields", rx.el.div(*_fields(), class_name="form-grid"), title="Fields"),
        _form(site),
        section("notices", *_notices(), title="Notices"),
        *membership(site),
        section("questions", accordion(site.gym.services.questions[:3], name="looks"), title="Questions"),
    )


def _on(site: Site, ground: str, look: str) -> rx.Component:
    """Return what stands on any ground: words, links, buttons, icons, figures and lists."""
    looks = ("button-ember", "button-line", "button-line button-ink")
    buttons = (
        rx.el.button(name, type="button", class_name=f"button {name}", disabled=disabled)
        for name in looks
        for disabled in (False, True)
    )
    icons = (rx.el.span(icon(name), f" {name} ") for name in get_args(IconName))
    items = [rx.el.li(rx.el.h3("A title"), rx.el.p("Its text.")) for _ in range(3)]
    lines = [rx.el.li("The first"), rx.el.li("The second")]
    return section(
        ground.lower(),
        rx.el.p("An eyebrow", class_name="eyebrow"),
        rx.el.p("Quiet words and ", rx.el.a("a link", href="#fields"), ".", class_name="quiet"),
        rx.el.p("Fine print.", class_name="fine-print"),
        rx.el.p("A note.", class_name="note"),
        rx.el.div(*buttons, round_button("close", "A round button"), class_name="button-row"),
        rx.el.a(icon("chevron-left"), "Back", href="#fields", class_name="back"),
        rx.el.p(rx.el.a("More", href="#fields", class_name="more-link")),
        rx.el.p(*icons),
        stat_row([Stat(value="24", label="hours", unit="h"), Stat(value="7", label="days")]),
        rx.el.ul(*items, class_name="ruled-list"),
        rx.el.ul(*items, class_name="brief-list"),
        rx.el.ul(*lines, class_name="benefit-list"),
        grid_call(site.routes, "A call", "The last cell of a grid.", "A button") if ground != "Ember" else None,
        title=ground,
        text="The sentence below a title.",
        look=look,
    )


def _fields() -> list[rx.Component]:
    elements = {"input": rx.el.input, "select": rx.el.select, "textarea": rx.el.textarea}
    return [
        rx.el.div(
            rx.el.label(f"{name}, {state}", rx.el.span(" *", class_name="required-mark"), html_for=f"{name}-{state}"),
            make(id=f"{name}-{state}", disabled=state == "disabled", aria_invalid=state == "invalid"),
            rx.el.p("Help.", class_name="field-help"),
            rx.el.p("An error." if state == "invalid" else "", class_name="field-error"),
            class_name="field",
        )
        for name, make in elements.items()
        for state in ("valid", "invalid", "disabled")
    ]


def _form(site: Site) -> rx.Component:
    """Return a form, and buttons that bring it into each of its states."""
    view = FormView(InquiryForm.form_key)
    problems = [{"field": "name", "message": "A problem of the first field"}]
    change = {label: view.set(phase=phase, sender="Ann") for phase, label in _PHASES.items()}
    change |= {"With problems": view.set(problems=problems), "Without problems": view.set(problems=[])}
    buttons = (
        rx.el.button(label, type="button", class_name="button button-line", on_click=set_state)
        for label, set_state in change.items()
    )
    return section(
        "form",
        rx.el.div(*buttons, class_name="button-row"),
        form_of(InquiryForm, site, rx.el.p("The head of a form.", class_name="form-head")),
        title="A form",
        look="section paper",
    )


def _notices() -> list[rx.Component]:
    return [
        rx.el.div(
            icon("check" if kind == "success" else "warning"),
            rx.el.div(rx.el.strong(kind), rx.el.p("The text of a notice.")),
            rx.el.button(icon("close"), type="button", class_name="toast-close", aria_label="Close"),
            class_name=f"toast toast-{kind}",
            style={"animation": "none", "position": "static"},  # it would vanish after some seconds
        )
        for kind in ("success", "error", "destructive")
    ]
