"""The settings: the values that each accepts and refuses, and what follows from several of them."""

import re
import shutil
import socket
from dataclasses import fields, replace
from datetime import datetime, time, timedelta
from runpy import run_path

import pytest

from gym_site import folder
from gym_site.cli import main
from gym_site.errors import SettingsError
from gym_site.settings import ROOT, VERSION, Settings, env_file, load_alert_settings, load_settings
from gym_site.site import edited
from scripts.describe_settings import PAGE, described
from tests.site import free_port, python, site_environment

DECLARED = {field.metadata["variable"]: field for field in fields(Settings)}
DOCUMENTED = sorted(DECLARED.keys() - {"REFLEX_ENV_MODE"})  # set by Reflex itself
SMTP = "smtp://desk:secret@mail.example/?to=desk@gym.example"
FORMS, HOOK = "https://forms.example/f/abc", "https://alerts.example/gym"

BAD = {
    "full address": [
        ("GYM_FORM_ENDPOINT", "forms.example/f/abc"), ("GYM_FORM_ENDPOINT", "https://jo:secret@forms.example/f/abc"),
        ("GYM_FORM_ENDPOINT", "ftp://forms.example/f/abc"), ("GYM_PORTAL_URL", "javascript:alert(1)"), ("GYM_TRIAL_URL", "/trial"), ("GYM_CALENDAR_URL", "calendar"),
        ("GYM_INSTAGRAM_URL", "@gym"), ("GYM_DIRECTIONS_URL", "geo:49.1,-122.8"),
        ("GYM_WIDGET_SCRIPT_URL", "//cdn.example/widget.js"),
        *(("GYM_ALERTS", f"https://{rest}") for rest in (
            "forms.example:8o80/f/1", "forms.example:99999/f/1", "f\u00f6rms..example/f/1", "[::1/f/1", "a.example/\x7f")),
    ],
    "full address such as https://gym.example": [("GYM_SITE_URL", "gym.example")],
    "full address such as https://api.gym.example": [("REFLEX_API_URL", "api")],
    "full address such as https://alerts.example/hooks/abc123 or mailto:": [("GYM_ALERTS", "me@gym.example")],
    "one mail address after each mailto:": [("GYM_ALERTS", f"https://a.example/b, mailto:{x}") for x in ("", "me", "a@b.example;c@d.example")],
    "for a mailbox smtp://user:password@host:587/?to=": [("GYM_FORM_ENDPOINT", "desk@gym.example")],
    "smtp://user:password@host:587/?to=": [
        ("GYM_FORM_ENDPOINT", f"{scheme}://{rest}") for scheme in ("smtp", "smtps") for rest in (
            "desk:secret/1@mail.example/?to=desk@gym.example", "desk@mail.example/?to=desk@gym.example",
            "mail.example/desk?to=desk@gym.example", "?to=desk@gym.example")
    ],
    "must end with ?to= and a mail address": [
        ("GYM_FORM_ENDPOINT", f"smtp://desk:secret@mail.example/{rest}") for rest in (
            "", "?to=", "?to=desk", "?to=desk@gym.example,jo@mail.example", "?to=desk@gym.example%0aBcc:jo@mail.example",
            "?to=desk@gym.example&from=desk", "?to=desk@gym.example&cc=jo@mail.example", "?to=d\u00e9sk@gym.example")
    ],
    "form's id in its path": [
        ("GYM_FORM_ENDPOINT", "https://forms.example"), ("GYM_FORM_ENDPOINT", "https://forms.example/"),
    ],
    "https://": [
        ("GYM_FORM_ENDPOINT", "http://forms.example/f/abc"),
        ("GYM_FORM_ENDPOINT", "http://127.0.0.1.forms.example/f/abc"), ("GYM_SITE_URL", "http://gym.example"),
        ("GYM_PHYSIO_URL", "http://booking.example"), ("GYM_REVIEWS_URL", "http://reviews.example"),
        ("GYM_MAP_EMBED_URL", "http://maps.example/embed"), ("GYM_WIDGET_LIBRARY_URL", "http://cdn.example/lib.js"),
        ("GYM_ALERTS", "http://alerts.example/gym"),
    ],
    "address such as": [
        ("REFLEX_BACKEND_HOST", "everywhere"),
        *(("GYM_STATUS_ADDRESS", text) for text in ("13000", "127.0.0.1:0", "127.0.0.1:66000", "me@127.0.0.1:13000")),
    ],
    "a time of day such as 08:00": [("GYM_DAILY_SUMMARY", text) for text in ("8", "8:00", "24:00", "08:60", "08:00:00")],
    "yes or none": [("GYM_SERVER", "no")],
    "scheme and host only": [
        ("GYM_SITE_URL", "https://gym.example/home"), ("GYM_SITE_URL", "https://gym.example?x=1"),
        ("REFLEX_API_URL", "https://api.example/v1"),
    ],
    "a folder with a file gym.toml": [("GYM_FOLDER", "nowhere")],
    "a folder, without ~": [("GYM_DESK_FOLDER", "~/desk")],
    "local time": [("GYM_EXPANSION_OPENS_AT", "31.10.2025")],
    "no time zone": [("GYM_EXPANSION_OPENS_AT", "2025-10-31T23:59:59Z")],
    "whole number": [
        ("GYM_LIMIT_PER_ADDRESS", "-1"), ("GYM_LIMIT_TOTAL", "many"), ("GYM_LIMIT_TOTAL", "1.5"),
        ("GYM_LIMIT_CONNECTIONS", "x"), ("GYM_LIMIT_EVENTS", "1/s"), ("REFLEX_TRUSTED_PROXY_HOPS", "all"),
    ],
    "yes or no": [("GYM_REDELIVER", "1"), ("GYM_RESEND_UNSURE", "true")],
    "sqlite:///": [("REFLEX_DB_URL", "mysql://host/gym"), ("REFLEX_DB_URL", "sqlite:/gym.db")],
    "the path of a file": [("REFLEX_DB_URL", "sqlite:///~/gym.db"), ("REFLEX_DB_URL", "sqlite:///:memory:")],
    "the name of a database": [("REFLEX_DB_URL", "sqlite:///"), ("REFLEX_DB_URL", "postgresql+psycopg://gym:secret@db")],
    "not the address of a database": [("REFLEX_DB_URL", "postgresql+psycopg://gym:secret@db:5x/gym")],
    "a path such as /gym": [("REFLEX_FRONTEND_PATH", text) for text in ("/a/../b", "/my gym", "/gymn\u00e1sio")],
    "redis://": [("REFLEX_REDIS_URL", "localhost:6379")],
    "1 to 65535": [("REFLEX_FRONTEND_PORT", "0"), ("REFLEX_FRONTEND_PORT", "65536"), ("REFLEX_BACKEND_PORT", "http")],
}  # fmt: skip


