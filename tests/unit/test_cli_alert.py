"""The commands that test the alert webhook and watch a server."""

import json
import os

import pytest

from gym_site.cli import alert as alert_module
from gym_site.cli import main
from tests.form_service import FormService
from tests.site import free_port, plain_host, serving

FINE = {"database": 1, "undelivered": 0, "undelivered_seconds": 0, "faults": {}}
STALE = FINE | {"schema": 0, "faults": {"schema": "The schema is old."}}


@pytest.fixture
def webhook(monkeypatch):
    with serving(FormService()) as service:
        monkeypatch.setenv("GYM_ALERT_WEBHOOK", f"{service.url}/secret")
        monkeypatch.setenv("GYM_SITE_URL", "https://gym.example")
        yield service


def texts(webhook):
    return [post["body"]["text"] for post in webhook.posts()]


def test_the_alert_test_command_prints_the_response_of_the_webhook(webhook, capsys):
    webhook.answers(body="ok")
    assert main(["alert", "test"]) == 0
    assert "127.0.0.1 answered: 200 ok. " in capsys.readouterr().out
    assert texts(webhook) == ["gym.example: This is a test of the alerts: nothing is wrong."]
    assert webhook.posts()[0]["body"]["rejected"] == 0


@pytest.mark.parametrize(
    ("answer", "why"),
    [({"status": 404}, "404"), ({"status": 302}, "302"), ({"fault": "hang up"}, "RemoteProtocolError")],
)
def test_a_failed_alert_test_does_not_print_the_webhook_url(webhook, capsys, answer, why):
    webhook.answers(**answer)
    assert main(["alert", "test"]) == 1
    said = capsys.readouterr().err
    assert said == f"127.0.0.1 did not accept the alert ({why}). Is GYM_ALERT_WEBHOOK right?\n"


def test_the_alert_test_command_fails_if_no_webhook_is_set(monkeypatch, capsys):
    monkeypatch.setenv("GYM_ALERT_WEBHOOK", "")
    assert main(["alert", "test"]) == 1
    assert capsys.readouterr().err == "There is nowhere to send an alert: GYM_ALERT_WEBHOOK is not set.\n"


def test_a_failed_unit_sends_an_alert_even_with_an_invalid_setting(webhook, monkeypatch, capsys):
    monkeypatch.setenv("GYM_LIMIT_TOTAL", "many")
    assert main(["alert", "failed", "gym-site@3000.service"]) == 0
    said = "gym-site@3000.service has failed: journalctl -u gym-site@3000.service shows why."
    assert texts(webhook) == [f"gym.example: {said}"]
    webhook.answers(status=500)
    assert main(["alert", "failed", "gym-site@3000.service"]) == 1  # so that systemd retries
    assert capsys.readouterr().err.endswith("The alert was not delivered.\n")


def test_an_invalid_status_address_prevents_no_alert(webhook, monkeypatch):
    monkeypatch.setenv("GYM_STATUS_ADDRESS", "everywhere")
    assert main(["alert", "failed", "gym-site@3000.service"]) == 0
    assert len(texts(webhook)) == 1


@pytest.fixture
def watch(tmp_path, monkeypatch):
    """Run ``alert watch`` once, for a server with this readiness report. None: no server is running."""
    monkeypatch.setattr(alert_module, "AGAIN_AFTER", 0)
    noted, answers = tmp_path / "noted", tmp_path / "answers"
    answers.mkdir()
    (answers / "404.html").write_text("Not Found")

    with plain_host(answers) as host:

        def watched(report, server="3000"):
            (answers / "readyz").write_text(json.dumps(report))
            status = f"127.0.0.1:{free_port()}" if report is None else host.removeprefix("http://")
            monkeypatch.setenv("GYM_STATUS_ADDRESS", status)
            return main(["alert", "watch", server, "--noted", str(noted)])

        watched.noted = noted
        yield watched


def test_the_watch_reports_the_start_and_the_end_of_a_fault_once(webhook, watch, monkeypatch):
    monkeypatch.setenv("GYM_LIMIT_TOTAL", "many")  # could be why the server does not start
    reports = [FINE, STALE, STALE, STALE, FINE, FINE]
    assert [watch(report) for report in reports] == [0, 1, 1, 1, 0, 0]
    wrong, over = texts(webhook)
    assert wrong == "gym.example: Server process on port 3000:\nThe schema is old."
    assert over == "gym.example: Server process on port 3000 works again."


def test_the_watch_reports_a_lasting_fault_daily_and_its_end_once(webhook, watch):
    def a_day_later():
        then = watch.noted.stat().st_mtime - 25 * 3600
        os.utime(watch.noted, (then, then))

    watch(STALE)
    a_day_later()
    watch(STALE)
    a_day_later()
    watch(FINE)
    assert ["works again" in text for text in texts(webhook)] == [False, False, True]


def test_the_watch_reports_a_silent_server_and_undelivered_forms(webhook, watch):
    assert watch(None) == 1
    assert watch(FINE | {"undelivered": 2, "undelivered_seconds": 3601}) == 1
    silent, late = texts(webhook)
    assert "does not answer (ConnectionRefusedError)" in silent
    assert "Undelivered requests: 2, the oldest for over an hour." in late


def test_the_watch_accepts_the_address_of_a_server_in_place_of_its_port(webhook, watch):
    assert watch(FINE, "http://127.0.0.1:3000") == 0


def test_the_watch_resends_an_alert_that_the_webhook_refused(webhook, watch):
    webhook.answers(status=500)
    watch(STALE)
    webhook.answers()
    watch(STALE)
    watch(STALE)
    assert len(texts(webhook)) == 2


def test_the_watch_ignores_a_fault_that_has_gone_at_the_second_check(webhook, watch, monkeypatch):
    looks = [{"answer": "away"}, {}]
    monkeypatch.setattr(alert_module, "server_faults", lambda _: looks.pop(0))
    assert watch(FINE) == 0
    assert texts(webhook) == []
