"""The contact section: contact details, inquiry form and directions (spec sections 2, 3, 5 and 7)."""

import reflex as rx

from gym_site.brand import BRAND
from gym_site.browser.media import LiveMap
from gym_site.components.contact import fact, mail_link, phone_link
from gym_site.components.form import form_of
from gym_site.components.icon import IconName, icon
from gym_site.components.link import site_link
from gym_site.components.picture import picture
from gym_site.components.section import section_heading, spaced
from gym_site.content.home import BUSINESS_INFO, CONTACT
from gym_site.site import Site
from gym_site.state.form_states import InquiryForm


class BusinessServices(rx.Component):
    """The list of services, updated when a newer business record arrives."""

    library, tag = rx.asset("scripts/records.js").importable_path, "BusinessServices"


def contact(site: Site) -> rx.Component:
    """Return the section: contact details, the form, and the business info if there is a business record."""
    form = InquiryForm.form
    head = rx.el.div(
        rx.el.h3(form.title),
        rx.el.p(form.intro, class_name="quiet"),
        rx.el.p(form.required_note, class_name="fine-print"),
        class_name="form-head",
    )
    hours = CONTACT.hours_text or fact("{business_hours}", site)
    return rx.el.section(
        rx.el.div(
            section_heading(CONTACT.title, id="contact-title", text=CONTACT.intro),
            _facts(site, hours, "visually-hidden"),
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
    rows: tuple[tuple[IconName, str, str | rx.Component], ...] = (
        ("pin", CONTACT.address, fact("{address}, {city}, {province} {postal_code}", site)),
        ("phone", CONTACT.phone, phone_link(site)),
        ("mail", CONTACT.email, mail_link(site)),
        ("clock", CONTACT.hours, hours),
    )
    terms = ((rx.el.dt(icon(sign), rx.el.span(term, class_name=label)), rx.el.dd(value)) for sign, term, value in rows)
    return rx.el.dl(*(rx.el.div(*term, class_name="contact-row") for term in terms))


def _map(site: Site) -> rx.Component:
    """Return the map picture, which links to directions, and the button that replaces it with the live map.

    The picture is left out if the gym has none, and the button is left out if GYM_MAP_EMBED_URL is not set.
    """
    drawn = None
    if BRAND.has("map"):
        drawn = site_link(
            BUSINESS_INFO.directions,
            site,
            label=picture("map", sizes="100vw", alt=BUSINESS_INFO.map_alt),
            aria_label=BUSINESS_INFO.directions.label,
        )
    if not site.settings.map_embed_url:
        return rx.el.figure(drawn, class_name="visit-map")
    state = LiveMap("visit")
    private = {"loading": "lazy", "referrerPolicy": "no-referrer"}
    live = rx.el.iframe(src=site.settings.map_embed_url, title=BUSINESS_INFO.map_title, custom_attrs=private)
    caption = rx.el.figcaption(
        rx.el.button(
            BUSINESS_INFO.show_map, type="button", class_name="button button-ember", on_click=state.set(shown=True)
        ),
        rx.el.p(BUSINESS_INFO.map_notice, class_name="fine-print"),
    )
    return rx.el.figure(rx.cond(state.shown, live, rx.fragment(drawn, caption)), class_name="visit-map")


def _business_info(site: Site) -> rx.Component:
    services = BusinessServices.create(*spaced(*map(rx.el.li, site.business.services)))
    return rx.el.section(
        _map(site) if BRAND.has("map") or site.settings.map_embed_url else None,
        rx.el.div(
            section_heading(BUSINESS_INFO.title, id="visit-title"),
            rx.el.h3(BUSINESS_INFO.contact),
            _facts(site, fact("{business_hours}", site)),
            rx.el.p(
                site_link(BUSINESS_INFO.directions, site, look="line"),
                rx.el.span(icon("check"), f" {BUSINESS_INFO.parking}") if BUSINESS_INFO.parking else None,
                class_name="visit-more",
            ),
            rx.el.h3(BUSINESS_INFO.services),
            services,
            class_name="visit-words",
        ),
        class_name="visit",
        aria_labelledby="visit-title",
    )
