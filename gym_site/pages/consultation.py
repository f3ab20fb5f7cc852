"""The consultation page (spec section 2)."""

import reflex as rx

from gym_site.content.consultation_page import wish_for
from gym_site.content.trainers import Trainer
from gym_site.sections.consultation import consultation as consultation_form
from gym_site.sections.page_head import print_head
from gym_site.sections.steps import steps
from gym_site.site import Site
from gym_site.state.form_states import ConsultationForm


class TrainerWish(rx.Component):
    """Preselects a trainer in ``form``: the one whose name is the query parameter ``trainer``.

    A name that is not in ``wishes`` is ignored.
    """

    library, tag = rx.asset("scripts/wish.js").importable_path, "TrainerWish"
    wishes: rx.Var[dict]  # for each trainer's name: ``message``, ``fields`` and ``face`` (may be empty)
    form: rx.Var[str]


def _face(site: Site, trainer: Trainer) -> str:
    """Return the address of a trainer's picture beside the form, or an empty text if there is none."""
    sizes = site.gym.pictures[trainer.picture].avif if trainer.picture else {}
    return next((site.settings.public_path(path) for width, path in sizes.items() if int(width) >= 480), "")


def consultation(site: Site) -> tuple[rx.Component | None, ...]:
    """Return the page. The query parameter ``trainer`` selects a trainer in the form, or adds a sentence to it."""
    words, wishes = site.gym.consultation, {}
    for trainer in site.gym.trainers:
        wish = wish_for(trainer, words)
        fields = {"selectedTrainer": wish.selected, "additionalInfo": wish.additional_info}
        wishes[trainer.name] = {"message": wish.message, "fields": fields, "face": _face(site, trainer)}
    wish = TrainerWish.create(wishes=wishes, form=ConsultationForm.form_key, class_name="wish")
    link = rx.el.a(words.trainers, href=site.routes.url_for("trainers")) if words.trainers else None
    return (
        print_head(site, words.title, words.intro, words.head_picture),
        consultation_form(site, title=words.form_heading, notice=wish),
        steps(words.steps_title, words.steps),
        rx.el.p(link, class_name="frame more-link") if link else None,
    )
