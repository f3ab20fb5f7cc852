"""How to reach the gym, and the inquiry form (spec sections 2, 3, 5 and 7)."""

import reflex as rx

from gym_site.components.contact import fact, mail_link, phone_link
from gym_site.components.icon import IconName, icon
from gym_site.components.section import section_heading
from gym_site.content.business import Business
from gym_site.content.forms import FormWords
from gym_site.content.home import BusinessInfoWords, ContactWords
from gym_site.sections.business_info import business_info
from gym_site.sections.form_parts import sent_form
from gym_site.site import Site
from gym_site.state.forms import InquiryForm


def contact(words: ContactWords, form: FormWords, site: Site, visit: BusinessInfoWords | None = None) -> rx.Component:
    """Return the section; with the words of ``visit`` the business info is its other half, address and hours in it."""
    facts = _facts(words, site.business, hours=bool(visit))
    head = rx.el.div(
        rx.el.h3(form.title),
        rx.el.p(form.intro, class_name="quiet"),
        rx.el.p(form.required_note, class_name="fine-print"),
        class_name="form-head",
    )
    return rx.el.section(
        rx.el.div(
            section_heading(words.title, id="contact-title", text=words.intro),
            None if visit else facts,
            sent_form(InquiryForm, form, site, head),
            class_name="contact-words",
        ),
        business_info(visit, facts, site) if visit else None,
        id="contact",
        class_name="section contact",
        aria_labelledby="contact-title",
    )


def _facts(words: ContactWords, business: Business, *, hours: bool) -> rx.Component:
    """Return address, telephone, mail and access; ``hours`` adds those of the business record."""
    access: str | rx.Component = words.hours_text
    if hours:
        access = rx.fragment(rx.el.strong(fact("{business_hours}", business)), words.hours_text)
    rows: tuple[tuple[IconName, str, str | rx.Component], ...] = (
        ("pin", words.address, fact("{address}, {city}, {province} {postal_code}", business)),
        ("phone", words.phone, phone_link(business)),
        ("mail", words.email, mail_link(business)),
        ("clock", words.hours, access),
    )
    return rx.el.dl(
        *(
            rx.el.div(rx.el.dt(icon(sign), label), rx.el.dd(value), class_name="contact-row")
            for sign, label, value in rows
        )
    )
