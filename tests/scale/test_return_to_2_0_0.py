"""An update from version 2.0.0, and a roll back to it, keep what staff changed: with `gym-site`, on both databases.

A gym's folder that git doesn't keep goes with them.
"""

import json
import shutil
import subprocess
import tomllib
from pathlib import Path

import httpx
import pytest

from gym_site.settings import ROOT
from tests.scale.test_operations import Host
from tests.site import WEB, answers, wait_for

VERSION_2_0_0 = "507a1aabd93ba07bb21d06ccdc2ada7f5cfa8c5a"
STAMP = """
import sys
from gym_site.cli.build import _stored_site, sources_hash
from gym_site.db.engine import open_engine
from gym_site.db.prepare import change_record
from gym_site.db.staff_values import FolderRecords
from gym_site.settings import load_settings
from gym_site.site import edited
settings = load_settings()
with open_engine(settings.db_url) as engine:
    records = FolderRecords(edited(settings)[0])
    change_record(engine, records, "business_info", dict(word.split("=") for word in sys.argv[1:]))
print(sources_hash(_stored_site()), end="")
"""


class FormerHost(Host):
    """A host with version 2.0.0, and a repository with this version."""

    def install(self, *settings: str) -> None:
        former = subprocess.run(["git", "archive", VERSION_2_0_0], cwd=ROOT, check=True, capture_output=True).stdout
        (self.folder / "former.tar").write_bytes(former)
        (self.folder / ".gitconfig").write_text("[user]\nname = Gym\nemail = gym@gym.example\n")
        self.run("git init -qb main origin; tar x -f former.tar -C origin")
        self.commit("Former")
        self.run("/usr/bin/git clone -q origin srv/gym-site; cd origin; git rm -rq .")
        self.copy(self.folder / "origin")
        self.commit("Present")
        (self.project / ".env").write_text("\n".join(settings))
        (self.project / ".venv").symlink_to(self.folder / "venv")
        shutil.copytree(WEB / "builds", self.project / ".web" / "builds", symlinks=True)
        self.run("cd srv/gym-site/deploy; cp gym-site@.service ../../../etc/systemd/system")
        self.install_command()

    def install_command(self) -> None:
        self.run("install -m755 srv/gym-site/deploy/gym-site usr/local/bin/")

    def commit(self, subject: str) -> None:
        for file in (self.folder / "origin" / "deploy").iterdir():
            file.write_text(self.mapped(file.read_text()))
        self.run(f"cd origin; git add .; git commit -qm {subject}")

    def update(self, **changed: str) -> str:
        """Update to this version, whose pages count as built with these values of staff's."""
        shutil.copy(self.project / ".env", self.folder / "origin")
        words = " ".join(f"'{name}={value}'" for name, value in changed.items())
        (self.folder / "stamp.py").write_text(STAMP)
        folder = self.run("PYTHONPATH=origin $PYTHON -P -m gym_site new-format --trial").strip()
        if folder:
            self.run(f"cd srv/gym-site/.web/builds/served; rm -r texts; cp -r {folder} texts")
        stamp = f"{folder and f'GYM_FOLDER={folder} '}REFLEX_DB_URL=sqlite:///{self.folder}/stamp.db PYTHONPATH=origin $PYTHON -P stamp.py {words}"
        self.run(f"rm -f stamp.db; {stamp} > srv/gym-site/.web/builds/served/sources.sha256")
        return self.run("gym-site update")

    def changed(self) -> set[str]:
        """Return the fields of which `check` says that somebody changed them."""
        findings = json.loads(self.run("gym-site check --json || true"))
        return {said["message"].split()[0] for said in findings if "somebody changed" in said["message"]}


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_what_staff_changed_is_kept_by_a_roll_back_to_2_0_0_and_by_the_next_update(
    pages, postgres, tmp_path: Path, database
):
    with FormerHost(tmp_path) as host:
        addresses = [f"REFLEX_DB_URL={postgres.address(postgres.new_database())}"] * (database == "postgresql")
        host.install(f"GYM_SITE_URL={host.url}", f"REFLEX_FRONTEND_PORT={host.server_ports['3000']}", *addresses)
        host.run(host.mapped("systemctl start gym-site@3000"))
        wait_for(lambda: answers(f"{host.server()}/ping"))
        host.run("gym-site business set --no-build --phone 604-555-0777")

        assert "Now running: " in host.update(phone="604-555-0777")
        assert host.changed() == {"phone"}
        host.run("gym-site business set --no-build --city Delta")
        host.install_command()

        assert "Former" in host.run("gym-site rollback")
        assert not (host.project / "gym_site" / "db" / "staff_values.py").exists()
        assert httpx.get(f"{host.server()}/readyz").status_code == 200
        assert host.changed() == {"phone", "city"}
        host.run("gym-site business set --no-build --address '7 Pier Road'")

        (host.folder / "origin" / "broken").touch()  # so that no server starts
        host.commit("Broken")
        with pytest.raises(AssertionError, match="The former version is in place"):
            host.update(phone="604-555-0777", city="Delta", address="7 Pier Road")
        host.run("cd origin; git reset -q --hard HEAD~1")
        assert httpx.get(f"{host.server()}/readyz").status_code == 200

        staffs = {"phone": "604-555-0777", "city": "Delta", "address": "7 Pier Road"}
        assert "Present" in host.update(**staffs)
        assert host.changed() == staffs.keys()
        assert httpx.get(f"{host.server()}/readyz").status_code == 200
        assert {name: httpx.get(f"{host.server()}/records/business").json()[name] for name in staffs} == staffs


