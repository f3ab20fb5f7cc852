"""The command that copies the whole database from SQLite to PostgreSQL and back."""

import shutil
import stat

import pytest
from sqlalchemy import insert, update
from sqlmodel import select

from gym_site.cli import main
from gym_site.db.engine import make_engine
from gym_site.db.prepare import change_record, prepare_database
from gym_site.db.staff_values import BUSINESS_NAME
from gym_site.db.tables import BusinessInfo, Lead, LocalSeoContent
from gym_site.db.transfer import BATCH
from gym_site.leads.status import Status
from tests.gym import GYM, RECORDS
from tests.leads import DAY, MINUTE, NOW, WORDS, put

TABLES = Lead.metadata.sorted_tables
PASSWORD = "hush-hush"


@pytest.fixture(scope="module")
def sqlite(tmp_path_factory):
    """The URL of a used database: requests in every status, more than one batch, records changed by staff."""
    file = tmp_path_factory.mktemp("used") / "gym.db"
    engine = make_engine(f"sqlite:///{file}")
    assert prepare_database(engine, GYM)
    for status in Status:
        words = None if status is Status.ERASED else {**WORDS, "message": "Ça va? 李 \N{FLEXED BICEPS} \"'\\ \n%s"}
        put(
            engine, status, count=3, payload=words, reason="total", attempts=2, last_code="503", via="post",
            lease_until=NOW + MINUTE, sent_at=NOW, erased_at=NOW, alerted_at=NOW - DAY, failing_since=NOW - DAY,
        )  # fmt: skip
    put(engine, Status.KEPT, count=BATCH)
    change_record(engine, RECORDS, BUSINESS_NAME, {"phone": "604-555-0777", "services": ["Boxing"]})
    with engine.begin() as connection:
        connection.execute(update(BusinessInfo).values(services=["Boxing", 2, None]))
        for by in (1000, -999):  # recreated records have higher ids
            connection.execute(update(LocalSeoContent).values(id=LocalSeoContent.id + by))
        connection.execute(
            update(LocalSeoContent).where(LocalSeoContent.page_slug == "faq").values(schema_markup={"@type": "FAQPage"})
        )
    engine.dispose()
    return f"sqlite:///{file}"


def rows(address):
    engine = make_engine(address)
    with engine.connect() as connection:
        found = {table.name: list(map(tuple, connection.execute(table.select()))) for table in TABLES}
    engine.dispose()
    return {name: sorted(rows, key=lambda row: str(row[0])) for name, rows in found.items()}


def test_a_database_is_copied_to_postgresql_and_back(sqlite, postgres, tmp_path, capsys):
    address, back = postgres.address(postgres.new_database()), f"sqlite:///{tmp_path / 'back.db'}"
    before = rows(sqlite)
    assert len(before["lead"]) == BATCH + 3 * len(Status)
    for source, target in ((sqlite, address), (address, back)):
        assert main(["database", "copy", source, target]) == 0
        printed = capsys.readouterr().out
        assert f"Copied everything, including {BATCH + 3 * len(Status)} requests." in printed
        for name, found in before.items():
            (line,) = [line for line in printed.splitlines() if f" {name} " in line]
            assert line.split()[3:6:2] == [str(len(found))] * 2
        assert rows(target) == before


def test_rows_added_after_a_copy_get_new_ids(sqlite, postgres):
    address = postgres.address(postgres.new_database())
    assert main(["database", "copy", sqlite, address]) == 0
    engine = make_engine(address)
    with engine.begin() as connection:
        connection.exec_driver_sql("DELETE FROM local_seo_content WHERE page_slug = 'faq'")
    assert prepare_database(engine, GYM)
    with engine.connect() as connection:
        assert set(connection.scalars(select(LocalSeoContent.page_slug))) == set(GYM.records)
    engine.dispose()


@pytest.mark.parametrize("used_by", ["a request", "staff", "more pages"])
def test_a_database_in_use_is_not_overwritten(sqlite, postgres, capsys, used_by):
    address = postgres.address(postgres.new_database())
    engine = make_engine(address)
    assert prepare_database(engine, GYM)
    if used_by == "a request":
        put(engine, Status.ERASED, payload=None)
    if used_by == "staff":
        change_record(engine, RECORDS, BUSINESS_NAME, {"phone": "604-555-0777"})
    with engine.begin() as connection:
        if used_by == "more pages":
            values = {"title": "More", "meta_description": "More", "keywords": [], "local_keywords": []}
            connection.execute(insert(LocalSeoContent).values(page_slug="more", **values))
    engine.dispose()
    before = rows(address)
    assert main(["database", "copy", sqlite, address]) == 1
    assert "TO is not empty: " in capsys.readouterr().err
    assert rows(address) == before


