"""The files in deploy/ work."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import threading
from dataclasses import fields
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from socketserver import ThreadingUnixStreamServer

import httpx
import pytest
from reflex_base.environment import EnvironmentVariables

from gym_site.cli import visits
from gym_site.leads.rate_limit import RateLimiter
from gym_site.settings import ROOT, Settings, load_settings
from scripts.programs import find
from tests.gym import GYM
from tests.posting import Stranger, statuses
from tests.scale.servers import CaddyServer
from tests.site import WEB, PrebuiltSite, Server, free_port, python, site_environment
from tests.strangers.client import Page, a_form

DEPLOY = ROOT / "deploy"
UNIT = DEPLOY / "gym-site@.service"
PYTHON = "/srv/gym-site/.venv/bin/python"


def site_of(command: str, scratch: Path, folder: Path, **variables: str) -> PrebuiltSite:
    """Return a site that is not running yet. ``command``, which contains ``{port}``, will start it in ``folder``."""
    site = PrebuiltSite(scratch, PYTHONPATH=str(folder), **variables)
    site.command = [sys.executable, *shlex.split(command.format(port=site.port))[1:]]
    site.options["cwd"] = folder
    return site


def serves_the_site(url: str) -> bool:
    return all(httpx.get(url + path).status_code == 200 for path in ("/", "/forms/inquiry/sent"))


def unit_lines(name: str) -> list[str]:
    return re.findall(rf"^{name}=(.+)$", UNIT.read_text(), re.MULTILINE)


def test_the_systemd_unit_serves_the_site_and_counts_forms_in_redis(redis, service, pages, tmp_path):
    """Two processes share the limit of two forms per sender; a visitor's own X-Forwarded-For is ignored."""
    variables = dict(pair.split("=", 1) for line in unit_lines("Environment") for pair in shlex.split(line))
    (command,) = unit_lines("ExecStart")
    assert command.startswith(PYTHON)
    variables |= {
        "GYM_FORM_ENDPOINT": service.endpoint,
        "GYM_LIMIT_PER_ADDRESS": "2",
        "REFLEX_REDIS_URL": redis.url,
        "REFLEX_DB_URL": f"sqlite:///{tmp_path / 'gym.db'}",
    }
    server = site_of(command.replace("%i", "{port}"), tmp_path, ROOT, **variables)
    caddy = CaddyServer(tmp_path, pages, [server.url.removeprefix("http://")])
    server.environment["GYM_SITE_URL"] = caddy.url
    other_process = RateLimiter(load_settings(variables))

    def post(words: str, **headers: str) -> int:
        headers |= {"Origin": caddy.url}
        return httpx.post(f"{caddy.url}/forms/inquiry", data=a_form(words), headers=headers).status_code

    with server, caddy:
        assert serves_the_site(server.url)
        other_process.count("127.0.0.1")
        assert post("One") == 303
        assert post("Two", **{"X-Forwarded-For": "198.51.100.7"}) == 429  # Caddy overwrites it
        with Page(caddy.url) as page:
            assert not page.join().submit(a_form("Three"))
        assert statuses(server) == ["sent"]
    assert len(service.posts()) == 1


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="needs systemd-analyze, which comes with systemd")
def test_systemd_accepts_all_unit_files(tmp_path):
    units = []
    for file in (*DEPLOY.glob("*.service"), *DEPLOY.glob("*.timer"), *DEPLOY.glob("*.path")):
        units.append(tmp_path / file.name.replace("@", "@build" if file.suffix == ".path" else "@3000"))
        units[-1].write_text(re.sub(rf"{PYTHON}|/usr/local/bin/gym-site ", f"{sys.executable} ", file.read_text()))
    assert len(units) >= 5
    result = subprocess.run(["systemd-analyze", "verify", *units], capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (0, "")
    # Exposed to strangers, and to npm's packages.
    for name in ("gym-site@3000.service", "gym-site-desk.service", "gym-site-build.service"):
        rated = ["systemd-analyze", "security", "--offline=true", "--threshold=20", tmp_path / name]
        assert subprocess.run(rated, capture_output=True, check=False).returncode == 0, name


def run_unit(name: str, **replaced: str) -> subprocess.CompletedProcess[str]:
    """Run a unit's command with these variables; ``state`` replaces systemd's state folder, ``instance`` its %i."""
    (command,) = re.findall(r"^ExecStart=(.+)$", (DEPLOY / name).read_text(), re.MULTILINE)
    state = replaced.pop("state")
    command = re.sub(r"/var/lib/[\w-]+", state, command.replace("%i", replaced.pop("instance", "")))
    return python(*shlex.split(command)[1:], env=site_environment(**replaced))


@pytest.mark.skipif(not find("restic"), reason="needs restic")
def test_the_unit_for_backups_copies_them_encrypted_to_another_place_from_which_they_can_be_restored(pages, tmp_path):
    copies, elsewhere = tmp_path / "copies", tmp_path / "elsewhere"
    copies.mkdir()
    with PrebuiltSite(tmp_path) as server:
        sender = Stranger(server.url)
        assert sender.send().is_success
        done = run_unit("gym-site-backup.service", state=str(copies), REFLEX_DB_URL=server.environment["REFLEX_DB_URL"])
    assert (done.returncode, len(list(copies.glob("gym-*.db")))) == (0, 1), done.stderr
    *_, after = re.findall(r"^ExecStartPost=(.+)$", (DEPLOY / "gym-site-backup.service").read_text(), re.MULTILINE)
    command = shlex.split(after.replace("/var/lib/gym-site-backups", str(copies)))
    cache = {"RESTIC_CACHE_DIR": str(tmp_path / "cache"), "PATH": os.environ["PATH"]}
    subprocess.run(command, env=cache, check=True)  # without a repository nothing is copied
    restic = cache | {"RESTIC_REPOSITORY": str(elsewhere), "RESTIC_PASSWORD": "hush"}
    for words in (["restic", "init"], command, command, ["restic", "check"]):
        subprocess.run(words, env=restic, check=True, capture_output=True)
    found = b"".join(file.read_bytes() for file in elsewhere.rglob("*") if file.is_file())
    assert sender.mark.encode() not in found
    place = tmp_path / "restored"
    subprocess.run(["restic", "restore", "latest", "--target", str(place)], env=restic, check=True, capture_output=True)
    (backup,) = place.rglob("gym-*.db")
    restored = PrebuiltSite(place)
    backup.rename(restored.database)
    with restored:
        assert len(restored.rows()) == 1


QUIET = (
    "gym-site-alert@.service",
    "gym-site-over@.service",
    "gym-site-aside.service",
)  # the desk tells of a failed draft


def test_systemd_units_that_fail_send_an_alert(service, tmp_path):
    for file in DEPLOY.glob("*.service"):
        tells = "OnFailure=gym-site-alert@%n.service\n" in file.read_text()
        assert tells == (file.name not in QUIET), file.name
    away = "sqlite:////no/such/folder/gym.db"  # not this clone's own
    alert = {"GYM_ALERTS": f"{service.url}/alert", "GYM_LIMIT_TOTAL": "many", "REFLEX_DB_URL": away}
    done = run_unit("gym-site-alert@.service", state=str(tmp_path), instance="gym-site@3000.service", **alert)
    assert done.returncode == 0, done.stderr
    (post,) = service.posts()
    assert "gym-site@3000.service has failed" in post["body"]["text"]


def test_the_files_in_the_container_image_can_serve_the_site(pages, tmp_path):
    """The files that the Dockerfile copies are enough, and Reflex adds only ``.web/backend``."""
    image, dockerfile = tmp_path / "image", (DEPLOY / "Dockerfile").read_text().split(" AS web")[0]
    for line in re.findall(r"^COPY (.+)$", dockerfile, re.MULTILINE):
        *sources, target = line.split()
        for source in sources:
            there = WEB / "builds" if source == ".web/builds" else ROOT / source
            into = image / target / there.name if there.is_file() else image / target
            into.parent.mkdir(parents=True, exist_ok=True)
            if there.is_file():
                shutil.copyfile(there, into)
            else:
                shutil.copytree(there, into, symlinks=True)
    (variables,) = re.findall(r"^ENV (.+)$", dockerfile, re.MULTILINE)
    (words,) = re.findall(r"^CMD \[(.+)\]$", dockerfile, re.MULTILINE)
    command = words.replace('"', "").replace(",", "").replace("0.0.0.0", "127.0.0.1").replace("3000", "{port}")
    server = site_of(command, tmp_path, image, **dict(pair.split("=") for pair in variables.split()))
    del server.environment["REFLEX_WEB_WORKDIR"]
    with server:
        assert serves_the_site(server.url)
    assert not (image / "assets").exists()
    assert {entry.name for entry in (image / ".web").iterdir()} == {"builds", "backend"}


PERSON = {"User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101", "Accept-Language": "en-CA"}
CAMPAIGN = "/?utm_source=news+letter%40jo&utm_campaign=spring&x=secret"


def test_the_access_log_keeps_of_a_visit_what_the_privacy_page_says(tmp_path):
    pages = tmp_path / "build" / "pages"
    (pages / "faq").mkdir(parents=True)
    for file in ("index.html", "faq/index.html", "icon.svg"):
        (pages / file).touch()
    asked = [
        (
            CAMPAIGN,
            PERSON | {"Referer": "https://www.search.example/?q=secret"},
            "person|www.search.example|news letter|spring",
        ),
        ("/faq", PERSON | {"Sec-Fetch-Dest": "document", "Referer": "{env.HOME}"}, "person|-|-|-"),
        ("/faq", PERSON | {"Sec-Fetch-Dest": "empty"}, "robot|-|-|-"),
        (
            "/faq",
            PERSON | {"User-Agent": "Mozilla/5.0 (compatible; Searchbot/2.1; +https://search.example)"},
            "robot|-|-|-",
        ),
        ("/faq", PERSON | {"User-Agent": "curl/8"}, "robot|-|-|-"),
        ("/faq", {"User-Agent": PERSON["User-Agent"]}, "robot|-|-|-"),
        (f"/icon.svg{CAMPAIGN[1:]}", PERSON | {"Referer": "https://secret.example"}, ""),
    ]
    with CaddyServer(tmp_path, pages, ["127.0.0.1:9"]) as caddy, httpx.Client(base_url=caddy.url) as client:
        del client.headers["User-Agent"]
        before = len(caddy.log.read_text().splitlines())
        for path, headers, _ in asked:
            assert client.get(path, headers=headers).status_code == 200
    text = caddy.log.read_text()
    entries = [json.loads(line) for line in text.splitlines()[before:] if "handled request" in line]
    assert [entry["visit"] for entry in entries] == [visit for _, _, visit in asked]
    assert {key for entry in entries for key in entry["request"]} <= {"proto", "method", "host", "uri"}
    assert "secret" not in text.partition("handled request")[2]
    counted = visits.counted(text.encode().splitlines(), GYM.brand.now().date())
    assert (counted.pages, counted.robots) == (
        {"/": 1, GYM.routes.url_for("faq"): 1},
        5,
    )  # one to see whether Caddy is up


class SaysWhoAsked(BaseHTTPRequestHandler):
    """Answers as the desk does, with the addresses that it was told."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(" ".join(self.headers.get_all("X-Desk-Client", [])).encode())

    def log_message(self, *_: object) -> None:
        """Say nothing."""


DESK = "/run/gym-site-desk/socket"


def test_the_desk_learns_an_address_from_caddy_alone_and_a_page_says_that_it_is_off(tmp_path):
    url, config = f"http://127.0.0.1:{free_port()}", tmp_path / "Caddyfile"
    desk = ThreadingUnixStreamServer(str(tmp_path / "socket"), SaysWhoAsked)
    assert f"desk serve --socket {DESK}\n" in (DEPLOY / "gym-site-desk.service").read_text()
    site = (DEPLOY / "desk.caddy").read_text().replace("desk.NAME", url)
    config.write_text("{\n\tadmin off\n}\n" + site.replace(DESK, f"{tmp_path}/socket"))
    variables = os.environ | {"XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    command = [find("caddy"), "run", "--adapter", "caddyfile", "--config", str(config)]
    threading.Thread(target=desk.serve_forever, daemon=True).start()
    with Server(url, tmp_path / "caddy.log", command, env=variables) as caddy:
        for name in ("X-Desk-Client", "x-desk-client"):
            assert httpx.get(url, headers=[(name, "198.51.100.7"), (name, "198.51.100.8")]).text == "127.0.0.1"
        desk.shutdown()
        desk.server_close()
        answer = httpx.get(f"{url}/?q=secret")
        assert (answer.status_code, "Server" in answer.headers) == (502, False)
        assert "The desk does not answer just now." in answer.text
    assert "handled request" not in caddy.log.read_text()


def test_every_gym_or_reflex_variable_in_the_deployment_files_is_known():
    known = {setting.metadata["variable"] for setting in fields(Settings)} | set(vars(EnvironmentVariables))
    for file in ("compose.yaml", "gym-site@.service", "gym-site-desk.service", "Dockerfile"):
        named = set(re.findall(r"\b(?:GYM|REFLEX)_[A-Z_]+\b", (DEPLOY / file).read_text()))
        assert named - known == set(), file


def test_containers_have_a_health_check_a_memory_limit_log_rotation_and_no_rights_of_root():
    text = (DEPLOY / "compose.yaml").read_text()
    (backend,) = re.findall(r"^x-backend: &backend\n((?:  .*\n)+)", text, re.MULTILINE)
    services = text.partition("\nservices:\n")[2].partition("\nnetworks:\n")[0]
    blocks = dict(re.findall(r"^  ([\w-]+):(.*\n(?:    .*\n)*)", services, re.MULTILINE))
    assert {"web", "backend-a", "backend-b", "redis", "postgres"} <= blocks.keys()
    for name, block in blocks.items():
        lines = backend if block == " *backend\n" else block
        for line in (
            "restart: unless-stopped\n",
            "mem_limit: ",
            "healthcheck:",
            "logging: *logging\n",
            "<<: *confined\n",
        ):
            assert f"  {line}" in lines, (name, line)
    assert re.search(r"&logging\n  driver: json-file\n  options: {max-size: \w+, max-file: ", text)
    confined = re.search(r"&confined\n((?:  .*\n)+)", text)[1].split("\n  ")
    assert {line.strip() for line in confined} == {
        "read_only: true", "cap_drop: [ALL]", 'security_opt: ["no-new-privileges:true"]',
    }  # fmt: skip
    assert "    user: redis\n" in blocks["redis"]
    assert "    user: postgres\n" in blocks["postgres"]
    assert '"443:443/udp"' in blocks["web"]  # HTTP/3, which Caddy announces
    assert "  env_file: ../.env\n" in backend  # contains every setting


def test_every_variable_of_the_compose_file_is_documented():
    needed = set(re.findall(r"\$\{([A-Z_]+)", (DEPLOY / "compose.yaml").read_text()))
    section = (ROOT / "docs" / "operations.md").read_text().partition("### Containers\n")[2].partition("\n### ")[0]
    assert needed - set(re.findall(r"`([A-Z_]+)`", section)) <= {
        setting.metadata["variable"] for setting in fields(Settings)
    }
