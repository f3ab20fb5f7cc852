"""The commands that test the messages to staff and report units."""

import pytest

from gym_site.cli import main
from tests.form_service import FormService
from tests.site import serving


@pytest.fixture
def webhook(monkeypatch):
    with serving(FormService()) as service:
        monkeypatch.setenv("GYM_ALERTS", f"{service.url}/secret")
        monkeypatch.setenv("GYM_SITE_URL", "https://gym.example")
        yield service


def texts(webhook):
    return [post["body"]["text"] for post in webhook.posts()]


def test_the_alert_test_command_prints_the_response_of_the_webhook(webhook, capsys):
    webhook.answers(body="ok")
    assert main(["alert", "test"]) == 0
    assert "127.0.0.1 answered: 200 ok." in capsys.readouterr().out
    assert texts(webhook) == ["gym.example: This is a test of the alerts: nothing is wrong."]


@pytest.mark.parametrize(
    ("answer", "why"),
    [({"status": 404}, "404"), ({"status": 302}, "302"), ({"fault": "hang up"}, "RemoteProtocolError")],
)
def test_a_failed_alert_test_does_not_print_the_webhook_url(webhook, capsys, answer, why):
    webhook.answers(**answer)
    assert main(["alert", "test"]) == 1
    said = capsys.readouterr().err
    assert said == f"127.0.0.1 did not accept the message: {why}.\nIs GYM_ALERTS right?\n"


def test_the_alert_test_command_fails_if_no_webhook_is_set(monkeypatch, capsys):
    monkeypatch.setenv("GYM_ALERTS", "")
    assert main(["alert", "test"]) == 1
    assert capsys.readouterr().err == "There is nowhere to send a message: GYM_ALERTS is not set.\n"


def test_a_failed_unit_sends_an_alert_even_with_an_invalid_setting(webhook, monkeypatch):
    monkeypatch.setenv("GYM_LIMIT_TOTAL", "many")
    monkeypatch.setenv("REFLEX_DB_URL", "sqlite:////no/such/folder/gym.db")
    assert main(["alert", "failed", "gym-site@3000.service"]) == 0
    said = "gym-site@3000.service has failed: journalctl -u gym-site@3000.service shows why."
    assert texts(webhook) == [f"gym.example: {said}"]


@pytest.mark.parametrize("limit", ["0", "many"])
def test_a_failed_unit_is_told_once_and_that_it_works_again(webhook, engine, database, monkeypatch, limit):
    for command in ("failed", "failed", "over", "over", "failed"):
        monkeypatch.setenv("GYM_LIMIT_TOTAL", limit if command == "failed" else "0")
        assert main(["alert", command, "gym-site-backup.service"]) == 0
    told = "gym-site-backup.service has failed: journalctl -u gym-site-backup.service shows why."
    assert texts(webhook) == [f"gym.example: {said}" for said in (told, f"This is over: {told}", told)]


def test_a_message_about_a_unit_that_could_not_be_sent_is_sent_by_the_next_attempt(webhook, engine, database, capsys):
    for command, code in (("failed", 1), ("over", 0)):  # systemd tries the first again
        webhook.answers(status=500)
        assert main(["alert", command, "gym-site-backup.service"]) == code
        assert ("The message was not delivered." in capsys.readouterr().err) == code
        webhook.answers()
        assert main(["alert", command, "gym-site-backup.service"]) == 0
    assert len(texts(webhook)) == 4
