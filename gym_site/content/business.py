"""The gym's name, address and contact details (spec sections 1 and 3), for the table ``business_info``."""

import re
from dataclasses import asdict
from typing import Annotated, Any

from pydantic import Field, ValidationError

from gym_site.brand import BRAND, Email, Phone, dialled, gym_now
from gym_site.folder import FOLDER, Mistake, MistakesError, line_of
from gym_site.reading.content_type import content_type
from gym_site.reading.load import filled
from gym_site.refusal import reasons
from gym_site.routes import ROUTES, SERVICE_KEYS
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


_FIELDS = {"city": "towns", "business_hours": "hours"}  # their names in gym.toml
try:
    BUSINESS = Business(
        name=BRAND.name,
        description=filled(BRAND.description),
        address=BRAND.address,
        city=BRAND.town,
        province=BRAND.province,
        postal_code=BRAND.postal_code,
        phone=BRAND.phone,
        email=BRAND.email,
        business_hours=BRAND.hours.said(gym_now().date()),
        services=tuple(route.label for route in ROUTES if route.key in SERVICE_KEYS),
    )
except ValidationError as error:  # what only the whole text shows, such as a blank that nothing fills
    raise MistakesError(
        Mistake(FOLDER / "gym.toml", line_of("gym.toml", (_FIELDS.get(field := str(steps[0]), field),)), said)
        for steps, said in reasons(error, Business)
    ) from None

object.__setattr__(BUSINESS, "written_at", ("gym.toml", ()))

LANGUAGE = "en-CA"
CURRENCY = "CAD"
