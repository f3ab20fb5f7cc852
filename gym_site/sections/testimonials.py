"""The rating, with a link to the Google reviews (spec section 2)."""

import reflex as rx

from gym_site.components.link import site_link
from gym_site.components.section import section, section_heading
from gym_site.components.stats import stat_row
from gym_site.content.home import TESTIMONIALS
from gym_site.site import Site


def _star(fifths: int) -> rx.Component:
    return rx.el.span(class_name="icon icon-star", custom_attrs={"data-fifths": str(fifths)})


def testimonials(site: Site) -> rx.Component | None:
    """Return the section, if the gym has one: figures, rating, links to the reviews and the transformation gallery."""
    if TESTIMONIALS is None:
        return None
    figure, _, best = TESTIMONIALS.rating.partition("/")
    stars = [min(5, max(0, round(float(figure) * 5) - 5 * star)) for star in range(int(best))]
    return section(
        "testimonials",
        rx.el.p(figure, rx.el.small(f"/{best}"), class_name="rating-figure", aria_hidden=True),
        rx.el.div(
            rx.el.p(*map(_star, stars), class_name="rating-stars", aria_hidden=True),
            rx.el.p(TESTIMONIALS.rating_label, class_name="quiet"),
            section_heading(TESTIMONIALS.title, id="testimonials-title", text=TESTIMONIALS.text),
            rx.el.div(
                site_link(TESTIMONIALS.reviews, site, look="ember"),
                site_link(TESTIMONIALS.gallery, site, look="line") if TESTIMONIALS.gallery else None,
                class_name="button-row",
            ),
            stat_row(TESTIMONIALS.stats),
        ),
        look="section testimonials",
        frame="testimonials-body",
    )
