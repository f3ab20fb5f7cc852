"""``deploy/gym-site desk on``, ``off`` and ``backup``, with stand-ins for users, systemd, packages and Caddy."""

import hashlib
import re
import shutil
import stat
import subprocess
import sys
import tarfile

import pytest

from gym_site.settings import ROOT
from tests.unit.test_update import PYTHON, STAND_INS, Host

STAND_INS_HERE = STAND_INS | {
    "id": "case $1 in -u) echo 0;; -un) echo root;; *) [ -e $HOST/user ];; esac",
    "useradd": "echo $* > $HOST/user",
    "find": '[ $PWD = / ] && exec /usr/bin/find "$@"',  # as gym it can't return to root's folder, and does nothing
    "chown": ":",
    "make": """
[ ! -e "$HOST/no registry" ] && echo $* >> $HOST/made || exit 1
folder=${2#VENV=}
[ -e $folder/bin ] || [ $1 = -sC ] || cp -r $HOST/site/.venv/. $folder""",
    "systemctl": """
[ $1 != -q ] || shift
case $1 in
list-units) echo gym-site@3000.service;;
enable) shift; for unit; do touch $HOST/enabled/$unit; done;;
disable) shift; for unit; do rm -f $HOST/enabled/$unit; done;;
is-enabled) [ -e $HOST/enabled/$2 ];;
is-failed) false;;
restart) echo $2 >> $HOST/calls;;
reload) [ ! -e $HOST/'no reload' ];;
esac""",
    "getent": "[ $1 = ahosts ] && printf '127.0.1.1 STREAM\\n203.0.113.5 STREAM\\n203.0.113.5 DGRAM\\n2001:db8::5 STREAM\\n'",
}
# As `python -P -m gym_site desk` does.
PYTHON_HERE = f"""
case $* in
*new-format*) [ ! -e $HOST/format ] || {{ mkdir -p $HOST/lib/gym-site-texts/0002; echo $HOST/lib/gym-site-texts/0002; }}; exit;;
*"gym_site folder put") exec touch $HOST/written;;
*"gym_site desk copy") exec cat $GYM_DESK_FOLDER/desk.db;;
*"gym_site desk "*) echo $@ | sed 's/.* desk //' >> $HOST/calls; exit;;
esac
{PYTHON}"""
DESK = "gym-site-desk"
ENABLED = {DESK, *(f"gym-site-wanted@{work}.path" for work in ("aside", "backup", "build"))}

WITHOUT = "import sys; sys.modules['argon2'] = None; from gym_site.cli import main; sys.exit(main(sys.argv[1:]))"


@pytest.fixture
def host(tmp_path):
    host = Host(tmp_path)
    for folder in ("system", "caddy", "enabled", "lib/gym-site-backups"):
        (tmp_path / folder).mkdir(parents=True)
    for name, lines in STAND_INS_HERE.items():
        host._write(tmp_path / "bin" / name, lines)
    (tmp_path / "caddy/gym-site.env").write_text("SITE_ADDRESS=www.gym.example:8443\nBACKENDS=127.0.0.1:3000\n")
    shutil.copytree(ROOT / "deploy", tmp_path / "origin/deploy")
    (tmp_path / "origin/requirements-desk.txt").write_text("argon2\n")
    host.commit("with a desk")
    assert host.run("cd site; git pull -q").returncode == 0
    host._write(host.site / ".venv/bin/python", PYTHON_HERE)
    (host.site / ".data").mkdir(mode=0o700)
    (host.site / ".data/gym.db").touch(0o600)
    (host.site / ".data/gym.db-wal").touch(0o600)
    (host.site / ".env").chmod(0o600)
    return host


def modes(host):
    """Return the modes of the database's folder, its files and the settings."""
    files = [host.site / ".data", *sorted((host.site / ".data").iterdir()), host.site / ".env"]
    return [oct(stat.S_IMODE(file.stat().st_mode)) for file in files]


