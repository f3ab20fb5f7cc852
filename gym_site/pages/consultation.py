"""The consultation page (spec section 2)."""

import reflex as rx

from gym_site.components.picture import pictures
from gym_site.content.consultation_page import CONSULTATION_PAGE, WISHES
from gym_site.content.trainers import TRAINERS, Trainer
from gym_site.forms.all_forms import CONSULTATION_FORM
from gym_site.routes import url_for
from gym_site.sections.consultation import consultation as consultation_form
from gym_site.sections.page_head import page_head
from gym_site.sections.steps import steps
from gym_site.site import Site


class TrainerWish(rx.Component):
    """Preselects a trainer in ``form``: the one whose name is the query parameter ``trainer``.

    A name that is not in ``wishes`` is ignored.
    """

    library, tag = rx.asset("scripts/wish.js").importable_path, "TrainerWish"
    wishes: rx.Var[dict]  # for each trainer's name: ``message``, ``fields`` and ``face`` (may be empty)
    form: rx.Var[str]


def _face(trainer: Trainer) -> str:
    """Return the address of a trainer's picture beside the form, or an empty text if there is none."""
    sizes = pictures()[trainer.picture].avif if trainer.picture else {}
    return next((path for width, path in sizes.items() if int(width) >= 480), "")


def consultation(site: Site) -> tuple[rx.Component | None, ...]:
    """Return the page. The query parameter ``trainer`` selects a trainer in the form, or adds a sentence to it."""
    wishes = {}
    for trainer in TRAINERS:
        wish = WISHES[trainer.name]
        fields = {"selectedTrainer": wish.selected, "additionalInfo": wish.additional_info}
        wishes[trainer.name] = {"message": wish.message, "fields": fields, "face": _face(trainer)}
    wish = TrainerWish.create(wishes=wishes, form=CONSULTATION_FORM.key, class_name="wish")
    words = CONSULTATION_PAGE.trainers
    trainers = rx.el.p(rx.el.a(words, href=url_for("trainers")), class_name="frame more-link") if words else None
    return (
        page_head(CONSULTATION_PAGE.title, CONSULTATION_PAGE.intro),
        consultation_form(site, title=CONSULTATION_PAGE.form_heading, notice=wish),
        steps(CONSULTATION_PAGE.steps_title, CONSULTATION_PAGE.steps),
        trainers,
    )
