"""Lets the records follow the gym's folder, except for the values that a command has changed.

The table ``folder_record`` contains each record as the folder last had it. A stored value that equals this is the
folder's, and takes the folder's new value; any other was changed by a command, and stays.
"""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import Connection, Executable, delete, insert, update
from sqlmodel import col, select

from gym_site.content.business import BUSINESS, Business
from gym_site.content.page_records import PAGE_RECORDS, PageRecord
from gym_site.db.queries import as_record
from gym_site.db.tables import BusinessInfo, FolderRecord, LocalSeoContent
from gym_site.reading.content_type import unchecked

BUSINESS_NAME = "business_info"  # no page's key contains an underscore


@dataclass(frozen=True)
class Followed:
    """A record as the folder has it, as the database has it, and its values when the folder was last read.

    ``name`` is the page's key or `BUSINESS_NAME`. ``stored`` and ``id`` are None if the database lacks the record;
    ``remembered`` lacks the values that were stored before the table ``folder_record`` existed.
    """

    name: str
    folder: Business | PageRecord
    stored: Business | PageRecord | None
    id: int | None
    remembered: dict[str, Any]

    @property
    def changed(self) -> dict[str, Any]:
        """The stored values that a command has changed, by field. Without a memory, those unlike the folder's."""
        if self.stored is None:
            return {}
        folder = values(self.folder)
        return {
            name: value
            for name, value in values(self.stored).items()
            if value not in (folder[name], self.remembered.get(name, folder[name]))
        }

    @property
    def current(self) -> Business | PageRecord:
        """The record as the next start of the site leaves it: the folder's, with the values that a command changed."""
        if self.stored is None:
            return self.folder
        kept = {name: getattr(self.stored, name) for name in self.changed}
        return unchecked(type(self.folder), **(asdict(self.folder) | kept))

    def statements(self) -> Iterator[Executable]:
        """Yield the statements that let the record follow the folder; none if it does."""
        table = BusinessInfo if self.name == BUSINESS_NAME else LocalSeoContent
        folder = values(self.folder)
        if self.stored is None:
            yield insert(table).values(folder)
        elif self.remembered != folder:
            stored = values(self.stored)
            new = {name: value for name, value in (folder | self.changed).items() if value != stored[name]}
            if new:
                yield update(table).where(col(table.id) == self.id).values(new)
        if self.remembered != folder:
            yield delete(FolderRecord).where(col(FolderRecord.name) == self.name)
            yield insert(FolderRecord).values(name=self.name, contents=folder)


def pending(connection: Connection, *, lock: bool = False) -> list[Executable]:
    """Return the statements that let the records follow the folder; ``lock`` as for `followed`."""
    return [statement for record in followed(connection, lock=lock) for statement in record.statements()]


def followed(connection: Connection, *, lock: bool = False) -> list[Followed]:
    """Read the business record and the records of the gym's pages. ``lock`` keeps others from changing them."""
    business, pages = (
        select(table, col(FolderRecord.contents)).outerjoin(FolderRecord, col(FolderRecord.name) == name)
        for table, name in ((BusinessInfo, BUSINESS_NAME), (LocalSeoContent, col(LocalSeoContent.page_slug)))
    )
    business = business.order_by(col(BusinessInfo.id)).limit(1)  # only the first row is used
    if lock:
        business, pages = business.with_for_update(of=BusinessInfo), pages.with_for_update(of=LocalSeoContent)
    rows = {row.page_slug: row for row in connection.execute(pages)}
    found = [_followed(name, folder, rows.get(name)) for name, folder in PAGE_RECORDS.items()]
    return [_followed(BUSINESS_NAME, BUSINESS, connection.execute(business).first()), *found]


def _followed(name: str, folder: Business | PageRecord, row: Any) -> Followed:
    if row is None:
        return Followed(name, folder, None, None, {})
    remembered = row.contents if isinstance(row.contents, dict) else {}
    return Followed(name, folder, as_record(type(folder), row), row.id, remembered)


def values(record: Business | PageRecord) -> dict[str, Any]:
    """Return a record's values by field, with lists instead of tuples, as they are stored."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(record).items()}
