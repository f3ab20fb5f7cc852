"""``alert ...``: try the messages to staff, and report that a systemd unit has failed or works again."""

import argparse
import asyncio
import re
from datetime import UTC, datetime

from sqlalchemy.exc import SQLAlchemyError

from gym_site.cli.command import Commands, add_command, add_group, database_url
from gym_site.db.engine import open_engine
from gym_site.errors import CommandError, SettingsError
from gym_site.leads.messenger import Messenger
from gym_site.leads.troubles import Troubles
from gym_site.server.watch import over, unit_kind
from gym_site.settings import Settings, load_alert_settings, load_database_url


def add(groups: Commands) -> None:
    """Add the commands to the parser."""
    alert = add_group(groups, "alert", "messages to the people who look after the site")
    add_command(alert, "test", "send a test message to each address in GYM_ALERTS, and print the answers", _test)
    for name, run, about in (
        ("failed", _failed, "tell staff, once, that a systemd unit has failed"),
        ("over", _over, "tell staff that a systemd unit works again, if they were told that it had failed"),
    ):
        add_command(alert, name, about, run).add_argument("unit", type=_unit, help="such as gym-site-backup.service")


def _unit(text: str) -> str:
    if not re.fullmatch(r"[\w:.@\\-]{1,95}", text):  # the database keeps 100 characters of `unit_kind`
        raise argparse.ArgumentTypeError("must be a systemd unit, such as gym-site-backup.service")
    return text


def _test(_chosen: argparse.Namespace) -> None:
    settings = load_alert_settings()
    if not settings.staff:
        raise CommandError("There is nowhere to send a message: GYM_ALERTS is not set.")
    print(try_alerts(settings))


def try_alerts(settings: Settings) -> str:
    """Send a test message to all recipients; return their answers. Raises `CommandError` if it reached not all."""
    answers = asyncio.run(Messenger(settings).send("This is a test of the alerts: nothing is wrong."))
    lines = [
        f"{one.recipient} {'answered' if one.has_arrived else 'did not accept the message'}: {one.text}."
        for one in answers
    ]
    if not all(one.has_arrived for one in answers):
        raise CommandError("\n".join([*lines, "Is GYM_ALERTS right?"]))
    return "\n".join([*lines, "Check that the message has arrived and can be read."])


def _failed(chosen: argparse.Namespace) -> None:
    """Tell staff. If the database can't be used, nobody knows whether they were told before: tell them again."""
    text = f"{chosen.unit} has failed: journalctl -u {chosen.unit} shows why."
    kind, now, is_sent = unit_kind(chosen.unit), datetime.now(UTC), False
    try:
        with open_engine(_database()) as engine:
            troubles = Troubles(engine)
            troubles.note(kind, text, now)
            if not troubles.claim(kind, now):
                return
            if not (is_sent := _is_sent(text)):
                troubles.release(kind)
    except (CommandError, SettingsError, SQLAlchemyError):
        is_sent = is_sent or _is_sent(text)
    if not is_sent:
        raise CommandError("The message was not delivered.")


def _database() -> str:
    """Return the database's URL, even if the unit has failed because another setting is invalid."""
    try:
        return database_url()
    except SettingsError:
        return load_database_url()


def _over(chosen: argparse.Namespace) -> None:
    with open_engine(database_url()) as engine:
        for trouble in Troubles(engine).ended((), lambda kind: kind == unit_kind(chosen.unit)):
            if not _is_sent(over(trouble.text)):
                Troubles(engine).restore(trouble)


def _is_sent(text: str) -> bool:
    answers = asyncio.run(Messenger(load_alert_settings()).send(text))
    return not answers or not all(one.try_again for one in answers)
