"""The gym's name, address and contact details (spec sections 1 and 3), for the table ``business_info``."""

import re
from dataclasses import asdict
from datetime import date
from typing import Annotated, Any

from pydantic import Field

from gym_site.brand import Brand, Email, Phone, dialled
from gym_site.content.content_type import content_type
from gym_site.routes import Routes
from gym_site.text import fill


def tel(phone: str) -> str:
    """Return the ``tel:`` address of a number; of another text, which only the database can hold, its digits."""
    try:
        return f"tel:{dialled(phone)}"
    except ValueError:
        return "tel:" + re.sub(r"\D", "", phone)


@content_type
class Business:
    """The business info record (spec section 3)."""

    name: str
    description: str
    address: str
    city: str
    province: str
    postal_code: str
    phone: Phone
    email: Email
    business_hours: str
    services: Annotated[tuple[str, ...], Field(min_length=1)]

    @property
    def tel(self) -> str:
        """The ``tel:`` address of the gym's number."""
        return tel(self.phone)

    def facts(self) -> dict[str, Any]:
        """Return the record's fields and ``tel`` by name."""
        return {**asdict(self), "tel": self.tel}

    def fill(self, text: str) -> str:
        """Fill the blanks of a text, such as ``{phone}``, from the record. Raises `ValueError` for an unknown blank."""
        return fill(text, **self.facts())


FIELDS = {"city": "towns", "business_hours": "hours"}
"""The names of fields in gym.toml, where they differ from the record's."""


def values_of(brand: Brand, description: str, routes: Routes, today: date) -> dict[str, Any]:
    """Return the values of a gym's record, by field. The hours are said as they are from ``today`` on."""
    own = ("name", "address", "province", "postal_code", "phone", "email")
    return {name: getattr(brand, name) for name in own} | {
        "description": description,
        "city": brand.town,
        "business_hours": brand.hours.said(today),
        "services": tuple(routes[key].label for key in routes.services),
    }


LANGUAGE = "en-CA"
CURRENCY = "CAD"
