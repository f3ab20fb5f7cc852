"""The services: the section with a card for each, their pages and the questions under them (spec sections 2, 3 and 9).

A service is one block of the file: its card, page and price are made from it.
"""

import re
from dataclasses import asdict
from typing import Annotated

from pydantic import Discriminator, Tag

from gym_site.content.prices import ServicePrice
from gym_site.content.questions import Question
from gym_site.folder import has
from gym_site.reading.content_type import Blanks, ContactText, ServiceKey, content_type, made_from
from gym_site.reading.load import load
from gym_site.text import fill

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
class Service:
    """A service. ``label`` is its name in menus, and also the ``title`` of its card and page unless that is given.

    If there is no amount to show, ``price`` is a text. ``description``, ``features`` and the name of a ``picture`` are
    for the card. A service that is not ``offered`` isn't on the site; `check` then notes the texts that have its
    ``label`` or one of its ``words``. ``path`` and its blanks are read by `gym_site.brand`.
    """

    key: ServiceKey
    label: str
    title: str = ""
    path: Annotated[str, Blanks("town", "last_town", "area")]
    offered: bool = True
    words: tuple[str, ...] = ()
    price: _PriceOrText
    description: str
    features: tuple[str, ...]
    picture: str = ""
    page: ServicePageTexts | None = None

    def __post_init__(self) -> None:
        has_file = self.key == ONLINE and has(ONLINE_FILE)
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

    @property
    def card(self) -> ServiceCard:
        """The service's card, with its title, price and picture."""
        return CARDS_BY_KEY[self.key]


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


def mail_subject(title: str) -> str:
    """Return the subject of the mail that 'Book Your Session' opens."""
    return fill(SERVICE_PAGE_WORDS.mail_subject, title=title)


def _card(service: Service) -> ServiceCard:
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


def _unbroken(text: str) -> str:
    """Return a text whose ranges of prices, such as ``$41 - $83``, stay on one line."""
    return re.sub(r" - (?=\$)", "\N{NO-BREAK SPACE}-\N{NO-BREAK SPACE}", text)


_FILE = load(Services, "services.toml")
_OFFERED = [service for service in _FILE.services if service.offered]

SERVICES_WORDS, SERVICE_PAGE_WORDS, SERVICE_FAQ = _FILE.words, _FILE.page_words, _FILE.questions
SERVICE_CARDS: tuple[ServiceCard, ...] = tuple(map(_card, _OFFERED))
CARDS_BY_KEY: dict[str, ServiceCard] = {card.key: card for card in SERVICE_CARDS}
SERVICE_PAGES: dict[str, ServicePage] = {
    service.key: made_from(service.page, ServicePage, key=service.key, **asdict(service.page))
    for service in _OFFERED
    if service.page
}
"""The page of each service by its key, except for a page that has a file of its own."""
SERVICE_PRICES: dict[str, ServicePrice] = {
    card.key: card.price for card in SERVICE_CARDS if isinstance(card.price, ServicePrice)
}
"""The price of each service that has an amount, by the service's key."""
