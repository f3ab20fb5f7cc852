"""The rooms: sixteen pictures, six feature cards, a panel about the expansion's opening (spec section 2)."""

import reflex as rx

from gym_site.components.carousel import carousel
from gym_site.components.dated import advertised, dated
from gym_site.components.link import site_link
from gym_site.components.picture import picture
from gym_site.components.section import section
from gym_site.components.stats import stat_row
from gym_site.content.facility import (
    CAROUSEL,
    FACILITY_PICTURES,
    FACILITY_WORDS,
    FEATURE_CARDS,
    OPENING_PANEL,
    OpeningPanel,
)
from gym_site.content.opening import as_built
from gym_site.site import Site


def facility(site: Site) -> rx.Component:
    """Return the section. Its carousel shows one to three pictures, depending on the width."""
    words, features, panel = as_built((FACILITY_WORDS, FEATURE_CARDS, OPENING_PANEL), site.settings)
    slides = [
        rx.el.figure(
            picture(image.picture, sizes="(min-width: 64rem) 31vw, (min-width: 40rem) 47vw, 90vw"),
            rx.el.figcaption(image.caption),
            class_name="slide",
        )
        for image in FACILITY_PICTURES
    ]
    cards = (rx.el.li(rx.el.h3(feature.title), rx.el.p(*dated(feature.text))) for feature in features)
    claims = [*(feature.text for feature in features), *([panel.title] if panel else [])]
    below = [
        carousel("facility", slides, CAROUSEL),
        rx.el.ul(*cards, class_name="frame ruled-list"),
        *(_opening(panel, site) if panel else ()),
        *((advertised(claims, site.settings, class_name="frame"),) if panel else ()),
    ]
    return section("facility", title=words.title, text=words.intro, look="section coal facility", below=below)


def _opening(panel: OpeningPanel, site: Site) -> tuple[rx.Component, ...]:
    """Return the panel about the opening of the expansion, and the picture below it."""
    return (
        rx.el.aside(
            rx.el.div(
                rx.el.h3(*dated(panel.title)),
                rx.el.p(*dated(panel.text)),
                rx.el.div(
                    site_link(panel.trial, site, look="line", class_name="after-opening"),
                    site_link(panel.more, site, look="line"),
                    class_name="button-row",
                ),
                stat_row(panel.facts),
                class_name="frame opening-body",
            ),
            class_name="opening-panel",
        ),
        picture(panel.picture, sizes="100vw", class_name="full-bleed"),
    )
