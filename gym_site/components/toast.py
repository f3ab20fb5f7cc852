"""Notices drawn from state: no eval, so they appear under a strict content security policy (spec section 8)."""

from typing import Literal

import reflex as rx

from gym_site.browser.answer import notice
from gym_site.components.icon import icon
from gym_site.content.forms import FormWords
from gym_site.state.forms import LeadForm

Kind = Literal["success", "error", "destructive"]


def _notice(
    kind: Kind,
    title: str,
    text: str | rx.Var[str] | rx.Component,
    *,
    close: str,
    key: str | rx.Var[str],
    listed: bool = False,
) -> rx.Component:
    """Return one notice. ``key`` makes every answer a new element, so that its animation starts again.

    ``listed``: its text stands in a list above the form as well, so it needn't stay.
    """
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
    return rx.fragment(
        rx.el.div(
            rx.cond(
                shown & state.ok,
                _notice("success", words.success_title, words.success_text, close=close, key=state.answered),
            ),
            role="status",
        ),
        rx.el.div(
            rx.cond(failed, _notice(failure, words.failure_title, failure_text, close=close, key=state.answered)),
            role="alert",
        ),
    )


def toaster(*form_notices: rx.Component, invalid_title: str, close: str) -> rx.Component:
    """Return the place of all notices, for ``app_wraps``: a notice survives a change of page.

    The live regions are there from the start: a region that arrives with its text is not read aloud.
    """
    return rx.el.div(
        *form_notices,
        rx.el.div(
            rx.cond(
                notice.invalid != "",
                _notice("destructive", invalid_title, notice.invalid, close=close, key=notice.invalid, listed=True),
            ),
            role="alert",
        ),
        class_name="toasts",
    )
