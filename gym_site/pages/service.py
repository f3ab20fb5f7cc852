"""The service pages, except for online coaching (spec section 2)."""

import reflex as rx

from gym_site.brand import BRAND
from gym_site.components.contact import fact, mail_link
from gym_site.components.link import PlainLink
from gym_site.components.picture import picture
from gym_site.components.section import section
from gym_site.content.services import (
    SERVICE_FAQ,
    SERVICE_PAGE_WORDS,
    SERVICE_PRICES,
    ServicePage,
    mail_subject,
)
from gym_site.content.trainers import consultation_link, trainers_for
from gym_site.forms.all_forms import SERVICE_FORM
from gym_site.routes import url_for
from gym_site.sections.consultation import consultation
from gym_site.sections.page_head import back_home, service_head
from gym_site.sections.questions import questions, trial_offer
from gym_site.site import Site
from gym_site.text import fill


def _head(content: ServicePage, site: Site) -> rx.Component:
    words = SERVICE_PAGE_WORDS
    subject = mail_subject(content.card.title)
    return service_head(
        content.card.title,
        content.description,
        image=content.card.picture,
        place=fill(words.place, kind=BRAND.kind, area=BRAND.area),
        price=content.card.price_text,
        price_note=[f"{words.taxes} " if content.key in SERVICE_PRICES else None, fact(words.book_hint, site)],
        calls=[
            PlainLink.create(SERVICE_FORM.title, href="#consultation", class_name="button button-ember"),
            mail_link(site, words.book, subject=subject, class_name="button button-line"),
        ],
        facts={
            words.duration: content.duration,
            words.group_size: content.group_size,
            words.experience: content.experience,
        },
        key=content.key,
        back=back_home(words.back),
    )


def _what_you_get(content: ServicePage) -> rx.Component:
    faces = [
        rx.el.li(
            rx.el.a(picture(trainer.picture, sizes="7rem", alt=""), trainer.name, href=consultation_link(trainer)),
            rx.el.span(trainer.practitioner_type),
        )
        for trainer in trainers_for(content.key)
    ]
    return section(
        "benefits",
        rx.el.ul(*(rx.el.li(benefit) for benefit in content.benefits), class_name="benefit-list"),
        rx.el.h3(SERVICE_PAGE_WORDS.trainers) if faces else None,
        rx.el.ul(*faces, class_name="face-list") if faces else None,
        rx.el.a(SERVICE_PAGE_WORDS.all_trainers, href=url_for("trainers"), class_name="more-link")
        if BRAND.has("trainers")
        else None,
        title=SERVICE_PAGE_WORDS.benefits,
        frame="call-out in-columns",
    )


def service(content: ServicePage, site: Site) -> tuple[rx.Component | None, ...]:
    """Return the page of a service."""
    more = rx.el.a(SERVICE_PAGE_WORDS.faq_more, href=url_for("faq"), class_name="more-link")
    asked = questions(SERVICE_PAGE_WORDS.faq_title, SERVICE_FAQ, more=more, offer=trial_offer(site))
    return (
        _head(content, site),
        _what_you_get(content),
        consultation(site, service=content.key),
        asked if SERVICE_FAQ else None,
    )
