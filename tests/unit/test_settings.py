"""What an owner sets, and what a wrong value is told."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import FrozenInstanceError, fields
from datetime import datetime

import pytest

from gym_site.settings import ROOT, Settings, SettingsError, load_settings
from tests.site import site_environment

DECLARED = {one.metadata["variable"]: one for one in fields(Settings)}
BY_REFLEX = "REFLEX_ENV_MODE"  # set by Reflex itself, so nobody's to document
DOCUMENTED = sorted(DECLARED.keys() - {BY_REFLEX})

BAD = [
    ("GYM_FORM_ENDPOINT", "forms.example/f/abc", "whole address"),
    ("GYM_FORM_ENDPOINT", "https://forms.example", "form's id in its path"),
    ("GYM_FORM_ENDPOINT", "https://forms.example/", "form's id in its path"),
    ("GYM_FORM_ENDPOINT", "http://forms.example/f/abc", "https://"),
    ("GYM_FORM_ENDPOINT", "http://127.0.0.1.forms.example/f/abc", "https://"),
    ("GYM_FORM_ENDPOINT", "https://jo:secret@forms.example/f/abc", "whole address"),
    ("GYM_FORM_ENDPOINT", "ftp://forms.example/f/abc", "whole address"),
    ("GYM_SERVER", "no", "yes or none"),
    ("GYM_SITE_URL", "tideforge24.example", "whole address"),
    ("GYM_SITE_URL", "https://tideforge24.example/home", "scheme and host only"),
    ("GYM_SITE_URL", "https://tideforge24.example?x=1", "scheme and host only"),
    ("GYM_SITE_URL", "http://tideforge24.example", "https://"),
    ("GYM_EXPANSION_OPENS_AT", "31.10.2025", "local time"),
    ("GYM_EXPANSION_OPENS_AT", "2025-10-31T23:59:59Z", "no time zone"),
    ("GYM_PORTAL_URL", "javascript:alert(1)", "whole address"),
    ("GYM_TRIAL_URL", "/trial", "whole address"),
    ("GYM_PHYSIO_URL", "http://booking.example", "https://"),
    ("GYM_CALENDAR_URL", "calendar", "whole address"),
    ("GYM_REVIEWS_URL", "http://reviews.example", "https://"),
    ("GYM_INSTAGRAM_URL", "@tideforge24", "whole address"),
    ("GYM_DIRECTIONS_URL", "geo:49.1,-122.8", "whole address"),
    ("GYM_MAP_EMBED_URL", "http://maps.example/embed", "https://"),
    ("GYM_WIDGET_LIBRARY_URL", "http://cdn.example/lib.js", "https://"),
    ("GYM_WIDGET_SCRIPT_URL", "//cdn.example/widget.js", "whole address"),
    ("GYM_LIMIT_PER_ADDRESS", "-1", "whole number"),
    ("GYM_LIMIT_TOTAL", "many", "whole number"),
    ("GYM_LIMIT_TOTAL", "1.5", "whole number"),
    ("GYM_LIMIT_CONNECTIONS", "x", "whole number"),
    ("GYM_LIMIT_EVENTS", "1/s", "whole number"),
    ("GYM_REDELIVER", "1", "yes or no"),
    ("GYM_RESEND_UNSURE", "true", "yes or no"),
    ("GYM_ALERT_WEBHOOK", "http://alerts.example/gym", "https://"),
    ("REFLEX_DB_URL", "mysql://host/gym", "sqlite:///"),
    ("REFLEX_DB_URL", "sqlite:/gym.db", "sqlite:///"),
    ("REFLEX_REDIS_URL", "localhost:6379", "redis://"),
    ("REFLEX_TRUSTED_PROXY_HOPS", "all", "whole number"),
    ("REFLEX_FRONTEND_PORT", "0", "1 to 65535"),
    ("REFLEX_FRONTEND_PORT", "65536", "1 to 65535"),
    ("REFLEX_BACKEND_PORT", "http", "whole number"),
    ("REFLEX_API_URL", "https://api.example/v1", "scheme and host only"),
]


@pytest.mark.parametrize(("variable", "value", "why"), BAD)
def test_a_value_that_cant_be_used_is_named_in_one_line(variable, value, why):
    with pytest.raises(SettingsError) as caught:
        load_settings({variable: value})
    said = str(caught.value)
    assert said.startswith(f"{variable} ")
    assert why in said
    assert "\n" not in said


def test_every_variable_that_can_be_wrong_is_in_the_table_above():
    assert {variable for variable, _, _ in BAD} == set(DOCUMENTED)


def test_the_table_of_wrong_values_says_nothing_of_a_password():
    with pytest.raises(SettingsError) as caught:
        load_settings({"GYM_FORM_ENDPOINT": "https://jo:secret@forms.example/f/abc"})
    assert "secret" not in str(caught.value)


def test_nothing_set_gives_the_defaults():
    settings = load_settings({})
    assert settings == Settings()
    assert settings.form_endpoint is None
    assert settings.expansion_opens_at == datetime(2025, 10, 31, 23, 59, 59)
    assert settings.db_url == f"sqlite:///{ROOT / '.data' / 'gym.db'}"
    assert (settings.limit_per_address, settings.limit_total) == (5, 60)


@pytest.mark.parametrize("empty", ["", "  "])
def test_empty_counts_as_unset(empty):
    assert load_settings(dict.fromkeys(DECLARED, empty)) == Settings()


def test_values_are_read():
    settings = load_settings(
        {
            "GYM_FORM_ENDPOINT": " https://forms.example/f/abc ",
            "GYM_SITE_URL": "https://gym.example/",
            "GYM_EXPANSION_OPENS_AT": "2027-03-01T06:00:00",
            "GYM_LIMIT_TOTAL": "0",
            "GYM_RESEND_UNSURE": "no",
            "REFLEX_DB_URL": "postgresql+psycopg://gym@db/gym",
            "REFLEX_REDIS_URL": "rediss://cache:6379/1",
        }
    )
    assert settings.form_endpoint == "https://forms.example/f/abc"
    assert settings.site_url == "https://gym.example"  # a canonical link adds the path
    assert settings.expansion_opens_at == datetime(2027, 3, 1, 6)
    assert settings.limit_total == 0
    assert settings.resend_unsure is False
    assert settings.db_url == "postgresql+psycopg://gym@db/gym"
    assert settings.redis_url == "rediss://cache:6379/1"


@pytest.mark.parametrize("host", ["localhost:8080", "127.0.0.1:8080", "[::1]:8080"])
def test_http_is_for_this_machine(host):
    assert load_settings({"GYM_FORM_ENDPOINT": f"http://{host}/f/abc"}).form_endpoint == f"http://{host}/f/abc"


@pytest.mark.parametrize(
    ("ports", "local"),
    [
        ({}, [3000]),
        ({"REFLEX_FRONTEND_PORT": "8080"}, [8080]),
        ({"REFLEX_BACKEND_PORT": "8080"}, [8080]),
        ({"REFLEX_FRONTEND_PORT": "3001", "REFLEX_BACKEND_PORT": "8001"}, [3001, 8001]),
    ],
)
def test_the_pages_of_this_machine_may_talk_to_the_server_on_the_ports_in_use(ports, local):
    settings = load_settings({"GYM_SITE_URL": "https://gym.example", **ports})
    hosts = ("localhost", "127.0.0.1")
    expected = {"https://gym.example", *(f"http://{host}:{port}" for port in local for host in hosts)}
    assert set(settings.allowed_origins) == expected


@pytest.mark.parametrize(
    ("variables", "origin"),
    [
        ({"REFLEX_ENV_MODE": "prod"}, ""),
        ({"REFLEX_ENV_MODE": "prod", "REFLEX_API_URL": "https://api.gym.example/"}, "https://api.gym.example"),
        ({"REFLEX_ENV_MODE": "dev"}, "http://localhost:8000"),
        ({"REFLEX_ENV_MODE": "dev", "REFLEX_BACKEND_PORT": "8001"}, "http://localhost:8001"),
    ],
)
def test_forms_post_to_where_the_server_is(variables, origin):
    assert load_settings(variables).server_origin == origin


def test_settings_dont_change_under_way():
    with pytest.raises(FrozenInstanceError):
        Settings().site_url = "https://other.example"


def documented_default(variable: str) -> str:
    default = DECLARED[variable].default
    if default is None:
        return ""
    if isinstance(default, datetime):
        return default.isoformat()
    if isinstance(default, bool):
        return "yes" if default else "no"
    return str(default).replace(f"{ROOT}/", "")


@pytest.mark.parametrize("variable", DOCUMENTED)
def test_the_readme_lists_every_variable_with_its_default_and_when_it_acts(variable):
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    rows = [line for line in readme.splitlines() if line.startswith(f"| `{variable}` |")]
    assert len(rows) == 1
    _, _, default, acts_at, about, _ = rows[0].split("|")
    assert default.strip().strip("`") == (documented_default(variable) or "unset")
    assert acts_at.strip() == DECLARED[variable].metadata["acts_at"]
    assert about.strip() == DECLARED[variable].metadata["about"]


@pytest.mark.parametrize("variable", DOCUMENTED)
def test_the_example_file_lists_every_variable_with_its_default(variable):
    blocks = (ROOT / ".env.example").read_text(encoding="utf-8").split("\n\n")
    mine = [block for block in blocks if f"# {variable}={documented_default(variable)}" in block.splitlines()]
    assert len(mine) == 1
    words = " ".join(line.removeprefix("# ") for line in mine[0].splitlines()[:-1])
    assert words == f"{DECLARED[variable].metadata['about']} ({DECLARED[variable].metadata['acts_at']})"


def test_the_documents_list_nothing_that_the_site_doesnt_read():
    for name in ("README.md", ".env.example"):
        words = (ROOT / name).read_text(encoding="utf-8").replace("`", " ").replace("=", " ").replace("|", " ").split()
        listed = {word for word in words if word.startswith(("GYM_", "REFLEX_"))}
        assert {one.rstrip(".,;:)") for one in listed} <= DECLARED.keys()


@pytest.mark.parametrize(
    ("variable", "value"),
    [("GYM_FORM_ENDPOINT", "http://forms.example/f/abc"), ("REFLEX_FRONTEND_PORT", "70000"), ("GYM_LIMIT_TOTAL", "x")],
)
def test_a_wrong_value_stops_the_start_with_one_line(variable, value, tmp_path):
    started = subprocess.run(
        [sys.executable, "-m", "reflex", "run"],
        cwd=ROOT,
        env=site_environment(**{"REFLEX_WEB_WORKDIR": str(tmp_path / "web"), variable: value}),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    said = (started.stdout + started.stderr).strip().splitlines()
    assert started.returncode != 0
    assert len(said) == 1
    assert variable in said[0]


def test_a_variable_that_is_no_more_is_ignored():
    assert load_settings({"GYM_MIN_FILL_SECONDS": "soon"}) == load_settings({})