def test_a_database_copy_that_fails_halfway_changes_nothing(sqlite, postgres, tmp_path, capsys):
    """SQLite stores texts of any length, PostgreSQL only up to the column's limit."""
    broken = f"sqlite:///{shutil.copy(sqlite.removeprefix('sqlite:///'), tmp_path)}"
    engine = make_engine(broken)
    put(engine, Status.KEPT, via="x" * 50)
    engine.dispose()
    address = postgres.address(postgres.new_database())
    assert main(["database", "copy", broken, address]) == 1
    assert capsys.readouterr().err == "The copy failed (DataError); nothing was copied.\n"
    assert rows(address)["lead"] == []
    assert {row[1] for row in rows(address)["local_seo_content"]} == set(GYM.records)


def test_a_database_copy_that_lacks_a_row_is_rolled_back(sqlite, postgres, capsys):
    address = postgres.address(postgres.new_database())
    engine = make_engine(address)
    assert prepare_database(engine, GYM)
    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE RULE lose AS ON INSERT TO lead WHERE NEW.status = 'done' DO INSTEAD NOTHING")
    engine.dispose()
    assert main(["database", "copy", sqlite, address]) == 1
    assert capsys.readouterr().err.startswith(
        "After the copy, TO had different rows from FROM, so the copy was undone."
    )
    assert rows(address)["lead"] == []


def refused(capsys, source, target):
    assert main(["database", "copy", source, target]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert PASSWORD not in line
    return line


def test_a_failed_copy_prints_one_line_without_the_password(sqlite, postgres, tmp_path, capsys):
    nowhere, hidden = (f"postgresql+psycopg://gym:{word}@127.0.0.1:1/gym" for word in (PASSWORD, "***"))
    there, none = postgres.address(postgres.new_database()), f"sqlite:///{tmp_path / 'none.db'}"
    link = tmp_path / "link.db"
    link.symlink_to(sqlite.removeprefix("sqlite:///"))
    for source, target, message in (
        (f"postgresql://gym:{PASSWORD}@db/gym", there, "FROM must begin with sqlite:/// or "),
        (
            sqlite,
            f"postgresql+psycopg://gym:{PASSWORD}@db:port/gym",
            "TO is not the address of a database, such as sqlite:///",
        ),
        (sqlite, "sqlite:///", "TO does not contain the name of a database, such as"),
        *((sqlite, same, "FROM and TO are the same database.") for same in (sqlite, f"sqlite:///{link}")),
        (there, there, "FROM and TO are the same database."),
        (nowhere, there, f"{hidden} can't be opened (OperationalError)."),
        (none, there, "none.db can't be opened (OperationalError)."),
        (sqlite, nowhere, f"TO can't be prepared: {hidden}"),
        (sqlite, f"sqlite:///{tmp_path / 'none' / 'gym.db'}", "TO can't be prepared: "),
    ):
        assert message in refused(capsys, source, target)
    assert not (tmp_path / "none.db").exists()
    older = make_engine(f"sqlite:///{shutil.copy(sqlite.removeprefix('sqlite:///'), tmp_path)}")
    with older.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0000'")
    older.dispose()
    assert "schema 0000 is unknown to this version of the site" in refused(capsys, str(older.url), there)


def test_a_postgresql_backup_is_verified_and_restores_every_row(sqlite, postgres, tmp_path, capsys, monkeypatch):
    address, restored = (postgres.address(postgres.new_database()) for _ in range(2))
    assert main(["database", "copy", sqlite, address]) == 0
    monkeypatch.setenv("REFLEX_DB_URL", address)
    capsys.readouterr()
    assert main(["backup", "--keep", "30", str(tmp_path)]) == 0
    (copy,) = tmp_path.glob("*.db")
    copied, tried = capsys.readouterr().out.splitlines()
    requests = BATCH + 3 * len(Status)
    assert copied.startswith(f"Copied {requests} requests to {copy}: ")
    assert tried == f"Test restore succeeded; requests: {requests}."
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert main(["database", "copy", f"sqlite:///{copy}", restored]) == 0
    assert rows(restored) == rows(sqlite)


def test_a_failed_postgresql_backup_leaves_no_file(postgres, tmp_path, capsys, monkeypatch):
    name = postgres.new_database()
    for port, said in ((postgres.port, "The database's schema is empty, "), (1, "The copy failed (OperationalError).")):
        monkeypatch.setenv("REFLEX_DB_URL", postgres.address(name).replace(str(postgres.port), str(port)))
        assert main(["backup", str(tmp_path / "copy.db")]) == 1
        assert capsys.readouterr().err.startswith(said)
        assert list(tmp_path.iterdir()) == []
