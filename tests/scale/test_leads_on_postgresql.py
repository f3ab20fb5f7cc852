"""Concurrent access to the leads on PostgreSQL gives the same guarantees as SQLite's single writer."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from itertools import cycle, pairwise
from threading import Barrier
from uuid import uuid4

import pytest
from sqlalchemy.exc import OperationalError

from gym_site.db import prepare as prepare_module
from gym_site.db.engine import make_engine
from gym_site.db.prepare import prepare_database, schema_fault
from gym_site.db.tables import Lead
from gym_site.leads import store as store_module
from gym_site.leads.gateway import Delivery
from gym_site.leads.maintenance import Maintenance
from gym_site.leads.status import Status
from gym_site.leads.store import LEASE, LeadStore, Standing, new_lead
from tests.gym import GYM
from tests.leads import leads
from tests.migrations import BAD_STEPS, GOOD_STEP, REVISIONS, make_old, with_step, works

AT_ONCE = 8
MANY = 20  # rounds: enough to expose a race that is lost once in ten


@pytest.fixture(scope="module", params=["directly", "through a pooler"])
def engine(request, postgres, pooler):
    server = postgres if request.param == "directly" else pooler
    engine = make_engine(server.address(postgres.new_database()))
    assert prepare_database(engine, GYM)
    yield engine
    engine.dispose()


@pytest.fixture
def store(engine):
    return LeadStore(engine)


@pytest.fixture
def empty(postgres):
    engine = make_engine(postgres.address(postgres.new_database()))
    yield engine
    engine.dispose()


def lead(name: str, key: str = "", reason: str = "") -> Lead:
    return new_lead("inquiry", {"name": name}, page_key=key, via="post", reason=reason, now=now())


def now() -> datetime:
    return datetime.now(UTC)


def at_once(call):
    """Call a function in many threads at once and return the results."""
    barrier = Barrier(AT_ONCE)

    def run(_):
        barrier.wait()
        return call()

    with ThreadPoolExecutor(AT_ONCE) as threads:
        return list(threads.map(run, range(AT_ONCE)))


def count(engine, words: str) -> int:
    return sum(words in str(lead.payload) for lead in leads(engine))


@pytest.mark.parametrize("tabs", [1, AT_ONCE])
def test_a_form_sent_many_times_at_once_is_stored_and_claimed_once(store, engine, tabs):
    """Tabs with the same text have different keys, so a unique column does not help."""
    for _ in range(MANY):
        mark, keys = uuid4().hex, cycle([uuid4().hex for _ in range(tabs)])

        def take(mark=mark, keys=keys):
            sent = lead(mark, next(keys))
            row = store.accept(sent, Status.PENDING)
            return row.reference, store.claim(row, now()), row is sent

        taken = at_once(take)
        assert len({reference for reference, _, _ in taken}) == 1
        assert sum(claimed is not None for _, claimed, _ in taken) == 1
        assert sum(is_new for _, _, is_new in taken) == 1
        assert count(engine, mark) == 1


def test_an_expired_claim_is_taken_over_once_and_its_late_result_ignored(store):
    row = store.accept(lead(uuid4().hex), Status.PENDING)
    store.mark(store.claim(row, now()), Delivery(Status.PENDING, "503"), now())
    assert store.claim(row, now()) is None  # it was tried after this row was read
    dead = store.claim(store.by_reference(row.reference), now())
    later = now() + 2 * LEASE
    seen = store.by_reference(row.reference)
    claims = [one for one in at_once(lambda: store.claim(seen, later)) if one]
    assert len(claims) == 1
    store.mark(dead, Delivery(Status.REJECTED, "400"), now())  # the process was slow, not dead
    assert store.by_reference(row.reference).status == Status.SENDING
    store.mark(claims[0], Delivery(Status.SENT, "200"), now())
    assert store.by_reference(row.reference).status == Status.SENT
    assert store.claim(store.by_reference(row.reference), later + LEASE) is None


def test_a_statement_that_hangs_is_ended_in_time_and_only_there(engine, monkeypatch):
    def sleep(seconds: float) -> None:
        with engine.connect() as connection:
            connection.exec_driver_sql(f"SELECT pg_sleep({seconds})")

    monkeypatch.setattr("gym_site.db.engine.BUSY_SECONDS", 0.2)
    for _ in range(3):
        with pytest.raises(OperationalError, match="statement timeout"):
            sleep(4)
    monkeypatch.undo()
    sleep(0.5)


def test_forms_that_come_at_once_while_others_wait_get_one_turn_each(store):
    minute = timedelta(minutes=1)

    def accepted():
        return store.accept(lead(uuid4().hex), Status.PENDING, Standing(is_full=True, pause=minute)).next_attempt_at

    turns = sorted(turn for _ in range(MANY // 4) for turn in at_once(accepted))
    assert {after - before for before, after in pairwise(turns)} == {minute}


def test_maintenance_of_leads_works_on_postgresql_as_on_sqlite(engine, store, monkeypatch):
    maintenance = Maintenance(engine)
    aside, spam = uuid4().hex, uuid4().hex
    for name in (aside, spam):
        assert store.accept(lead(name, reason="links"), Status.QUARANTINED)
    monkeypatch.setattr(store_module, "MAX_HELD", 2)
    assert store.accept(lead("One more", reason="links"), Status.QUARANTINED) is None
    (waiting,) = [held for held in maintenance.waiting([Status.QUARANTINED]) if held.payload["name"] == aside]
    claimed = store.claim(waiting, now())
    maintenance.expire(now() + 2 * LEASE)
    store.mark(claimed, Delivery(Status.SENT, "200"), now())  # late, but true
    month = now() + timedelta(days=31)
    assert maintenance.erasable(month) >= 2
    while maintenance.erase_due(month):
        pass
    assert count(engine, aside) == count(engine, spam) == 0
    assert maintenance.empty_journal()


@pytest.mark.parametrize("revision", REVISIONS)
def test_a_database_of_any_older_version_is_migrated_and_keeps_its_rows(empty, tmp_path, monkeypatch, revision):
    make_old(empty, revision)
    assert prepare_database(empty, GYM)
    monkeypatch.setattr(prepare_module, "MIGRATIONS", with_step(tmp_path, GOOD_STEP))
    assert prepare_database(empty, GYM)
    assert works(empty)


@pytest.mark.parametrize("step", BAD_STEPS.values(), ids=BAD_STEPS.keys())
def test_a_migration_that_fails_is_rolled_back(empty, tmp_path, monkeypatch, caplog, step):
    make_old(empty, REVISIONS[0])
    monkeypatch.setattr(prepare_module, "MIGRATIONS", with_step(tmp_path, step))
    assert not prepare_database(empty, GYM)
    assert "revision next failed" in caplog.text
    assert REVISIONS[0] in schema_fault(empty)
    monkeypatch.undo()
    assert prepare_database(empty, GYM)
    assert works(empty)
