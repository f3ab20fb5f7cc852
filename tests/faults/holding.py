"""Locks a site's database from outside, as another process may do."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager

from tests.site import PrebuiltSite

ENDLESS = "create view endless as with recursive n(i) as (select 1 union all select i + 1 from n) select i from n"
HOLD = (
    "create trigger hold before update of status on lead when new.status = '{}' begin select count(*) from endless; end"
)


def connect(site: PrebuiltSite) -> sqlite3.Connection:
    return sqlite3.connect(site.database, isolation_level=None, timeout=30)


@contextmanager
def locked(site: PrebuiltSite) -> Iterator[None]:
    """Hold the write lock."""
    with closing(connect(site)) as connection:
        connection.execute("BEGIN IMMEDIATE")  # released when the connection closes
        yield


@contextmanager
def held_before(site: PrebuiltSite, status: str) -> Iterator[None]:
    """Make every update hang that would set a lead's status to ``status``."""
    with closing(connect(site)) as connection:
        connection.execute(ENDLESS)
        connection.execute(HOLD.format(status))
    try:
        yield
    finally:
        with closing(connect(site)) as connection:
            connection.execute("drop trigger hold")
            connection.execute("drop view endless")


def let_pass(site: PrebuiltSite, words: str, *, days: float) -> None:
    """Age the leads that contain ``words`` by ``days``; negative days put their times in the future."""
    earlier = f"datetime({{0}}, '{-days} days') || '.000000'"
    values = ", ".join(f"{column} = {earlier.format(column)}" for column in ("lease_until", "next_attempt_at"))
    with closing(connect(site)) as connection:
        connection.execute(f"update lead set {values} where instr(payload, ?)", [words])
