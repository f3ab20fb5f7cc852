"""The rooms: sixteen pictures, six feature cards, a panel about the expansion's opening (spec section 2)."""

import reflex as rx

from gym_site.components.carousel import carousel
from gym_site.components.link import site_link
from gym_site.components.picture import picture
from gym_site.components.section import quoting, section, spaced
from gym_site.components.stats import stat_row
from gym_site.content.facility import OpeningPanel
from gym_site.sections.tour import tour
from gym_site.site import Site
from gym_site.text import unbroken


def facility(site: Site) -> rx.Component | None:
    """Return the section, if the gym has one. Its carousel shows one to three pictures, depending on the width."""
    words, tour_words = site.gym.facility.facility, site.gym.facility.tour
    if words is None:
        return None
    features, panel = words.features, words.opening
    slides = [
        rx.el.figure(
            picture(site, image.picture, sizes="(min-width: 64rem) 31vw, (min-width: 40rem) 47vw, 90vw", most=960),
            rx.el.figcaption(image.caption),
            class_name="slide",
        )
        for image in words.pictures
    ]
    cards = (rx.el.li(*spaced(rx.el.h3(feature.title), rx.el.p(unbroken(feature.text)))) for feature in features)
    below = [
        carousel("facility", slides, words.carousel),
        *([rx.el.ul(*cards, class_name="frame brief-list")] if features else ()),
        *(_opening(panel, site) if panel else ()),
        *([tour(site, tour_words)] if tour_words and not site.gym.home.about else ()),
    ]
    return section("facility", title=words.title, text=words.intro, look="section coal facility", below=below)


def _opening(panel: OpeningPanel, site: Site) -> tuple[rx.Component, ...]:
    """Return the panel about the opening of the expansion, and the picture below it."""
    trial = panel.trial if site.gym.has_opened else None
    return (
        rx.el.aside(
            rx.el.div(
                rx.el.h3(unbroken(panel.title)),
                rx.el.p(unbroken(panel.text)),
                rx.el.p(*quoting(panel.formerly), class_name="fine-print") if panel.formerly else None,
                rx.el.div(
                    site_link(trial, site, look="line", class_name="button-ink") if trial else None,
                    site_link(panel.more, site, look="line"),
                    class_name="button-row",
                ),
                stat_row(panel.facts),
                class_name="frame opening-body",
            ),
            class_name="ember opening-panel",
        ),
        picture(site, panel.picture, sizes="100vw", class_name="full-bleed"),
    )
