"""'Visit Our Surrey Location': the business record with a map (spec sections 2 and 3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import reflex as rx

from gym_site.browser.state import BrowserState, browser_var
from gym_site.components.heading import section_heading
from gym_site.components.icon import icon
from gym_site.components.link import site_link
from gym_site.components.picture import picture
from gym_site.content.business import Business
from gym_site.content.home import BusinessInfoWords
from gym_site.seo.contact import tel
from gym_site.settings import Settings
from gym_site.state.records import BusinessRecord

Text = str | rx.Var[str]


class LiveMap(BrowserState):
    """Whether the visitor has asked for the live map."""

    shown = browser_var(False)

    def show(self) -> rx.Var:
        """Return the event that puts the live map in the picture's place."""
        return self.set(shown=True)


@dataclass(frozen=True)
class _Facts:
    """What the section shows: built in, or read since then."""

    name: Text
    street: Text
    town: Text
    phone: Text
    phone_href: Text
    email: Text
    email_href: Text
    hours: Text
    services: Sequence[str] | rx.Var[list[str]]


def _built(business: Business) -> _Facts:
    return _Facts(
        name=business.name,
        street=business.address,
        town=f"{business.city}, {business.province} {business.postal_code}",
        phone=business.phone,
        phone_href=tel(business.phone),
        email=business.email,
        email_href=f"mailto:{business.email}",
        hours=business.business_hours,
        services=business.services,
    )


def _live() -> _Facts:
    record = BusinessRecord
    return _Facts(
        name=record.name,
        street=record.address,
        town=record.city + ", " + record.province + " " + record.postal_code,
        phone=record.phone,
        phone_href=record.phone_href,
        email=record.email,
        email_href="mailto:" + record.email,
        hours=record.business_hours,
        services=record.services,
    )


def _services(services: Sequence[str] | rx.Var[list[str]]) -> rx.Component:
    items = (
        [rx.foreach(services, lambda one: rx.el.li(one))]
        if isinstance(services, rx.Var)
        else [rx.el.li(one) for one in services]
    )
    return rx.el.ul(*items, class_name="plain-list")


def _map(words: BusinessInfoWords, settings: Settings) -> rx.Component:
    """Return the picture, leading to directions; it becomes the live map when a visitor asks for that."""
    drawn = site_link(
        words.directions,
        settings,
        label=picture("map", sizes="(min-width: 64rem) 60vw, 100vw", alt=words.map_alt),
        aria_label=words.directions.label,
    )
    if not settings.map_embed_url:
        return rx.el.figure(drawn, class_name="visit-map")
    state = LiveMap("visit")
    return rx.el.figure(
        rx.cond(
            state.shown,
            rx.el.iframe(
                src=settings.map_embed_url,
                title=words.map_title,
                custom_attrs={"loading": "lazy", "referrerPolicy": "no-referrer"},
            ),
            rx.fragment(
                drawn,
                rx.el.figcaption(
                    rx.el.button(
                        words.show_map, type="button", class_name="button button-ember", on_click=state.show()
                    ),
                    rx.el.p(words.map_notice, class_name="fine-print"),
                ),
            ),
        ),
        class_name="visit-map",
    )


def _section(facts: _Facts, words: BusinessInfoWords, settings: Settings) -> rx.Component:
    return rx.el.section(
        rx.el.div(
            section_heading(words.title, id="visit-title"),
            rx.el.div(
                rx.el.div(
                    rx.el.h3(words.contact),
                    rx.el.address(
                        rx.el.strong(facts.name),
                        rx.el.span(facts.street),
                        rx.el.span(facts.town),
                        class_name="address",
                    ),
                    rx.el.ul(
                        rx.el.li(icon("phone"), rx.el.a(facts.phone, href=facts.phone_href)),
                        rx.el.li(icon("mail"), rx.el.a(facts.email, href=facts.email_href)),
                        rx.el.li(icon("clock"), rx.el.strong(facts.hours)),
                        rx.el.li(icon("check"), words.parking),
                        class_name="icon-list",
                    ),
                    site_link(words.directions, settings, look="line"),
                ),
                rx.el.div(rx.el.h3(words.services), _services(facts.services)),
                class_name="visit-facts",
            ),
            class_name="frame visit-words",
        ),
        _map(words, settings),
        class_name="section visit",
        aria_labelledby="visit-title",
    )


def business_info(business: Business | None, words: BusinessInfoWords, settings: Settings) -> rx.Component:
    """Return the section as built, its refreshed version, or nothing where there is no record."""
    built = _section(_built(business), words, settings) if business else rx.fragment()
    return rx.cond(
        BusinessRecord.changed,
        _section(_live(), words, settings),
        rx.cond(BusinessRecord.gone, rx.fragment(), built),
    )
