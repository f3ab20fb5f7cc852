"""The footer of every page (spec section 2)."""

import reflex as rx

from gym_site.components.calls import profile, service_links
from gym_site.components.contact import fact, mail_link, phone_link
from gym_site.components.link import site_link
from gym_site.site import Site


def footer(site: Site) -> rx.Component:
    """Return the footer: links to all pages, contact details and the small print.

    The home page ends with the contact details anyway.
    """
    words, services = site.gym.site.footer, service_links(site.gym)
    listed = [(column.title, services if column.links is None else column.links) for column in words.columns]
    name = rx.el.p(rx.el.span(class_name="mark", aria_hidden=True), fact("{name}", site), class_name="logo")
    columns = (
        rx.el.nav(
            rx.el.h2(title),
            rx.el.ul(*(rx.el.li(site_link(link, site)) for link in links)),
            aria_label=title,
        )
        for title, links in listed
        if links
    )
    visit = rx.el.div(
        rx.el.h2(words.visit_title),
        rx.el.ul(
            rx.el.li(fact("{address}", site)),
            rx.el.li(fact("{city}, {province} {postal_code}", site)),
            rx.el.li(fact("{business_hours}", site)),
            rx.el.li(phone_link(site)),
            rx.el.li(mail_link(site)),
            rx.el.li(site_link(words.instagram or profile(site.gym), site)),
            rx.el.li(site_link(words.directions, site)),
        ),
        class_name="footer-visit",
    )
    small_print = fact(" · ".join([words.rights, *words.small_print]), site)
    return rx.el.footer(
        rx.el.div(
            rx.el.div(name, rx.el.p(words.line, class_name="quiet"), class_name="footer-brand"),
            *columns,
            visit if site.page != "home" else None,
            class_name="frame footer-grid",
        ),
        rx.el.p(small_print, class_name="frame fine-print footer-small"),
        class_name="site-footer",
    )
