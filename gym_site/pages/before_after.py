"""The transformation gallery (spec section 2)."""

import reflex as rx

from gym_site.components.contact import fact, mail_link
from gym_site.components.picture import picture
from gym_site.components.rows import with_call
from gym_site.components.section import grid_call, list_section, section
from gym_site.content.transformations import PAIRS, TRANSFORMATIONS, Pair
from gym_site.sections.page_head import back_home, page_head
from gym_site.site import Site
from lean_reflex.browser.state import script

# `sizes` is less than the real width: print-style pictures look sharp even if enlarged 1.5 times.
_SIZES = "(min-width: 64rem) 21vw, 38vw"


def _pair(pair: Pair) -> rx.Component:
    return rx.el.figure(
        rx.el.div(
            rx.el.div(
                picture(pair.before, sizes=_SIZES), rx.el.span(TRANSFORMATIONS.before), class_name="compare-side"
            ),
            rx.el.div(picture(pair.after, sizes=_SIZES), rx.el.span(TRANSFORMATIONS.after), class_name="compare-side"),
            rx.el.input(
                type="range",
                min=0,
                max=100,
                default_value=50,
                aria_label=f"{TRANSFORMATIONS.before} / {TRANSFORMATIONS.after}: {pair.caption}",
                custom_attrs={"ref": script("compare", "compare")},
            ),
            class_name="compare",
        ),
        rx.el.figcaption(pair.caption),
    )


def before_after(site: Site) -> tuple[rx.Component, ...]:
    """Return the page, with a note that the pictures are illustrations."""
    grid, call = with_call("pair-grid", len(PAIRS), 3)
    return (
        page_head(
            TRANSFORMATIONS.title,
            TRANSFORMATIONS.intro,
            rx.el.p(TRANSFORMATIONS.illustration_note, class_name="fine-print"),
            back=back_home(TRANSFORMATIONS.back, section="testimonials"),
            image="pair-07-after",
            sizes="(min-width: 64rem) 34vw, 64vw",
            look="head-figure",
        ),
        list_section(
            TRANSFORMATIONS.title,
            *(_pair(pair) for pair in PAIRS),
            grid_call(TRANSFORMATIONS.start_title, TRANSFORMATIONS.start_text, TRANSFORMATIONS.start_call, span=call),
            frame=grid,
        ),
        section(
            "story",
            mail_link(
                site,
                TRANSFORMATIONS.story_call,
                subject=TRANSFORMATIONS.story_subject,
                class_name="button button-ember",
            ),
            rx.el.p(fact(TRANSFORMATIONS.story_hint, site), class_name="fine-print"),
            title=TRANSFORMATIONS.story_title,
            text=TRANSFORMATIONS.story_text,
            look="section paper",
            frame="call-out",
        ),
    )
