"""How to reach the gym, and the inquiry form (spec sections 2, 3, 5 and 7)."""

from __future__ import annotations

import reflex as rx

from gym_site.components.contact import fact, mail_link, phone_link
from gym_site.components.heading import section_heading
from gym_site.components.icon import IconName, icon
from gym_site.content.business import Business
from gym_site.content.forms import FormWords
from gym_site.content.home import ContactWords
from gym_site.sections.form_parts import sent_form
from gym_site.settings import Settings
from gym_site.state.forms import InquiryForm


def contact(words: ContactWords, form: FormWords, business: Business, settings: Settings) -> rx.Component:
    """Return the section."""
    rows: tuple[tuple[IconName, str, str | rx.Component], ...] = (
        ("pin", words.address, fact("{address}, {city}, {province} {postal_code}", business)),
        ("phone", words.phone, phone_link(business)),
        ("mail", words.email, mail_link(business)),
        ("clock", words.hours, words.hours_text),
    )
    head = rx.el.div(
        rx.el.h3(form.title),
        rx.el.p(form.intro, class_name="quiet"),
        rx.el.p(form.required_note, class_name="fine-print"),
        class_name="form-head",
    )
    return rx.el.section(
        rx.el.div(
            rx.el.div(
                section_heading(words.title, id="contact-title", text=words.intro),
                rx.el.dl(
                    *(
                        rx.el.div(rx.el.dt(icon(sign), label), rx.el.dd(value), class_name="contact-row")
                        for sign, label, value in rows
                    ),
                ),
                class_name="form-words",
            ),
            sent_form(InquiryForm, form, business, settings, head),
            class_name="frame form-body",
        ),
        id="contact",
        class_name="section contact",
        aria_labelledby="contact-title",
    )
