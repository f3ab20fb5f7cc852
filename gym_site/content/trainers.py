"""The trainers, the texts of their page, and those of the home page's section about them (spec sections 2 and 3)."""

from collections.abc import Iterable
from typing import Annotated, Any
from urllib.parse import quote

from pydantic import BeforeValidator, Field

from gym_site.brand import Address, Phone
from gym_site.content.content_type import Blanks, Known, PictureName, ServiceKey, content_type, listed, must, one_of
from gym_site.content.links import NavLink
from gym_site.routes import Routes
from gym_site.text import fill


def _years(years: Any) -> Any:
    if years == "N/A" or (isinstance(years, int) and 0 <= years <= 70):
        return years
    raise ValueError('Years are a whole number from 0 to 70, or "N/A"')


_Years = Annotated[int | str, BeforeValidator(_years)]  # before, as each of the two types has its own words


@content_type
class Trainer:
    """A trainer or practitioner."""

    id: int
    """Number: one that nobody else has; never change it."""
    name: str
    picture: PictureName = ""
    practitioner_type: Annotated[str, one_of(listed("types"), "A type of practitioner is")]
    """Type: one of the types, such as Strength Coach."""
    years_experience: _Years
    """Years of experience: a number from 0 to 70, or N/A."""
    phone: Phone | None = None
    """Such as 604-555-0100; without it, people write on Instagram."""
    instagram: Address
    """The trainer's page on Instagram."""
    languages: tuple[str, ...]
    """One entry for each, such as English."""
    specialties: tuple[str, ...]
    """One entry for each, such as Weight loss."""
    certificate_type: str
    """Certificate: such as Personal training."""
    bio: str
    """About: a few sentences, as the trainer says them."""
    said: str = ""
    """Said: a sentence of the text, shown large on the home page."""
    services: Annotated[tuple[ServiceKey, ...], Field(min_length=1)]
    """The trainer's services, the best known first."""
    in_form: bool = False
    """In the form: whether visitors can choose the trainer in the form for a consultation."""

    def check(self, _: Known | None) -> None:
        """Raise `ValueError` for a sentence that the trainer's text doesn't have."""
        if self.said not in self.bio:
            raise ValueError(f"said {self.said!r} isn't in the trainer's text")

    @property
    def initials(self) -> str:
        """The first letters of the first and the last name, which are shown in place of a picture."""
        words = self.name.split()
        return "".join(word[0] for word in (words[0], words[-1])[: len(words)])

    @property
    def first_name(self) -> str:
        """The first name, for the trainer's button and links."""
        return self.name.split()[0]


@content_type
class TrainersWords:
    """The texts of the page."""

    title: str
    intro: Annotated[str, Blanks("Number")]
    illustration_note: str = ""
    """For portraits that aren't photos, such as Portraits are illustrations."""
    show: str = "Show"
    """Name of the filter"""
    everyone: str = "Everyone"
    """Button for all"""
    about: Annotated[str, Blanks("first_name")] = "About {first_name}"
    """About a trainer, read aloud"""
    about_short: str = "About"
    """Button about a trainer"""
    years: Annotated[str, Blanks("n")] = "{n} Years"
    """Experience of several years"""
    year: Annotated[str, Blanks("n")] = "{n} Year"
    """Experience of one year"""
    experience: str = "Experience"
    """Label of the experience"""
    languages: str = "Languages"
    """Label of the languages"""
    specialties: str = "Specialties"
    """Label of the specialties"""
    certificate: str = "Certificate"
    """Label of the certificate"""
    phone: str = "Phone"
    """Label of the telephone"""
    call: Annotated[str, Blanks("name", "phone")] = "Call {name} at {phone}"
    """Telephone, read aloud"""
    no_phone: str = "Contact via Instagram"
    """Without a phone"""
    instagram: Annotated[str, Blanks("name")] = "{name} on Instagram"
    """Link to Instagram"""
    book: Annotated[str, Blanks("first_name")] = "Book with {first_name}"
    """Booking, read aloud"""
    book_short: str = "Book"
    """Button to book"""
    no_match_title: str
    """Title for the undecided"""
    no_match_text: str
    """Text for the undecided"""
    no_match_call: str = "Ask for a free consultation"
    """Link to the consultation"""


@content_type
class LineUpWords:
    """The home page's section about the trainers."""

    title: str
    text: str
    more: NavLink
    """Link to the trainers"""
    picture: PictureName
    shows: tuple[str, ...]
    """People in the picture: the names of their portraits, such as trainer-01, one entry for each."""


@content_type
class Trainers:
    """The trainers, in the order of their page."""

    types: Annotated[
        tuple[str, ...],
        Field(min_length=1, max_length=8),  # pages/trainers.css filters by the position of a type, up to the eighth
        must(lambda names: len(set(names)) == len(names), "Each type is listed once"),
    ]
    """The buttons that filter the page, such as Strength Coach, each once."""
    words: TrainersWords
    """Texts"""
    line_up: LineUpWords | None = None
    """Section of the home page"""
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
