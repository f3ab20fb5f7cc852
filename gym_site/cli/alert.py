"""``alert ...``: try the messages to staff, and report that a systemd unit has failed or works again."""

import asyncio
import re
from contextlib import suppress
from datetime import UTC, datetime
from typing import Annotated

from cyclopts import App, Parameter
from sqlalchemy.exc import SQLAlchemyError

from gym_site.cli.command import database_url, gym
from gym_site.db.engine import open_engine
from gym_site.errors import CommandError, SettingsError
from gym_site.folder import MistakesError
from gym_site.leads.messenger import Messenger
from gym_site.leads.troubles import Troubles
from gym_site.server.watch import over, unit_kind
from gym_site.settings import Settings, load_alert_settings, load_database_url

app = App(name="alert", help="Messages to the people who look after the site.")


def _is_unit(_type: object, text: str) -> None:
    if not re.fullmatch(r"[\w:.@\\-]{1,95}", text):  # the database keeps 100 characters of `unit_kind`
        raise ValueError("Must be a systemd unit, such as gym-site-backup.service.")


Unit = Annotated[str, Parameter(validator=_is_unit)]


@app.command
def test() -> None:
    """Send a test message to each address in GYM_ALERTS, and print the answers."""
    print(asyncio.run(send_test()))


async def send_test() -> str:
    """Send a test message to staff; return the answers in words, a line each. Raises `CommandError` if one failed."""
    settings = _settings()
    if not settings.staff:
        raise CommandError("There is nowhere to send a message: GYM_ALERTS is not set.")
    answers = await Messenger(settings).send("This is a test of the alerts: nothing is wrong.")
    lines = [
        f"{one.recipient} {'answered' if one.has_arrived else 'did not accept the message'}: {one.text}."
        for one in answers
    ]
    if not all(one.has_arrived for one in answers):
        raise CommandError("\n".join([*lines, "Is GYM_ALERTS right?"]))
    return "\n".join([*lines, "Check that the message has arrived and can be read."])


@app.command
def failed(unit: Unit, /) -> None:
    """Tell staff, once, that a systemd unit has failed.

    If the database can't be used, nobody knows whether they were told before: they are told again.

    Args:
        unit: such as gym-site-backup.service
    """
    text = f"{unit} has failed: journalctl -u {unit} shows why."
    kind, now, is_sent = unit_kind(unit), datetime.now(UTC), False
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


def _settings() -> Settings:
    """Return the settings for alerts. Without a gym that can be read, they may lack the site's address."""
    settings = load_alert_settings()
    with suppress(MistakesError, SettingsError):
        return settings.with_links(gym().brand.links)
    return settings


def _database() -> str:
    """Return the database's URL, even if the unit has failed because another setting is invalid."""
    try:
        return database_url()
    except SettingsError:
        return load_database_url()


@app.command(name="over")
def works_again(unit: Unit, /) -> None:
    """Tell staff that a systemd unit works again, if they were told that it had failed.

    Args:
        unit: such as gym-site-backup.service
    """
    with open_engine(database_url()) as engine:
        for trouble in Troubles(engine).ended((), lambda kind: kind == unit_kind(unit)):
            if not _is_sent(over(trouble.text)):
                Troubles(engine).restore(trouble)


def _is_sent(text: str) -> bool:
    answers = asyncio.run(Messenger(_settings()).send(text))
    return not answers or not all(one.try_again for one in answers)
