"""``leads review``: goes through the requests that wait for a decision, one by one or many at once."""

import shutil
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Annotated, Any

import click
from cyclopts import Group, Parameter, validators
from sqlalchemy import Engine, Row
from sqlmodel import col

from gym_site.cli.command import database_url, gym
from gym_site.cli.inbox import Reason, fitted, requests, summed_up, tidy
from gym_site.cli.requests import (
    WINDOW,
    empty_journal,
    erase_content,
    gateway,
    in_full,
    local,
    mark_done,
    print_paged,
    progress,
    say_where_the_desk_is,
    send_all,
    status_text,
)
from gym_site.db.engine import open_engine
from gym_site.db.tables import Lead
from gym_site.errors import CommandError
from gym_site.forms.all_forms import forms_of
from gym_site.leads.maintenance import Maintenance
from gym_site.leads.status import Claimable, Status, undecided
from gym_site.leads.store import LeadStore
from gym_site.leads.workers import now
from gym_site.settings import load_settings, site_command

ACTIONS = {"s": "send", "d": "done", "e": "erase"}  # by key
QUESTIONS = {"send": "Send {}?", "done": "Mark {} as dealt with?", "erase": "Erase the content of {} for ever?"}
OUTCOMES = {"send": "sent", "done": "marked as done", "erase": "erased"}
LISTED = 20  # requests that are shown before many are changed


AT_ONCE = Group("Without going through them", validator=validators.mutually_exclusive)
AtOnce = Annotated[bool, Parameter(group=AT_ONCE)]


def review(
    *,
    status: Sequence[Claimable] = (),
    reason: Reason | None = None,
    day: date | None = None,
    send: AtOnce = False,
    done: AtOnce = False,
    erase: AtOnce = False,
    yes: bool = False,
) -> None:
    """Go through the requests that wait for you to decide, with single keys, or change many at once.

    Args:
        status: default: those that nobody but you can decide; may be given repeatedly
        reason: only those held for this reason
        day: only those that came on this day, such as 2025-03-31
        send: send all of them
        done: mark all of them as dealt with
        erase: erase the content of all of them for ever
        yes: with --send, --done or --erase: don't ask
    """
    say_where_the_desk_is()
    action = "send" if send else "done" if done else "erase" if erase else ""
    if action and not (reason or day):
        raise CommandError(f"Which requests? With --{action}, give --reason, --day or both.")
    if yes and not action:
        raise CommandError("--yes is only for --send, --done and --erase.")
    if day and day > gym().brand.now().date():
        raise CommandError(f"{day} has not come yet.")
    with open_engine(database_url()) as engine:
        work = Review(engine, status or undecided(load_settings()))
        work.maintenance.expire(now())
        waiting = work.store.rows(col(Lead.status).in_(work.statuses))[::-1]
        rows = [row for row in waiting if _is_chosen(row, reason, day)]
        try:
            if not rows:
                print("No requests wait for a decision.")
            elif action:
                _at_once(work, rows, action, asks=not yes)
            elif not _is_terminal():
                raise CommandError(_without_keys())
            else:
                _one_by_one(work, rows, waiting)
        finally:
            if work.changed["erase"]:
                empty_journal(work.maintenance)


@dataclass
class Review:
    """A review in progress. ``changed`` counts the requests that it has changed, by action."""

    engine: Engine
    statuses: Sequence[str]
    changed: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.store = LeadStore(self.engine)
        self.maintenance = Maintenance(self.engine)

    def waits(self, reference: str) -> Lead | None:
        """Return the request as it is now; None if it no longer waits."""
        lead = self.store.by_reference(reference)
        return lead if lead and lead.status in self.statuses else None

    def apply(self, action: str, references: Sequence[str]) -> list[str]:
        """Change requests that still wait; return a sentence about each that was not changed."""
        leads, failures = [], []
        for reference in references:
            if lead := self.waits(reference):
                leads.append(lead)
            else:
                failures.append(f"{reference} was not changed: it no longer waits.")
        if action == "send":
            for lead, delivery in zip(leads, send_all(self.engine, gateway(), leads), strict=True):
                if delivery and delivery.status is Status.SENT:
                    self.changed[action] += 1
                else:
                    why = f"{delivery.status}, {delivery.code}" if delivery else "another process is sending it"
                    failures.append(f"{lead.reference} was not sent: {why}.")
            return failures
        change = mark_done if action == "done" else erase_content
        for lead in progress(leads, "Changing"):
            try:
                change(self.maintenance, lead)
                self.changed[action] += 1
            except CommandError as error:
                failures.append(str(error))
        return failures

    def summary(self) -> str:
        """Return what was changed, in words."""
        done = [f"{number:,} {OUTCOMES[action]}" for action, number in self.changed.items() if number]
        return f"{', '.join(done).capitalize() or 'Nothing changed'}."


def _at_once(work: Review, rows: Sequence[Row[Any]], action: str, *, asks: bool) -> None:
    if asks:
        if not _is_terminal():
            raise CommandError(f"{requests(len(rows))} would change. Without a terminal to ask in, add --yes.")
        _show(rows)
        if not _agrees(action, len(rows)):
            print("Nothing changed.")
            return
    failures = work.apply(action, [row.reference for row in rows])
    print(work.summary())
    if failures:
        raise CommandError("\n".join(failures))


