"""Each submitted form is one row and one delivery with a truthful result, whatever goes wrong."""

import asyncio
import threading
from datetime import timedelta

import pytest

from gym_site.db.engine import make_engine
from gym_site.leads.service import Outcome
from gym_site.server.logs import JsonLines
from tests.leads import WORDS, change, leads, statuses

KEY = "0123456789abcdef0123456789abcdef"
OTHER_KEY = "f" * 32


def inquiry(process, **raw):
    return process.submitting({"key": KEY, **raw})


async def under_way(process, far, **raw):
    """Submit a form and return when the form service has received it. The service responds once ``far.open`` is set."""
    far.hold()
    before = len(far.messages)
    submit = asyncio.ensure_future(inquiry(process, **raw))
    while len(far.messages) == before:
        await asyncio.sleep(0.005)
    return submit


def test_a_submitted_form_is_stored_sent_and_marked_as_sent(engine, site, far):
    assert site.submit(key=KEY).ok
    (lead,) = leads(engine)
    assert (lead.status, lead.attempts, lead.last_code, lead.via) == ("sent", 1, "200", "event")
    assert lead.payload == WORDS
    assert lead.sent_at is not None
    assert (lead.lease_until, lead.next_attempt_at, lead.failing_since) == (None, None, None)
    (message,) = far.messages
    assert message.endswith(f"Reference: {lead.reference}")


def test_a_form_submitted_five_times_at_once_is_one_lead_with_one_result(engine, site, far):
    async def visits():
        first = await under_way(site, far)
        others = asyncio.gather(*(inquiry(site, key=key) for key in (OTHER_KEY, None, KEY, OTHER_KEY)))
        await asyncio.sleep(0.05)
        far.open.set()
        return [await first, *await others]

    far.status = 500
    assert not any(outcome.ok for outcome in site.run(visits()))
    assert (statuses(engine), len(far.messages)) == (["unsure"], 1)
    far.status = 200
    far.posts.clear()
    outcomes = site.run(visits())
    assert (statuses(engine), len(far.messages)) == (["sent"], 1)
    (lead,) = leads(engine)
    assert set(outcomes) == {Outcome(ok=True, reference=lead.reference, key=lead.key)}


@pytest.mark.parametrize(("status", "left"), [(500, "unsure"), (503, "pending"), (404, "rejected")])
def test_a_form_submitted_again_after_a_failure_is_sent_again(engine, site, far, status, left):
    far.status = status
    outcome = site.submit(key=KEY)
    assert (outcome.ok, outcome.refused) == (False, False)
    assert statuses(engine) == [left]
    change(engine, created_at=timedelta(days=2))  # even much later
    far.status = 200
    assert site.submit(key=None).ok
    (lead,) = leads(engine)
    assert (lead.status, lead.attempts, len(far.messages)) == ("sent", 2, 2)


def test_a_form_submitted_again_after_two_days_is_not_sent_twice(engine, site, far):
    assert site.submit(key=KEY).ok
    change(engine, created_at=timedelta(days=2), sent_at=timedelta(days=2))
    assert site.submit(key=KEY).ok
    assert len(leads(engine)) == len(far.messages) == 1


@pytest.mark.parametrize("status", [200, 503], ids=["sent", "undelivered"])
def test_a_changed_form_from_the_same_page_becomes_a_new_lead(engine, site, far, status):
    """It may be another person at a shared screen, so the first form is not overwritten."""
    far.status = status
    site.submit(key=KEY)
    far.status = 200
    for _ in range(2):
        assert site.submit(key=KEY, name="Ann Roy", message="And my back").ok
    assert [lead.payload["name"] for lead in leads(engine)] == ["Jo Lee", "Ann Roy"]
    assert [message.count("And my back") for message in far.messages] == [0, 1]


@pytest.mark.parametrize("key", [OTHER_KEY, KEY.upper(), "", 7])
def test_equal_forms_from_two_pages_are_one_lead_for_ten_minutes(engine, site, far, key):
    for ago, count in ((9, 1), (11, 2), (9, 2)):
        assert site.submit(key=key).ok
        assert len(leads(engine)) == len(far.messages) == count - (ago == 11)
        change(engine, created_at=timedelta(minutes=ago), sent_at=timedelta(minutes=ago))
        assert site.submit(key=None if key == OTHER_KEY else key).ok  # an invalid key counts as none
        assert len(leads(engine)) == len(far.messages) == count


def test_an_unexpected_error_is_logged_without_visitor_data(engine, site, monkeypatch, caplog):
    def broken(*_, **__):
        raise ValueError("My knee hurts")

    monkeypatch.setattr("gym_site.leads.gateway.compose", broken)
    outcome = site.submit(key=KEY)
    assert not outcome.ok
    logged = "".join(JsonLines().format(record) for record in caplog.records)
    assert "ValueError" in logged
    assert leads(engine)[0].reference in logged
    assert "knee" not in logged
    monkeypatch.undo()
    assert site.submit(key=KEY).ok


def test_a_form_is_delivered_even_if_the_visitor_leaves(engine, site, far):
    async def visit():
        submit = await under_way(site, far)
        submit.cancel()
        with pytest.raises(asyncio.CancelledError):
            await submit
        far.open.set()
        await site.dispatcher.aclose()

    asyncio.run(visit())
    assert statuses(engine) == ["sent"]


def test_a_delivery_that_a_shutdown_interrupts_gets_the_status_unsure(engine, site, far):
    async def visit():
        return await under_way(site, far)  # asyncio.run cancels it, as SIGTERM does

    assert asyncio.run(visit()).cancelled()
    assert [(lead.status, lead.last_code) for lead in leads(engine)] == [("unsure", "CancelledError")]


@pytest.mark.parametrize("meanwhile", [{}, {"status": "unsure"}], ids=["in time", "after the lease"])
@pytest.mark.parametrize("by", ["the next round", "the stop"])
def test_a_delivery_that_could_not_be_recorded_is_recorded_later(engine, site, far, monkeypatch, meanwhile, by):
    """A lead that the form service has accepted is not resent, whatever happens to the database."""
    monkeypatch.setattr("gym_site.leads.dispatcher.CLOSING_PAUSES", (0.0, 0.01))
    mark, away = site.store.mark, threading.Event()

    def mark_unless_away(*arguments):
        if away.is_set():
            make_engine("sqlite:////no/such/folder/gym.db").connect()
        mark(*arguments)

    monkeypatch.setattr(site.store, "mark", mark_unless_away)

    async def visit():
        away.set()
        outcome = await inquiry(site)
        assert statuses(engine) == ["sending"]
        away.clear()
        if meanwhile:
            change(engine, **meanwhile, next_attempt_at=timedelta(seconds=1))
        if by == "the stop":
            await site.dispatcher.aclose()
        else:
            await site.dispatcher.mark_unmarked()
            await site.background.redeliver()
        return outcome

    assert site.run(visit()).ok
    assert (statuses(engine), len(far.messages)) == (["sent"], 1)
