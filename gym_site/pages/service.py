"""The service pages, except for online coaching (spec section 2)."""

import reflex as rx

from gym_site.components.contact import fact, mail_link
from gym_site.components.link import PlainLink
from gym_site.components.picture import picture
from gym_site.components.section import section
from gym_site.content.prices import ServicePrice
from gym_site.content.services import ServicePage
from gym_site.content.trainers import consultation_link
from gym_site.sections.consultation import consultation
from gym_site.sections.page_head import back_home, service_head
from gym_site.sections.questions import questions, trial_offer
from gym_site.site import Site
from gym_site.state.form_states import ServiceForm
from gym_site.text import fill


def _head(content: ServicePage, site: Site) -> rx.Component:
    words, brand, card = site.gym.services.page_words, site.gym.brand, site.gym.cards[content.key]
    subject = fill(words.mail_subject, title=card.title)
    return service_head(
        site,
        card.title,
        content.description,
        image=card.picture,
        place=fill(words.place, kind=brand.kind, area=brand.area),
        price=card.price_text,
        price_note=[f"{words.taxes} " if isinstance(card.price, ServicePrice) else None, fact(words.book_hint, site)],
        calls=[
            PlainLink.create(
                site.forms[ServiceForm.form_key].title, href="#consultation", class_name="button button-ember"
            ),
            mail_link(site, words.book, subject=subject, class_name="button button-line"),
        ],
        facts={
            words.duration: content.duration,
            words.group_size: content.group_size,
            words.experience: content.experience,
        },
        key=content.key,
        back=back_home(site, words.back),
    )


def _what_you_get(content: ServicePage, site: Site) -> rx.Component:
    words = site.gym.services.page_words
    faces = [
        rx.el.li(
            rx.el.a(
                picture(site, trainer.picture, sizes="7rem", alt=""),
                trainer.name,
                href=consultation_link(trainer, site.routes),
            ),
            rx.el.span(trainer.practitioner_type),
        )
        for trainer in site.gym.trainers
        if content.key in trainer.services
    ]
    return section(
        "benefits",
        rx.el.ul(*(rx.el.li(benefit) for benefit in content.benefits), class_name="benefit-list"),
        rx.el.h3(words.trainers) if faces else None,
        rx.el.ul(*faces, class_name="face-list") if faces else None,
        rx.el.a(words.all_trainers, href=site.routes.url_for("trainers"), class_name="more-link")
        if site.gym.has("trainers")
        else None,
        title=words.benefits,
        frame="call-out in-columns",
    )


def service(content: ServicePage, site: Site) -> tuple[rx.Component | None, ...]:
    """Return the page of a service."""
    words, faq = site.gym.services.page_words, site.gym.services.questions
    more = rx.el.a(words.faq_more, href=site.routes.url_for("faq"), class_name="more-link")
    asked = questions(words.faq_title, faq, more=more, offer=trial_offer(site))
    return (
        _head(content, site),
        _what_you_get(content, site),
        consultation(site, service=content.key),
        asked if faq else None,
    )
