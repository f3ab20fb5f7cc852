"""What a stranger on the internet can call.

Reflex lets anybody's websocket call every public method of every state: that list is watched, and
`gym_site.server.events` lets through no more than the page calls.
"""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from gym_site.settings import ROOT
from tests.site import site_environment

# Reflex's own, each of which acts on the caller's own state alone; then ours: a form may be sent.
REGISTERED = {
    "state": {"hydrate", "hydrate_and_load", "set_is_hydrated", "setvar"},
    "on_load_internal_state": {"on_load_internal", "set_is_hydrated", "setvar"},
    "update_vars_internal_state": {"update_vars_internal", "setvar"},
    "frontend_event_exception_state": {"handle_frontend_exception", "setvar"},
    "shared_state_base_internal": {"setvar"},
    "service_form": {"submit", "setvar"},
    "consultation_form": {"submit", "setvar"},
    "inquiry_form": {"submit", "setvar"},
}
# What the guard of the websocket lets through, each with the arguments that it may come with.
LET_THROUGH = {
    "state.hydrate_and_load": ["hashes"],
    "on_load_internal_state.on_load_internal": [],
    "service_form.submit": ["attempt", "fields"],
    "consultation_form.submit": ["attempt", "fields"],
    "inquiry_form.submit": ["attempt", "fields"],
}
ASK = """
import json
from gym_site.gym_site import calls
from reflex_base.registry import RegistrationContext
registered = sorted(RegistrationContext.get().event_handlers)
print(json.dumps([registered, {name: sorted(call.model_fields["payload"].annotation.model_fields) for name, call in calls.items()}]))
"""


@pytest.fixture(scope="module")
def answer(tmp_path_factory):
    """The handlers that Reflex knows and those let through, of the whole app: importing it opens the database."""
    environment = site_environment(REFLEX_DB_URL=f"sqlite:///{tmp_path_factory.mktemp('app') / 'gym.db'}")
    command = [sys.executable, "-c", ASK]
    output = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60, check=True)
    return json.loads(output.stdout.splitlines()[-1])


def short(full_name: str) -> str:
    """Return the state's own name and the handler's."""
    state, handler = full_name.rsplit(".", 1)
    return f"{state.rsplit('.', 1)[-1].rsplit('____', 1)[-1]}.{handler}"


def test_reflex_knows_no_more_handlers_than_is_known_here(answer):
    known = {f"{state}.{handler}" for state, handlers in REGISTERED.items() for handler in handlers}
    assert set(map(short, answer[0])) == known


def test_nobody_can_call_more_than_is_meant(answer):
    registered, let_through = answer
    assert {short(name): arguments for name, arguments in let_through.items()} == LET_THROUGH
    assert let_through.keys() <= set(registered)  # a name that Reflex changed would shut the page out
