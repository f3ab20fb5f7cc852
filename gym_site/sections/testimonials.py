"""The rating, with a link to the Google reviews (spec section 2)."""

import reflex as rx

from gym_site.components.link import site_link
from gym_site.components.section import section, section_heading
from gym_site.components.stats import stat_row
from gym_site.site import Site


def _star(fifths: int) -> rx.Component:
    return rx.el.span(class_name="icon icon-star", custom_attrs={"data-fifths": str(fifths)})


def testimonials(site: Site) -> rx.Component | None:
    """Return the section, if the gym has one: figures, rating, links to the reviews and the transformation gallery."""
    words = site.gym.home.testimonials
    if words is None:
        return None
    figure, _, best = words.rating.partition("/")
    stars = [min(5, max(0, round(float(figure) * 5) - 5 * star)) for star in range(int(best))]
    return section(
        "testimonials",
        rx.el.p(figure, rx.el.small(f"/{best}"), class_name="rating-figure", aria_hidden=True),
        rx.el.div(
            rx.el.p(*map(_star, stars), class_name="rating-stars", aria_hidden=True),
            rx.el.p(words.rating_label, class_name="quiet"),
            section_heading(words.title, id="testimonials-title", text=words.text),
            rx.el.div(
                site_link(words.reviews, site, look="ember"),
                site_link(words.gallery, site, look="line") if words.gallery else None,
                class_name="button-row",
            ),
            stat_row(words.stats),
        ),
        look="section testimonials",
        frame="testimonials-body",
    )
