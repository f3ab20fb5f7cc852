"""The facts of the gym that its texts name by a blank, such as ``{town}`` or ``{price of 24 Hours}``.

Each is written once in the folder: in ``gym.toml``, its table ``terms``, or beside the plan or service that it is
about.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime
from decimal import Decimal
from typing import Any

from pydantic import TypeAdapter, ValidationError

from gym_site.brand import Brand
from gym_site.content.prices import Price, ServicePrice, format_price
from gym_site.text import number

_PRICE, _SERVICE_PRICE = TypeAdapter(Price), TypeAdapter(ServicePrice)
_SEASONS = ("winter", "spring", "summer", "fall")  # three months each, starting in December


def opening_facts(opens_at: datetime | None) -> dict[str, str]:
    """Return the facts about the expansion's opening: fall, Fall, 2025 and October 31, 2025; "?" if it is unknown."""
    if opens_at is None:
        return dict.fromkeys(("opening season", "Opening season", "opening year", "opening day"), "?")
    season = _SEASONS[opens_at.month % 12 // 3]
    return {
        "opening season": season,
        "Opening season": season.capitalize(),
        "opening year": str(opens_at.year),
        "opening day": f"{opens_at:%B} {opens_at.day}, {opens_at.year}",
    }


def gym_facts(brand: Brand, offered: tuple[str, ...]) -> dict[str, str]:
    """Return the facts about the gym. ``offered``: the keys of the services that it offers."""
    services = number(offered)
    return {
        "gym": brand.name,
        "gym province": brand.province,
        "gym region": brand.region,
        "gym instagram": brand.instagram,
        "town": brand.town,
        "last town": brand.towns[-1],
        "area": brand.area,
        "area reversed": " and ".join(reversed(brand.towns)),
        "kind": brand.kind,
        "Kind": brand.kind.capitalize(),
        "number of services": services,
        "Number of services": services.capitalize(),
        **brand.terms,
    }


def price_facts(plans: Mapping[str, Any], services: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the facts about prices in the data of plans.toml and services.toml."""
    for plan in (plan for tab in tables(plans, "tabs") for plan in tables(tab, "plans")):
        price = _typed(_PRICE, plan.get("price"))
        yield f"price of {plan.get('name')}", format_price(price) if price is not None else "?"
        if price is not None and isinstance(sessions := plan.get("sessions"), int) and sessions > 0:
            yield f"session price of {plan.get('name')}", format_price(Decimal(price) / sessions)
    for service in tables(services, "services"):
        price, key = _typed(_SERVICE_PRICE, service.get("price")), service.get("key")
        yield f"amounts of {key}", price.amounts if price else "?"
        yield f"price of {key}", price.in_sentence if price else "?"
        yield f"Price of {key}", str(price) if price else "?"


def tables(data: Mapping[str, Any], key: str) -> list[dict[str, Any]]:
    """Return the tables of a list in a file's data, which may be of any kind."""
    found = data.get(key)
    return [table for table in found if isinstance(table, dict)] if isinstance(found, list) else []


def _typed(kind: TypeAdapter[Any], value: Any) -> Any:
    """Return a value of a type, or None; what is wrong with it is said when its file is read."""
    try:
        return kind.validate_python(value)
    except ValidationError:
        return None
