"""Notices rendered from state, without eval, so that a strict content security policy allows them (spec section 8)."""

import reflex as rx

from gym_site.browser.form_view import notice
from gym_site.components.contact import fact
from gym_site.components.icon import IconName, icon
from gym_site.components.lead_form import outcome
from gym_site.content.forms import CLOSE
from gym_site.site import Site
from gym_site.state.form_states import ConsultationForm, FormState, InquiryForm, ServiceForm

Words = str | rx.Var[str]


def _notice(
    kind: Words, sign: IconName, title: Words, text: Words | rx.Component, *, key: Words, attempt: Words = ""
) -> rx.Component:
    """Return a notice. React makes a new element whenever ``key`` changes.

    ``attempt`` tells assets/scripts/entries.js which form was sent.
    """
    return rx.el.div(
        icon(sign),
        rx.el.div(rx.el.strong(title), rx.el.p(text)),
        rx.el.button(
            icon("close"), type="button", class_name="toast-close", aria_label=CLOSE, on_click=notice.set(attempt="")
        ),
        class_name=kind,
        key=key,
        custom_attrs={"data-attempt": attempt},
    )


def _answers(state: type[FormState], site: Site, *, failure: str) -> rx.Component:
    """Return the notices of one form: success, or a failure of the kind ``failure``, or problems."""
    form, answer = site.forms[state.form_key], outcome(state, site.settings)
    shown = (notice.attempt != "") & (notice.attempt == answer.answered)
    is_refused = answer.invalid != ""
    sent = _notice(
        "toast toast-success", "check", form.success_title, form.success_text,
        key=answer.answered, attempt=answer.answered,
    )  # fmt: skip
    failed = _notice(
        # It may time out, because the form lists the problems too.
        rx.cond(is_refused, "toast toast-destructive toast-listed", f"toast toast-{failure}"),
        "warning",
        rx.cond(is_refused, form.invalid_title, form.failure_title),
        rx.cond(is_refused, rx.fragment(answer.invalid), fact(form.failure_text, site)),
        key=answer.answered,
    )
    return rx.fragment(
        rx.el.div(rx.cond(shown & answer.ok, sent), role="status"),
        rx.el.div(rx.cond(shown & ~answer.ok, failed), role="alert"),
    )


def toasts(site: Site) -> rx.Component:
    """Return the container of all notices. Its live regions exist from the start, so that screen readers watch them."""
    return rx.el.div(
        _answers(ConsultationForm, site, failure="error"),
        _answers(ServiceForm, site, failure="destructive"),
        _answers(InquiryForm, site, failure="error"),
        class_name="toasts",
    )
