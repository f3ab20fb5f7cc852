"""The consultation page (spec section 2)."""

from __future__ import annotations

from dataclasses import asdict

import reflex as rx

from gym_site.components.wish import TrainerWish
from gym_site.content.consultation_page import CONSULTATION_PAGE, WISHES
from gym_site.content.forms import CONSULTATION_FORM
from gym_site.routes import url_for
from gym_site.sections.consultation import consultation as consultation_form
from gym_site.sections.page_head import page_head
from gym_site.sections.steps import steps
from gym_site.site import Site

_WORDS = CONSULTATION_PAGE


def consultation(site: Site) -> tuple[rx.Component, ...]:
    """Return the page; the query parameter ``trainer`` preselects a trainer."""
    wish = TrainerWish.create(
        wishes={name: asdict(wish) for name, wish in WISHES.items()}, form=CONSULTATION_FORM.key, class_name="wish"
    )
    return (
        page_head(_WORDS.title, _WORDS.intro),
        consultation_form(CONSULTATION_FORM, site.business, site.settings, title=_WORDS.form_heading, notice=wish),
        steps(_WORDS.steps_title, _WORDS.steps),
        rx.el.p(rx.el.a(_WORDS.trainers, href=url_for("trainers")), class_name="frame more-link"),
    )
