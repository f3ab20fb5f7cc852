"""The contact section: contact details, inquiry form and directions (spec sections 2, 3, 5 and 7)."""

import reflex as rx

from gym_site.browser.media import LiveMap
from gym_site.components.contact import fact, mail_link, phone_link
from gym_site.components.form import form_of
from gym_site.components.icon import IconName, icon
from gym_site.components.link import site_link
from gym_site.components.picture import picture
from gym_site.components.section import section_heading, spaced
from gym_site.site import Site
from gym_site.state.form_states import InquiryForm


class BusinessServices(rx.Component):
    """The list of services, updated when a newer business record arrives."""

    library, tag = rx.asset("scripts/records.js").importable_path, "BusinessServices"


def contact(site: Site) -> rx.Component:
    """Return the section: contact details, the form, and the business info if there is a business record."""
    words, form = site.gym.home.contact, site.forms[InquiryForm.form_key]
    head = rx.el.div(
        rx.el.h3(form.title),
        rx.el.p(form.intro, class_name="quiet"),
        rx.el.p(form.required_note, class_name="fine-print"),
        class_name="form-head",
    )
    hours = words.hours_text or fact("{business_hours}", site)
    return rx.el.section(
        rx.el.div(
            section_heading(words.title, id="contact-title", text=words.intro),
            None if site.has_business_record else _facts(site, hours, "visually-hidden"),
            form_of(InquiryForm, site, head),
            class_name="contact-words",
        ),
        _business_info(site) if site.has_business_record else None,
        id="contact",
        class_name="section contact",
        aria_labelledby="contact-title",
    )


def _facts(site: Site, hours: str | rx.Component, label: str | None = None) -> rx.Component:
    """Return a list of the gym's address, telephone number, e-mail address and ``hours``.

    ``label`` is the class of each label, which follows an icon.
    """
    words = site.gym.home.contact
    rows: tuple[tuple[IconName, str, str | rx.Component], ...] = (
        ("pin", words.address, fact("{address}, {city}, {province} {postal_code}", site)),
        ("phone", words.phone, phone_link(site)),
        ("mail", words.email, mail_link(site)),
        ("clock", words.hours, hours),
    )
    terms = ((rx.el.dt(icon(sign), rx.el.span(term, class_name=label)), rx.el.dd(value)) for sign, term, value in rows)
    return rx.el.dl(*(rx.el.div(*term, class_name="contact-row") for term in terms))


def _map(site: Site) -> rx.Component:
    """Return the map picture, which links to directions, and the button that replaces it with the live map.

    The picture is left out if the gym has none, and the button is left out if GYM_MAP_EMBED_URL is not set.
    """
    words, drawn = site.gym.home.visit, None
    if site.gym.has("map"):
        drawn = site_link(
            words.directions,
            site,
            label=picture(site, "map", sizes="100vw", alt=words.map_alt),
            aria_label=words.directions.label,
        )
    if not site.settings.map_embed_url:
        return rx.el.figure(drawn, class_name="visit-map")
    state = LiveMap("visit")
    private = {"loading": "lazy", "referrerPolicy": "no-referrer"}
    live = rx.el.iframe(src=site.settings.map_embed_url, title=words.map_title, custom_attrs=private)
    caption = rx.el.figcaption(
        rx.el.button(words.show_map, type="button", class_name="button button-ember", on_click=state.set(shown=True)),
        rx.el.p(words.map_notice, class_name="fine-print"),
    )
    return rx.el.figure(rx.cond(state.shown, live, rx.fragment(drawn, caption)), class_name="visit-map")


def _business_info(site: Site) -> rx.Component:
    words, has_map, hours = site.gym.home.visit, site.gym.has("map"), site.gym.home.contact.hours_text
    services = BusinessServices.create(*spaced(*map(rx.el.li, site.business.services)))
    return rx.el.section(
        _map(site) if has_map or site.settings.map_embed_url else None,
        rx.el.div(
            section_heading(words.title, id="visit-title"),
            rx.el.h3(words.contact),
            _facts(site, fact("{business_hours}", site)),
            rx.el.p(
                site_link(words.directions, site, look="line"),
                rx.el.span(icon("check"), f" {hours}") if hours else None,
                rx.el.span(icon("check"), f" {words.parking}") if words.parking else None,
                class_name="visit-more",
            ),
            rx.el.h3(words.services),
            services,
            class_name="visit-words",
        ),
        class_name="visit",
        aria_labelledby="visit-title",
    )
