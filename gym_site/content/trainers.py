"""The trainers, the texts of their page, and those of the home page's section about them (spec sections 2 and 3)."""

from typing import Annotated, cast
from urllib.parse import quote

from pydantic import Field

from gym_site.brand import BRAND, Address, Phone
from gym_site.content.links import NavLink
from gym_site.folder import read
from gym_site.reading.content_type import Blanks, ServiceKey, content_type, must
from gym_site.reading.load import load_optional
from gym_site.routes import SERVICE_KEYS, url_for
from gym_site.text import fill, number

_HAS_TRAINERS = BRAND.has("trainers")
_WRITTEN = read("trainers.toml").get("types") if _HAS_TRAINERS else None
TYPES: tuple[str, ...] = tuple(map(str, _WRITTEN)) if isinstance(_WRITTEN, list) else ()
"""The types of practitioners. They are read before the trainers, each of whom must be of one of them."""

PractitionerType = Annotated[
    str, must(lambda name: name in TYPES or not TYPES, f"A type of practitioner is one of {', '.join(TYPES)}")
]


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
    practitioner_type: PractitionerType
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


def intro_text() -> str:
    """Return the introduction of the page with the number of trainers."""
    return fill(TRAINERS_WORDS.intro, Number=number(TRAINERS).capitalize())


def years_text(trainer: Trainer) -> str:
    """Return the years of experience as shown: ``9 Years``, or ``N/A``."""
    years = trainer.years_experience
    return (
        years if isinstance(years, str) else fill(TRAINERS_WORDS.year if years == 1 else TRAINERS_WORDS.years, n=years)
    )


def phone_text(trainer: Trainer) -> str:
    """Return the telephone number, or the text that replaces it."""
    return trainer.phone or TRAINERS_WORDS.no_phone


def kind(practitioner_type: str) -> str:
    """Return the CSS class of a type of practitioner. It has the type's position, as the gym chooses the names."""
    return f"kind-{TYPES.index(practitioner_type) + 1}"


def book_text(trainer: Trainer) -> str:
    """Return the name of the card's button."""
    return fill(TRAINERS_WORDS.book, first_name=trainer.first_name)


def consultation_link(trainer: Trainer) -> str:
    """Return the URL of the consultation page with this trainer preselected."""
    return f"{url_for('consultation')}?trainer={quote(trainer.name)}"


def trainers_for(key: str) -> tuple[Trainer, ...]:
    """Return the trainers of one service. Raises `KeyError` for an unknown key."""
    if key not in SERVICE_KEYS:
        raise KeyError(key)
    return tuple(trainer for trainer in TRAINERS if key in trainer.services)


def faces_of(key: str) -> tuple[Trainer, ...]:
    """Return a service's trainers with a picture. Those who are known for that service come first."""
    known_first = sorted(TRAINERS, key=lambda trainer: trainer.services[0] != key)
    return tuple(trainer for trainer in known_first if key in trainer.services and trainer.picture)


_FILE = load_optional(Trainers, "trainers.toml")

# A trainer is shown if one of their services is offered.
TRAINERS: tuple[Trainer, ...] = tuple(
    trainer for trainer in (_FILE.trainers if _FILE else ()) if any(map(BRAND.has, trainer.services))
)
SELECTABLE_TRAINERS = tuple(trainer.name for trainer in TRAINERS if trainer.in_form)
"""The names that the consultation form offers."""
TRAINERS_WORDS = cast("TrainersWords", _FILE and _FILE.words)  # None for a gym without the page that shows them
LINE_UP = _FILE.line_up if _FILE else None
IS_LINED_UP = LINE_UP is not None and set(LINE_UP.shows) <= {trainer.picture for trainer in TRAINERS}
"""Whether all people in the picture are trainers of the gym. Otherwise it isn't shown."""
