"""The services: the section with a card for each, their pages and the questions under them (spec sections 2, 3 and 9).

A service is one block of the file: its card, page and price are made from it.
"""

import re
from dataclasses import asdict
from typing import Annotated

from pydantic import Discriminator, Field, Tag

from gym_site.brand import Line, Slug
from gym_site.content.content_type import Blanks, ContactText, Known, ServiceKey, content_type, made_from
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
    """The texts of a service's page, except for those on its card."""

    description: str
    benefits: tuple[str, ...]
    duration: str
    group_size: str
    experience: str


@content_type
class ServiceFacts:
    """The facts of a service for menus and paths: ``label`` is its name in menus, ``path`` that of its page.

    A service that is not ``offered`` isn't on the site; `check` then notes the texts that have its ``label`` or one of
    its ``words``.
    """

    key: Slug
    label: Line
    path: Annotated[
        str,
        Blanks("town", "last_town", "area"),
        Field(pattern=r"^/[a-z0-9{}_-]+$", description="It begins with a slash: /yoga-{town}"),
    ]
    offered: bool = True
    words: tuple[str, ...] = ()


@content_type
class Service(ServiceFacts):
    """A service. Its ``label`` is also the ``title`` of its card and page unless that is given.

    If there is no amount to show, ``price`` is a text. ``description``, ``features`` and the name of a ``picture`` are
    for the card.
    """

    path: Annotated[str, Blanks("town", "last_town", "area")]
    title: str = ""
    price: _PriceOrText
    description: str
    features: tuple[str, ...]
    picture: str = ""
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
    """The texts of the section."""

    title: str
    intro: str
    learn_more: str = "Learn More"


@content_type
class ServicePageWords:
    """The labels of all service pages. ``{title}`` is the title of the service."""

    duration: str = "Duration"
    group_size: str = "Group Size"
    experience: str = "Experience"
    benefits: str = "What You'll Get"
    place: Annotated[str, Blanks("kind", "area")] = "{kind} in {area}"
    taxes: str = "Plus taxes."
    book: str = "Book Your Session"
    book_hint: ContactText = "Book by email: {email}"
    mail_subject: Annotated[str, Blanks("title")] = "Inquiry about {title}"
    back: str = "Back to Home"
    trainers: str = "Who you can train with"
    with_trainer: Annotated[str, Blanks("first_name")] = "with {first_name}"
    all_trainers: str = "See all trainers"
    faq_title: str = "Before you ask"
    faq_more: str = "All questions and answers"


@content_type
class Services:
    """The file ``services.toml``. ``questions`` are under the page of each service."""

    words: ServicesWords
    page_words: ServicePageWords = ServicePageWords()
    services: tuple[Service, ...] = ()
    questions: tuple[Question, ...] = ()


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