def enabled(host):
    return {file.name for file in (host.folder / "enabled").iterdir()} - {"--now"}


def test_the_desk_is_put_on_a_server_twice_and_taken_back(host):
    before = modes(host)
    assert "The desk is off." in host.run("gym-site desk list").stderr
    for _ in range(2):
        done = host.run("gym-site desk on")
        assert done.returncode == 0, done.stderr
        assert "https://desk.gym.example:8443. To let the first person in: gym-site desk add" in done.stdout
        records = re.findall(r"^ +(\S+) +(A+) +(\S+)$", done.stdout, re.MULTILINE)
        assert {*records} == {
            (f"{name}.gym.example", kind, address)
            for name in ("desk", "draft")
            for kind, address in (("A", "203.0.113.5"), ("AAAA", "2001:db8::5"))
        }
        assert modes(host) == ["0o2770", "0o660", "0o660", "0o640"]
        assert enabled(host) == ENABLED
        assert (host.folder / "caddy/sites/desk.caddy").read_text().count(
            "\ndesk.gym.example:8443, draft.gym.example:8443 {\n"
        ) == 1
        assert (host.folder / f"system/{DESK}.service").exists()
        assert (host.folder / "system/gym-site-wanted@.path").exists()
        assert host.calls() == ["gym-site@3000.service", DESK]
    assert "--gid gym" in (host.folder / "user").read_text()
    host.run("gym-site desk list")
    assert host.calls() == ["list"]

    done = host.run("gym-site desk off")
    assert "Its people stay in" in done.stdout
    assert (modes(host), enabled(host)) == (before, set())
    assert not (host.folder / "caddy/sites/desk.caddy").exists()
    assert "The desk is off." in host.run("gym-site desk list").stderr


def test_a_desk_that_can_not_be_put_on_changes_nothing_that_would_stop_the_site(host):
    (host.folder / "no registry").touch()
    done = host.run("gym-site desk on")
    assert (done.returncode, enabled(host), modes(host)[0]) == (1, set(), "0o700"), done.stdout
    (host.folder / "no registry").unlink()
    for address in ("", ":8080", "http://gym.example", "gym.example }"):
        (host.folder / "caddy/gym-site.env").write_text(f"SITE_ADDRESS={address}\n")
        done = host.run("gym-site desk on")
        assert (done.returncode, enabled(host)) == (1, set()), address
        assert "SITE_ADDRESS" in done.stderr
    (host.folder / "caddy/gym-site.env").write_text("SITE_ADDRESS=gym.example\n")
    (host.folder / "no reload").touch()
    assert "Caddy refuses" in host.run("gym-site desk on").stderr
    assert not (host.folder / "caddy/sites/desk.caddy").exists()  # or Caddy would not start again


@pytest.mark.parametrize("is_on", [False, True])
def test_an_update_installs_the_packages_of_the_desk_if_it_is_on(host, is_on):
    assert not is_on or host.run("gym-site desk on").returncode == 0
    host.calls()
    (host.folder / "made").unlink(missing_ok=True)
    (host.folder / "origin/requirements-desk.txt").write_text("argon2, newer\n")
    host.commit("new")
    done = host.run("gym-site update")
    assert done.returncode == 0, done.stderr
    both = hashlib.sha256(b"reflex\nargon2, newer\n").hexdigest()[:12]
    made = (host.folder / "made").read_text()
    assert (f"packages/{both}/desk.stamp" in made) == is_on, made
    assert is_on or "packages/first/site.stamp" in made
    assert host.calls() == ["build", "gym-site@3000.service", *[DESK] * is_on]


def test_a_backup_takes_the_people_along_and_one_that_fails_keeps_the_last(host):
    copy, people = host.folder / "lib/gym-site-backups/desk.db", host.folder / "lib/gym-site-desk/desk.db"
    assert host.run("gym-site desk backup").returncode == 0  # the desk is off
    assert not copy.exists()
    host.run("gym-site desk on")
    people.write_text("people")
    assert host.run("umask 027; gym-site desk backup").returncode == 0
    assert (copy.read_text(), stat.S_IMODE(copy.stat().st_mode)) == ("people", 0o600)
    people.unlink()
    assert host.run("gym-site desk backup").returncode != 0
    assert [file.name for file in copy.parent.iterdir()] == ["desk.db"]
    assert copy.read_text() == "people"


