"""The online coaching page (spec section 2)."""

import reflex as rx

from gym_site.components.link import PlainLink, site_link
from gym_site.components.rows import cards
from gym_site.components.section import section
from gym_site.content.online_coaching import COACHING_PACKAGES, ONLINE_COACHING, CoachingPackage
from gym_site.sections.page_head import back_home, service_head
from gym_site.sections.steps import steps
from gym_site.site import Site


def _package(package: CoachingPackage, site: Site) -> rx.Component:
    label = f"{ONLINE_COACHING.sign_up}: {package.title}"
    return rx.el.article(
        rx.el.p(ONLINE_COACHING.popular, class_name="plan-badge") if package.popular else None,
        rx.el.h3(package.title),
        rx.el.p(package.price_text, class_name="price-figure"),
        rx.el.p(package.summary),
        rx.el.ul(*(rx.el.li(feature) for feature in package.features), class_name="benefit-list"),
        site_link(
            package.link,
            site,
            label=ONLINE_COACHING.sign_up,
            look="ember" if package.popular else "line",
            aria_label=label,
        ),
        class_name="plan package plan-popular" if package.popular else "plan package",
    )


def online_coaching(site: Site) -> tuple[rx.Component, ...]:
    """Return the page."""
    call = PlainLink.create(ONLINE_COACHING.packages_call, href="#packages-title", class_name="button button-ember")
    return (
        service_head(
            "online-coaching",
            ONLINE_COACHING.title,
            ONLINE_COACHING.intro,
            price=ONLINE_COACHING.price_from,
            price_note=[rx.el.span(ONLINE_COACHING.price_range), ". ", ONLINE_COACHING.price_note],
            calls=[call],
            facts={tile.label: tile.value for tile in ONLINE_COACHING.tiles},
            otherwise=ONLINE_COACHING.picture,
            back=back_home(ONLINE_COACHING.back),
        ),
        section(
            "packages",
            rx.el.div(
                *(_package(package, site) for package in COACHING_PACKAGES),
                class_name=cards("plan-grid", len(COACHING_PACKAGES)),
            ),
            rx.el.p(ONLINE_COACHING.safety, class_name="fine-print"),
            title=ONLINE_COACHING.packages_title,
            frame="packages",
        ),
        steps(ONLINE_COACHING.steps_title, ONLINE_COACHING.steps),
    )
