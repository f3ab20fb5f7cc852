"""The facts of the gym that its texts name by a blank, such as ``{town}`` or ``{price of 24 Hours}``.

Each is written once in the folder: in ``gym.toml``, its table ``terms``, or beside the plan or service that it is
about.
"""

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from gym_site.brand import BRAND
from gym_site.folder import read
from gym_site.reading.opening import OPENS_AT, opening_words
from gym_site.text import number


def format_price(amount: Decimal) -> str:
    """Return dollars as customers read them: ``$41.50`` with cents, ``$41`` without."""
    return f"${amount:,.0f}" if amount == amount.to_integral_value() else f"${amount:,.2f}"


def amounts_of(low: Decimal, high: Decimal | None) -> str:
    """Return a range of prices: ``$41-83``, or the lowest price alone if there is no highest."""
    return format_price(low) + (f"-{format_price(high).lstrip('$')}" if high else "")


def _facts() -> Iterator[tuple[str, str]]:
    services = number(tuple(filter(BRAND.has, BRAND.services)))
    yield from {
        "gym": BRAND.name,
        "gym province": BRAND.province,
        "gym region": BRAND.region,
        "gym instagram": BRAND.instagram,
        "town": BRAND.town,
        "last town": BRAND.towns[-1],
        "area": BRAND.area,
        "area reversed": " and ".join(reversed(BRAND.towns)),
        "kind": BRAND.kind,
        "Kind": BRAND.kind.capitalize(),
        "number of services": services,
        "Number of services": services.capitalize(),
        **BRAND.terms,
    }.items()
    if BRAND.has("expansion"):
        yield from opening_words(OPENS_AT).items()
    for plan in (plan for tab in _tables(read("plans.toml"), "tabs") for plan in _tables(tab, "plans")):
        price = _exact(plan.get("price"))
        yield f"price of {plan.get('name')}", format_price(price) if isinstance(price, Decimal) else str(price)
        if isinstance(price, Decimal) and isinstance(sessions := plan.get("sessions"), int) and sessions:
            yield f"session price of {plan.get('name')}", format_price(price / sessions)
    for service in _tables(read("services.toml"), "services"):
        price = service.get("price")
        if isinstance(price, dict) and isinstance(low := _exact(price.get("low")), Decimal):
            high = _exact(price.get("high"))
            amounts, key = amounts_of(low, high), service.get("key")
            by_unit = f"{amounts}/{price.get('unit')}"
            yield f"amounts of {key}", amounts
            yield f"price of {key}", by_unit if high else f"from {by_unit}"
            yield f"Price of {key}", by_unit if high else f"From {by_unit}"


def _tables(data: dict[str, Any], key: str) -> list[dict[str, Any]]:
    found = data.get(key)
    return [table for table in found if isinstance(table, dict)] if isinstance(found, list) else []


def _exact(amount: Any) -> Any:
    return Decimal(amount) if isinstance(amount, int) else amount


FACTS: dict[str, str] = dict(_facts())
