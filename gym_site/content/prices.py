"""Prices in Canadian dollars before taxes, and how customers read them (spec section 9)."""

from decimal import Decimal
from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from gym_site.content.record import record


def _exact(amount: Any) -> Any:
    if not isinstance(amount, Decimal):
        raise ValueError('A price is written like Decimal("14.99")')
    return amount


Price = Annotated[Decimal, BeforeValidator(_exact), Field(ge=0, decimal_places=2)]


def format_price(amount: Decimal) -> str:
    """Return dollars as customers read them: ``$12.50`` with cents, ``$99`` without."""
    return f"${amount:,.0f}" if amount == amount.to_integral_value() else f"${amount:,.2f}"


@record
class ServicePrice:
    """The price of a service per ``unit``: from ``low`` to ``high``, or at least ``low`` if ``high`` is None."""

    low: Price
    high: Price | None = None
    unit: str

    def __post_init__(self) -> None:
        if self.high is not None and self.high <= self.low:
            raise ValueError(f"high {self.high} isn't above low {self.low}")

    @property
    def amounts(self) -> str:
        """The amounts alone: ``$60-90``."""
        return format_price(self.low) + (f"-{format_price(self.high).lstrip('$')}" if self.high else "")

    def __str__(self) -> str:
        """Return the price by itself: ``$60-90/session``, ``From $70/session``."""
        return f"{'' if self.high else 'From '}{self.amounts}/{self.unit}"

    @property
    def in_sentence(self) -> str:
        """The price inside a sentence: ``from $70/session``."""
        return str(self).replace("From", "from")
