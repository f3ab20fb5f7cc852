"""``desk ...``: the desk's server, and the people who may use it (docs/operations.md)."""

import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import uvicorn
from cyclopts import App, Parameter

from gym_site.cli.command import database_url, gym, print_table, within
from gym_site.cli.processes import check_free
from gym_site.db.engine import close, make_engine
from gym_site.db.prepare import prepare_database, schema_fault, stored_site
from gym_site.desk.app import Desk, create_desk
from gym_site.desk.look import Look
from gym_site.desk.pages import routes
from gym_site.desk.people import People, Role
from gym_site.desk.publications import CURRENT, Texts, texts_of
from gym_site.desk.publishing import Publisher
from gym_site.errors import CommandError
from gym_site.folder import MistakesError
from gym_site.leads.dispatcher import Dispatcher
from gym_site.leads.gateway import gateway_for
from gym_site.leads.maintenance import Maintenance
from gym_site.leads.store import LeadStore
from gym_site.leads.workers import Workers, now
from gym_site.server.logs import log_as_json
from gym_site.settings import ROOT, load_settings, site_command
from gym_site.site import Current

HOST, PORT = "127.0.0.1", 3900  # never another address

app = App(name="desk", help="Pages with a password, in which staff read requests and change what the site says.")
Name = Annotated[str, Parameter(help="as the person types it to sign in")]
Port = Annotated[int, within(1, 65535)]


def folder() -> Path:
    """Return the desk's own folder."""
    return ROOT / load_settings().desk_folder


def people() -> People:
    """Return the people of this machine's desk. Raises `CommandError`."""
    try:
        return People(folder())
    except OSError as error:
        raise CommandError(f"{folder()} can't be used: {error.strerror}.") from error


@app.command
def serve(*, port: Port = PORT, socket: Path | None = None) -> None:
    """Serve the desk on this machine, until the process is told to stop.

    Args:
        port: another port than 3900, as for a second copy of the project
        socket: a file at which to listen in place of the port, as other accounts of the machine can't take it
    """
    given = load_settings()
    if not socket:
        check_free(HOST, port, f"Try another port: --port {port + 1}")
    engine = make_engine(database_url())
    if not given.has_server:  # nothing else migrates the database of an owner's computer
        prepare_database(engine, gym())
    if fault := schema_fault(engine):
        raise CommandError(fault)
    settings = given.with_links(gym().brand.links)
    current = Current(stored_site(engine, settings, gym()), given)
    workers, store = Workers(engine), LeadStore(engine)
    dispatcher = Dispatcher(store, gateway_for(settings, lambda: current.site.forms), workers)
    known, texts = people(), texts_of(given)
    texts.fit_draft()
    desk = Desk(
        settings, current, engine, store, Maintenance(engine), dispatcher, workers, known, texts,
        Look(known, settings.frontend_path), folder(), port,
    )  # fmt: skip
    if sys.stdout.isatty():
        print(f"The desk: http://localhost:{port}. To let a person in: {site_command()} desk add NAME", flush=True)
    log_as_json()
    config = uvicorn.Config(
        create_desk(desk, routes, Publisher(desk).follow),
        host=HOST,
        port=port,
        uds=str(socket) if socket else None,
        http="h11",
        ws="none",
        proxy_headers=False,
        server_header=False,
        access_log=False,
        log_config=None,
        log_level="error",
        timeout_graceful_shutdown=10,
    )
    try:
        uvicorn.Server(config).run()
    finally:
        close(engine)


@app.command
def add(name: Name, /, *, role: Role | None = None) -> None:
    """Let a person in, or give one who forgot the password a new link; ends all of the person's sessions.

    Args:
        role: "requests" and the hours of days, unless the person has another; "everything": also to erase all that
            match, to export, and to change the site's facts
    """
    if not name.strip() or len(name) > 100 or not name.isprintable():
        raise CommandError("A name has 1 to 100 characters.")
    secret = people().add(name, role, now())
    where = load_settings().desk_url or f"http://localhost:{PORT}"
    print(f"Give this link to {name.strip()} alone, who signs in with this name later. It works once, within 24 hours:")
    print(f"{where}/link#{secret}")


@app.command
def remove(name: Name, /) -> None:
    """Shut a person out, at once, wherever signed in."""
    if not people().remove(name):
        raise CommandError(f"There is no {name}. To list the people: {site_command()} desk list")
    print(f"{name} can no longer use the desk.")


@app.command(name="list")
def list_all() -> None:
    """List the people who may use the desk."""
    found = [
        {"name": one.name, "role": one.role, "password": "chosen" if one.password_hash else "not chosen yet"}
        for one in people().listed()
    ]
    if found:
        print_table(found, whole="name")
    else:
        print(f"Nobody. To let a person in: {site_command()} desk add NAME")


@app.command
def copy() -> None:
    """Write a copy of the people, sessions and notes to a pipe, for a backup: ... desk copy > desk.db."""
    if sys.stdout.isatty():
        raise CommandError("Write it into a file that you alone can read: (umask 077; ... desk copy > desk.db)")
    with TemporaryDirectory() as temporary:
        source, file = folder() / "desk.db", Path(temporary) / "desk.db"
        existing = f"{source.as_uri()}?mode=rw"  # or SQLite would create an empty one
        try:
            with closing(sqlite3.connect(existing, uri=True)) as there, closing(sqlite3.connect(file)) as made:
                there.backup(made)
                made.execute("DELETE FROM session")  # a restore signs nobody in
                made.commit()
                (verdict,) = made.execute("PRAGMA integrity_check").fetchone()
        except sqlite3.Error as error:
            raise CommandError(f"{source} can't be copied: {error}") from error
        if verdict != "ok":
            raise CommandError(f"The copy is damaged, and {source} may be too: {verdict}")
        sys.stdout.buffer.write(file.read_bytes())


@app.command(show=False)
def new_format() -> None:
    """Store the texts in the format of this version, and print their folder if it isn't the site's: for an update."""
    texts = texts_of(load_settings())
    try:
        number = texts.add_in_this_format()
    except MistakesError as error:
        raise CommandError(f"{error}\nThe texts stay as they are: correct this at the desk, then try again.") from error
    if number != texts.current():
        print(texts.path_of(number))


@app.command(show=False)
def take_over(folder: Path, /) -> None:
    """Let a folder hold the gym's texts, beginning with the present ones: for `gym-site desk texts on`."""
    texts = Texts(folder, folder / CURRENT)
    texts.use(texts.add(ROOT / load_settings().folder, "", ()))
