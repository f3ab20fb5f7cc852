"""Questions that open one at a time, with the browser's own ``details`` (spec sections 2 and 4)."""

from collections.abc import Sequence

import reflex as rx

from gym_site.components.calls import trial_link
from gym_site.components.icon import icon
from gym_site.components.link import site_link
from gym_site.components.section import section
from gym_site.content.prices import format_price
from gym_site.content.questions import Question
from gym_site.site import Site
from gym_site.text import unbroken


def accordion(questions: Sequence[Question], *, name: str) -> rx.Component:
    """Return the questions with their answers. A URL with the fragment ``#slug`` opens the answer with that slug.

    Of all questions with the same ``name``, the browser keeps at most one open.
    """
    items = (
        rx.el.details(
            rx.el.summary(rx.el.span(unbroken(item.question)), icon("chevron-down")),
            rx.el.div(rx.el.p(unbroken(item.answer)), id=item.slug, class_name="answer-text"),
            custom_attrs={"name": name},
            class_name="question",
        )
        for item in questions
    )
    return rx.el.div(*items, class_name="accordion")


def trial_offer(site: Site) -> rx.Component | None:
    """Return an offer of the trial for who would rather see the gym than ask, if it has one."""
    trial, link = site.gym.trial, trial_link(site.gym)
    if not trial or not link:
        return None
    price = format_price(trial.plans[0].price)
    return rx.el.div(
        rx.el.p(site.gym.plans.words.see_first, class_name="lead"),
        site_link(link, site, label=f"{link.label}, {price}", look="line"),
        rx.el.p(trial.note, class_name="fine-print") if trial.note else None,
        class_name="call-out",
    )


def questions(
    title: str, items: Sequence[Question], *, more: rx.Component | None = None, offer: rx.Component | None = None
) -> rx.Component:
    """Return a section with questions. ``more`` follows them. ``offer`` is below the title, on phones last."""
    return section(
        "questions",
        rx.el.div(accordion(items, name="questions"), more, class_name="questions-list"),
        offer,
        title=title,
        look="section questions",
        frame="questions-body",
    )
