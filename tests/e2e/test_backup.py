"""Backing up a SQLite database while the site runs, and the cases in which no backup is made."""

import stat

from tests.posting import Stranger, statuses
from tests.site import PrebuiltSite


def test_a_backup_of_a_running_site_overwrites_no_file_and_can_be_restored(site, service, tmp_path, capsys):
    before, after = Stranger(site.url), Stranger(site.url)
    assert before.send().is_success
    restored = PrebuiltSite(tmp_path, GYM_FORM_ENDPOINT=service.endpoint)
    restored.database.write_text("mine")
    assert (site.run_command("backup", str(restored.database)), restored.database.read_text()) == (1, "mine")
    assert capsys.readouterr().err == f"{restored.database} can't be written: File exists\n"
    restored.database.unlink()
    assert site.run_command("backup", str(restored.database)) == 0
    copied = len(site.rows())
    assert f"Copied {copied} request{'s' * (copied != 1)} to {restored.database}" in capsys.readouterr().out
    assert stat.S_IMODE(restored.database.stat().st_mode) == 0o600
    assert after.send().is_success
    with restored:
        assert [statuses(restored, stranger.mark) for stranger in (before, after)] == [["sent"], []]
        before.url = restored.url
        assert before.send().is_success  # already known, so not sent again
        assert Stranger(restored.url).send().is_success
    assert len(service.posts(before.mark)) == 1


def test_of_an_empty_or_missing_database_no_backup_is_made(tmp_path, capsys):
    site, copy = PrebuiltSite(tmp_path), tmp_path / "copy.db"
    assert (site.run_command("backup", str(copy)), copy.exists()) == (1, False)
    assert "There is no database" in capsys.readouterr().err
    site.database.touch()
    assert (site.run_command("backup", str(copy)), copy.exists()) == (1, False)
    assert capsys.readouterr().err == "The copy failed: no such table: lead\n"
