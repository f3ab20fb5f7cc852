"""Runs the commands of docs/operations.md as written, with real servers, in a folder that stands for a host.

The tests share the host and run in order, as a site grows.
"""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Self

import httpx
import pytest
from redis import Redis

from gym_site.settings import ROOT, Settings
from scripts.programs import find
from tests.posting import Stranger
from tests.site import WEB, answers, free_port, wait_for
from tests.strangers.client import Page, a_form

STUBS = {
    "sudo": 'shift 2; exec "$@"',  # drops -u gym
    "apt-get": ":",
    "useradd": ":",
    "chown": ":",
    "sysctl": ":",
    "git": 'if [ "$1" = clone ]; then mv "$HOST/clone" "$3"; else exec /usr/bin/git "$@"; fi',
    "id": '[ "$1" = -u ] && echo 0 || exec /usr/bin/id "$@"',
    "make": """
if [ -e "$HOST/no registry" ]; then exit 2; fi
while [ -e "$HOST/slow registry" ]; do sleep 0.1; done
folder=.venv
for word; do case $word in VENV=*) folder=${word#VENV=};; esac; done
[ -e "$folder" ] || ln -s "$HOST/venv" "$folder"
""",
    "install": 'for word; do shift; case $word in gym|-o|-g) ;; *) set -- "$@" "$word";; esac; done; exec /usr/bin/install "$@"',
    "systemctl": 'exec "$PYTHON" "$HOST/stubs/systemctl.py" "$@"',
}
"""Replacements for what a test lacks: a system user, a kernel to configure, a repository to clone, systemd."""
SYSTEMCTL = """
import os, re, shlex, signal, subprocess, sys, time
from pathlib import Path
host = Path(os.environ["HOST"])
action, units = sys.argv[1], [word for word in sys.argv[2:] if word[0] != "-" and not word.endswith(".timer")]
unit = units[0] if units else ""
file, running = host / "run" / unit, {}
def lines(text, name):
    return re.findall(rf"^{name}=-?(.+)$", text, re.MULTILINE)
def stop():
    if file.exists() and file.read_text() != "0":
        os.kill(pid := int(file.read_text()), signal.SIGTERM)
        while Path(f"/proc/{pid}").exists() and " Z " not in Path(f"/proc/{pid}/stat").read_text():
            time.sleep(0.05)
    file.unlink(missing_ok=True)
def start():
    variables = {"PATH": os.environ["PATH"], "HOME": str(host)}  # systemd passes on no variable of the shell
    if unit == "caddy":
        dropin = (host / "etc/systemd/system/caddy.service.d/gym-site.conf").read_text()
        (folder,), (mode,) = lines(dropin, "RuntimeDirectory"), lines(dropin, "RuntimeDirectoryMode")
        (host / "runtime").mkdir(exist_ok=True)
        (host / "runtime" / folder).mkdir(mode=int(mode, 8), exist_ok=True)
        for settings in lines(dropin, "EnvironmentFile"):
            variables |= dict(pair.split("=", 1) for line in Path(settings).read_text().split("\\n") for pair in shlex.split(line))
        command, folder = [os.environ["CADDY"], "run", "--config", str(host / "etc/caddy/Caddyfile")], host
    elif unit == "redis-server":
        command, folder = [os.environ["REDIS"], str(host / "etc/redis/redis.conf")], host
    else:
        units = host / "etc/systemd/system"
        text = "".join(file.read_text() for file in (units / "gym-site@.service", *units.glob("gym-site@.service.d/*.conf")))
        for line in lines(text, "Environment"):
            variables |= dict(pair.split("=", 1) for pair in shlex.split(line))
        (command,), (folder,) = lines(text, "ExecStart"), lines(text, "WorkingDirectory")
        command = shlex.split(command.replace("%i", unit.partition("@")[2]))
    log = (host / "run" / f"{unit}.log").open("a")
    process = subprocess.Popen(command, cwd=folder, env=variables, stdout=log, stderr=log, start_new_session=True)
    file.write_text(str(process.pid))
if action == "reload":
    config = ["--config", str(host / "etc/caddy/Caddyfile"), "--force"]
    dropin = dict(line.split("=", 1) for line in (host / "etc/caddy/gym-site.env").read_text().split("\\n") if line)
    subprocess.run([os.environ["CADDY"], "reload", *config], env=os.environ | dropin, check=True, capture_output=True)
elif action == "list-units":
    print(*(f"{file.name}.service" for file in (host / "run").glob("gym-site@*") if file.suffix != ".log"), sep="\\n")
elif action == "-q":  # is-failed
    sys.exit(file.with_suffix("").read_text() != "0")
elif action in ("stop", "restart", "start", "enable"):
    unit = unit.removesuffix(".service")
    file = host / "run" / unit
    stop()
    if action != "stop" and not (host / "srv/gym-site/broken").exists():
        start()
    elif action == "restart":
        file.write_text("0")
"""


