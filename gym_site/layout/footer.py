"""The footer of every page (spec section 2)."""

import reflex as rx

from gym_site.components.contact import fact, mail_link, phone_link
from gym_site.components.link import site_link
from gym_site.content.navigation import FOOTER
from gym_site.site import Site


def footer(site: Site) -> rx.Component:
    """Return the footer: links to all pages, contact details and the small print.

    The home page ends with the contact details anyway.
    """
    name = rx.el.p(rx.el.span(class_name="mark", aria_hidden=True), fact("{name}", site), class_name="logo")
    columns = (
        rx.el.nav(
            rx.el.h2(column.title),
            rx.el.ul(*(rx.el.li(site_link(link, site)) for link in column.links)),
            aria_label=column.title,
        )
        for column in FOOTER.columns
        if column.links
    )
    visit = rx.el.div(
        rx.el.h2(FOOTER.visit_title),
        rx.el.ul(
            rx.el.li(fact("{address}", site)),
            rx.el.li(fact("{city}, {province} {postal_code}", site)),
            rx.el.li(fact("{business_hours}", site)),
            rx.el.li(phone_link(site)),
            rx.el.li(mail_link(site)),
            rx.el.li(site_link(FOOTER.instagram, site)),
            rx.el.li(site_link(FOOTER.directions, site)),
        ),
        class_name="footer-visit",
    )
    small_print = fact(" · ".join([FOOTER.rights, *FOOTER.small_print]), site)
    return rx.el.footer(
        rx.el.div(
            rx.el.div(name, rx.el.p(FOOTER.line, class_name="quiet"), class_name="footer-brand"),
            *columns,
            visit if site.page != "home" else None,
            class_name="frame footer-grid",
        ),
        rx.el.p(small_print, class_name="frame fine-print footer-small"),
        class_name="site-footer",
    )
