"""The records: what the gym's folder says, with the values that staff changed on top.

Staff's values stand in the table ``staff_value`` alone; the tables ``business_info`` and ``local_seo_content`` contain
complete records, and are written from the folder and from staff's values at each start and change.
"""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from sqlalchemy import Connection, Engine, Executable, insert, update
from sqlmodel import col, select

from gym_site.content.business import Business
from gym_site.content.content_type import unchecked
from gym_site.content.page_records import PageRecord
from gym_site.db.tables import BusinessInfo, LocalSeoContent, StaffValue
from gym_site.gym import Gym

BUSINESS_NAME, HOURS_NAME = "business_info", "opening_hours"  # no page's key contains an underscore
"""The names of the business's record, and of the hours that staff set for days: these have the days for fields."""


class FolderRecords(dict[str, Business | PageRecord]):
    """The records as the folder has them: the business's, and each page's by the page's key."""

    def __init__(self, gym: Gym) -> None:
        super().__init__({BUSINESS_NAME: gym.business, **gym.records})
        self.brand = gym.brand


def staff_values(connection: Connection) -> dict[str, dict[str, Any]]:
    """Return what staff changed, by record and field."""
    found: dict[str, dict[str, Any]] = {}
    for record, field, value in connection.execute(select(StaffValue.record, StaffValue.field, StaffValue.value)):
        found.setdefault(record, {})[field] = value
    return found


def stored_days(engine: Engine) -> dict[str, str]:
    """Return the hours that staff set at the desk, by day. Raises `SQLAlchemyError`."""
    with engine.connect() as connection:
        return staff_values(connection).get(HOURS_NAME, {})


def complete(connection: Connection, records: FolderRecords) -> dict[str, Business | PageRecord]:
    """Return each record: the folder's values, with staff's on top.

    The sentence about the hours names the days that are stored now, whichever the folder was read with.
    """
    staff, brand = staff_values(connection), records.brand
    said = brand.hours.with_days(staff.get(HOURS_NAME, {})).said(brand.now().date())
    made = {BUSINESS_NAME: {"business_hours": said}}
    return {
        name: unchecked(type(folder), **(asdict(folder) | made.get(name, {}) | _as_items(staff.get(name, {}))))
        for name, folder in records.items()
    }


def pending(connection: Connection, records: FolderRecords) -> Iterator[Executable]:
    """Yield the statements that write the complete records; none if they are written."""
    pages = {row.page_slug: row for row in connection.execute(select(LocalSeoContent))}
    business = select(BusinessInfo).order_by(col(BusinessInfo.id))  # only the first row is used
    rows = {BUSINESS_NAME: connection.execute(business).first(), **pages}
    for name, record in complete(connection, records).items():
        table = BusinessInfo if name == BUSINESS_NAME else LocalSeoContent
        wanted, row = values(record), rows.get(name)
        if row is None:
            yield insert(table).values(wanted)
        elif wanted != {field: getattr(row, field) for field in wanted}:
            yield update(table).where(col(table.id) == row.id).values(wanted)


def values(record: Business | PageRecord) -> dict[str, Any]:
    """Return a record's values by field, with lists instead of tuples, as they are stored."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(record).items()}


def _as_items(stored: dict[str, Any]) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in stored.items()}
