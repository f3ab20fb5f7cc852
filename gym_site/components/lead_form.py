"""A form that reaches the gym with or without JavaScript, and with or without a websocket."""

from __future__ import annotations

import reflex as rx
from reflex_components_core.core.banner import connection_errors_count
from reflex_components_core.el.element import Element

from gym_site.browser.answer import answer
from gym_site.components.icon import icon
from gym_site.content.forms import HONEYPOT_LABEL
from gym_site.leads.fields import HONEYPOT
from gym_site.state.forms import LeadForm as LeadFormState

_SCRIPT = rx.asset("scripts/lead_form.js").importable_path

# Proved alive (the server has answered this page) and no failed attempt since.
CONNECTED = rx.State.is_hydrated & (connection_errors_count == 0)


def _submission(fields: rx.Var[dict], attempt: rx.Var[str]) -> tuple[rx.Var[dict], rx.Var[str]]:
    return fields, attempt


def _text(text: rx.Var[str]) -> tuple[rx.Var[str]]:
    return (text,)


class LeadForm(rx.Component):
    """``<form method="post" action=...>``, sent as the event ``on_submit(fields, attempt)`` while the socket lives.

    Not ``rx.el.form``: its handler adds a second entry for every control whose id is not its name.
    """

    library, tag = _SCRIPT, "LeadForm"

    name: rx.Var[str]
    action: rx.Var[str]
    live: rx.Var[bool]
    received: rx.Var[str]
    answered: rx.Var[str]
    ok: rx.Var[bool]
    problems: rx.Var[list]
    marked: rx.Var[bool]
    on_submit: rx.EventHandler[_submission]
    on_answered: rx.EventHandler[_text]
    on_invalid: rx.EventHandler[_text]
    on_changed: rx.EventHandler[rx.event.no_args_event_spec]


class PlainForm(Element):
    """``<form>`` that the browser sends by itself; ``rx.el.form`` would prevent just that."""

    tag = "form"

    action: rx.Var[str]
    method: rx.Var[str]


class SubmitButton(rx.Component):
    """The button of the `LeadForm` around it: disabled, and reading ``busy_label``, while that is sending."""

    library, tag = _SCRIPT, "SubmitButton"

    busy_label: rx.Var[str]


class Unreachable(rx.Component):
    """What is said in the `LeadForm` around it when neither way reaches the server."""

    library, tag = _SCRIPT, "Unreachable"


class SentPanel(rx.Component):
    """What stands in the place of the `LeadForm` around it once that was sent; it takes focus when it appears.

    ``heading`` may hold ``{first_name}``; ``again`` labels the button that brings the form back, empty.
    """

    library, tag = _SCRIPT, "SentPanel"

    heading: rx.Var[str]
    again: rx.Var[str]


class ErrorSummary(rx.Component):
    """The list of problems of the `LeadForm` around it; takes focus when it appears, each line leads to its field."""

    library, tag = _SCRIPT, "ErrorSummary"


class FieldError(rx.Component):
    """What is wrong with the control ``control`` (an id), called ``name``, of the `LeadForm` around it."""

    library, tag = _SCRIPT, "FieldError"

    control: rx.Var[str]
    name: rx.Var[str]


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


def lead_form(
    state: type[LeadFormState], *children: rx.Component, action: str, error_heading: str, **props
) -> rx.Component:
    """Return the form of ``state``; ``action`` is where it posts without a websocket."""
    return LeadForm.create(
        ErrorSummary.create(rx.el.h3(icon("warning"), error_heading), class_name="error-summary"),
        _honeypot(state.form),
        *children,
        name=state.form,
        action=action,
        live=CONNECTED,
        received=state.received,
        answered=state.answered,
        ok=state.ok,
        problems=state.problems,
        marked=(answer.marks != "") & (answer.marks == state.answered),
        on_submit=state.submit,
        on_answered=answer.show,
        on_invalid=answer.show_invalid,
        on_changed=answer.clear_marks(),
        class_name="lead-form",
        **props,
    )
