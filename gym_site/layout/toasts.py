"""Notices rendered from state, without eval, so that a strict content security policy allows them (spec section 8)."""

from typing import Literal

import reflex as rx

from gym_site.browser.form_view import notice
from gym_site.components.contact import fact
from gym_site.components.icon import icon
from gym_site.components.lead_form import outcome
from gym_site.content.forms import CLOSE
from gym_site.forms.all_forms import CONSULTATION_FORM
from gym_site.site import Site
from gym_site.state.form_states import ConsultationForm, FormState, InquiryForm, ServiceForm

Kind = Literal["success", "error", "destructive"]
Words = str | rx.Var[str] | rx.Component


def _notice(
    kind: Kind, title: str, text: Words, *, key: str | rx.Var[str], listed: bool = False, attempt: str | rx.Var = ""
) -> rx.Component:
    """Return a notice. React makes a new element whenever ``key`` changes.

    A ``listed`` notice may time out, because the form lists the problems too. ``attempt`` tells
    assets/scripts/entries.js which form was sent.
    """
    close = notice.set(attempt="", invalid="")
    return rx.el.div(
        icon("check" if kind == "success" else "warning"),
        rx.el.div(rx.el.strong(title), rx.el.p(text)),
        rx.el.button(icon("close"), type="button", class_name="toast-close", aria_label=CLOSE, on_click=close),
        class_name=f"toast toast-{kind} toast-listed" if listed else f"toast toast-{kind}",
        key=key,
        custom_attrs={"data-attempt": attempt},
    )


def _answers(state: type[FormState], site: Site, *, failure: Kind) -> rx.Component:
    """Return the notices of one form: success, and failure in the style ``failure``."""
    form, answer = state.form, outcome(state, site.settings)
    shown = (notice.attempt != "") & (notice.attempt == answer.answered)
    failed = shown & ~answer.ok & (rx.Var.create(answer.problems).length() == 0)
    success = _notice("success", form.success_title, form.success_text, key=answer.answered, attempt=answer.answered)
    error = _notice(failure, form.failure_title, fact(form.failure_text, site), key=answer.answered)
    return rx.fragment(
        rx.el.div(rx.cond(shown & answer.ok, success), role="status"), rx.el.div(rx.cond(failed, error), role="alert")
    )


def toasts(site: Site) -> rx.Component:
    """Return the container of all notices. Its live regions exist from the start, so that screen readers watch them."""
    invalid = _notice("destructive", CONSULTATION_FORM.invalid_title, notice.invalid, key=notice.invalid, listed=True)
    return rx.el.div(
        _answers(ConsultationForm, site, failure="error"),
        _answers(ServiceForm, site, failure="destructive"),
        _answers(InquiryForm, site, failure="error"),
        rx.el.div(rx.cond(notice.invalid != "", invalid), role="alert"),
        class_name="toasts",
    )