# Accepted values, and what they are read as.
GOOD = [
    ("GYM_FORM_ENDPOINT", " https://forms.example/f/abc ", "https://forms.example/f/abc"),
    ("GYM_FORM_ENDPOINT", "http://localhost:8080/f/abc", "http://localhost:8080/f/abc"),  # this machine
    ("GYM_FORM_ENDPOINT", "http://127.0.0.1:8080/f/abc", "http://127.0.0.1:8080/f/abc"),
    ("GYM_FORM_ENDPOINT", "http://[::1]:8080/f/abc", "http://[::1]:8080/f/abc"),
    *(("GYM_FORM_ENDPOINT", address, address) for address in (
        "smtp://desk%40gym.example:pass%2Fword@mail.example:2525/?to=desk@gym.example", "smtps://u:p@h?to=d@g.example",
        "smtp://localhost:25/?to=front+web@gym.example&from=site@gym.example")),
    *(("GYM_SITE_URL", text, "https://gym.example") for text in (
        "https://gym.example/", "HTTPS://Gym.Example", "https://gym.example:443", "https://gym.example.:443/",
        "https://gym.example:", "https://gym.example?")),
    *(("GYM_SITE_URL", f"https://{host}", "https://xn--gym-t-esab.example") for host in (
        "gym-\u00e9t\u00e9.example", "GYM-\u00c9T\u00c9.example", "gym-e\u0301te\u0301.example")),
    ("GYM_SITE_URL", "http://LocalHost:80", "http://localhost"),
    ("GYM_SITE_URL", "http://[0:0:0:0:0:0:0:1]:8080", "http://[::1]:8080"),
    ("REFLEX_API_URL", "https://API.gym.example:443/", "https://api.gym.example"),
    ("GYM_PORTAL_URL", "https://M\u00fcller.example:443/Join?a=B", "https://xn--mller-kva.example/Join?a=B"),
    ("GYM_EXPANSION_OPENS_AT", "2027-03-01T06:00:00", datetime(2027, 3, 1, 6)),
    ("GYM_LIMIT_TOTAL", "0", 0),
    ("GYM_RESEND_UNSURE", "no", False),
    ("REFLEX_DB_URL", "postgresql+psycopg://gym@db/gym", "postgresql+psycopg://gym@db/gym"),
    ("REFLEX_DB_URL", "sqlite:///gym.db", f"sqlite:///{ROOT}/gym.db"),
    ("REFLEX_DB_URL", "sqlite:////srv/gym.db", "sqlite:////srv/gym.db"),
    ("REFLEX_FRONTEND_PATH", "/", ""),
    ("REFLEX_FRONTEND_PATH", "gym/", "/gym"),
    ("REFLEX_FRONTEND_PATH", "/sites/gym-1", "/sites/gym-1"),
    ("REFLEX_REDIS_URL", "rediss://cache:6379/1", "rediss://cache:6379/1"),
]  # fmt: skip