HASH = "from gym_site.cli import build; print(build.sources_hash(build._stored_site()), end=str())"
STAMP = f'PYTHONPATH=. .venv/bin/python -c "{HASH}" > .web/builds/served/sources.sha256; '
"""After this the pages built by the tests count as up to date on the host."""


class Host:
    """A host whose files are all in one folder; it runs the commands of docs/operations.md."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port, self.server_ports = folder, free_port(), {"3000": free_port(), "3001": free_port()}
        self.url = f"http://127.0.0.1:{self.port}"
        self.project, stubs = folder / "srv" / "gym-site", folder / "stubs"
        for part in (
            "run",
            "srv",
            "stubs",
            "etc/systemd/system",
            "etc/sysctl.d",
            "etc/logrotate.d",
            "var/log",
            "etc/caddy",
            "etc/redis",
            "var/lib/redis",
            "usr/local/bin",
        ):
            (folder / part).mkdir(parents=True)
        for name, script in STUBS.items():
            (stubs / name).write_text(f"#!/bin/sh\n{script}\n")
            (stubs / name).chmod(0o755)
        (stubs / "systemctl.py").write_text(SYSTEMCTL)
        (folder / "venv").symlink_to(sys.prefix)
        (folder / "gym_site").mkdir()  # another copy of the site in the working directory
        (folder / "gym_site" / "__init__.py").write_text("exit('the wrong copy')")
        path = f"{stubs}:{folder / 'usr/local/bin'}:{os.environ['PATH']}"
        self.environment = {
            "PATH": path, "HOST": str(folder), "HOME": str(folder), "PYTHON": sys.executable, "CADDY": find("caddy"),
            "REDIS": find("redis-server"), "LANG": "C.UTF-8",
        }  # fmt: skip

    def clone(self) -> None:
        """Create a clone with built pages and this host's paths in its deployment files."""
        clone = self.folder / "clone"
        self.copy(clone)
        shutil.copytree(WEB / "builds", clone / ".web" / "builds", symlinks=True)
        for file in (clone / "deploy").iterdir():
            file.write_text(self.mapped(file.read_text()))
        (self.folder / ".gitconfig").write_text("[user]\nname = Gym\nemail = gym@gym.example\n")
        self.run("cd clone; git init -qb main; git add .; git commit -qm First; /usr/bin/git clone -q . ../origin")
        self.run("cd clone; git remote add origin $HOST/origin; git fetch -q; git branch -qu origin/main")

    @staticmethod
    def copy(folder: Path) -> None:
        """Copy this version of the project."""
        left_out = shutil.ignore_patterns(".*", "tests", "originals", "node_modules")
        shutil.copytree(ROOT, folder, ignore=left_out, dirs_exist_ok=True)
        for name in (".env.example", ".gitignore"):
            shutil.copy(ROOT / name, folder)

    def mapped(self, text: str) -> str:
        """Return a text with this host's paths, ports and names."""
        text = re.sub(r"(?<![\w./])/(srv|etc|backups|usr/local|var/lib|var/log)\b", rf"{self.folder}/\1", text)
        text = text.replace("unix//run/", f"unix/{self.folder}/runtime/")
        text = text.replace("lb_try_duration 10s", "lb_try_duration 30s")  # servers start slowly on a busy machine
        text = text.replace("sleep 3 #", "sleep 1 #")
        text = re.sub(r"\b300[01]\b", lambda port: str(self.server_ports[port[0]]), text)
        return text.replace("ADDRESS=NAME", f"ADDRESS={self.url}")

    def server(self, documented: str = "3000") -> str:
        """Return the URL of the server process that has this port in the document."""
        return f"http://127.0.0.1:{self.server_ports[documented]}"

    def variables(self) -> str:
        """Return the environment of the server process."""
        pid = (self.folder / "run" / f"gym-site@{self.server_ports['3000']}").read_text()
        return Path(f"/proc/{pid}/environ").read_text()

    def run(self, script: str) -> str:
        """Run a shell script; return its output. Raises `AssertionError` with the output if a command fails."""
        done = subprocess.run(
            ["bash", "-ec", script], cwd=self.folder, env=self.environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def follow(self, section: str, block: int = 0, **replaced: str) -> str:
        """Run a block of a section in the document."""
        document = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
        text = re.split(r"^##+ ", document.partition(f"# {section}\n")[2], maxsplit=1, flags=re.MULTILINE)[0]
        script = self.mapped(re.findall(r"(?:^    .*\n)+", text, re.MULTILINE)[block])
        for old, new in replaced.items():
            assert old in script
            script = script.replace(old, new)
        return self.run(script)

    def requests(self, documented: str = "3000") -> int:
        """Return how many requests are in the database of a server process."""
        status = Settings().status_of(self.server_ports[documented])
        numbers = httpx.get(f"http://{status}/readyz").json()
        return sum(numbers[status] for status in ("undelivered", "rejected", "quarantined", "kept", "sent"))

    def last_backup(self) -> Path:
        return max(self.folder.glob("gym-*.db"), key=lambda file: file.stat().st_mtime)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        for file in self.folder.glob("run/*"):
            if file.suffix != ".log":
                with suppress(ProcessLookupError):  # it has ended by itself: its log says why
                    os.kill(int(file.read_text()), signal.SIGTERM)
            elif error:
                error.add_note(f"{file.name}: {file.read_text()[-2000:]}")


@pytest.fixture(scope="module")
def host(pages, _service, tmp_path_factory):
    host = Host(tmp_path_factory.mktemp("host"))
    host.clone()
    settings = [
        f"GYM_SITE_URL={host.url}",
        f"GYM_FORM_ENDPOINT={_service.endpoint}",
        "GYM_LIMIT_PER_ADDRESS=0",
        "GYM_LIMIT_TOTAL=0",
        f"REFLEX_FRONTEND_PORT={host.server_ports['3000']}",  # where commands look for the server
    ]
    edited = "".join(f"echo {line} >> .env; " for line in settings)
    with host:
        replaced = {
            "editor .env": edited,
            "gym-site check": "true",  # the clone has no originals
            "gym-site build": STAMP + "gym-site build",
            "gym-site status": "true",
        }
        assert "up to date" in host.follow("One machine: systemd and Caddy", **replaced)
        wait_for(lambda: answers(f"{host.url}/ping"))
        yield host


def test_commands_use_the_database_of_the_server_on_the_same_host(host, service):
    host.run(
        "gym-site business set --no-build --phone 604-555-0777"
    )  # before a form: the server keeps what it has read a while
    assert httpx.get(f"{host.url}/records/business").json()["phone"] == "604-555-0777"

    sender = Stranger(host.url)
    assert sender.send().is_success
    assert len(json.loads(host.run("gym-site leads list --json"))) == host.requests() == 1
    assert len(service.posts(sender.mark)) == 1

    host.follow("Back up")
    assert Stranger(host.url).send().is_success
    assert host.requests() == 2
    host.follow("Restore", **{"var/lib/gym-site-backups/gym-2026-01-31-031500.db": host.last_backup().name})
    wait_for(lambda: answers(f"{host.url}/ping"))
    assert host.requests() == 1


@contextmanager
def visitors(host) -> Iterator[tuple[list[int], list[Stranger]]]:
    """Request a page and post forms continuously; yield the statuses of all responses, and the senders of the forms."""
    statuses, senders, ended = [], [], threading.Event()

    def read() -> None:
        while not ended.is_set():
            statuses.append(httpx.get(f"{host.url}/faq", follow_redirects=True).status_code)
            time.sleep(0.05)

    def post() -> None:
        while not ended.is_set():
            senders.append(Stranger(host.url))
            statuses.append(senders[-1].send().status)
            time.sleep(0.05)

    with ThreadPoolExecutor() as threads:
        running = [threads.submit(read), threads.submit(post)]
        try:
            yield statuses, senders
        finally:
            ended.set()
    for thread in running:
        thread.result()


def commit(host, name: str, text: str = "") -> None:
    """Commit a file to the repository from which the host gets its updates."""
    file = host.folder / "origin" / name
    file.write_text(text or (file.read_text() if file.exists() else ""))
    host.run(f"cd origin; git checkout -q main; git add {name}; git commit -q --allow-empty -m 'Change {name}'")


def test_updates_and_rollbacks_refuse_no_request_and_lose_no_form(host, service):
    host.run(f"cd srv/gym-site; {STAMP}")
    requests = host.requests()
    with visitors(host) as (statuses, senders):
        commit(host, "new", "new")
        assert "Change new" in host.follow("Update")
        assert (host.project / "new").exists()
        host.follow("Roll back")
        assert not (host.project / "new").exists()
        host.follow("Roll back")  # to undo it
        assert (host.project / "new").exists()
    assert set(statuses) == {200, 303}
    assert len(senders) > 10
    assert all(len(service.posts(stranger.mark)) == 1 for stranger in senders)
    assert host.requests() == requests + len(service.posts())


def test_the_pages_of_an_update_and_of_a_rollback_do_not_count_as_older_than_their_sources(host):
    file = host.project / "gym" / "search.toml"
    newer = file.read_text() + "# new\n"
    file.write_text(newer)
    host.run(f"cd srv/gym-site; {STAMP} git checkout -q gym")
    commit(host, "gym/search.toml", newer)
    for command in ("update", "rollback"):
        host.run(f"gym-site {command}")
        (build,) = (line for line in host.run("gym-site status || true").splitlines() if " Build " in line)
        assert "changed since" not in build
    without_servers = host.run(
        "mkdir hidden; mv run/gym-site@* hidden; gym-site rollback; mv hidden/* run/"
    )  # to undo it
    assert "No server was restarted" in without_servers


MIGRATION = """
revision = "9999"
down_revision = "0006"
def upgrade():
    raise ValueError("no")
"""
KILLED_GIT = """cd srv/gym-site; git worktree add -q --detach .releases/next; rm -r .releases/next
echo initializing > .git/worktrees/next/locked; cd ../.."""
CUTS = {
    "no repository": ("three", "new", "mv origin away", "mv away origin", "does not answer"),
    "no registry": ("requirements.txt", "# new", "touch 'no registry'", "rm 'no registry'", "could not be installed"),
    "disk full": ("three", "new", "ulimit -f 40", ":", "File too large|Nothing has changed"),
    "mistake in a text": ("gym/plans.toml", "name =", ":", ":", "could not be built"),
    "failed migration": ("alembic/versions/9999_no.py", MIGRATION, ":", ":", "revision 9999 failed"),
    "no registry after git was killed": (
        "requirements.txt", "# new", f"touch 'no registry'; {KILLED_GIT}", "rm 'no registry'", "could not be installed"
    ),
    "killed": (
        "requirements.txt", "# new", "touch 'slow registry'; { sleep 4; kill -9 -$$; } & true", "rm 'slow registry'", ""
    ),
    "server that does not start": ("broken", "new", ":", ":", "does not answer: journalctl"),
}  # fmt: skip
"""By where an update is cut: a file of the new version and its text, commands before and after it, and what it says."""


def test_an_update_that_is_cut_leaves_the_former_version_in_place_and_loses_no_request(host, service):
    host.run(f"cd srv/gym-site; {STAMP}")
    requests, head = host.requests(), host.run("git -C srv/gym-site rev-parse HEAD")
    build = (host.project / ".web" / "builds" / "current").read_text()
    with visitors(host) as (statuses, senders):
        for name, (file, text, before, after, says) in CUTS.items():
            commit(host, file, text)
            refused = {503} if name == "server that does not start" else set()  # forms, while the only process is down
            script = f"{before}; gym-site update"
            done = subprocess.run(
                ["bash", "-c", script], cwd=host.folder, env=host.environment, capture_output=True, text=True,
                check=False, start_new_session=True,
            )  # fmt: skip
            assert done.returncode != 0, name
            assert re.search(says, done.stdout + done.stderr), (name, done.stdout, done.stderr)
            host.run(f"{after}; cd origin; git reset -q --hard HEAD~1")
            if name != "killed":  # otherwise the next command removes what was left
                assert not (host.project / ".releases" / "next").exists(), name
            assert host.run("git -C srv/gym-site rev-parse HEAD") == head, name
            assert (host.project / ".web" / "builds" / "current").read_text() == build, name
            assert answers(f"{host.server()}/ping"), name
            assert set(statuses) <= {200, 303} | refused, name
        assert "up to date" in host.follow("Update")
        assert not (host.project / ".releases" / "next").exists()
    assert all(len(service.posts(stranger.mark)) <= 1 for stranger in senders)
    assert host.requests() == requests + len(service.posts())


def test_a_host_can_move_from_sqlite_to_postgresql(host, postgres, service):
    before, after = Stranger(host.url), Stranger(host.url)
    assert before.send().is_success
    host.run("gym-site business set --no-build --phone 604-555-0777; rm gym-*.db")
    requests, database = host.requests(), postgres.new_database()
    address = postgres.address(database)
    addresses = {"sqlite:////srv/gym-site": f"sqlite:///{host.project}", "TO": address}
    printed = host.follow(
        "From SQLite to PostgreSQL",
        **{"# put REFLEX_DB_URL=TO into .env": "echo REFLEX_DB_URL=TO >> srv/gym-site/.env"},
        **addresses,
    )
    assert f"Copied everything, including {requests} request" in printed
    wait_for(lambda: answers(f"{host.url}/ping"))
    assert httpx.get(f"{host.url}/records/business").json()["phone"] == "604-555-0777"
    assert after.send().is_success
    assert host.requests() == requests + 1
    assert before.send().is_success  # PostgreSQL has this request too, so it is not sent again
    assert len(service.posts(before.mark)) == 1

    host.follow("Back up")
    assert Stranger(host.url).send().is_success
    assert host.requests() == requests + 2
    host.environment |= {"PGHOST": "127.0.0.1", "PGPORT": str(postgres.port), "PGUSER": "gym", "PGDATABASE": "postgres"}
    names = {
        "DATABASE gym RENAME TO gym_former": f"DATABASE {database} RENAME TO {database}_former",
        "--owner=gym gym": f"--owner=gym {database}",
    }
    backup = {
        "sqlite:////var/lib/gym-site-backups/gym-2026-01-31-031500.db TO": f"sqlite:///{host.last_backup()} {address}"
    }
    printed = host.follow("Restore", 1, **names, **backup)
    assert f"Copied everything, including {requests + 1} requests." in printed
    wait_for(lambda: answers(f"{host.url}/ping"))
    assert host.requests() == requests + 1


def test_other_accounts_of_the_host_cannot_command_caddy(host):
    folder, file = host.folder / "runtime" / "caddy", host.folder / "etc" / "caddy" / "Caddyfile"
    assert (folder / "admin.sock").is_socket()
    assert (folder.stat().st_mode & 0o077, file.is_symlink()) == (0, False)


def test_redis_keeps_no_visitor_on_disk_and_a_host_can_add_a_process_and_a_domain_and_a_proxy(host):
    requests, kept, port = host.requests(), host.folder / "var" / "lib" / "redis", free_port()
    redis = f"redis://localhost:{port}"
    conf = f"port {port}\nbind 127.0.0.1\ndir {kept}\nsave 3600 1\nappendonly yes\n"  # as earlier documents said
    (host.folder / "etc" / "redis" / "redis.conf").write_text(conf)
    host.run("systemctl start redis-server")
    host.run(f"echo REFLEX_REDIS_URL={redis} >> srv/gym-site/.env")

    def noted() -> bool:
        return "Redis keeps visitors" in host.run("gym-site check --json || true")

    wait_for(noted)
    host.follow("Several processes")
    wait_for(lambda: not noted())
    host.follow("Several processes", 1, **{"redis://localhost:6379": redis})
    wait_for(lambda: all(answers(f"{host.server(port)}/ping") for port in host.server_ports))
    host.run(host.mapped("systemctl stop gym-site@3000"))
    with Page(host.url) as page:  # through the other one
        assert page.join().submit(a_form("Several"))
    assert host.requests("3001") == requests + 1
    with Redis.from_url(redis) as memory:
        assert any(b"127.0.0.1" in memory.get(key) for key in memory.scan_iter(_type="string"))
    host.run("systemctl restart redis-server")
    assert [file.name for file in kept.rglob("*") if file.is_file()] == []

    second = f"http://127.0.0.1:{free_port()}"
    host.follow("One machine: systemd and Caddy", 1, **{"www.NAME": second, "https://NAME": host.url})
    answer = httpx.get(f"{second}/faq?from=www")
    assert (answer.status_code, answer.headers["location"]) == (301, f"{host.url}/faq?from=www")

    host.run(host.mapped("systemctl start gym-site@3000"))
    assert "REFLEX_TRUSTED_PROXY_HOPS=1" in host.variables()
    host.follow("A CDN in front")
    assert "REFLEX_TRUSTED_PROXY_HOPS=2" in host.variables()
