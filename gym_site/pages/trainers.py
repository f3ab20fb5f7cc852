"""The trainers' page (spec sections 2 and 3)."""

from collections import Counter

import reflex as rx

from gym_site.components.link import EXTERNAL
from gym_site.components.picture import picture
from gym_site.components.rows import with_call
from gym_site.components.section import grid_call, list_section
from gym_site.content.business import tel
from gym_site.content.trainers import (
    IS_LINED_UP,
    LINE_UP,
    TRAINERS,
    TRAINERS_WORDS,
    Trainer,
    book_text,
    consultation_link,
    intro_text,
    kind,
    phone_text,
    years_text,
)
from gym_site.routes import url_for
from gym_site.sections.page_head import page_head
from gym_site.site import Site
from gym_site.text import fill


def _contact(trainer: Trainer) -> rx.Component:
    if trainer.phone:
        label = fill(TRAINERS_WORDS.call, name=trainer.name, phone=trainer.phone)
        return rx.el.a(trainer.phone, href=tel(trainer.phone), aria_label=label)
    return rx.el.a(phone_text(trainer), href=trainer.instagram, **EXTERNAL)


def _choice(label: str, count: int, value: str) -> rx.Component:
    return rx.el.label(
        rx.el.input(type="radio", name="show", value=value, default_checked=value == "everyone"),
        rx.el.span(label),
        " ",
        rx.el.span(count, class_name="choice-count"),
        class_name="choice",
    )


def _choices() -> rx.Component:
    """Return the radio buttons: everyone, or one type of practitioner. CSS hides the trainers of other types."""
    types = Counter(trainer.practitioner_type for trainer in TRAINERS)
    return rx.el.fieldset(
        rx.el.legend(TRAINERS_WORDS.show, class_name="visually-hidden"),
        _choice(TRAINERS_WORDS.everyone, len(TRAINERS), "everyone"),
        *(_choice(name, count, kind(name)) for name, count in types.items()),
        class_name="choices",
    )


def _trainer(trainer: Trainer) -> rx.Component:
    facts: tuple[tuple[str, str | rx.Component], ...] = (
        (TRAINERS_WORDS.experience, years_text(trainer)),
        (TRAINERS_WORDS.languages, ", ".join(trainer.languages)),
        (TRAINERS_WORDS.specialties, ", ".join(trainer.specialties)),
        (TRAINERS_WORDS.certificate, trainer.certificate_type),
        (TRAINERS_WORDS.phone, _contact(trainer)),
    )
    return rx.el.article(
        rx.el.div(
            # `sizes` is less than the real width: print-style pictures look sharp even if enlarged 1.5 times.
            picture(trainer.picture, sizes="(min-width: 64rem) 16vw, 40vw"),
            rx.el.h2(trainer.name),
            rx.el.p(trainer.practitioner_type, class_name="quiet"),
            rx.el.p(", ".join(trainer.languages), class_name="quiet"),
            rx.el.div(
                rx.el.a(
                    TRAINERS_WORDS.book_short,
                    href=consultation_link(trainer),
                    aria_label=f"{book_text(trainer)}: {trainer.name}",
                    view_transition=True,
                ),
                rx.el.details(
                    rx.el.summary(
                        TRAINERS_WORDS.about_short,
                        aria_label=fill(TRAINERS_WORDS.about, first_name=trainer.first_name),
                    )
                ),
                class_name="poster-links",
            ),
            id=f"trainer-{trainer.id}",
            class_name="poster",
        ),
        # The poster's button opens this text, which is outside the poster so that it can fill the row below.
        rx.el.div(
            rx.el.p(trainer.bio),
            rx.el.div(
                rx.el.dl(*(rx.el.div(rx.el.dt(label), rx.el.dd(value)) for label, value in facts)),
                rx.el.a(fill(TRAINERS_WORDS.instagram, name=trainer.first_name), href=trainer.instagram, **EXTERNAL),
            ),
            class_name="trainer-about",
        ),
        class_name=f"trainer {kind(trainer.practitioner_type)}",
    )


def trainers(_site: Site) -> tuple[rx.Component, ...]:
    """Return the page. Each trainer has a link to the consultation page, where that trainer is then preselected."""
    wall, call = with_call("wall", len(TRAINERS), 4)
    note = TRAINERS_WORDS.illustration_note
    line_up = LINE_UP.picture if LINE_UP and IS_LINED_UP else ""
    return (
        page_head(
            TRAINERS_WORDS.title,
            intro_text(),
            rx.el.a(TRAINERS_WORDS.no_match_call, href=url_for("consultation"), class_name="button button-ember"),
            rx.el.p(note, class_name="fine-print") if note else None,
            image=line_up,
            sizes="(min-width: 64rem) 66vw, 100vw",
            look="head-band",
        ),
        list_section(
            TRAINERS_WORDS.title,
            _choices(),
            rx.el.div(
                *(_trainer(trainer) for trainer in TRAINERS),
                grid_call(
                    TRAINERS_WORDS.no_match_title,
                    TRAINERS_WORDS.no_match_text,
                    TRAINERS_WORDS.no_match_call,
                    span=call,
                ),
                class_name=wall,
            ),
        ),
    )