def test_a_valid_setting_is_parsed_and_an_empty_one_is_not_set():
    for variable, text, value in GOOD:
        settings = load_settings({variable: text, "GYM_OF_AN_OLDER_VERSION": "soon"})
        assert settings == Settings(**{DECLARED[variable].name: value}), (variable, text)
    for empty in ("", "  "):
        assert load_settings(dict.fromkeys(DECLARED, empty)) == load_settings({}) == Settings()


# Values of several settings, and why they are refused.
TOGETHER = [
    ({"GYM_FORM_ENDPOINT": SMTP, "GYM_SERVER": "none"}, "GYM_FORM_ENDPOINT must begin with https:// if GYM_SERVER is none"),
    ({"GYM_DAILY_SUMMARY": "08:05"}, "GYM_DAILY_SUMMARY needs GYM_ALERTS"),
    ({"GYM_DAILY_SUMMARY": "08:05", "GYM_FORM_ENDPOINT": FORMS}, "GYM_DAILY_SUMMARY needs GYM_ALERTS"),
    ({"GYM_ALERTS": "mailto:me@gym.example"}, "GYM_ALERTS can have mailto: only if GYM_FORM_ENDPOINT is a mail server"),
    ({"GYM_ALERT_WEBHOOK": HOOK}, "GYM_ALERT_WEBHOOK is called GYM_ALERTS now"),
]  # fmt: skip


def test_an_invalid_setting_is_reported_in_one_line_with_a_valid_example_and_without_passwords():
    refused = [({variable: value}, f"{variable} .*{re.escape(why)}") for why, values in BAD.items() for variable, value in values]  # fmt: skip
    assert {*(variable for values in BAD.values() for variable, _ in values)} == {*DOCUMENTED}
    for variables, message in [*refused, *TOGETHER]:
        with pytest.raises(SettingsError, match=rf"\A{message}") as caught:
            load_settings(variables)
        said = str(caught.value)
        assert not re.search("\n|secret", said)
        if example := re.search(r"such as ([^\s,;]+?)(?=[,:;.]?( |$))", said):
            DECLARED[said.split()[0]].metadata["parse"](example[1])


# Values of settings, an attribute of the settings, and its value then.
FOLLOWING = [
    ({"GYM_DAILY_SUMMARY": "08:05", "GYM_FORM_ENDPOINT": SMTP}, "daily_summary", time(8, 5)),
    ({"GYM_DAILY_SUMMARY": "08:05", "GYM_ALERTS": HOOK}, "daily_summary", time(8, 5)),
    ({"REFLEX_ENV_MODE": "prod"}, "server_origin", ""),
    ({"REFLEX_ENV_MODE": "prod", "REFLEX_API_URL": "https://api.gym.example/"}, "server_origin", "https://api.gym.example"),
    ({"REFLEX_ENV_MODE": "dev", "REFLEX_BACKEND_PORT": "8001"}, "server_origin", "http://localhost:8001"),
    *(({"GYM_SITE_URL": "https://gym.example", **ports}, "allowed_origins", {
        "https://gym.example", *(f"http://{host}:{port}" for port in local for host in ("localhost", "127.0.0.1"))})
      for ports, local in (
        ({}, [3000]), ({"REFLEX_BACKEND_PORT": "8080"}, [8080]), ({"REFLEX_TRUSTED_PROXY_HOPS": "1"}, []),
        ({"REFLEX_FRONTEND_PORT": "3001", "REFLEX_BACKEND_PORT": "8001"}, [3001, 8001]))),
]  # fmt: skip


