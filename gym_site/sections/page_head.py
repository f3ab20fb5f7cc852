"""The head of an inner page: title, a sentence or two, and often a picture."""

import re
from collections.abc import Mapping, Sequence

import reflex as rx

from gym_site.components.icon import icon
from gym_site.components.picture import picture
from gym_site.components.section import breakable
from gym_site.content.trainers import faces_of
from gym_site.site import Site
from gym_site.text import fill, unbroken
from lean_reflex.browser.page_change import scrolls_later

WIDE_WORD = 10  # letters; a longer word doesn't fit on a phone at a title's largest size
BACK_DELAY = 100  # milliseconds (spec section 9)


def back_home(site: Site, label: str, *, section: str = "services") -> rx.Component:
    """Return the link 'Back to Home', which opens home and scrolls to ``section`` after a delay (spec section 2)."""
    return rx.el.a(
        icon("chevron-left"),
        rx.el.span(label),
        href=site.routes.url_for("home", section),
        class_name="back",
        custom_attrs={"onClick": scrolls_later(section, BACK_DELAY)},
    )


def page_head(
    site: Site,
    title: str,
    intro: str,
    *more: rx.Component | None,
    image: str = "",
    sizes: str = "(min-width: 64rem) 100vw, 66vw",
    look: str = "head-scene",
    back: rx.Component | None = None,
    eyebrow: str = "",
) -> rx.Component:
    """Return the head of a page. ``more`` follows its text.

    ``image`` is the name of its picture. ``look`` is a class for a head with a picture.
    """
    longest = max(map(len, re.split(r"[\s/]", title)))
    words = rx.el.div(
        back,
        rx.el.p(eyebrow, class_name="eyebrow") if eyebrow else None,
        rx.el.h1(*breakable(title), class_name="long-words" if longest > WIDE_WORD else None),
        rx.el.p(unbroken(intro), class_name="lead"),
        *more,
        class_name="page-head-words",
    )
    if not image:
        return rx.el.header(rx.el.div(words, class_name="frame"), class_name="page-head")
    shown = picture(site, image, sizes=sizes, eager=True, class_name="page-head-picture")
    return rx.el.header(rx.el.div(words, shown, class_name="frame page-head-body"), class_name=f"page-head {look}")


def print_head(site: Site, title: str, intro: str, image: str) -> rx.Component:
    """Return the head of a page with a print beside its text."""
    return page_head(
        site, title, intro, image=image, sizes="(min-width: 40rem) 60vw, 100vw", look="head-print head-low"
    )


def _trainer(site: Site, service: str) -> rx.Component | None:
    """Return a small poster of the trainer who is known for a service, a link to the trainers' page."""
    if not (faces := faces_of(service, site.gym.trainers)):
        return None
    trainer = faces[0]
    name = fill(site.gym.services.page_words.with_trainer, first_name=trainer.first_name)
    href = site.routes.url_for("trainers", f"trainer-{trainer.id}")
    return rx.el.a(picture(site, trainer.picture, sizes="7rem", alt=""), name, href=href, class_name="head-trainer")


def service_head(
    site: Site,
    title: str,
    intro: str,
    *,
    image: str,
    place: str,
    price: str,
    price_note: Sequence[str | rx.Component | None],
    calls: Sequence[rx.Component],
    key: str,
    facts: Mapping[str, str],
    back: rx.Component,
) -> rx.Component:
    """Return the head of a service page: the words, and the picture beside or above them."""
    more = (
        rx.el.p(place, class_name="eyebrow"),
        rx.el.div(
            rx.el.p(price, class_name="price-figure"),
            rx.el.p(*price_note, class_name="fine-print"),
            rx.el.div(*calls, class_name="button-row"),
            _trainer(site, key) if image else None,
            class_name="head-call",
        ),
        rx.el.dl(
            *(rx.el.div(rx.el.dt(label), rx.el.dd(value)) for label, value in facts.items()), class_name="fact-list"
        ),
    )
    return page_head(
        site,
        title,
        intro,
        *more,
        image=image,
        sizes="(min-width: 40rem) 46vw, 100vw",
        look="head-print",
        back=back,
    )
