"""A form that reaches the gym with or without JavaScript, and with or without a websocket."""

from __future__ import annotations

import reflex as rx
from reflex_components_core.core.banner import connection_errors_count
from reflex_components_core.el.element import Element

from gym_site.browser.answer import FormView, notice
from gym_site.browser.state import script
from gym_site.components.icon import icon
from gym_site.components.link import PlainLink
from gym_site.content.forms import HONEYPOT_LABEL
from gym_site.leads.fields import HONEYPOT
from gym_site.state.forms import LeadForm as LeadFormState

# Proved alive (the server has answered this page) and no failed attempt since.
CONNECTED = rx.State.is_hydrated & (connection_errors_count == 0)


def _submission(fields: rx.Var[dict], attempt: rx.Var[str]) -> tuple[rx.Var[dict], rx.Var[str]]:
    return fields, attempt


def _text(text: rx.Var[str]) -> tuple[rx.Var[str]]:
    return (text,)


def _problems(problems: rx.Var[list]) -> tuple[rx.Var[list]]:
    return (problems,)


def _phase(phase: rx.Var[str], sender: rx.Var[str]) -> tuple[rx.Var[str], rx.Var[str]]:
    return phase, sender


class LeadForm(rx.Component):
    """``<form method="post" action=...>``, sent as the event ``on_submit(fields, attempt)`` while the socket lives.

    Not ``rx.el.form``: its handler adds a second entry for every control whose id is not its name.
    """

    library, tag = rx.asset("scripts/lead_form.js").importable_path, "LeadForm"

    action: rx.Var[str]
    live: rx.Var[bool]
    received: rx.Var[str]
    answered: rx.Var[str]
    ok: rx.Var[bool]
    problems: rx.Var[list]
    phase: rx.Var[str]
    listed: rx.Var[list]
    on_submit: rx.EventHandler[_submission]
    on_answered: rx.EventHandler[_text]
    on_problems: rx.EventHandler[_problems]
    on_invalid: rx.EventHandler[_text]
    on_phase: rx.EventHandler[_phase]


class PlainForm(Element):
    """``<form>`` that the browser sends by itself; ``rx.el.form`` would prevent just that."""

    tag = "form"

    action: rx.Var[str]
    method: rx.Var[str]


def _honeypot(form: str) -> rx.Component:
    """Return an input that only a bot fills in: off-screen, out of the tab order, and with a name that tempts."""
    left_alone = {"autoComplete": "off", "data-1p-ignore": "true", "data-lpignore": "true"}  # by password managers too
    id_ = f"{form}-{HONEYPOT}"
    return rx.el.div(
        rx.el.label(HONEYPOT_LABEL, html_for=id_),
        rx.el.input(id=id_, name=HONEYPOT, tab_index=-1, custom_attrs=left_alone),
        class_name="visually-hidden",
        aria_hidden=True,
    )


def _error_summary(form: str, heading: str) -> rx.Component:
    """Return the list of problems, each line leading to its field; it takes focus when it appears."""
    problems = FormView(form).problems.to(list[dict[str, str]])
    return rx.cond(
        problems.length() > 0,
        rx.el.div(
            rx.el.h3(icon("warning"), heading),
            rx.el.ul(
                rx.foreach(
                    problems,
                    lambda problem: rx.el.li(PlainLink.create(problem["message"], href=f"#{form}-{problem['field']}")),
                )
            ),
            tab_index=-1,
            class_name="error-summary",
        ),
    )


def submit_button(form: str, label: str, busy_label: str) -> rx.Component:
    """Return the button of a form: disabled, and reading ``busy_label``, while that is sending."""
    busy = FormView(form).phase == "busy"
    return rx.el.button(
        rx.cond(busy, busy_label, label), type="submit", disabled=busy, class_name="button button-ember"
    )


def unreachable(form: str, text: rx.Component) -> rx.Component:
    """Return what is said when neither way reaches the server.

    The region is there from the start: one that arrives with its text is not read aloud.
    """
    return rx.el.div(rx.cond(FormView(form).phase == "offline", text), role="alert", class_name="unreachable")


def sent_panel(form: str, *children: rx.Component, heading: str, again: str) -> rx.Component:
    """Return what stands in the form's place once that was sent; it takes focus when it appears.

    ``heading`` may hold ``{first_name}``; ``again`` labels the button that brings the form back, empty.
    """
    view = FormView(form)
    before, _, after = heading.partition("{first_name}")
    return rx.cond(
        view.phase == "sent",
        rx.el.div(
            rx.el.h3(before, view.sender, after, tab_index=-1, custom_attrs={"ref": script("lead_form", "sentTitle")}),
            *children,
            rx.el.button(again, type="button", class_name="button button-line", on_click=view.set(phase="")),
            class_name="form-sent",
        ),
    )


def lead_form(
    state: type[LeadFormState], *children: rx.Component, action: str, error_heading: str, **props
) -> rx.Component:
    """Return the form of ``state``; ``action`` is where it posts without a websocket."""
    view = FormView(state.form)
    return LeadForm.create(
        _error_summary(state.form, error_heading),
        _honeypot(state.form),
        *children,
        action=action,
        live=CONNECTED,
        received=state.received,
        answered=state.answered,
        ok=state.ok,
        problems=state.problems,
        phase=view.phase,
        listed=view.problems,
        on_submit=state.submit,
        on_answered=notice.setter("attempt"),
        on_problems=view.setter("problems"),
        on_invalid=notice.setter("invalid"),
        on_phase=view.setter("phase", "sender"),
        on_unmount=view.set(phase="", problems=[]),
        class_name="lead-form",
        **props,
    )
