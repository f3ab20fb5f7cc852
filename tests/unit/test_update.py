"""``deploy/gym-site update`` and ``rollback``: the steps, with stand-ins for the packages, the build and the servers.

tests/scale runs both on a host with real servers.
"""

import re
import subprocess

import pytest

from gym_site.settings import ROOT

STAND_INS = {
    "sudo": 'shift 2; exec "$@"',  # drops -u gym
    "id": "[ $1 = -u ] && echo 0 || echo root",
    "sleep": ":",
    "make": '[ ! -e "$HOST/no registry" ]',
    "systemctl": "[ $1 != list-units ] || echo gym-site@3000.service; [ $1 != restart ] || echo restarted >> $HOST/calls; [ $1 != -q ]",
    "curl": """case $* in *readyz*) printf 200;; esac
[ -e "$HOST/broken" ] && grep -q new "$HOST/site/text" && exit 7; exit 0""",
}
# As `python -P -m gym_site build`, `rollback` and `new-format` do, on whose builds and folders the script relies.
PYTHON = """
while [ "$1" != gym_site ]; do shift; done  # ends at alembic, which has nothing to do
if [ $2 = new-format ]; then
    [ ! -e $HOST/own ] || { mkdir -p $HOST/own.format-2 && echo 2 > $HOST/own.format-2/gym.toml && echo $HOST/own.format-2; }
    exit
fi
echo $2 >> $HOST/calls
[ ! -e "$HOST/mistake" ] || [ $2 = rollback ] || exit 1
cd $HOST/site/.web/builds
if [ $2 = build ]; then
    cp current previous; echo $(($(cat current) + 1)) > current; mkdir $(cat current)
    ls -d [0-9]* | head -n -3 | xargs -r rm -r
else mv previous next; mv current previous; mv next current; fi
"""
CUTS = {  # by what is wrong: a file that makes it so, and what the command says
    "no registry": ("no registry", "could not be installed"),
    "mistake in a text": ("mistake", "could not be built"),
    "server that does not start": ("broken", "does not answer: journalctl"),
}


class Host:
    """A host whose files are in one folder: a repository, its clone with stand-ins, and the script."""

    def __init__(self, folder):
        self.folder, self.site, stand_ins = folder, folder / "site", folder / "bin"
        stand_ins.mkdir()
        for name, lines in STAND_INS.items():
            self._write(stand_ins / name, lines)
        script = (ROOT / "deploy" / "gym-site").read_text(encoding="utf-8")
        for place in ("/srv/gym-site", "/var/lib", "/etc/caddy", "/etc/systemd/system"):
            assert place in script
            script = script.replace(place, str(folder / place.rpartition("/")[2].removeprefix("gym-")))
        self._write(stand_ins / "gym-site", script)
        self.run(
            "git init -qb main origin; cd origin; git config user.name Gym; git config user.email gym@gym.example; cd .."
        )
        self.commit("old")
        self.run(
            "git clone -q origin site; mkdir -p site/.venv/bin site/.web/builds/served site/.web/builds/1; echo 1 > site/.web/builds/current"
        )
        self.run("touch site/.web/builds/served/sources.sha256 site/.env; printf '.*\\n' > site/.git/info/exclude")
        self._write(self.site / ".venv/bin/python", PYTHON)

    @staticmethod
    def _write(file, lines):
        file.write_text(lines if lines.startswith("#!") else f"#!/bin/sh\n{lines}\n")
        file.chmod(0o755)

    def run(self, script):
        environment = {
            "PATH": f"{self.folder / 'bin'}:/usr/local/bin:/usr/bin:/bin:/usr/sbin",
            "HOST": str(self.folder),
            "HOME": str(self.folder),
        }
        return subprocess.run(["sh", "-ec", script], cwd=self.folder, env=environment, capture_output=True, text=True)

    def commit(self, text):
        """Commit a version to the repository from which the host gets its updates."""
        (self.folder / "origin" / "text").write_text(text)
        (self.folder / "origin" / "gym_site" / "cli").mkdir(parents=True, exist_ok=True)
        (self.folder / "origin" / "gym_site" / "cli" / "new_format.py").touch()
        (self.folder / "origin" / "requirements.txt").write_text("reflex\n")
        done = self.run(f"cd origin; git add .; git commit -qm 'Change {text}'")
        assert done.returncode == 0, done.stderr

    def state(self):
        """Return the text of the version in place, and the number of its build."""
        return (self.site / "text").read_text(), (self.site / ".web/builds/current").read_text().strip()

    def own(self):
        """Return a file of a folder with texts that git does not keep; the folder is created."""
        (self.folder / "own").mkdir(exist_ok=True)
        return self.folder / "own" / "gym.toml"

    def calls(self):
        """Return what was built and restarted since the last time."""
        calls = self.folder / "calls"
        made = calls.read_text().split() if calls.exists() else []
        calls.unlink(missing_ok=True)
        return made


@pytest.fixture
def host(tmp_path):
    return Host(tmp_path)


@pytest.mark.parametrize(("since", "build", "steps"), [(1, "1", ["rollback"]), (3, "5", ["rollback", "build"])])
def test_a_roll_back_returns_to_the_former_pages_whatever_was_built_since(host, since, build, steps):
    assert "up to date" in host.run("gym-site update").stdout
    host.commit("new")
    done = host.run("gym-site update")
    assert re.search("Now running: .*Change new", done.stdout), done.stdout + done.stderr
    assert (host.state(), host.calls()) == (("new", "2"), ["build", "restarted"])
    for _ in range(since):  # of a changed text; three builds are kept
        host.run("gym-site build")
    host.calls()
    done = host.run("gym-site rollback")
    assert (done.returncode, host.calls()) == (0, [*steps, "restarted"]), done.stderr
    assert host.state() == ("old", build)


@pytest.mark.parametrize("cut", CUTS)
def test_an_update_that_fails_leaves_the_former_version_in_place(host, cut):
    host.own().write_text("1\n")
    host.commit("new")
    file, says = CUTS[cut]
    (host.folder / file).touch()
    done = host.run("gym-site update")
    assert (done.returncode, re.search(says, done.stderr) is not None) == (1, True), done.stdout + done.stderr
    assert (host.state(), host.own().read_text()) == (("old", "1"), "1\n")
    assert not (host.site / ".releases" / "next").exists()
    assert host.calls().count("restarted") == (2 if file == "broken" else 0)
    (host.folder / file).unlink()
    assert host.run("gym-site update").returncode == 0
    assert host.state() == ("new", "2")


def test_a_folder_that_git_does_not_keep_is_exchanged_with_the_version(host):
    own = host.own()
    own.write_text("1\n")
    host.commit("new")
    for command, number in (("update", 2), ("rollback", 1), ("rollback", 2)):
        done = host.run(f"gym-site {command}")
        assert (done.returncode, own.read_text()) == (0, f"{number}\n"), done.stderr
        assert (host.folder / f"own.format-{3 - number}" / "gym.toml").read_text() == f"{3 - number}\n"
    (host.folder / "own.format-1").rename(host.folder / "gone")
    assert "own.format-1 is gone" in host.run("gym-site rollback").stderr
    assert (host.state(), own.read_text()) == (("new", "2"), "2\n")
