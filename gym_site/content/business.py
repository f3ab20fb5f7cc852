"""Who the gym is and where it stands (spec sections 1 and 3). Seeds ``business_info``; a stored record wins."""

import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from gym_site.content.record import is_email, is_phone


def tel(phone: str) -> str:
    """Return the ``tel:`` address of a North American number such as ``604-555-0124``."""
    return "tel:+1" + re.sub(r"\D", "", phone)


@dataclass(frozen=True, kw_only=True)
class Business:
    """The business info record (spec section 3)."""

    name: str
    description: str
    address: str
    city: str
    province: str
    postal_code: str
    phone: str
    email: str
    business_hours: str
    services: tuple[str, ...]

    @property
    def tel(self) -> str:
        """The address that calls its number."""
        return tel(self.phone)

    def facts(self) -> dict[str, Any]:
        """Return the record by its fields' names, and ``tel``."""
        return {**asdict(self), "tel": self.tel}

    def fill(self, text: str) -> str:
        """Return a text with the record's facts in the places of blanks such as ``{phone}``; other blanks stay."""
        facts = self.facts()
        return re.sub(r"\{(\w+)\}", lambda blank: str(facts.get(blank[1], blank[0])), text)

    def faults(self) -> Iterator[tuple[str, str]]:
        """Yield each field that is empty or an address that nobody can be reached at, and what is wrong with it."""
        for name, value in asdict(self).items():
            if not value:
                yield name, f"{name} is empty."
            elif name == "email" and not is_email(value):
                yield name, f"email {value} is not an e-mail address."
            elif name == "phone" and not is_phone(value):
                yield name, f"phone {value} is not a telephone number: write it as in 604-555-0124."


BUSINESS = Business(
    name="Tideforge 24",
    description=(
        "A 24-hour gym and fitness club for Surrey and Delta: memberships, personal training, boxing and physiotherapy "
        "under one roof."
    ),
    address="2400 Tideforge Way",
    city="Surrey",
    province="BC",
    postal_code="V3W 0X0",
    phone="604-555-0124",
    email="hello@tideforge24.example",
    business_hours="Open 24 Hours Daily",
    services=(
        "Personal Training",
        "Group Fitness",
        "Physiotherapy/Kinesiology",
        "Athletic Performance",
        "Kickboxing & Boxing",
        "Pre & Post Natal Training",
        "Online Fitness Coaching",
    ),
)

AREA_CITIES = ("Surrey", "Delta")
AREA = f"{' and '.join(AREA_CITIES)}, British Columbia"
LANGUAGE = "en-CA"
COUNTRY = "CA"
CURRENCY = "CAD"
CURRENCY_NOTE = "All prices in Canadian dollars, plus taxes."
INSTAGRAM_HANDLE = "@tideforge24"
RESPONSE_PROMISE = "We'll answer within 24 hours."
