"""What every page is a function of."""

from collections.abc import Mapping
from dataclasses import dataclass

from gym_site.content.business import Business
from gym_site.content.page_records import PageRecord
from gym_site.settings import Settings


@dataclass(frozen=True, kw_only=True)
class Site:
    """The settings, and the records as they are stored; those of the content where nothing is stored (spec section 3).

    ``has_business_record`` is whether the business record is stored: without it the home page has no map section.
    """

    settings: Settings
    business: Business
    page_records: Mapping[str, PageRecord]
    has_business_record: bool = True
