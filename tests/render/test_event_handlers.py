"""The event handlers that anybody on the internet can call.

Reflex lets any websocket call every public method of every state; `lean_reflex.server.events` allows only those that the
built pages call.
"""

import json

from tests.site import python, site_environment

# The handlers that the websocket guard allows.
LET_THROUGH = {
    "State.hydrate_and_load",
    "OnLoadInternalState.on_load_internal",
    "ConsultationForm.submit",
    "InquiryForm.submit",
    "ServiceForm.submit",
}
ASK = """
import json, sys
from pathlib import Path
import gym_site.gym_site
from lean_reflex.server.events import page_calls
print(json.dumps([call.name for call in page_calls(Path(sys.argv[1])).values()]))
"""


def test_only_event_handlers_that_pages_use_can_be_called(pages, tmp_path):
    """Checks the whole app in its own process, as importing it opens the database."""
    environment = site_environment(REFLEX_DB_URL=f"sqlite:///{tmp_path / 'gym.db'}")
    named = python("-c", ASK, str(pages / "assets"), env=environment).stdout.splitlines()[-1]
    assert set(json.loads(named)) == LET_THROUGH
