"""The input of every page: the settings, the records and the current page."""

from collections.abc import Mapping
from dataclasses import dataclass

from gym_site.content.business import Business
from gym_site.content.page_records import PageRecord
from gym_site.settings import Settings


@dataclass(frozen=True, kw_only=True)
class Site:
    """The settings, the records (spec section 3) and the page to render. The folder's records replace missing ones."""

    settings: Settings
    business: Business
    page_records: Mapping[str, PageRecord]
    # Whether the database has a business record. If not, the contact section omits the panel with map and services.
    has_business_record: bool = True
    page: str | None = None  # the key of the page's route; None for the 404 page and for parts that all pages share
