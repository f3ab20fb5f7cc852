"""Leads left over from an outage or a crash are delivered, and staff are alerted to the rest."""

from collections import Counter

from gym_site.db.engine import make_engine
from gym_site.db.prepare import prepare_database
from tests.gym import GYM
from tests.leads import DAY, NOW, WORDS, put, statuses
from tests.site import FORM_PATH, PrebuiltSite, wait_for

OLD = "a word of a week ago"


def test_a_server_sends_the_forms_that_an_outage_left_undelivered(pages, service, tmp_path):
    site = PrebuiltSite(
        tmp_path,
        GYM_FORM_ENDPOINT=service.endpoint,
        GYM_ALERTS=f"{service.url}/alert",
        GYM_REDELIVER="yes",
        GYM_RESEND_UNSURE="no",
    )
    engine = make_engine(f"sqlite:///{site.database}")
    assert prepare_database(engine, GYM)
    put(engine, "pending", count=5, attempts=1)  # the form service was down
    put(engine, "pending")  # the server was killed before the post
    put(engine, "sending", attempts=1, lease_until=NOW, next_attempt_at=None)  # or after it
    put(engine, "pending", ago=2 * DAY, next_attempt_at=NOW + DAY)
    put(engine, "rejected")
    put(engine, "quarantined")
    put(engine, "sent", ago=8 * DAY, sent_at=NOW - 8 * DAY, payload=WORDS | {"message": OLD})
    engine.dispose()
    with site:
        wait_for(lambda: not any(OLD.encode() in file.read_bytes() for file in tmp_path.glob("gym.db*")))
        left = {"sent": 6, "unsure": 1, "pending": 1, "rejected": 1, "quarantined": 1, "erased": 1}
        wait_for(lambda: Counter(statuses(engine)) == left)
        wait_for(lambda: sum(post["path"] == "/alert" for post in service.posts()) == 2)
    engine.dispose()
    refused, late, *sent = sorted(service.posts(), key=lambda post: post["path"])
    assert "1 request was refused by the form service" in refused["body"]["text"]
    assert "undelivered, one for over an hour" in late["body"]["text"]
    references = {post["body"]["message"].splitlines()[-1] for post in sent}
    assert (len(sent), len(references), {post["path"] for post in sent}) == (6, 6, {FORM_PATH})
