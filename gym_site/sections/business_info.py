"""'Visit Our Surrey Location': the business record with a map (spec sections 2 and 3)."""

from __future__ import annotations

import reflex as rx

from gym_site.components.contact import mail_link, phone_link
from gym_site.components.heading import section_heading
from gym_site.components.icon import icon
from gym_site.components.link import site_link
from gym_site.components.picture import picture
from gym_site.content.business import Business
from gym_site.content.home import BusinessInfoWords
from gym_site.settings import Settings


def address_block(business: Business) -> rx.Component:
    """Return the postal address."""
    return rx.el.address(
        rx.el.strong(business.name),
        rx.el.span(business.address),
        rx.el.span(f"{business.city}, {business.province} {business.postal_code}"),
        class_name="address",
    )


def business_info(business: Business | None, words: BusinessInfoWords, settings: Settings) -> rx.Component:
    """Return the section, or nothing where there is no record."""
    if business is None:
        return rx.fragment()
    return rx.el.section(
        rx.el.div(
            section_heading(words.title, id="visit-title"),
            rx.el.div(
                rx.el.div(
                    rx.el.h3(words.contact),
                    address_block(business),
                    rx.el.ul(
                        rx.el.li(icon("phone"), phone_link(business.phone)),
                        rx.el.li(icon("mail"), mail_link(business.email)),
                        rx.el.li(icon("clock"), rx.el.strong(business.business_hours)),
                        rx.el.li(icon("check"), words.parking),
                        class_name="icon-list",
                    ),
                    site_link(words.directions, settings, look="line"),
                ),
                rx.el.div(
                    rx.el.h3(words.services),
                    rx.el.ul(*(rx.el.li(service) for service in business.services), class_name="plain-list"),
                ),
                class_name="visit-facts",
            ),
            class_name="frame visit-words",
        ),
        rx.el.figure(
            site_link(
                words.directions,
                settings,
                label=picture("map", sizes="(min-width: 64rem) 60vw, 100vw", alt=words.map_alt),
            ),
            class_name="visit-map",
        ),
        class_name="section visit",
        aria_labelledby="visit-title",
    )
