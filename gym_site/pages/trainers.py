"""The trainers' page (spec sections 2 and 3)."""

from collections import Counter
from collections.abc import Sequence

import reflex as rx

from gym_site.components.link import EXTERNAL
from gym_site.components.picture import picture
from gym_site.components.rows import with_call
from gym_site.components.section import grid_call, list_section
from gym_site.content.business import tel
from gym_site.content.trainers import Trainer, Trainers, TrainersWords, consultation_link, years_text
from gym_site.gym import needed
from gym_site.sections.page_head import page_head
from gym_site.site import Site
from gym_site.text import fill, number


def _contact(trainer: Trainer, words: TrainersWords) -> rx.Component:
    if trainer.phone:
        label = fill(words.call, name=trainer.name, phone=trainer.phone)
        return rx.el.a(trainer.phone, href=tel(trainer.phone), aria_label=label)
    return rx.el.a(words.no_phone, href=trainer.instagram, **EXTERNAL)


def _choice(label: str, count: int, value: str) -> rx.Component:
    return rx.el.label(
        rx.el.input(type="radio", name="show", value=value, default_checked=value == "everyone"),
        rx.el.span(label),
        " ",
        rx.el.span(count, class_name="choice-count"),
        class_name="choice",
    )


def _choices(part: Trainers, shown: Sequence[Trainer]) -> rx.Component:
    """Return the radio buttons: everyone, or one type of practitioner. CSS hides the trainers of other types."""
    words, types = part.words, Counter(trainer.practitioner_type for trainer in shown)
    return rx.el.fieldset(
        rx.el.legend(words.show, class_name="visually-hidden"),
        _choice(words.everyone, len(shown), "everyone"),
        *(_choice(name, count, _kind(part, name)) for name, count in types.items()),
        class_name="choices",
    )


def _kind(part: Trainers, practitioner_type: str) -> str:
    """Return the CSS class of a type of practitioner. It has the type's position, as the gym chooses the names."""
    return f"kind-{part.types.index(practitioner_type) + 1}"


def _portrait(site: Site, trainer: Trainer) -> rx.Component:
    """Return a trainer's picture, or else the initials."""
    if trainer.picture:
        # On phones, `sizes` is less than the real width: prints look sharp even if enlarged 1.5 times.
        return picture(site, trainer.picture, sizes="(min-width: 64rem) 23vw, 40vw")
    return rx.el.div(trainer.initials, aria_hidden=True, class_name="picture initials")


def _trainer(site: Site, part: Trainers, trainer: Trainer) -> rx.Component:
    words = part.words
    facts: tuple[tuple[str, str | rx.Component], ...] = (
        (words.experience, years_text(trainer, words)),
        (words.languages, ", ".join(trainer.languages)),
        (words.specialties, ", ".join(trainer.specialties)),
        (words.certificate, trainer.certificate_type),
        (words.phone, _contact(trainer, words)),
    )
    return rx.el.article(
        rx.el.div(
            _portrait(site, trainer),
            rx.el.h2(trainer.name),
            rx.el.p(trainer.practitioner_type, class_name="quiet"),
            rx.el.p(", ".join(trainer.languages), class_name="quiet"),
            rx.el.div(
                rx.el.a(
                    words.book_short,
                    href=consultation_link(trainer, site.routes),
                    aria_label=f"{fill(words.book, first_name=trainer.first_name)}: {trainer.name}",
                    view_transition=True,
                ),
                rx.el.details(
                    rx.el.summary(
                        words.about_short,
                        aria_label=fill(words.about, first_name=trainer.first_name),
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
                rx.el.a(fill(words.instagram, name=trainer.first_name), href=trainer.instagram, **EXTERNAL),
            ),
            class_name="trainer-about",
        ),
        class_name=f"trainer {_kind(part, trainer.practitioner_type)}",
    )


def trainers(site: Site) -> tuple[rx.Component, ...]:
    """Return the page. Each trainer has a link to the consultation page, where that trainer is then preselected."""
    part, shown = needed(site.gym.trainers_page), site.gym.trainers
    words, note = part.words, part.words.illustration_note
    wall, call = with_call("wall", len(shown), 4)
    line_up = part.line_up.picture if part.line_up and site.gym.is_lined_up else ""
    return (
        page_head(
            site,
            words.title,
            fill(words.intro, Number=number(shown).capitalize()),
            rx.el.a(words.no_match_call, href=site.routes.url_for("consultation"), class_name="button button-ember"),
            rx.el.p(note, class_name="fine-print") if note else None,
            image=line_up,
            sizes="100vw",
            look="head-band",
        ),
        list_section(
            words.title,
            _choices(part, shown),
            rx.el.div(
                *(_trainer(site, part, trainer) for trainer in shown),
                grid_call(
                    site.routes,
                    words.no_match_title,
                    words.no_match_text,
                    words.no_match_call,
                    span=call,
                ),
                class_name=wall,
            ),
        ),
    )