# Each server process has a status address of its own: the setting, the process's port and the address.
STATUS_ADDRESSES = [
    ("", 3000, "127.0.0.1:13000"), ("", 55535, "127.0.0.1:65535"), ("", 55536, "127.0.0.1:45536"),
    ("10.0.0.7", 3001, "10.0.0.7:13001"), ("10.0.0.7:9100", 3001, "10.0.0.7:9100"),
    ("::1", 3000, "[::1]:13000"), ("[::1]:9100", 3000, "[::1]:9100"),
]  # fmt: skip


def test_values_follow_from_the_settings():
    for variables, name, value in FOLLOWING:
        found = getattr(load_settings(variables), name)
        assert (set(found) if isinstance(value, set) else found) == value, variables
    for address, port, status in STATUS_ADDRESSES:
        assert load_settings({"GYM_STATUS_ADDRESS": address}).status_of(port) == status


def test_settings_hide_values_that_may_contain_a_password():
    secret = {
        "GYM_FORM_ENDPOINT": SMTP,
        "GYM_ALERTS": "https://alerts.example/secret",
        "REFLEX_DB_URL": "postgresql+psycopg://gym:secret@db/gym",
        "REFLEX_REDIS_URL": "redis://:secret@cache:6379",
    }
    settings = load_settings(secret)
    assert "secret" not in repr(settings)
    assert settings.mail_server.password == "secret"
    assert "secret" not in repr(settings.mail_server)


def test_messages_to_staff_go_to_several_webhooks_and_mailboxes():
    alerts = "https://alerts.example/gym, mailto:owner@gym.example, smtp://other.example/?to=night@gym.example"
    webhook, owner, night = load_settings({"GYM_FORM_ENDPOINT": SMTP, "GYM_ALERTS": alerts}).staff
    assert webhook == "https://alerts.example/gym"
    assert (owner.host, owner.password, owner.recipient) == ("mail.example", "secret", "owner@gym.example")
    assert (night.host, night.recipient) == ("other.example", "night@gym.example")
    assert [one.recipient for one in load_settings({"GYM_FORM_ENDPOINT": SMTP}).staff] == ["desk@gym.example"]


@pytest.mark.parametrize(
    ("typed", "sent"),
    [
        ("https://Gym.Example", "https://gym.example"), ("https://gym.example:443", "https://gym.example"),
        ("https://gym-\u00e9t\u00e9.example", "https://xn--gym-t-esab.example"),
        ("https://gym.example", "https://gym.example."),  # a visitor may type the final dot
    ],
)  # fmt: skip
def test_a_browser_at_the_site_url_may_send_forms_however_it_is_typed(typed, sent):
    settings = load_settings({"GYM_SITE_URL": typed})
    assert settings.refusal(sent) == ""
    for other in ("null", "", "https://gym.example.org", f"{sent}:8443", f"{sent}/x", f"{sent}, {sent}",
                  sent.replace("https", "http"), sent.replace("https", "ftp"), sent.replace("//", "//me@")):  # fmt: skip
        assert settings.site_url in settings.refusal(other)


@pytest.mark.part("expansion")
@pytest.mark.parametrize(("minutes", "has_opened"), [(-1, True), (1, False)])
def test_the_expansion_opens_by_the_gyms_clock(zone, minutes, has_opened):
    there = datetime.now(zone).replace(tzinfo=None)
    gym, _ = edited(replace(load_settings(), expansion_opens_at=there + timedelta(minutes=minutes)))
    assert gym.has_opened is has_opened


def test_the_page_of_settings_is_as_the_command_writes_it():
    page = PAGE.read_text(encoding="utf-8")
    assert page == described(page), "docs/settings.md is old: python -m scripts.describe_settings"


