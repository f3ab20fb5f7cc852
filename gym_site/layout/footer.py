"""The footer and the floating buttons of every page (spec section 2)."""

from __future__ import annotations

import reflex as rx

from gym_site.browser.floating import Floating
from gym_site.components.contact import mail_link, phone_link, with_contacts
from gym_site.components.link import site_link
from gym_site.content.business import Business
from gym_site.content.footer import FOOTER
from gym_site.content.navigation import FLOATING_CONSULTATION, FLOATING_TRIAL, SHELL
from gym_site.settings import Settings


def footer(business: Business, settings: Settings, *, at_home: bool) -> rx.Component:
    """Return the footer: every page, the ways to reach the gym, privacy, the small print."""
    return rx.el.footer(
        rx.el.div(
            rx.el.div(
                rx.el.p(rx.el.span(class_name="mark", aria_hidden=True), business.name, class_name="logo"),
                rx.el.p(FOOTER.line, class_name="quiet"),
                class_name="footer-brand",
            ),
            *(
                rx.el.nav(
                    rx.el.h2(column.title),
                    rx.el.ul(*(rx.el.li(site_link(link, settings, at_home=at_home)) for link in column.links)),
                    aria_label=column.title,
                )
                for column in FOOTER.columns
            ),
            rx.el.div(
                rx.el.h2(FOOTER.visit_title),
                rx.el.ul(
                    rx.el.li(business.address),
                    rx.el.li(f"{business.city}, {business.province} {business.postal_code}"),
                    rx.el.li(business.business_hours),
                    rx.el.li(phone_link(business.phone)),
                    rx.el.li(mail_link(business.email)),
                    rx.el.li(site_link(FOOTER.instagram, settings)),
                    rx.el.li(site_link(FOOTER.directions, settings)),
                ),
            ),
            rx.el.div(
                rx.el.h2(FOOTER.privacy_title),
                *(
                    rx.el.p(*with_contacts(line, phone=business.phone, email=business.email), class_name="fine-print")
                    for line in FOOTER.privacy
                ),
                class_name="footer-privacy",
            ),
            class_name="frame footer-grid",
        ),
        rx.el.p(
            " · ".join([FOOTER.rights.format(name=business.name), *FOOTER.small_print]),
            class_name="frame fine-print footer-small",
        ),
        class_name="site-footer",
    )


def floating_buttons(settings: Settings, *, at_home: bool) -> rx.Component:
    """Return the two calls that stay in view, but never over the hero's own buttons or a form's."""
    return Floating.create(
        site_link(FLOATING_TRIAL, settings, look="line"),
        site_link(FLOATING_CONSULTATION, settings, at_home=at_home, look="ember"),
        covers=".hero-actions, .lead-form",
        class_name="floating",
        custom_attrs={"role": "complementary", "aria-label": SHELL.floating},
    )
