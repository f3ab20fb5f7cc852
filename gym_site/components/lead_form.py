"""A form that reaches the gym with or without JavaScript, and with or without a websocket."""

import reflex as rx
from reflex.event import EventChain, passthrough_event_spec
from reflex.vars.function import ArgsFunctionOperation

from gym_site.browser.form_view import DirectForm, FormView, notice
from gym_site.components.icon import icon
from gym_site.components.link import PlainLink
from gym_site.content.forms import HONEYPOT_LABEL
from gym_site.forms.form import Form
from gym_site.leads.spam import HONEYPOT
from gym_site.settings import Settings
from gym_site.state.form_states import FormState
from lean_reflex.browser.state import script
from lean_reflex.reflex_internals import connection_errors_count

_text = passthrough_event_spec(str)
_texts = passthrough_event_spec(str, str)
_problems = passthrough_event_spec(list)
_submission = passthrough_event_spec(dict, str)


class LeadForm(rx.Component):
    """A ``<form method="post">`` that is sent as an event while the websocket is connected.

    ``rx.el.form`` is unsuitable: it sends each field twice, by name and by id.
    """

    library, tag = rx.asset("scripts/lead_form.js").importable_path, "LeadForm"

    action: rx.Var[str]
    checks: rx.Var[bool]
    form_key: rx.Var[str]
    live: rx.Var[bool]
    received: rx.Var[str]
    answered: rx.Var[str]
    ok: rx.Var[bool]
    problems: rx.Var[list]
    phase: rx.Var[str]
    listed: rx.Var[list]
    on_submit: rx.EventHandler[_submission]
    on_attempt: rx.EventHandler[_text]
    on_problems: rx.EventHandler[_problems]
    on_phase: rx.EventHandler[_texts]


def _honeypot(form: Form) -> rx.Component:
    """Return an input that only a bot fills in: off-screen, out of the tab order, and with a tempting name."""
    # These attributes keep password managers from filling in the input.
    left_alone = {"autoComplete": "off", "data-1p-ignore": "true", "data-lpignore": "true"}
    control = rx.el.input(id=f"{form.key}-{HONEYPOT}", name=HONEYPOT, tab_index=-1, custom_attrs=left_alone)
    return rx.el.div(
        rx.el.label(HONEYPOT_LABEL, html_for=f"{form.key}-{HONEYPOT}"),
        control,
        class_name="visually-hidden",
        aria_hidden=True,
    )


def _error_summary(form: Form) -> rx.Component:
    """Return the list of problems, each a link to its field; the list takes focus when it appears."""
    problems = FormView(form.key).problems.to(list[dict[str, str]])
    lines = rx.foreach(
        problems, lambda problem: rx.el.li(PlainLink.create(problem["message"], href=f"#{form.key}-{problem['field']}"))
    )
    summary = (rx.el.h3(icon("warning"), form.answer_invalid), rx.el.ul(lines))
    return rx.cond(problems.length() > 0, rx.el.div(*summary, tab_index=-1, class_name="error-summary"))


def _send_directly(answer: DirectForm, endpoint: str) -> rx.Var:
    """Return the handler that posts a form to the form service."""
    view = answer.key("")[:-1]
    send = script("lead_form", "submitDirectly").call(view, endpoint, rx.Var("fields"), rx.Var("attempt"))
    return ArgsFunctionOperation.create(("fields", "attempt"), send).to(EventChain)


def outcome(state: type[FormState], settings: Settings) -> type[FormState] | DirectForm:
    """Return the state that has the form's outcome: ``state``, or a `DirectForm` if the site has no server."""
    return state if settings.has_server else DirectForm(state.form_key)


def lead_form(
    state: type[FormState], form: Form, *children: rx.Component, action: str, settings: Settings
) -> rx.Component:
    """Return the form of ``state``. Without scripts or a websocket, the browser posts the form to ``action``."""
    view, answer = FormView(form.key), outcome(state, settings)
    # The form's name, which its script writes, and the field for bots. A form service would get both as fields.
    unseen = [rx.el.input(type="hidden", name="key"), _honeypot(form)] if settings.has_server else []
    return LeadForm.create(
        _error_summary(form),
        *unseen,
        *children,
        action=action,
        form_key=form.key,
        checks=settings.has_server and form.sanitised,
        # False after an attempt to connect has failed, until the page is connected again.
        live=connection_errors_count == 0 if settings.has_server else rx.Var.create(True),
        received=answer.received,
        answered=answer.answered,
        ok=answer.ok,
        problems=answer.problems,
        phase=view.phase,
        listed=view.problems,
        on_submit=state.submit if isinstance(answer, type) else _send_directly(answer, action),
        on_attempt=notice.setter("attempt"),
        on_problems=view.setter("problems"),
        on_phase=view.setter("phase", "sender"),
        on_unmount=view.set(phase="", problems=[]),
        class_name="lead-form",
    )
