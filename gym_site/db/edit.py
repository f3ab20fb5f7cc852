"""Changes by staff to the business and page records (spec section 3). A running site shows them in five minutes."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from sqlalchemy import Engine
from sqlmodel import Session, col, select

from gym_site.content.page_records import PageRecord
from gym_site.db.queries import as_record
from gym_site.db.tables import BusinessInfo, LocalSeoContent


class RecordFaultError(Exception):
    """A text that is too long or too short for search engines; the message says what is wrong."""


def change_page(engine: Engine, default: PageRecord, changes: dict[str, Any]) -> None:
    """Write changed columns of a page's record, or of ``default`` if there is none. Raises `RecordFaultError`."""
    with Session(engine) as session:
        row = session.exec(select(LocalSeoContent).where(LocalSeoContent.page_slug == default.page_slug)).first()
        row = (row or LocalSeoContent(**asdict(default))).sqlmodel_update(changes)
        faults = [fault for name, fault in as_record(PageRecord, row).faults() if name in changes]
        if faults:
            raise RecordFaultError(" ".join(faults))
        session.add(row)
        session.commit()


def change_business(engine: Engine, changes: dict[str, Any]) -> bool:
    """Write changed columns of the business record; False if there is none."""
    with Session(engine) as session:
        row = session.exec(select(BusinessInfo).order_by(col(BusinessInfo.id))).first()
        if row is not None:
            session.add(row.sqlmodel_update(changes))
            session.commit()
        return row is not None
