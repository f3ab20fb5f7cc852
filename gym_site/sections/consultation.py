"""The section with the consultation form (spec sections 2, 3 and 5)."""

import reflex as rx

from gym_site.components.form import form_of
from gym_site.components.picture import picture
from gym_site.components.section import section, section_heading
from gym_site.content.trainers import faces_of
from gym_site.site import Site
from gym_site.state.form_states import ConsultationForm, ServiceForm


def consultation(site: Site, *, title: str = "", notice: rx.Component | None = None, service: str = "") -> rx.Component:
    """Return the section with the consultation form, or with the form of a service page if ``service`` is given.

    ``title`` replaces the form's own title. ``notice`` is shown beside the fields.
    """
    state = ServiceForm if service else ConsultationForm
    form = site.forms[state.form_key]
    head = rx.el.p(form.required_note, class_name="fine-print form-head")
    heading = section_heading(title or form.title, id="consultation-title", text=form.intro)
    return section(
        "consultation",
        rx.el.div(heading, notice, _face(site, service), class_name="form-words"),
        form_of(state, site, head, service=service),
        look="section paper consultation",
        frame="form-body",
    )


def _face(site: Site, service: str) -> rx.Component | None:
    """Return the picture of the last trainer of a service; without a ``service``, of the last of all.

    A print on bone is shown only if there is no other: its ground is almost the colour of the section.
    """
    trainers = site.gym.trainers
    faces = faces_of(service, trainers) if service else [trainer for trainer in trainers if trainer.picture]
    faces = [face for face in faces if site.gym.pictures[face.picture].colour != "bone"] or faces
    return picture(site, faces[-1].picture, sizes="20rem", alt="", class_name="form-face") if faces else None
