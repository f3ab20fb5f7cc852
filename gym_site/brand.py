"""The gym behind this website, as its folder describes it: name, towns, addresses, colours and fonts."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from itertools import starmap
from typing import Annotated
from unicodedata import normalize
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, reset_tzpath

import phonenumbers
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from gym_site.hours import OpeningHours
from lean_reflex.network import canonical

PART_FILES = {
    "expansion": "expansion.toml",
    "trainers": "trainers.toml",
    "transformations": "transformations.toml",
    "blog": "blog.toml",
    "booking": "booking.toml",
    "map": "map.svg",
    "facility": "facility.toml",
    "social": "social.toml",
}
"""The optional parts of the site, and the file of the folder that holds each. A gym without the file lacks the part."""
FORMAT = 2
"""The format of this version's folders. A folder that names none has format 1 (`gym_site.reading.format_1`)."""
COUNTRY = "CA"
READABLE = 4.5  # minimum contrast between text and background (WCAG 1.4.3)
EMAIL = r"(?!.*\.\.)[^\s@]+@[^\s@]+\.[^\s@]*[^\s@.,;:]"
"""The form of an e-mail address, as a regular expression of Python and of JavaScript."""

Line = Annotated[str, Field(min_length=1, max_length=60)]
Address = Annotated[
    str,
    Field(pattern=r"^https://[^\s/?#]+\S*$", description="A web address begins with https:// and has no spaces"),
    AfterValidator(canonical),
]
Colour = Annotated[str, Field(pattern=r"^#[0-9a-f]{6}$", description="A colour is like #ff5a1f: 0 to 9, and a to f")]
Slug = Annotated[
    str,
    Field(
        pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$",
        description="It has small letters without accents, digits and, between them, hyphens, such as late-arrival",
    ),
]

reset_tzpath(to=())  # zones come from the package tzdata: a system's own tables may be years old


def _known_zone(name: str) -> str:
    try:
        return name and ZoneInfo(name).key
    except (ValueError, ZoneInfoNotFoundError):
        raise ValueError("There is no such time zone; its name is like America/Vancouver") from None


def dialled(phone: str) -> str:
    """Return a telephone number as devices dial it: ``+16045550100``, or with an extension ``+16045550100;ext=5``.

    Raises `ValueError` for a text that is no number of any country, or has more than the number.
    """
    is_alone = {*phone.lower().replace("ext", "", 1)} <= {*"0123456789 +().-"}  # the library ignores what follows it
    try:
        number = phonenumbers.parse(phone if is_alone else "", COUNTRY)
    except phonenumbers.NumberParseException:
        number = phonenumbers.PhoneNumber()
    if not phonenumbers.is_valid_number(number):
        raise ValueError("A telephone number is written like 604-555-0100, +1 604-555-0100 or 604-555-0100 ext. 5")
    extension = f";ext={number.extension}" if number.extension else ""
    return phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164) + extension


def _known_email(text: str) -> str:
    if not re.fullmatch(EMAIL, text):
        raise ValueError("An email address is written like hello@mail.example")
    return text


Phone = Annotated[str, AfterValidator(lambda phone: dialled(phone) and phone)]
Email = Annotated[str, AfterValidator(_known_email)]


def _known_format(number: int) -> int:
    if number not in (1, FORMAT):
        raise ValueError(f"this version of the program reads folders of format {FORMAT}")
    return number


class _Table(BaseModel):
    """A table of gym.toml; unknown keys are errors."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Links(_Table):
    """The addresses of the site and of the pages to which it links."""

    site: Annotated[
        str,
        Field(
            pattern=r"^https://[^\s/?#]+$", description="It is https:// and the name of the site, with nothing after it"
        ),
        AfterValidator(canonical),
    ]
    """This website"""
    portal: Address
    """Member portal: where people sign up and pay."""
    trial: Address
    """Trial: where people sign up for a trial."""
    physio: Address
    """Physiotherapy: where an assessment is booked."""
    calendar: Address
    """Booking calendar: where appointments are booked."""
    reviews: Address
    """The page with members' reviews of the gym."""
    instagram: Address
    """The gym's page on Instagram."""
    directions: Address
    """A map with the way to the gym."""


class Colours(_Table):
    """The colours of the site."""

    ink: Colour
    """The darkest background, and text on the light ones."""
    coal: Colour
    """The second of the dark backgrounds."""
    steel: Colour
    """Surfaces that stand out from the dark backgrounds."""
    bone: Colour
    """The light background."""
    ember: Colour
    """The accent, as on buttons."""
    ember_light: Colour
    """Accents in text on dark backgrounds."""
    ember_dark: Colour
    """Accents in text on the light background."""
    success: Colour
    """Messages about something that worked."""
    error: Colour
    """Messages about something that failed."""
    text: Colour
    """Text on dark backgrounds."""
    quiet: Colour
    """Less important text on dark backgrounds."""

    @model_validator(mode="after")
    def _are_readable(self) -> "Colours":
        grounds = {"ink": "text quiet ember ember_light", "coal": "text quiet ember_light", "bone": "ink ember_dark"}
        pairs = [(name, ground) for ground, names in grounds.items() for name in names.split()]
        for name, ground in pairs:
            colour, below = getattr(self, name), getattr(self, ground)
            if (ratio := contrast(colour, below)) < READABLE:
                advice = f"readable text needs {READABLE}: use {readable_shade(colour, below)}"
                raise ValueError(f"{name} on {ground} has a contrast of {ratio:.1f}; {advice}")
        return self


