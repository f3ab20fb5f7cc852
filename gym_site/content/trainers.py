"""The trainers, the texts of their page, and those of the home page's section about them (spec sections 2 and 3)."""

from collections.abc import Iterable
from typing import Annotated
from urllib.parse import quote

from pydantic import Field

from gym_site.brand import Address, Phone
from gym_site.content.content_type import Blanks, ServiceKey, content_type, listed, must, one_of
from gym_site.content.links import NavLink
from gym_site.routes import Routes
from gym_site.text import fill


def _is_years(years: int | str) -> bool:
    return years == "N/A" or (isinstance(years, int) and 0 <= years <= 70)


_Years = Annotated[int | str, must(_is_years, 'Years are a number from 0 to 70, or "N/A"')]


@content_type
class Trainer:
    """A trainer or practitioner (spec section 3).

    ``years_experience`` is 'N/A' if unknown. ``phone`` is None for a trainer who is reached by Instagram. ``services``
    are keys; the first is the service that the trainer is known for.
    """

    id: int
    name: str
    picture: str = ""
    practitioner_type: Annotated[str, one_of(listed("types"), "A type of practitioner is")]
    years_experience: _Years
    phone: Phone | None = None
    instagram: Address
    languages: tuple[str, ...]
    specialties: tuple[str, ...]
    certificate_type: str
    bio: str
    services: Annotated[tuple[ServiceKey, ...], Field(min_length=1)]
    in_form: bool = False  # whether the consultation form offers this trainer

    @property
    def first_name(self) -> str:
        """The first name, for the trainer's button and links."""
        return self.name.split()[0]


@content_type
class TrainersWords:
    """The texts of the page. ``book`` and ``about`` are read aloud in place of ``book_short`` and ``about_short``.

    The blanks are filled with a trainer's name, telephone number or years of experience. ``{Number}`` in the ``intro``
    is the number of trainers on the page. ``illustration_note`` is for portraits that aren't photos.
    """

    title: str
    intro: Annotated[str, Blanks("Number")]
    illustration_note: str = ""
    show: str = "Show"
    everyone: str = "Everyone"
    about: Annotated[str, Blanks("first_name")] = "About {first_name}"
    about_short: str = "About"
    years: Annotated[str, Blanks("n")] = "{n} Years"
    year: Annotated[str, Blanks("n")] = "{n} Year"
    experience: str = "Experience"
    languages: str = "Languages"
    specialties: str = "Specialties"
    certificate: str = "Certificate"
    phone: str = "Phone"
    call: Annotated[str, Blanks("name", "phone")] = "Call {name} at {phone}"
    no_phone: str = "Contact via Instagram"
    instagram: Annotated[str, Blanks("name")] = "{name} on Instagram"
    book: Annotated[str, Blanks("first_name")] = "Book with {first_name}"
    book_short: str = "Book"
    no_match_title: str
    no_match_text: str
    no_match_call: str = "Ask for a free consultation"


@content_type
class LineUpWords:
    """The texts of the home page's section. ``picture`` is the name of its picture, ``shows`` the portraits in it."""

    title: str
    text: str
    more: NavLink
    picture: str
    shows: tuple[str, ...]


@content_type
class Trainers:
    """The file ``trainers.toml``."""

    types: Annotated[
        tuple[str, ...],
        Field(min_length=1, max_length=8),  # pages/trainers.css filters by the position of a type, up to the eighth
        must(lambda names: len(set(names)) == len(names), "Each type is listed once"),
    ]
    words: TrainersWords
    line_up: LineUpWords | None = None
    trainers: Annotated[tuple[Trainer, ...], Field(min_length=1)]


def years_text(trainer: Trainer, words: TrainersWords) -> str:
    """Return the years of experience as shown: ``9 Years``, or ``N/A``."""
    years = trainer.years_experience
    return years if isinstance(years, str) else fill(words.year if years == 1 else words.years, n=years)


def consultation_link(trainer: Trainer, routes: Routes) -> str:
    """Return the URL of the consultation page with this trainer preselected."""
    return f"{routes.url_for('consultation')}?trainer={quote(trainer.name)}"


def faces_of(key: str, trainers: Iterable[Trainer]) -> tuple[Trainer, ...]:
    """Return a service's trainers with a picture. Those who are known for that service come first."""
    known_first = sorted(trainers, key=lambda trainer: trainer.services[0] != key)
    return tuple(trainer for trainer in known_first if key in trainer.services and trainer.picture)
