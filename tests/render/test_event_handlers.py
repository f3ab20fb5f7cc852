"""What a stranger on the internet can call. Every public method of a state is callable by anybody's own websocket."""

from __future__ import annotations

import json
import subprocess
import sys

from gym_site.settings import ROOT
from tests.site import site_environment

# Reflex's own; each acts on the caller's own state alone.
REFLEX = {
    "state": {"hydrate", "hydrate_and_load", "set_is_hydrated", "setvar"},
    "on_load_internal_state": {"on_load_internal", "set_is_hydrated", "setvar"},
    "update_vars_internal_state": {"update_vars_internal", "setvar"},
    "frontend_event_exception_state": {"handle_frontend_exception", "setvar"},
    "shared_state_base_internal": {"setvar"},
}
# Ours: a form may be sent, and that is all.
OURS = {
    "consultation_form": {"submit", "setvar"},
    "inquiry_form": {"submit", "setvar"},
}
REGISTRY = """
import json, gym_site.gym_site
from reflex_base.registry import RegistrationContext
print(json.dumps(sorted(RegistrationContext.get().event_handlers)))
"""


def test_nobody_can_call_more_than_is_meant(tmp_path):
    """Asked of the whole app, in a process of its own: importing it opens the database."""
    asked = subprocess.run(
        [sys.executable, "-c", REGISTRY],
        cwd=ROOT,
        env=site_environment(REFLEX_DB_URL=f"sqlite:///{tmp_path / 'gym.db'}"),
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    callable_by_anybody: dict[str, set[str]] = {}
    for full_name in json.loads(asked.stdout.splitlines()[-1]):
        state, handler = full_name.rsplit(".", 1)
        callable_by_anybody.setdefault(state.rsplit(".", 1)[-1].rsplit("____", 1)[-1], set()).add(handler)
    assert callable_by_anybody == REFLEX | OURS
