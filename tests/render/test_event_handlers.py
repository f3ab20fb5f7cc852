"""What a stranger on the internet can call.

Reflex lets anybody's websocket call every public method of every state; `gym_site.server.events` lets through no more
than the built pages call.
"""

import json

from tests.site import python, site_environment

# What the guard of the websocket lets through.
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
from gym_site.server.events import page_calls
print(json.dumps([call.name for call in page_calls(Path(sys.argv[1])).values()]))
"""


def test_only_events_that_the_pages_send_can_be_called(pages, tmp_path):
    """Of the whole app, in a process of its own: importing it opens the database."""
    environment = site_environment(REFLEX_DB_URL=f"sqlite:///{tmp_path / 'gym.db'}")
    named = python("-c", ASK, str(pages / "assets"), env=environment).stdout.splitlines()[-1]
    assert set(json.loads(named)) == LET_THROUGH
