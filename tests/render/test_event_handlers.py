"""What a stranger on the internet can call.

Reflex lets anybody's websocket call every public method of every state; `gym_site.server.events` lets through no more
than a page calls.
"""

import json

from tests.site import python, site_environment

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
print(json.dumps({name: sorted(call.model_fields["payload"].annotation.model_fields) for name, call in calls.items()}))
"""


def short(full_name: str) -> str:
    """Return the state's own name and the handler's."""
    state, handler = full_name.rsplit(".", 1)
    return f"{state.rsplit('.', 1)[-1].rsplit('____', 1)[-1]}.{handler}"


def test_nobody_can_call_more_than_is_meant(tmp_path):
    """Of the whole app, in a process of its own: importing it opens the database."""
    environment = site_environment(REFLEX_DB_URL=f"sqlite:///{tmp_path / 'gym.db'}")
    let_through = json.loads(python("-c", ASK, env=environment).stdout.splitlines()[-1])
    assert {short(name): arguments for name, arguments in let_through.items()} == LET_THROUGH