def _one_by_one(work: Review, rows: Sequence[Row[Any]], waiting: Sequence[Row[Any]]) -> None:
    """Ask about each of ``rows``. ``waiting``: all requests that wait."""
    by_sender: dict[str, list[str]] = {}
    for row in waiting:
        by_sender.setdefault(_address(row.payload), []).append(row.reference)
    try:
        for number, row in enumerate(rows, 1):
            if lead := work.waits(row.reference):
                print(f"\n{number} of {len(rows)}: {_introduced(lead)}")
                _decide(work, lead, by_sender.get(_address(lead.payload), []))
    except (KeyboardInterrupt, EOFError):  # Ctrl+C or Ctrl+D, like q
        print()
    left = work.store.counted(col(Lead.status).in_(work.statuses)).total()
    print(f"\n{work.summary()} {requests(left)} {'still waits' if left == 1 else 'still wait'}.")


def _decide(work: Review, lead: Lead, of_sender: Sequence[str]) -> None:
    """Ask what to do with a request until it is decided. Raises `EOFError` to quit.

    ``of_sender``: the references of all requests with its e-mail address that waited at the start.
    """
    keys = {"r": "read", **ACTIONS, "n": "next", "q": "quit"}
    sender = _address(lead.payload)
    of_these = col(Lead.reference).in_(of_sender), col(Lead.status).in_(work.statuses)
    others = work.store.rows(*of_these)[::-1] if sender else []
    if len(others) > 1:
        keys["a"] = f"all {len(others)} of {tidy(sender)}"
    while True:
        key = _key(keys)
        if key == "q":
            raise EOFError
        if key == "n":
            return
        if key == "r":
            print()
            print_paged(in_full(lead))
            print()
        elif key == "a":
            _show(others)
            action = ACTIONS.get(_key({**ACTIONS, "b": "back"}))
            if action and _agrees(action, len(others)):
                _report(work, action, [row.reference for row in others])
                return
        elif key != "e" or _agrees("erase", 1):
            _report(work, ACTIONS[key], [lead.reference])
            return


def _report(work: Review, action: str, references: Sequence[str]) -> None:
    """Change requests, and say what was done."""
    before = work.changed[action]
    try:
        failures = work.apply(action, references)
    except CommandError as error:  # nowhere to send them
        failures = [str(error)]
    if changed := work.changed[action] - before:
        print(f"{references[0] if len(references) == 1 else requests(changed)} {OUTCOMES[action]}.")
    print(*failures, sep="\n", end="\n" if failures else "")


def _introduced(lead: Lead) -> str:
    """Return a request in a few lines: its state, its sender, and the beginning of what they wrote."""
    fields = lead.payload or {}
    why = f"{status_text(lead)}{f' ({lead.reason})' if lead.reason else ''}"
    sender = ", ".join(filter(None, (fields.get("name", ""), fields.get("email", ""), fields.get("phone", ""))))
    lines = [f"{lead.reference}, {local(lead.created_at)}, {why}", sender]
    _, about, words = summed_up(lead.form, forms_of(gym()).get(lead.form), fields)
    return "\n".join(map(tidy, [*lines, ": ".join(filter(None, (about, words)))]))


def _show(rows: Sequence[Row[Any]]) -> None:
    """Print the first requests, and how many more there are."""
    print(*fitted(rows[:LISTED], shutil.get_terminal_size(WINDOW).columns), sep="\n")
    if len(rows) > LISTED:
        print(f"and {len(rows) - LISTED:,} more")


def _agrees(action: str, number: int) -> bool:
    what = "this request" if number == 1 else f"these {requests(number)}"
    print(QUESTIONS[action].format(what))
    try:
        return _key({"y": "yes", "n": "no"}) == "y"
    except (KeyboardInterrupt, EOFError):
        return False


def _key(meanings: Mapping[str, str]) -> str:
    """Show what each key does; return the first of these keys that is pressed. Ctrl+C raises `KeyboardInterrupt`."""
    offered = (f"{key} = {does}" for key, does in meanings.items())
    print("   ".join(offered), end=" > ", flush=True)
    while (key := click.getchar().lower()) not in meanings:
        pass
    print(key)
    return key


def _is_chosen(row: Row[Any], reason: str | None, day: date | None) -> bool:
    return reason in (None, row.reason) and day in (None, gym().brand.time(row.created_at).date())


def _is_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def _without_keys() -> str:
    leads = f"{site_command()} leads"
    return (
        "This needs a terminal, as it asks for single keys. These commands do the same without one:\n"
        f"{leads} list --status quarantined\n"
        f"{leads} show REFERENCE\n"
        f"{leads} deliver REFERENCE\n"
        f"{leads} done REFERENCE\n"
        f"{leads} erase REFERENCE\n"
        f"{leads} review --reason links --erase --yes"
    )


def _address(payload: Mapping[str, str] | None) -> str:
    return (payload or {}).get("email", "").strip().casefold()
