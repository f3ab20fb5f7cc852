"""The desk as a process of its own: started by its command, killed in the middle of an action, flooded by strangers."""

import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from datetime import timedelta
from hashlib import sha256

import httpx
import pytest

from gym_site.db.engine import make_engine
from gym_site.desk.people import People, Role
from gym_site.leads.status import Status
from gym_site.leads.store import LeadStore, new_lead
from gym_site.leads.workers import now
from gym_site.settings import ROOT
from tests.desk.conftest import KEPT, PASSWORD, fields_of
from tests.site import Server, answers, free_port, python, site_environment

pytestmark = pytest.mark.long


class DeskProcess(Server):
    """A desk on its own database, with people."""

    def __init__(self, scratch, database, service) -> None:
        self.folder, self.store = scratch / "desk", LeadStore(make_engine(f"sqlite:///{database}"))
        self.environment = site_environment(
            REFLEX_DB_URL=f"sqlite:///{database}", GYM_DESK_FOLDER=str(self.folder), GYM_FORM_ENDPOINT=service.endpoint
        )
        port = free_port()
        command = [sys.executable, "-m", "gym_site", "desk", "serve", "--port", str(port)]
        super().__init__(f"http://localhost:{port}", scratch / "log", command, cwd=ROOT, env=self.environment)

    def is_up(self) -> bool:
        return answers(f"{self.url}/sign-in")

    @contextmanager
    def signed_in(self) -> Iterator[tuple[httpx.Client, str]]:
        """Yield the browser of a person with everything, and the token of its forms."""
        with httpx.Client(base_url=self.url, headers={"Origin": self.url}, timeout=30) as client:
            secret = People(self.folder).add("Sam", Role.EVERYTHING, now())
            client.post("/link", data={"secret": secret, "password": PASSWORD, "again": PASSWORD})
            yield client, fields_of(client.get("/"))["token"]


@pytest.fixture
def running(tmp_path, empty_database, service):
    database = tmp_path / "gym.db"
    database.write_bytes(empty_database.read_bytes())
    with DeskProcess(tmp_path, database, service) as running:
        yield running


def test_a_desk_at_a_socket_is_at_no_port(tmp_path, empty_database, service, monkeypatch):
    (tmp_path / "gym.db").write_bytes(empty_database.read_bytes())
    desk, socket = DeskProcess(tmp_path, tmp_path / "gym.db", service), tmp_path / "socket"
    desk.command += ["--socket", str(socket)]
    monkeypatch.setattr(desk, "is_up", socket.exists)
    with desk, httpx.Client(transport=httpx.HTTPTransport(uds=str(socket)), base_url=desk.url) as client:
        assert "<form" in client.get("/sign-in").text
        assert not answers(f"{desk.url}/sign-in")


def sure(references: list[str]) -> dict[str, object]:
    """Return the fields of an answer to the question about these requests."""
    return {"reference": references, "sure": sha256(",".join(sorted(references)).encode()).hexdigest()}


@pytest.mark.parametrize("action", ["send", "done", "erase", "address"])
def test_a_desk_that_is_killed_in_the_middle_loses_nothing(running, service, action):
    service.answers(delay=0.05)
    leads = [
        new_lead("inquiry", KEPT | {"message": f"{n}"}, page_key=None, via="", reason="", now=now()) for n in range(80)
    ]
    references = [running.store.accept(lead, Status.KEPT).reference for lead in leads]
    with running.signed_in() as (client, token):
        fields = {"token": token, "action": action, "email": KEPT["email"], **sure(references)}
        path = "/address" if action == "address" else "/requests"
        with ThreadPoolExecutor() as threads, suppress(httpx.HTTPError):
            acting = threads.submit(client.post, path, data=fields)
            before = {Status.KEPT}
            while {running.store.by_reference(one).status for one in references[:9]} == before:
                pass
            running.kill()
            acting.result()
        running.start()
        states = {reference: running.store.by_reference(reference) for reference in references}
        ended = {"send": Status.SENT, "done": Status.DONE}.get(action, Status.ERASED)
        assert {lead.status for lead in states.values()} <= {Status.KEPT, Status.SENDING, ended}
        assert all(lead.payload for lead in states.values() if lead.status != Status.ERASED)
        assert client.get("/").url.path == "/"  # still signed in
        noted = {note.about for note in People(running.folder).notes(999)}
        assert noted >= {reference for reference, lead in states.items() if lead.status != Status.KEPT}
        # What was being sent is settled by the public server, once its lease is over; the rest, by the same person.
        left = [reference for reference, lead in states.items() if lead.status == Status.KEPT]
        assert client.post(path, data=fields | sure(left or references)).status_code in (200, 303)
        sending = [
            reference for reference in references if running.store.by_reference(reference).status == Status.SENDING
        ]
        assert {running.store.by_reference(one).status for one in references if one not in sending} == {ended}


def test_staff_work_on_while_strangers_flood_the_sign_in(running):
    with running.signed_in() as (client, _):

        def guess(number: int) -> int:
            given = {"name": ("Sam", "Bo", "Cy")[number % 3], "password": "wrong" * 30}
            with suppress(httpx.HTTPError):
                headers = {"Origin": running.url, "X-Desk-Client": f"198.51.{number % 250}.{number % 7}"}
                return httpx.post(f"{running.url}/sign-in", data=given, headers=headers, timeout=60).status_code
            return 0

        with ThreadPoolExecutor(40) as threads:
            guesses = [threads.submit(guess, number) for number in range(150)]
            seen = [client.get(path).status_code for path in ("/", "/state", "/?q=ann") * 10]
            again = client.post("/sign-in", data={"name": "Sam", "password": PASSWORD})
        elsewhere = {"Origin": running.url, "X-Desk-Client": "192.0.2.1"}
        given = {"name": "Sam", "password": PASSWORD}
        new = httpx.post(f"{running.url}/sign-in", data=given, headers=elsewhere, timeout=120)
        assert set(seen) == {200}
        assert again.status_code == 303  # this browser is known
        assert new.status_code == 303  # another one waits its turn, but is not shut out
        assert {guess.result() for guess in guesses} <= {403, 429}


COMMANDS = {
    ("add", "Sam"): "Give this link to Sam alone",
    ("list",): "Nobody",
    ("remove", "Nobody"): "There is no Nobody",
    ("add", " "): "A name has 1 to 100 characters",
    ("serve", "--port", "0"): "port",
    ("copy", "--help"): "for a backup",
}


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_says_what_it_has_done(tmp_path, command):
    environment = site_environment(GYM_DESK_FOLDER=str(tmp_path / "desk"))
    People(tmp_path / "desk")
    done = python("-m", "gym_site", "desk", *command, env=environment)
    assert COMMANDS[command] in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


def test_a_backup_of_the_people_brings_them_back(tmp_path):
    folder, other = tmp_path / "desk", tmp_path / "other"
    people = People(folder)
    person = people.choose_password(people.add("Sam", Role.REQUESTS, now()), PASSWORD, now())
    token, _ = people.begin_session(person, now() - timedelta(minutes=5))
    environment = site_environment(GYM_DESK_FOLDER=str(folder))
    other.mkdir()
    command = [sys.executable, "-m", "gym_site", "desk", "copy"]
    with (other / "desk.db").open("wb") as file:
        subprocess.run(command, cwd=ROOT, env=environment, stdout=file, check=True)
    restored = People(other)
    assert restored.with_password("sam", PASSWORD).name == "Sam"
    assert restored.visit(token, now()) is None  # whoever was signed in then signs in again
