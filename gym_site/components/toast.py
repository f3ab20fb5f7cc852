"""Notices drawn from state: no eval, so they appear under a strict content security policy (spec section 8)."""

from typing import Literal

import reflex as rx

from gym_site.browser.answer import notice
from gym_site.components.icon import icon
from gym_site.content.forms import FormWords
from gym_site.state.forms import LeadForm

Kind = Literal["success", "error", "destructive"]
Words = str | rx.Var[str] | rx.Component


def _notice(kind: Kind, title: str, text: Words, *, close: str, key: Words, listed: bool = False) -> rx.Component:
    """Return a notice, for each ``key`` a new element; one ``listed`` above its form too needn't stay."""
    return rx.el.div(
        icon("check" if kind == "success" else "warning"),
        rx.el.div(rx.el.strong(title), rx.el.p(text)),
        rx.el.button(icon("close"), type="button", class_name="toast-close", aria_label=close, on_click=notice.close()),
        class_name=f"toast toast-{kind} toast-listed" if listed else f"toast toast-{kind}",
        key=key,
    )


def form_toasts(
    state: type[LeadForm], words: FormWords, failure_text: rx.Component, *, close: str, failure: Kind = "error"
) -> rx.Component:
    """Return the notices of one form's answers: success, and a sending that failed (in the style ``failure``)."""
    shown = (notice.attempt != "") & (notice.attempt == state.answered)
    failed = shown & ~state.ok & (rx.Var.create(state.problems).length() == 0)
    success = _notice("success", words.success_title, words.success_text, close=close, key=state.answered)
    error = _notice(failure, words.failure_title, failure_text, close=close, key=state.answered)
    return rx.fragment(
        rx.el.div(rx.cond(shown & state.ok, success), role="status"), rx.el.div(rx.cond(failed, error), role="alert")
    )


def toaster(*form_notices: rx.Component, invalid_title: str, close: str) -> rx.Component:
    """Return the place of all notices: live regions from the start, as one that arrives with its text is not read."""
    invalid = _notice("destructive", invalid_title, notice.invalid, close=close, key=notice.invalid, listed=True)
    region = rx.el.div(rx.cond(notice.invalid != "", invalid), role="alert")
    return rx.el.div(*form_notices, region, class_name="toasts")
