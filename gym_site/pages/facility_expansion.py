"""The facility expansion page (spec sections 2, 4 and 9)."""

import reflex as rx

from gym_site.components.carousel import slideshow
from gym_site.components.link import site_link
from gym_site.components.picture import picture
from gym_site.components.section import quoting, section, section_heading
from gym_site.components.stats import stat_row
from gym_site.content.expansion import Expansion, OfferBanner
from gym_site.gym import needed
from gym_site.sections.countdown import expansion_countdown
from gym_site.sections.page_head import page_head
from gym_site.sections.questions import questions
from gym_site.site import Site
from gym_site.text import unbroken

_LAUNCH_OFFER = "launch-offer"  # CSS hides it when the countdown has reached 0


def _banner(banner: OfferBanner, site: Site) -> rx.Component:
    opened = site.gym.has_opened
    trial = site_link(banner.trial, site, look="line", class_name="button-ink") if opened else None
    calls = (site_link(call, site, look="line") for call in banner.calls)
    return rx.el.aside(
        rx.el.div(
            rx.el.div(
                rx.el.h2(unbroken(banner.title)),
                rx.el.p(rx.el.strong(unbroken(banner.offer))),
                rx.el.p(*quoting(banner.text)),
                class_name=None if opened else _LAUNCH_OFFER,
            ),
            expansion_countdown(banner.countdown, site),
            rx.el.div(trial, *calls, class_name="button-row"),
            class_name="frame offer-banner",
        ),
        class_name="ember",
    )


def _wing(site: Site, part: Expansion, title: str, *, new: bool) -> rx.Component:
    """Return one wing of the floor plan, with its rooms."""
    rooms = (
        rx.el.li(
            picture(site, zone.picture, sizes="(min-width: 48rem) 30vw, 100vw", most=768, alt=""),
            rx.el.i(class_name=f"icon room-mark room-{zone.mark}") if zone.mark else None,
            rx.el.strong(zone.name),
            rx.el.span(zone.text),
            tab_index=0 if zone.picture else None,
        )
        for zone in part.zones
        if zone.new == new
    )
    return rx.el.div(rx.el.h3(title), rx.el.ul(*rooms), class_name="wing wing-new" if new else "wing")


def facility_expansion(site: Site) -> tuple[rx.Component, ...]:
    """Return the page."""
    part = needed(site.gym.expansion)
    words = part.words
    spaces = (
        rx.el.li(
            picture(
                site, card.picture, sizes="(min-width: 40rem) 60vw, 100vw"
            ),  # wider than shown: CSS cuts off the sides
            rx.el.h3(card.title),
            rx.el.p(card.text),
        )
        for card in part.cards
    )
    stages = (
        rx.el.li(
            rx.el.p(unbroken(stage.when), class_name="eyebrow"),
            rx.el.h3(unbroken(stage.title)),
            rx.el.p(unbroken(stage.text)),
        )
        for stage in part.milestones
    )
    changes = (rx.el.li(rx.el.h3(unbroken(change.title)), rx.el.p(unbroken(change.text))) for change in part.changes)
    return (
        page_head(
            site,
            words.title,
            words.intro,
            stat_row(words.figures),
            image=words.head_picture,
            look="head-scene head-sign",
        ),
        _banner(words.banner, site),
        section("new", rx.el.ul(*spaces, class_name="ruled-list space-list"), title=words.cards_title),
        section(
            "inside",
            slideshow(
                site, "expansion", part.pictures, words.carousel, dot=words.dot, sizes="(min-width: 80rem) 77rem, 100vw"
            ),
            rx.el.p(words.pictures_note, class_name="fine-print"),
            title=words.carousel_title,
            look="section coal",
        ),
        section(
            "plan",
            rx.el.div(
                _wing(site, part, words.plan_now, new=False),
                _wing(site, part, words.plan_new, new=True),
                class_name="floor-plan",
            ),
            rx.el.p(words.plan_note, class_name="fine-print"),
            title=words.plan_title,
            text=words.plan_text,
        ),
        section(
            "timeline",
            rx.el.div(
                section_heading(words.timeline_title, id="timeline-title"), rx.el.ol(*stages, class_name="timeline")
            ),
            picture(site, words.timeline_picture, sizes="(min-width: 64rem) 40vw, 100vw"),
            look="section coal",
            frame="two-halves",
        ),
        section(
            "changes", rx.el.ul(*changes, class_name="ruled-list"), title=words.changes_title, look="section paper"
        ),
        section(
            "offer",
            rx.el.div(
                rx.el.ul(*(rx.el.li(point) for point in words.offer_points), class_name="benefit-list"),
                site_link(words.offer_call, site, look="ember"),
                class_name="call-out",
            ),
            title=words.offer_title,
            text=words.offer_text,
            look="section" if site.gym.has_opened else f"section {_LAUNCH_OFFER}",
            frame="questions-body",
        ),
        questions(
            words.questions_title,
            part.questions,
            more=site_link(words.questions_more, site, class_name="more-link"),
        ),
    )