def test_env_example_lists_every_setting_and_each_of_its_lines_is_the_default():
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    assert set(re.findall(r"\b(?:GYM|REFLEX)_[A-Z_]+", example)) <= DECLARED.keys()
    lines = dict(re.findall(r"^# ((?:GYM|REFLEX)_[A-Z_]+)=(.*)$", example, re.MULTILINE))
    assert sorted(lines) == DOCUMENTED
    assert load_settings(lines) == Settings()
    for variable, text in lines.items():
        assert load_settings({variable: text}) == Settings(), variable


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("GYM_SERVER=yes\r\n".encode("utf-16"), 1), ("GYM_SERVER=yes\r\n".encode("utf-16-le"), 1),
        ("# one\nGYM_REVIEWS_URL=https://é.example\n".encode("latin-1"), 2), (b"\n\nGYM_SITE_URL: https://gym.example", 3),
        (b"A=1\nGYM_SITE_URL='https://gym.example\nB=2\n", 2), (b"A=1\n\n\nGYM_REDELIVER\n", 4), (b"# x\nGYM SERVER=no", 2),
        (b"POSTGRES=${X}\nREFLEX_DB_URL=postgresql+psycopg://gym:a${X}b@db/gym", 2),
    ],
)  # fmt: skip
def test_a_line_of_the_env_file_that_cannot_be_read_is_named_and_stops_the_start(tmp_path, monkeypatch, text, line):
    (tmp_path / ".env").write_bytes(text)
    monkeypatch.setattr("gym_site.settings.ROOT", tmp_path)
    for load in (load_settings, load_alert_settings):
        with pytest.raises(SettingsError, match=rf"\A{tmp_path}/.env, line {line}: [^\n]+\Z"):
            load()


def test_the_env_file_is_read_once_only_and_in_another_encoding_stops_no_start(tmp_path, monkeypatch):
    monkeypatch.delenv("GYM_FOLDER", raising=False)
    (tmp_path / "gym_site").mkdir()
    (tmp_path / ".env").write_bytes(b"# caf\xe9\nGYM_FOLDER=other\n")
    started = run_path(shutil.copy(folder.__file__, tmp_path / "gym_site"))
    assert started["gym_folder"]() == tmp_path / "other"
    (tmp_path / ".env").write_text("GYM_FOLDER=third\n")
    assert started["gym_folder"]() == tmp_path / "other"
    assert started["early_setting"]("GYM_FOLDER") == "other"


def test_the_env_file_may_have_a_byte_order_mark_windows_line_ends_export_and_quotes(tmp_path, monkeypatch):
    (tmp_path / ".env").write_bytes(
        b"\xef\xbb\xbfGYM_REDELIVER = no\r\nexport GYM_SERVER='none' # x\r\nGYM_SITE_URL=\r\n"
    )
    monkeypatch.setattr("gym_site.settings.ROOT", tmp_path)
    assert env_file() == {"GYM_REDELIVER": "no", "GYM_SERVER": "none", "GYM_SITE_URL": ""}


def test_a_port_in_use_is_reported_in_one_line(monkeypatch, capsys):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        taken = f"Can't listen on 127.0.0.1, port {port}: Address already in use. "
        for own, status, said in (
            (port, "", taken),
            (free_port(), f"127.0.0.1:{port}", f"{taken}GYM_STATUS_ADDRESS"),
            (3999, "127.0.0.1:3999", "GYM_STATUS_ADDRESS must have another port"),
        ):
            monkeypatch.setenv("GYM_STATUS_ADDRESS", status)
            assert main(["serve", "--port", str(own)]) == 1
            (line,) = capsys.readouterr().err.splitlines()
            assert line.startswith(said)


def test_an_invalid_setting_stops_the_start_and_is_reported_in_one_line(capsys, monkeypatch, tmp_path):
    wrong = {"REFLEX_WEB_WORKDIR": str(tmp_path / "web"), "GYM_FORM_ENDPOINT": "http://forms.example/f/abc"}
    tracked = [ROOT / "reflex.lock" / name for name in ("package.json", "package-lock.json")]
    before = [file.stat().st_mtime_ns for file in tracked]
    done = python("-m", "reflex", "run", env=site_environment(**wrong))
    assert done.returncode != 0
    assert [file.stat().st_mtime_ns for file in tracked] == before  # nothing for the developer to commit
    said = (done.stdout + done.stderr).splitlines()[-1]  # below what Reflex says of its start
    assert said.startswith("Settings: GYM_FORM_ENDPOINT must")
    monkeypatch.setenv("GYM_FORM_ENDPOINT", wrong["GYM_FORM_ENDPOINT"])
    assert main(["serve"]) == 1
    assert capsys.readouterr().err == f"{said}\n"


def test_the_printed_version_is_the_newest_of_the_changelog(capsys):
    assert main(["--version"]) == 0
    released = re.search(r"^## \[(\d\S+)\]", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert capsys.readouterr().out.strip() == released[1] == VERSION
