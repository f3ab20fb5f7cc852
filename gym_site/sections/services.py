"""The services, each with a link to its page (spec section 2)."""

import reflex as rx

from gym_site.components.icon import icon
from gym_site.components.picture import picture
from gym_site.components.section import breakable, section, spaced
from gym_site.content.services import ServiceCard
from gym_site.site import Site


def _row(site: Site, card: ServiceCard) -> rx.Component:
    return rx.el.article(
        picture(site, card.picture, sizes="(min-width: 64rem) 26rem, 7rem", most=900, alt=""),
        rx.el.h3(*breakable(card.title)),
        rx.el.p(card.description),
        rx.el.ul(*spaced(*map(rx.el.li, card.features)), class_name="service-features"),
        rx.el.p(card.price_text, class_name="service-price"),
        rx.el.a(
            site.gym.services.words.learn_more,
            rx.el.span(f": {card.title}", class_name="visually-hidden"),
            icon("chevron-right"),
            href=site.routes.url_for(card.key),
            class_name="service-more",
        ),
        class_name="service" if card.picture else "service service-bare",
    )


def services(site: Site) -> rx.Component:
    """Return the section: each service has a row with a picture."""
    words = site.gym.services.words
    return section(
        "services",
        rx.el.div(*(_row(site, card) for card in site.gym.cards.values()), class_name="service-index"),
        title=words.title,
        text=words.intro,
        look="section services",
    )