def test_the_texts_are_taken_over_once_and_copied_and_an_update_says_what_it_leaves_alone(host):
    assert "The desk is off" in host.run("gym-site desk texts on").stderr
    host.run("gym-site desk on")
    (host.site / ".env").write_text("GYM_FOLDER=other\nGYM_SITE_URL=https://gym.example")
    texts = host.folder / "lib/gym-site-texts"
    host.calls()
    done = host.run("gym-site desk texts on")
    assert done.returncode == 0, done.stderr
    assert host.calls() == ["take-over", str(texts), "gym-site@3000.service", DESK]
    assert (host.site / ".env").read_text() == f"GYM_SITE_URL=https://gym.example\nGYM_FOLDER={texts}/current\n"
    assert (
        stat.S_IMODE(texts.stat().st_mode) == 0o750
    )  # a build copies modes, and its unit refuses the set-group-ID bit

    (texts / "0001").mkdir()
    (texts / "current").symlink_to("0001")
    assert "already" in host.run("gym-site desk texts on").stderr
    assert host.run("umask 077; gym-site folder put").returncode == 0
    assert (host.folder / "written").stat().st_mode & 0o040  # gym reads what root's shell would hide from it
    (texts / "0001/plans.toml").write_text("price = 15")
    (host.folder / "lib/gym-site-desk/desk.db").write_text("people")
    assert host.run("gym-site desk backup").returncode == 0
    with tarfile.open(host.folder / "lib/gym-site-backups/texts.tar.gz") as copy:
        assert copy.extractfile("gym-site-texts/0001/plans.toml").read() == b"price = 15"

    (host.folder / "origin/gym").mkdir(exist_ok=True)
    (host.folder / "origin/gym/plans.toml").write_text("price = 16")
    host.commit("another price")
    assert "The folder gym of the code has changed." in host.run("gym-site update").stdout


def test_texts_of_an_older_format_are_replaced_by_an_update_and_back_after_a_roll_back(host):
    texts = host.folder / "lib/gym-site-texts"
    host.run("gym-site desk on; gym-site desk texts on")
    (texts / "0001").mkdir()
    (texts / "current").symlink_to("0001")
    (host.folder / "format").touch()
    host.commit("new")
    for fault in ("mistake", "broken"):
        (host.folder / fault).touch()
        done = host.run("gym-site update")
        assert (done.returncode, (texts / "current").readlink().name) == (1, "0001"), fault
        (host.folder / fault).unlink()
    done = host.run("gym-site update")
    assert (done.returncode, (texts / "current").readlink().name) == (0, "0002"), done.stderr
    assert "The desk's texts were brought up to date." in done.stdout
    (texts / "0003").mkdir()
    host.run("ln -sfn 0003 lib/gym-site-texts/current")  # published since
    done = host.run("gym-site rollback")
    assert (done.returncode, (texts / "current").readlink().name) == (0, "0001"), done.stderr
    assert "publication 0001 again. Later ones, up to 0003," in done.stdout
    host.run("gym-site rollback")  # from the roll back
    assert (texts / "current").readlink().name == "0003"


@pytest.mark.parametrize(("words", "code"), [
    pytest.param("--help", 0, marks=pytest.mark.long), ("desk list", 1), pytest.param("desk serve --port 3911", 1, marks=pytest.mark.long),
])  # fmt: skip
def test_where_the_packages_of_the_desk_are_missing_a_sentence_says_how_to_get_them(words, code):
    command = [sys.executable, "-c", WITHOUT, *words.split()]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stderr
    assert ("requirements-desk.txt" in done.stderr) == bool(code)
    assert "Traceback" not in done.stderr
