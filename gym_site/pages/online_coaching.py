"""The online coaching page (spec section 2)."""

import reflex as rx

from gym_site.components.link import PlainLink, site_link
from gym_site.components.rows import cards
from gym_site.components.section import section
from gym_site.content.online_coaching import CoachingPackage, OnlineCoachingWords
from gym_site.content.prices import format_price
from gym_site.gym import needed
from gym_site.sections.page_head import back_home, service_head
from gym_site.sections.steps import steps
from gym_site.site import Site
from gym_site.text import fill


def _package(package: CoachingPackage, words: OnlineCoachingWords, site: Site) -> rx.Component:
    label = f"{words.sign_up}: {package.title}"
    return rx.el.article(
        rx.el.p(words.popular, class_name="plan-badge") if package.popular else None,
        rx.el.h3(package.title),
        rx.el.p(package.price_text, class_name="price-figure"),
        rx.el.p(package.summary),
        rx.el.ul(*(rx.el.li(feature) for feature in package.features), class_name="benefit-list"),
        site_link(
            package.link,
            site,
            label=words.sign_up,
            look="ember" if package.popular else "line",
            aria_label=label,
        ),
        class_name="plan package plan-popular" if package.popular else "plan package",
    )


def online_coaching(site: Site) -> tuple[rx.Component, ...]:
    """Return the page."""
    part, brand = needed(site.gym.online), site.gym.brand
    words, packages = part.words, part.packages
    fills_hole = len(packages) == 3  # the note stands below the first package, which is the shortest
    note = rx.el.p(words.safety, class_name="fine-print")
    call = PlainLink.create(words.packages_call, href="#packages-title", class_name="button button-ember")
    return (
        service_head(
            site,
            words.title,
            words.intro,
            image=words.picture,
            place=fill(site.gym.services.page_words.place, kind=brand.kind, area=brand.area),
            price=fill(words.price_from, price=format_price(packages[0].price)),
            price_note=[rx.el.span(words.price_range), ". ", words.price_note],
            calls=[call],
            key="online-coaching",
            facts={tile.label: tile.value for tile in words.tiles},
            back=back_home(site, words.back),
        ),
        section(
            "packages",
            rx.el.div(
                *(_package(package, words, site) for package in packages),
                note if fills_hole else None,
                class_name=cards("plan-grid", len(packages)) + " with-note" * fills_hole,
            ),
            None if fills_hole else note,
            title=words.packages_title,
            frame="packages",
        ),
        steps(words.steps_title, words.steps),
    )
