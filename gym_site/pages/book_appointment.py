"""The appointment booking page (spec section 2)."""

import reflex as rx

from gym_site.components.contact import fact_link, mail_link, with_contacts
from gym_site.components.icon import icon
from gym_site.components.link import EXTERNAL, PlainLink, site_link
from gym_site.components.picture import picture
from gym_site.components.rows import cards
from gym_site.components.section import section, section_heading
from gym_site.content.booking import AppointmentCard, BookingWords, VendorBanner
from gym_site.gym import needed
from gym_site.sections.page_head import page_head
from gym_site.site import Site
from lean_reflex.browser.state import script


class BookingWidget(rx.Component):
    """Loads the scripts at ``urls``, one after another.

    The widget shows ``loading`` meanwhile, and its children if a script can't be loaded.
    """

    library, tag = rx.asset("scripts/widget.js").importable_path, "BookingWidget"
    urls: rx.Var[list[str]]
    loading: rx.Var[str]


def _card(card: AppointmentCard, words: BookingWords, site: Site) -> rx.Component:
    return rx.el.article(
        picture(site, card.picture, sizes="(min-width: 64rem) 25vw, (min-width: 40rem) 50vw, 100vw"),
        rx.el.div(
            rx.el.h3(card.title),
            rx.el.p(card.text),
            rx.el.ul(*(rx.el.li(fact) for fact in card.facts), class_name="service-features"),
            site_link(card.book, site, label=words.book, look="line", aria_label=f"{words.book}: {card.title}"),
            site_link(card.more, site, class_name="more-link"),
            class_name="service-body",
        ),
        class_name="service",
    )


def _calls(words: BookingWords, site: Site, *others: rx.Component | None) -> rx.Component:
    calendar = PlainLink.create(
        words.calendar.label,
        href=words.calendar.url(site.settings),
        class_name="button button-ember",
        custom_attrs={**EXTERNAL, "onClick": script("window_link", "openWindow")},
    )
    return rx.fragment(
        rx.el.div(calendar, *others, class_name="button-row"),
        rx.el.p(words.calendar_hint, class_name="fine-print"),
    )


def _calendar(words: BookingWords, site: Site) -> rx.Component:
    widget = rx.el.div(
        rx.el.h3(words.widget.title),
        rx.el.p(words.widget.notice, class_name="fine-print"),
        BookingWidget.create(
            rx.el.span(*with_contacts(words.widget.blocked, site)),
            urls=[url for url in (site.settings.widget_library_url, site.settings.widget_script_url) if url],
            loading=words.widget.loading,
            class_name="booking-widget",
        ),
        class_name="widget",
    )
    return section(
        "calendar",
        rx.el.div(
            section_heading(words.calendar_title, id="calendar-title", text=words.calendar_text),
            _calls(words, site),
            widget if site.settings.widget_script_url else None,
        ),
        rx.el.div(
            rx.el.h3(words.bring_title),
            rx.el.ul(*(rx.el.li(item) for item in words.bring), class_name="benefit-list"),
            rx.el.h3(words.trouble_title),
            rx.el.p(words.trouble_text),
            rx.el.ul(
                rx.el.li(icon("phone"), fact_link(words.trouble_phone, "{tel}", site)),
                rx.el.li(icon("mail"), mail_link(site, words.trouble_email, subject=words.trouble_subject)),
                class_name="icon-list",
            ),
            class_name="booking-help",
        ),
        look="section coal",
        frame="two-thirds",
    )


def _vendor_banner(words: VendorBanner) -> rx.Component:
    return rx.el.aside(
        rx.el.div(
            rx.el.p(words.badge, class_name="plan-badge"),
            rx.el.h2(words.title),
            rx.el.p(words.text),
            class_name="frame vendor-banner",
        ),
        class_name="ember",
    )


def book_appointment(site: Site) -> tuple[rx.Component | None, ...]:
    """Return the page. Only this page loads the scripts of the booking widget, and only if they are configured."""
    part = needed(site.gym.booking)
    words = part.words
    physio = site_link(words.physio, site, look="line") if words.physio else None
    call = rx.el.div(_calls(words, site, physio), class_name="head-call")
    return (
        page_head(site, words.title, words.intro, call, image=words.head_picture),
        _vendor_banner(words.banner) if words.banner else None,
        section(
            "cards",
            rx.el.div(
                *(_card(card, words, site) for card in part.cards),
                class_name=cards("card-row", len(part.cards), even_if_few=True),
            ),
            title=words.cards_title,
        ),
        _calendar(words, site),
    )
