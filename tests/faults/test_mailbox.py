"""The built site with a mail server in place of the form service."""

import pytest

from tests.mail_server import CLOSE, END, PASSWORD, MailServer
from tests.posting import Stranger, statuses
from tests.site import PrebuiltSite, wait_for


@pytest.fixture(scope="module")
def mailing(pages, tmp_path_factory):
    """The site and its mail server."""
    with MailServer("127.0.0.1") as server:
        endpoint = server.address(user="desk%40gym.example:hush%20hush%2F%23@")
        with PrebuiltSite(tmp_path_factory.mktemp("site"), GYM_FORM_ENDPOINT=endpoint, GYM_REDELIVER="yes") as site:
            yield site, server


def test_a_form_is_sent_as_one_mail_and_the_password_is_not_logged(mailing, capsys):
    site, server = mailing
    arrived, lost = Stranger(site.url), Stranger(site.url)
    assert [arrived.send().is_success for _ in range(2)] == [True, True]
    (mail,) = server.mails
    assert arrived.mark in mail.get_content()
    server.faults = {END: CLOSE}
    assert lost.send().is_failure_with(lost.entries)
    assert statuses(site, lost.mark) == ["unsure"]
    server.faults = {"RCPT": "550 No such mailbox"}
    assert site.run_command("leads", "deliver") == 1
    wait_for(lambda: statuses(site, lost.mark) == ["rejected"])
    server.faults = {}
    assert site.run_command("leads", "deliver", "--status", "rejected") == 0
    assert statuses(site, lost.mark) == ["sent"]
    copies = [mail for mail in server.mails if lost.mark in mail.get_content()]
    assert len({mail["Message-ID"] for mail in copies}) == 1 < len(copies) == 2
    for text in (site.log.read_text(), *capsys.readouterr()):
        assert not [word for word in (PASSWORD, "hush", arrived.mark, lost.mark) if word in text]
