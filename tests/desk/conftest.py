"""A desk with its own people and a database of requests, asked as its proxy would ask it."""

import hashlib
import json
import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import timedelta
from functools import partial
from pathlib import Path

import httpx
import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal
from argon2 import PasswordHasher

from gym_site.db.engine import make_engine, open_engine
from gym_site.db.prepare import update_database
from gym_site.desk import people, wanted
from gym_site.desk.app import Desk, create_desk
from gym_site.desk.look import Look
from gym_site.desk.pages import routes
from gym_site.desk.people import People, Role
from gym_site.desk.publications import Texts
from gym_site.leads.dispatcher import Dispatcher
from gym_site.leads.gateway import Delivery
from gym_site.leads.maintenance import Maintenance
from gym_site.leads.status import Status
from gym_site.leads.store import LeadStore, new_lead
from gym_site.leads.workers import Workers, now
from gym_site.site import Current
from tests.gym import GYM, RECORDS, SETTINGS, SITE
from tests.markup import parse
from tests.site import free_port

ORIGIN = "https://desk.gym.example"
PASSWORD = "correct horse battery"
KEPT = {"name": "Ann Okafor", "email": "ann@mail.example", "phone": "604-555-0142", "service": "", "message": "Hello"}


@dataclass
class FormServiceStub:
    """Accepts what is sent, or answers with another outcome."""

    delivery: Delivery = field(default_factory=lambda: Delivery(Status.SENT, "200"))
    taken: list[str] = field(default_factory=list)

    async def deliver(self, lead, *, within):
        self.taken.append(lead.reference)
        return self.delivery


@dataclass
class Person:
    """A person's browser."""

    client: httpx.AsyncClient
    loop: BlockingPortal
    token: str = ""

    def get(self, path: str, *, follow_redirects: bool = True, **more) -> httpx.Response:
        return self.loop.call(partial(self.client.get, path, follow_redirects=follow_redirects, **more))

    def post(self, path: str, fields: dict | None = None, *, origin: str = ORIGIN, **more) -> httpx.Response:
        given = more.keys() & {"content"}
        data = {} if given else {"data": {"token": self.token, **(fields or {})}}
        headers = {"Origin": origin, **more.pop("headers", {})}
        return self.loop.call(partial(self.client.post, path, headers=headers, **data, **more))


@dataclass
class RunningDesk:
    """The desk, and what stands behind it."""

    app: object
    desk: Desk
    service: FormServiceStub
    loop: BlockingPortal

    @property
    def store(self) -> LeadStore:
        return self.desk.store

    @property
    def people(self) -> People:
        return self.desk.people

    def stranger(self, host: str = ORIGIN) -> Person:
        transport = httpx.ASGITransport(self.app, raise_app_exceptions=False)
        return Person(httpx.AsyncClient(transport=transport, base_url=host), self.loop)

    def signed_in(self, name: str = "Sam", role: Role = Role.EVERYTHING) -> Person:
        secret = self.people.add(name, role, now())
        person = self.stranger()
        chosen = {"secret": secret, "password": PASSWORD, "again": PASSWORD}
        assert person.post("/link", chosen).status_code == 303
        person.token = fields_of(person.get("/"))["token"]
        return person

    def add(self, status: Status = Status.KEPT, *, form: str = "inquiry", reason: str = "", ago: float = 0, **entries):
        lead = new_lead(
            form, KEPT | entries, page_key=None, via="post", reason=reason, now=now() - timedelta(hours=ago)
        )
        return self.store.accept(lead, status).reference

    def status(self, reference: str) -> str:
        return self.store.by_reference(reference).status


def fields_of(page: httpx.Response) -> dict[str, str]:
    """Return what a browser sends of a page's fields that nobody ticks; of several with the same name, the first."""
    found: dict[str, str] = {}
    for one in parse(page.text).walk():
        if one.tag == "textarea":
            found.setdefault(one.attrs["name"], "".join(one.children).removeprefix("\n"))
        elif one.tag == "select":
            chosen = (option.attrs["value"] for option in one.all("option") if "selected" in option.attrs)
            found.setdefault(one.attrs["name"], next(chosen, ""))
        elif one.tag == "input" and one.attrs.get("type") not in ("checkbox", "file", "radio"):
            found.setdefault(one.attrs["name"], one.attrs.get("value", ""))
    return found


