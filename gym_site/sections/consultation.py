"""The two consultation forms (spec sections 2, 3, 5 and 7)."""

import reflex as rx

from gym_site.components.section import section, section_heading
from gym_site.content.forms import FormWords
from gym_site.sections.form_parts import sent_form
from gym_site.site import Site
from gym_site.state.forms import ConsultationForm, ServiceForm


def consultation(
    words: FormWords, site: Site, *, title: str = "", notice: rx.Component | None = None, service: str = ""
) -> rx.Component:
    """Return the consultation form of the home and the consultation page, or of the page of a ``service``.

    ``title`` replaces the form's own; ``notice`` stands beside the form; ``service`` is the key sent with the form.
    """
    state = ServiceForm if service else ConsultationForm
    head = rx.el.p(words.required_note, class_name="fine-print form-head")
    heading = section_heading(title or words.title, id="consultation-title", text=words.intro)
    return section(
        "consultation",
        rx.el.div(heading, notice, class_name="form-words"),
        sent_form(state, words, site, head, service=service),
        look="section paper consultation",
        frame="form-body",
        id="consultation",
    )
