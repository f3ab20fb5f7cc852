"""The transformation gallery (spec section 2)."""

import reflex as rx

from gym_site.components.contact import fact, mail_link
from gym_site.components.picture import picture
from gym_site.components.rows import with_call
from gym_site.components.section import grid_call, list_section, section
from gym_site.content.transformations import Pair, TransformationWords
from gym_site.gym import needed
from gym_site.sections.page_head import back_home, page_head
from gym_site.site import Site
from lean_reflex.browser.state import script

_SIZES = "(min-width: 64rem) 23vw, 38vw"


def _pair(site: Site, pair: Pair, words: TransformationWords) -> rx.Component:
    return rx.el.figure(
        rx.el.div(
            rx.el.div(picture(site, pair.before, sizes=_SIZES), class_name="compare-side"),
            rx.el.div(picture(site, pair.after, sizes=_SIZES), class_name="compare-side"),
            rx.el.input(
                type="range",
                min=0,
                max=100,
                default_value=0,
                aria_label=f"{words.before} / {words.after}: {pair.caption}",
                custom_attrs={"ref": script("compare", "compare")},
            ),
            class_name="compare",
        ),
        rx.el.figcaption(
            rx.el.p(rx.el.span(words.before), " ", rx.el.span(words.after), class_name="compare-names"), pair.caption
        ),
    )


def before_after(site: Site) -> tuple[rx.Component, ...]:
    """Return the page, with a note that the pictures are illustrations."""
    part = needed(site.gym.transformations)
    words, pairs = part.words, part.pairs
    grid, call = with_call("pair-grid", len(pairs), 4)
    return (
        page_head(
            site,
            words.title,
            words.intro,
            rx.el.p(words.illustration_note, class_name="fine-print"),
            back=back_home(site, words.back, section="testimonials"),
            image=words.head_picture,
            sizes="(min-width: 40rem) 46vw, 100vw",
            look="head-print",
        ),
        list_section(
            words.title,
            *(_pair(site, pair, words) for pair in pairs),
            grid_call(site.routes, words.start_title, words.start_text, words.start_call, span=call),
            frame=grid,
        ),
        section(
            "story",
            mail_link(
                site,
                words.story_call,
                subject=words.story_subject,
                class_name="button button-ember",
            ),
            rx.el.p(fact(words.story_hint, site), class_name="fine-print"),
            title=words.story_title,
            text=words.story_text,
            look="section paper",
            frame="call-out",
        ),
    )
