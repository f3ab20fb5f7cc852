"""Prices in Canadian dollars before taxes, and how customers read them (spec section 9)."""

from decimal import Decimal
from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from gym_site.content.content_type import Known, content_type


def format_price(amount: Decimal) -> str:
    """Return dollars as customers read them: ``$41.50`` with cents, ``$41`` without."""
    return f"${amount:,.0f}" if amount == amount.to_integral_value() else f"${amount:,.2f}"


def _exact(amount: Any) -> Any:
    if not isinstance(amount, Decimal | int) or isinstance(amount, bool):
        raise ValueError("A price is a number such as 14.99: type it without quotation marks and dollar sign")
    return Decimal(amount)


_Dollars = Annotated[float, Field(ge=0, description="In dollars, without a dollar sign, such as 14.99")]
Price = Annotated[Decimal, Field(ge=0, decimal_places=2), BeforeValidator(_exact, json_schema_input_type=_Dollars)]


@content_type
class ServicePrice:
    """The price of a service, from the lowest to the highest amount."""

    low: Price
    """Lowest price"""
    high: Price | None = None
    """Highest price: only if there is one."""
    unit: str
    """The unit of the price, such as session."""

    def check(self, _: Known | None) -> None:
        """Raise `ValueError` for a range that is none."""
        if self.high is not None and self.high <= self.low:
            raise ValueError(f"high {self.high} isn't above the lowest price, {self.low}")

    @property
    def amounts(self) -> str:
        """The amounts alone: ``$41-83``."""
        return format_price(self.low) + (f"-{format_price(self.high).lstrip('$')}" if self.high else "")

    def __str__(self) -> str:
        """Return the price by itself: ``$41-83/session``, ``From $41/session``."""
        return f"{'' if self.high else 'From '}{self.amounts}/{self.unit}"

    @property
    def in_sentence(self) -> str:
        """The price inside a sentence: ``from $41/session``."""
        return str(self).replace("From", "from")
