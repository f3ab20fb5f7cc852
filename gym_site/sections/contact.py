"""How to reach the gym, the inquiry form, and 'Visit Our Surrey Location' (spec sections 2, 3, 5 and 7)."""

import reflex as rx

from gym_site.browser.state import BrowserState, browser_var
from gym_site.components.contact import fact, mail_link, phone_link
from gym_site.components.icon import IconName, icon
from gym_site.components.link import site_link
from gym_site.components.picture import picture
from gym_site.components.section import section_heading
from gym_site.content.business import Business
from gym_site.content.forms import FormWords
from gym_site.content.home import BusinessInfoWords, ContactWords
from gym_site.sections.forms import sent_form
from gym_site.settings import Settings
from gym_site.site import Site
from gym_site.state.forms import InquiryForm


class LiveMap(BrowserState):
    """Whether the visitor has asked for the live map in the picture's place; it is loaded only then."""

    shown = browser_var(False)


class BusinessServices(rx.Component):
    """A list of the business's services: its children, or those of a newer record."""

    library, tag = rx.asset("scripts/records.js").importable_path, "BusinessServices"


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
        _business_info(visit, facts, site) if visit else None,
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
    terms = ((rx.el.dt(icon(sign), label), rx.el.dd(value)) for sign, label, value in rows)
    return rx.el.dl(*(rx.el.div(*term, class_name="contact-row") for term in terms))


def _map(words: BusinessInfoWords, settings: Settings) -> rx.Component:
    """Return a map picture that links to directions; a button replaces it with the live map."""
    drawn = site_link(
        words.directions,
        settings,
        label=picture("map", sizes="(min-width: 64rem) 60vw, 100vw", alt=words.map_alt),
        aria_label=words.directions.label,
    )
    if not settings.map_embed_url:
        return rx.el.figure(drawn, class_name="visit-map")
    state = LiveMap("visit")
    private = {"loading": "lazy", "referrerPolicy": "no-referrer"}
    live = rx.el.iframe(src=settings.map_embed_url, title=words.map_title, custom_attrs=private)
    caption = rx.el.figcaption(
        rx.el.button(words.show_map, type="button", class_name="button button-ember", on_click=state.set(shown=True)),
        rx.el.p(words.map_notice, class_name="fine-print"),
    )
    return rx.el.figure(rx.cond(state.shown, live, rx.fragment(drawn, caption)), class_name="visit-map")


def _business_info(words: BusinessInfoWords, facts: rx.Component, site: Site) -> rx.Component:
    """Return the section; ``facts`` are the business's address, telephone, mail and hours."""
    services = BusinessServices.create(*map(rx.el.li, site.business.services), class_name="plain-list")
    return rx.el.section(
        _map(words, site.settings),
        rx.el.div(
            section_heading(words.title, id="visit-title"),
            rx.el.div(
                rx.el.div(
                    rx.el.h3(words.contact),
                    facts,
                    rx.el.p(
                        site_link(words.directions, site.settings, look="line"),
                        rx.el.span(icon("check"), words.parking, class_name="visit-parking"),
                        class_name="visit-more",
                    ),
                ),
                rx.el.div(rx.el.h3(words.services), services),
                class_name="visit-facts",
            ),
            class_name="visit-words",
        ),
        class_name="coal visit",
        aria_labelledby="visit-title",
    )
