"""The input of every page: settings, records, current page."""

from collections.abc import Mapping
from dataclasses import dataclass

from gym_site.content.business import Business
from gym_site.content.page_records import PageRecord
from gym_site.settings import Settings


@dataclass(frozen=True, kw_only=True)
class Site:
    """The settings, the stored records or else the content's (spec section 3), and the page to render."""

    settings: Settings
    business: Business
    page_records: Mapping[str, PageRecord]
    has_business_record: bool = True  # whether it is stored: without it the home page has no map section
    page: str | None = None  # the key of its route; None for the 404 page and for what all pages share
