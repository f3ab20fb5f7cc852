"""The services: the section with a card for each, their pages and the questions under them (spec sections 2, 3 and 9).

A service is one block of the file: its card, page and price are made from it.
"""

import re
from dataclasses import asdict
from typing import Annotated

from pydantic import Discriminator, Field, Tag

from gym_site.brand import Line, Slug
from gym_site.content.content_type import Blanks, ContactText, Known, PictureName, ServiceKey, content_type, made_from
from gym_site.content.prices import ServicePrice
from gym_site.content.questions import Question

ONLINE, ONLINE_FILE = "online-coaching", "online-coaching.toml"
"""The service that has a page of its own kind, and the file with that page: see `gym_site.content.online_coaching`."""

_PriceOrText = Annotated[
    Annotated[ServicePrice, Tag("amounts")] | Annotated[str, Tag("text")],
    Discriminator(lambda price: "text" if isinstance(price, str) else "amounts"),  # else a mistake is reported twice
]


@content_type
class ServicePageTexts:
    """The page of a service."""

    description: str
    """A few sentences at the top of the page."""
    benefits: tuple[str, ...]
    """The things that customers get, one entry for each."""
    duration: str
    """Such as 60 mins."""
    group_size: str
    """Such as 1-on-1."""
    experience: str
    """Such as All Levels."""


@content_type
class ServiceFacts:
    """The facts of a service for menus and paths."""

    key: Slug
    """The name by which other files mention it; never change it."""
    label: Line
    """Name: in menus, and on card and page unless there is a title."""
    path: Annotated[
        str,
        Blanks("town", "last_town", "area"),
        Field(pattern=r"^/[a-z0-9{}_-]+$", description="It begins with a slash: /yoga-{town}"),
    ]
    """Address of its page: with a slash at the beginning, such as /yoga-{town}."""
    offered: bool = True
    """Whether the gym has this service at present."""
    words: tuple[str, ...] = ()
    """Other names: words that texts use for it, such as boxing; a check finds these texts when the service ends."""


@content_type
class Service(ServiceFacts):
    """A service: its card on the home page, its price and its page."""

    path: Annotated[str, Blanks("town", "last_town", "area")]
    title: str = ""
    """On card and page, if it isn't the name."""
    price: _PriceOrText
    """A text, or the lowest and the highest amount."""
    description: str
    """One or two sentences on the card."""
    features: tuple[str, ...]
    """Short facts on the card, such as 1-on-1, one entry for each."""
    picture: PictureName = ""
    page: ServicePageTexts | None = None

    def check(self, known: Known | None) -> None:
        """Raise `ValueError` unless the service has one page."""
        has_file = known is not None and self.key == ONLINE and known.folder.has(ONLINE_FILE)
        if has_file and self.page:
            raise ValueError(f"page is also in the file {ONLINE_FILE}: remove one of the two")
        if self.offered and not self.page and not has_file:
            raise ValueError("page is missing: add a table [services.page] below")


@content_type
class ServiceCard:
    """A service as the home page shows it."""

    key: ServiceKey
    title: str
    description: str
    features: tuple[str, ...]
    price: ServicePrice | str
    picture: str = ""

    @property
    def price_text(self) -> str:
        """The price as shown."""
        return str(self.price)


@content_type
class ServicePage(ServicePageTexts):
    """The page of a service. ``key`` is the key of the page's route."""

    key: ServiceKey


@content_type
class ServicesWords:
    """The section of the home page."""

    title: str
    intro: str
    learn_more: str = "Learn More"
    """Link to a service"""


@content_type
class ServicePageWords:
    """The labels of all services' pages."""

    duration: str = "Duration"
    group_size: str = "Group Size"
    experience: str = "Experience"
    benefits: str = "What You'll Get"
    """Title of the benefits"""
    place: Annotated[str, Blanks("kind", "area")] = "{kind} in {area}"
    """Kind and place of the gym"""
    taxes: str = "Plus taxes."
    """Below a price"""
    book: str = "Book Your Session"
    """Button"""
    book_hint: ContactText = "Book by email: {email}"
    """Below the button"""
    mail_subject: Annotated[str, Blanks("title")] = "Inquiry about {title}"
    """Subject of the email"""
    back: str = "Back to Home"
    """Link to the home page"""
    trainers: str = "Who you can train with"
    """Title of the trainers"""
    with_trainer: Annotated[str, Blanks("first_name")] = "with {first_name}"
    """Below a picture"""
    all_trainers: str = "See all trainers"
    """Link to all trainers"""
    faq_title: str = "Before you ask"
    """Title of the questions"""
    faq_more: str = "All questions and answers"
    """Link to all questions"""


@content_type
class Services:
    """The services, in the order of the menus."""

    words: ServicesWords
    """Texts"""
    page_words: ServicePageWords = ServicePageWords()
    """Labels of the pages"""
    services: tuple[Service, ...] = ()
    questions: tuple[Question, ...] = ()
    """Shown on the page of each service."""


def card_of(service: Service) -> ServiceCard:
    """Return the card of a service."""
    return made_from(
        service,
        ServiceCard,
        key=service.key,
        title=service.title or service.label,
        description=service.description,
        features=tuple(map(_unbroken, service.features)),
        price=service.price,
        picture=service.picture,
    )


def page_of(key: str, texts: ServicePageTexts) -> ServicePage:
    """Return the page of a service."""
    return made_from(texts, ServicePage, key=key, **asdict(texts))


def _unbroken(text: str) -> str:
    """Return a text whose ranges of prices, such as ``$41 - $83``, stay on one line."""
    return re.sub(r" - (?=\$)", "\N{NO-BREAK SPACE}-\N{NO-BREAK SPACE}", text)