def faults_of(page: httpx.Response) -> dict[str, str]:
    """Return what stands at each field with a mistake."""
    return {
        one.attrs.get("data-fault") or one.attrs["id"].removeprefix("fault-"): one.text
        for one in parse(page.text).all("p", class_="fault")
        if one.attrs.get("id", "").startswith("fault-") and one.text
    }


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory) -> Path:
    """The file of a database without requests."""
    file = tmp_path_factory.mktemp("desk") / "gym.db"
    file.touch()
    with open_engine(f"sqlite:///{file}") as engine:
        update_database(engine, RECORDS)
    return file


@pytest.fixture(scope="session")
def light_folder(tmp_path_factory) -> Path:
    """A copy of the gym's folder, each of whose pictures is an empty file: each draft is a copy of them all, too."""
    left = shutil.ignore_patterns("masks", "line-up", ".schema")
    copy = shutil.copytree(GYM.folder.path, tmp_path_factory.mktemp("light") / "gym", ignore=left)
    for file in (*copy.glob("public/images/*"), *copy.glob("pictures/originals/*"), *copy.glob("pictures/upright/*")):
        file.write_bytes(b"")
    manifest = copy / "pictures" / "manifest.json"
    entries = json.loads(manifest.read_text(encoding="utf-8"))
    digest = hashlib.sha256(b"").hexdigest()[:16]
    manifest.write_text(json.dumps({name: entry | {"original": digest} for name, entry in entries.items()}))
    return copy


@pytest.fixture
def desk(tmp_path: Path, empty_database, light_folder, monkeypatch) -> Iterator[RunningDesk]:
    """A desk for https://desk.gym.example. Its passwords are hashed a thousand times as fast as elsewhere."""
    monkeypatch.setattr(people, "_HASHER", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
    engine = make_engine(f"sqlite:///{shutil.copy(empty_database, tmp_path)}")
    settings = replace(SETTINGS, site_url="https://gym.example", db_url=f"sqlite:///{tmp_path / 'gym.db'}")
    store, workers, service = LeadStore(engine), Workers(engine), FormServiceStub()
    people_of_desk = People(tmp_path / "desk")
    behind = Desk(
        settings, Current(replace(SITE, settings=settings), settings), engine, store, Maintenance(engine),
        Dispatcher(store, service, workers), workers, people_of_desk, Texts(tmp_path / "texts", light_folder),
        Look(people_of_desk, pages=lambda: tmp_path / "draft"), tmp_path / "desk", free_port(),
    )  # fmt: skip
    with start_blocking_portal() as loop:
        yield RunningDesk(loop.call(_created, behind), behind, service, loop)
    engine.dispose()
    behind.people.engine.dispose()


async def _created(behind: Desk):
    return create_desk(behind, routes)


@pytest.fixture
def web(tmp_path, monkeypatch):
    """The folder of the current build, and of one aside, which another account than the desk's makes."""
    for name in ("current", "aside"):
        pages = tmp_path / "web" / "builds" / f"build-{name}" / "pages"
        pages.mkdir(parents=True)
        (pages / "index.html").write_text(name)
        (pages.parents[1] / name).write_text(f"build-{name}")
    for file in (tmp_path / "web" / "build.begun", tmp_path / "web/builds/build-current/sources.sha256"):
        file.touch()
        os.utime(file, (0, 0))
    monkeypatch.setenv("REFLEX_WEB_WORKDIR", str(tmp_path / "web"))
    monkeypatch.setattr(wanted, "works_here", lambda: False)
    return tmp_path / "web"


@pytest.fixture(scope="session")
def folder(light_folder) -> Path:
    """The folder that `texts` publishes; a module may have another one."""
    return light_folder


@pytest.fixture
def texts(desk, folder, tmp_path, web) -> Texts:
    """The texts as on a server, published once."""
    own = tmp_path / "own"
    shutil.copytree(folder, own / "0001", copy_function=os.link)
    (own / "0001.json").write_text(json.dumps({"at": "2026-01-01T00:00:00+00:00", "by": "Ann", "said": []}))
    (own / "current").symlink_to("0001")
    desk.desk.texts.folder, desk.desk.texts.source = own, own / "current"
    return desk.desk.texts