def test_an_owners_folder_of_format_1_goes_with_the_version(pages, tmp_path: Path):
    with FormerHost(tmp_path) as host:
        own = tmp_path / "own"
        host.install(
            f"GYM_SITE_URL={host.url}", f"REFLEX_FRONTEND_PORT={host.server_ports['3000']}", f"GYM_FOLDER={own}"
        )
        shutil.copytree(host.project / "gym", own)
        host.run("sed -i 's/604-555-0124/604-555-0199/' own/gym.toml; cp -r own former")
        host.run("install -m755 origin/deploy/gym-site usr/local/bin/")
        host.run(host.mapped("systemctl start gym-site@3000"))
        wait_for(lambda: answers(f"{host.server()}/ping"))
        head = host.run("gym-site business set --no-build --city Delta; git -C srv/gym-site rev-parse HEAD")

        def serves(number: int) -> bool:
            """Return whether the folder has this format and the server has started with it."""
            written = tomllib.loads((own / "gym.toml").read_text()).get("format", 1)
            record = httpx.get(f"{host.server()}/records/business").json()
            return (written, record["phone"], record["city"]) == (number, "604-555-0199", "Delta")

        for text, says in (
            ("a = '{phone nmber}'", r"own.format-2/questions.toml:\d+: [^$]+correct this in .*own, "),
            ("# fill in", "could not be built"),  # after the database was migrated
        ):
            host.run(f'echo "{text}" >> own/questions.toml; rm -rf copy; cp -r own copy')
            with pytest.raises(AssertionError, match=says):
                host.run("gym-site update")
            host.run("diff -r own copy; cp former/questions.toml own")
            assert host.run("git -C srv/gym-site rev-parse HEAD") == head.splitlines(keepends=True)[-1]
            assert serves(1)
            assert host.changed() == {"city"}

        assert "own was brought up to date" in host.update(city="Delta")
        assert serves(2)
        assert "Former" in host.run("gym-site rollback; diff -r own former")
        assert serves(1)
        assert httpx.get(f"{host.server()}/readyz").status_code == 200
        assert host.changed() == {"city"}
        assert "Present" in host.run("gym-site rollback")
        assert serves(2)
