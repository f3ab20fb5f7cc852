"""The trainers' page (spec sections 2 and 3)."""

from __future__ import annotations

import reflex as rx

from gym_site.components.button import external_attrs
from gym_site.components.picture import picture
from gym_site.content.business import tel
from gym_site.content.trainers import (
    TRAINERS,
    TRAINERS_WORDS,
    Trainer,
    book_text,
    consultation_link,
    phone_text,
    years_text,
)
from gym_site.routes import url_for
from gym_site.sections.page_head import page_head
from gym_site.site import Site

_WORDS = TRAINERS_WORDS


def _contact(trainer: Trainer) -> rx.Component:
    if trainer.phone:
        return rx.el.a(
            trainer.phone,
            href=tel(trainer.phone),
            aria_label=_WORDS.call.replace("{name}", trainer.name).replace("{phone}", trainer.phone),
        )
    return rx.el.a(phone_text(trainer), href=trainer.instagram, **external_attrs())


def _trainer(trainer: Trainer, *, first: bool) -> rx.Component:
    facts: tuple[tuple[str, str | rx.Component], ...] = (
        (_WORDS.experience, years_text(trainer)),
        (_WORDS.languages, ", ".join(trainer.languages)),
        (_WORDS.specialties, ", ".join(trainer.specialties)),
        (_WORDS.certificate, trainer.certificate_type),
        (_WORDS.phone, _contact(trainer)),
    )
    return rx.el.article(
        picture(trainer.picture, sizes="(min-width: 64rem) 22vw, (min-width: 40rem) 45vw, 100vw", eager=first),
        rx.el.div(
            rx.el.p(trainer.practitioner_type, class_name="eyebrow"),
            rx.el.h2(trainer.name),
            rx.el.p(trainer.bio),
            rx.el.dl(
                *(rx.el.div(rx.el.dt(label), rx.el.dd(value)) for label, value in facts), class_name="trainer-facts"
            ),
            rx.el.div(
                rx.el.a(
                    book_text(trainer),
                    href=consultation_link(trainer),
                    class_name="button button-ember",
                    aria_label=f"{book_text(trainer)}: {trainer.name}",
                ),
                rx.el.a(
                    _WORDS.instagram.replace("{name}", trainer.first_name), href=trainer.instagram, **external_attrs()
                ),
                class_name="trainer-links",
            ),
            class_name="trainer-body",
        ),
        id=f"trainer-{trainer.id}",
        class_name="trainer",
    )


def trainers(_site: Site) -> tuple[rx.Component, ...]:
    """Return the page; each trainer links to the consultation page with that trainer preselected."""
    return (
        page_head(_WORDS.title, _WORDS.intro, rx.el.p(_WORDS.illustration_note, class_name="note")),
        rx.el.section(
            rx.el.div(
                *(_trainer(trainer, first=trainer is TRAINERS[0]) for trainer in TRAINERS),
                class_name="frame trainer-list",
            ),
            class_name="section-tight",
            aria_label=_WORDS.title,
        ),
        rx.el.section(
            rx.el.div(
                rx.el.h2(_WORDS.no_match_title, id="no-match-title"),
                rx.el.p(_WORDS.no_match_text, class_name="lead"),
                rx.el.a(_WORDS.no_match_call, href=url_for("consultation"), class_name="button button-ember"),
                class_name="frame call-out",
            ),
            class_name="section paper",
            aria_labelledby="no-match-title",
        ),
    )
