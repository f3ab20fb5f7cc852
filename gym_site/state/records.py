"""The page's and the business's records, read again after loading (spec sections 4 and 7).

The pages are built with the records of that time. The server answers with a record only where it differs by now, so a
change by staff shows within the five minutes that records are kept, without a build.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import ClassVar

import reflex as rx

from gym_site.content.business import Business
from gym_site.content.page_records import PageRecord as BuiltRecord
from gym_site.db.queries import Records, RecordsUnavailableError
from gym_site.seo.contact import tel
from gym_site.seo.head import json_ld, keywords_text

logger = logging.getLogger(__name__)


class PageRecord(rx.State):
    """The record of the page ``slug``, where it is another than the one built in."""

    records: ClassVar[Records]  # set by the composition root
    built: ClassVar[Mapping[str, BuiltRecord | None]] = {}
    missed: ClassVar[set[str]] = set()

    slug: str = ""
    title: str = ""
    description: str = ""
    keywords: str = ""
    structured_data: str = ""

    @rx.event(background=True)
    async def load(self, slug: str):
        """Read the record of the page that has opened. A page without one keeps its defaults; that is logged once."""
        if slug not in self.built:
            return
        try:
            found = await self.records.page_async(slug)
        except RecordsUnavailableError as error:
            logger.warning("The record of page %s can't be read (%s)", slug, error)
            return
        if found is None:
            if slug not in self.missed:
                self.missed.add(slug)
                logger.warning("SEO data not found for page %s", slug)
            return
        async with self:
            if found == self.built[slug]:
                self.slug = ""
                return
            self.slug = slug
            self.title = found.title
            self.description = found.meta_description
            self.keywords = keywords_text(found.keywords, found.local_keywords)
            self.structured_data = json_ld(found.schema_markup)


class BusinessRecord(rx.State):
    """The business record, where it is another than the one built in, or gone."""

    records: ClassVar[Records]  # set by the composition root
    built: ClassVar[Business | None] = None

    changed: bool = False
    gone: bool = False
    name: str = ""
    address: str = ""
    city: str = ""
    province: str = ""
    postal_code: str = ""
    phone: str = ""
    phone_href: str = ""
    email: str = ""
    business_hours: str = ""
    services: list[str] = []

    @rx.event(background=True)
    async def load(self):
        """Read the record. A failure is logged and changes nothing."""
        try:
            found = await self.records.business_async()
        except RecordsUnavailableError as error:
            logger.warning("The business record can't be read (%s)", error)
            return
        async with self:
            self.gone = found is None and self.built is not None
            self.changed = found is not None and found != self.built
            if found is None or not self.changed:
                return
            for field in ("name", "address", "city", "province", "postal_code", "phone", "email", "business_hours"):
                setattr(self, field, getattr(found, field))
            self.phone_href = tel(found.phone)
            self.services = list(found.services)
