"""The input of every page."""

from collections.abc import Mapping
from dataclasses import dataclass

from gym_site.content.business import Business
from gym_site.content.page_records import PageRecord
from gym_site.settings import Settings


@dataclass(frozen=True, kw_only=True)
class Site:
    """The settings, the stored records or their seeds (spec section 3), and the current page."""

    settings: Settings
    business: Business
    page_records: Mapping[str, PageRecord]
    has_business_record: bool = True  # without a stored one the home page has no map section
    page: str | None = None  # the key of its route; None for the 404 page and for parts that all pages share
