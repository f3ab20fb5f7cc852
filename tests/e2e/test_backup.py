"""Backing up a SQLite database while the site runs, and the cases in which no backup is made."""

import stat

from tests.posting import Stranger, statuses
from tests.site import PrebuiltSite, python


def backup(site, file):
    return python("-m", "gym_site", "backup", str(file), env=site.environment)


def test_a_backup_of_a_running_site_overwrites_no_file_and_can_be_restored(site, service, tmp_path):
    before, after = Stranger(site.url), Stranger(site.url)
    assert before.send().is_success
    restored = PrebuiltSite(tmp_path, GYM_FORM_ENDPOINT=service.endpoint)
    restored.database.write_text("mine")
    done = backup(site, restored.database)
    assert (done.returncode, restored.database.read_text()) == (1, "mine")
    assert done.stderr == f"{restored.database} can't be written: File exists\n"
    restored.database.unlink()
    done = backup(site, restored.database)
    assert (done.returncode, done.stderr) == (0, "")
    copied = len(site.rows())
    assert f"Copied {copied} request{'s' * (copied != 1)} to {restored.database}" in done.stdout
    assert stat.S_IMODE(restored.database.stat().st_mode) == 0o600
    assert after.send().is_success
    with restored:
        assert [statuses(restored, stranger.mark) for stranger in (before, after)] == [["sent"], []]
        before.url = restored.url
        assert before.send().is_success  # already known, so not sent again
        assert Stranger(restored.url).send().is_success
    assert len(service.posts(before.mark)) == 1


def test_commands_refuse_a_database_that_the_running_server_does_not_use(site, tmp_path):
    """As on a host where only the systemd unit sets the database."""
    environment = site.environment | {"REFLEX_DB_URL": "", "REFLEX_FRONTEND_PORT": str(site.port)}
    for command in (["backup", str(tmp_path / "copy.db")], ["check"]):
        done = python("-m", "gym_site", *command, env=environment)
        assert (done.returncode, done.stdout) == (1, ""), command
        assert "This command would use .data/gym.db, but the server on port" in done.stderr
    assert not (tmp_path / "copy.db").exists()


def test_an_empty_database_file_cannot_be_backed_up(tmp_path):
    site = PrebuiltSite(tmp_path)
    site.database.touch()
    done = backup(site, tmp_path / "copy.db")
    assert (done.returncode, done.stderr) == (1, "The copy failed: no such table: lead\n")
    assert not (tmp_path / "copy.db").exists()


def test_without_a_database_no_backup_is_made(tmp_path):
    done = backup(PrebuiltSite(tmp_path), tmp_path / "other.db")
    assert "There is no database" in done.stderr
    assert not (tmp_path / "other.db").exists()