class Mark(_Table):
    """The logo, a shape in a box of this size."""

    width: Annotated[float, Field(gt=0)]
    """The width of the box, such as 16."""
    height: Annotated[float, Field(gt=0)]
    """The height of the box, such as 12."""
    path: Annotated[
        str,
        Field(pattern=r"^[Mm][\dA-Za-z ,.-]+$", description="It is the d of an SVG path: M0 12L4 0Z"),
    ]
    """Shape: the lines of the logo, as a designer exports them."""


class Fonts(_Table):
    """The fonts of the site."""

    display: Line
    """Headlines: the name of a font, such as Anton."""
    body: Line
    """Text: the name of a font, such as Archivo."""


class Brand(_Table):
    """The gym: its name, place, contact details, links and looks."""

    format: Annotated[int, AfterValidator(_known_format)] = 1
    """The number of the folder's format; leave it as it is."""
    name: Line
    short_name: Annotated[str, Field(min_length=1, max_length=14)]
    """Shown below the icon on a phone's screen."""
    towns: Annotated[tuple[Line, ...], Field(min_length=1)]
    """The towns that the gym serves, beginning with its own."""
    province: Line
    """As in an address, such as BC."""
    region: Line
    """Province in full: such as British Columbia."""
    address: Line
    """Number and street, such as 12 Main Street."""
    postal_code: Line
    """Such as A1A 1A1."""
    phone: Phone
    """Such as 604-555-0100, or with an extension 604-555-0100 ext. 5."""
    email: Email
    """Such as hello@mail.example."""
    instagram: Annotated[
        str, Field(pattern=r"^@[\w.]+$", description="An Instagram name is an @ and the name, such as @gym")
    ]
    """Instagram name"""
    hours: OpeningHours
    """Opening hours"""
    time_zone: Annotated[str, AfterValidator(_known_zone)] = ""
    """The clock of every time on the site, such as America/Vancouver."""
    latitude: Annotated[float | None, Field(gt=-90, lt=90)] = None
    """Between -90 and 90, such as 49.1; with the longitude, for sunrise and sunset on the home page."""
    longitude: Annotated[float | None, Field(ge=-180, le=180)] = None
    """In Canada it has a minus, such as -122.8."""
    description: Annotated[str, Field(min_length=1)]  # with blanks, filled in by `gym_site.content.business`
    """The gym in one sentence, for search engines."""
    terms: Mapping[str, str] = Field(default_factory=dict)
    """Facts that texts name in curly brackets, such as the annual fee."""
    links: Links
    mark: Mark
    """Logo"""
    colours: Colours
    fonts: Fonts

    @property
    def town(self) -> str:
        """The town in which the gym is located."""
        return self.towns[0]

    @property
    def area(self) -> str:
        """The towns as text: ``Alton and Belford``."""
        *others, last = self.towns
        return f"{', '.join(others)} and {last}" if others else last

    @property
    def kind(self) -> str:
        """The kind of gym for titles and texts: ``24-hour gym`` or ``gym``."""
        return "24-hour gym" if self.hours.never_end else "gym"

    def path(self, pattern: str) -> str:
        """Return a page's path with the names of the towns: ``/gym-faq-alton-belford`` for ``/gym-faq-{area}``."""
        return pattern.format(
            town=_slug(self.town), last_town=_slug(self.towns[-1]), area="-".join(map(_slug, self.towns))
        )

    def icon(self) -> str:
        """Return the logo as a square SVG document."""
        mark, side = self.mark, max(self.mark.width, self.mark.height)
        box = f"{(mark.width - side) / 2:g} {(mark.height - side) / 2:g} {side:g} {side:g}"
        path = f'<path fill="{self.colours.ember}" d="{mark.path}"/>'
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{path}</svg>'

    def time(self, moment: datetime) -> datetime:
        """Return a moment by the gym's clock or, without a ``time_zone`` in gym.toml, by the machine's.

        A moment without a time zone is one of that clock.
        """
        zone = ZoneInfo(self.time_zone) if self.time_zone else None
        return moment.replace(tzinfo=zone) if zone and moment.tzinfo is None else moment.astimezone(zone)

    def now(self) -> datetime:
        """Return the time by the gym's clock (`time`)."""
        return self.time(datetime.now(UTC))


def _slug(name: str) -> str:
    plain = normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")


def channels(colour: str) -> tuple[int, int, int]:
    """Return red, green and blue (0 to 255) of a colour such as ``#ff5a1f``."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, from 1 to 21 (WCAG 2)."""
    low, high = sorted(map(_luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


def readable_shade(colour: str, ground: str) -> str:
    """Return a colour mixed with just enough white or black to be readable on the background ``ground``."""
    end = 255 if contrast("#ffffff", ground) > contrast("#000000", ground) else 0
    shades = (
        "#" + "".join(f"{round(part + (end - part) * share / 100):02x}" for part in channels(colour))
        for share in range(0, 101, 5)
    )
    return next((shade for shade in shades if contrast(shade, ground) >= READABLE), colour)


def _luminance(colour: str) -> float:
    shares = [value / 255 for value in channels(colour)]
    linear = [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]
    return sum(starmap(float.__mul__, zip((0.2126, 0.7152, 0.0722), linear, strict=True)))
