"""``setup``: asks what a new site needs, tries the answers out, and writes them into ``.env``."""

import argparse
import asyncio
import os
import re
import shlex
import sys
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path
from urllib.parse import quote, urlsplit

from rich.console import Console
from rich.markup import escape
from rich.prompt import Confirm, Prompt

from gym_site.cli.alert import try_alerts
from gym_site.cli.command import Commands, add_command
from gym_site.content.business import BUSINESS
from gym_site.errors import CommandError, SettingsError
from gym_site.leads.dispatcher import DEADLINE
from gym_site.leads.gateway import gateway_for
from gym_site.leads.status import Status
from gym_site.leads.store import new_lead
from gym_site.leads.workers import now
from gym_site.setting_values import DATABASE, FORM_SERVICE, MAIL_ADDRESS, MAIL_PORTS, REDIS_SERVER, SITE, WEBHOOK
from gym_site.settings import ROOT, Settings, load_settings, site_command

PARSERS = {setting.metadata["variable"]: setting.metadata["parse"] for setting in fields(Settings)}
UNSAFE = re.compile(r"[\s\"'#$\\`]")  # would have to be quoted in .env, which not every reader of that file does alike
SUMMARY = "08:00"  # the summary alone tells of requests in quarantine
DAYS = 30  # for which a daily backup is kept
NEEDS_TERMINAL = (
    "setup asks questions, so it needs a terminal. Without one, copy .env.example to .env, and change the lines that "
    "docs/settings.md explains."
)
TEST = "This is a test of the website: nobody has to be called or answered."


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    add_command(commands, "setup", "ask for the most important settings, try them, and write .env", _setup)


def _setup(_chosen: argparse.Namespace) -> None:
    file, console = ROOT / ".env", Console()
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise CommandError(NEEDS_TERMINAL)
    exists = file.exists()
    if exists:
        print(f"{file} exists already: it stays as it is, and you will see what to write into it.")
    print("Enter alone skips a question: its setting keeps its default, which docs/settings.md names.")
    try:
        answers, backup = _answers(console)
    except (EOFError, KeyboardInterrupt):
        raise CommandError("\nNothing was written.") from None
    text = filled((ROOT / ".env.example").read_text(encoding="utf-8"), answers)
    if exists:
        print(f"\nTo write into {file}:", *(f"{name}={value}" for name, value in answers.items()), sep="\n")
    else:
        try:
            with open(file, "x", encoding="utf-8", opener=_private) as new:
                new.write(text)
        except OSError as error:
            raise CommandError(f"{file} can't be written: {error.strerror}") from error
        print(f"\nWritten: {file}. `{site_command()} check` says whether anything is wrong.")
    if backup:
        print(f"For a backup every day, let crontab -e (on Windows the Task Scheduler) run this command:\n{backup}")


def _answers(console: Console) -> tuple[dict[str, str], str]:
    """Ask all questions. Return the settings, and the command for a daily backup; empty if there is to be none."""
    answers: dict[str, str] = {}
    mail: dict[str, str] = {}  # offered again if an attempt has failed, as after a mistyped password

    def ask(variable: str, text: str, example: str, attempt: Callable[[str], str] | None = None) -> None:
        while value := _asked(console, text, example):
            if variable == "GYM_FORM_ENDPOINT" and MAIL_ADDRESS.fullmatch(value):
                value = _mailbox(console, value, mail)
            try:
                if UNSAFE.search(value):
                    raise ValueError("must have no spaces, quotation marks, # or $ (in an address, write %24 for $)")
                PARSERS[variable](value)
            except ValueError as error:
                console.print(f"{variable} {escape(str(error))}.", style="red")
                continue
            if attempt is None or _succeeds(console, attempt, value):
                answers[variable] = value
                return

    def site() -> Settings:
        return Settings(site_url=PARSERS["GYM_SITE_URL"](answers.get("GYM_SITE_URL", Settings.site_url)))

    ask("GYM_SITE_URL", "The address at which visitors will find the site", SITE)
    ask(
        "GYM_FORM_ENDPOINT",
        "Where requests go: a form service, or a mailbox. Skipped, they stay in the site's database",
        f"{FORM_SERVICE} or desk@gym.example",
        lambda endpoint: _send_test(replace(site(), form_endpoint=endpoint)),
    )
    ask(
        "GYM_ALERTS",
        "Where messages go, if a person must act: a webhook, or mailto: and an address, with commas between several",
        f"{WEBHOOK},mailto:desk@gym.example",
        lambda alerts: try_alerts(load_settings(answers | {"GYM_ALERTS": alerts})),
    )
    if "GYM_ALERTS" in answers or answers.get("GYM_FORM_ENDPOINT", "").startswith("smtp"):
        answers["GYM_DAILY_SUMMARY"] = SUMMARY
        console.print(f"Every day at {SUMMARY} a summary tells how many requests came and how many wait.")
    # A server has a timer for it, with a folder that the account of this command could not make.
    backup = "" if site_command() == "gym-site" else _ask_backup(console)
    folders = sorted(file.parent.name for file in ROOT.glob("*/gym.toml"))
    if len(folders) > 1:
        usual = Settings.folder if Settings.folder in folders else folders[0]
        chosen = Prompt.ask("\nWhich folder is your gym's?", choices=folders, default=usual, console=console)
        if chosen != Settings.folder:
            answers["GYM_FOLDER"] = chosen
    if Confirm.ask("\nIs the site to use PostgreSQL, or several processes?", default=False, console=console):
        ask("REFLEX_DB_URL", "The database", DATABASE)
        ask("REFLEX_REDIS_URL", "Redis, for several processes", REDIS_SERVER)
        console.print('The other steps are below "Several processes" in docs/operations.md.')
    return answers, backup


def _asked(console: Console, text: str, example: str) -> str:
    shown = f"\n{text} [dim](such as {escape(example)})[/dim]"
    return Prompt.ask(shown, default="", show_default=False, console=console).strip()


def _mailbox(console: Console, mailbox: str, former: dict[str, str]) -> str:
    """Return the address of a mailbox as GYM_FORM_ENDPOINT has it, after questions about its mail server.

    ``former``: the former answers, which are offered again; the new ones are added.
    """

    def ask(about: str, default: str) -> str:
        default = former.get(about, default)
        former[about] = Prompt.ask(about, default=default, show_default=bool(default), console=console).strip()
        return former[about]

    host, _, port = ask("The mail server of your provider, such as smtp.provider.example", "").partition(":")
    port = port or ask("Its port, such as 587 or 465", "587")
    user = ask("The user", mailbox)
    password = Prompt.ask("The password, which isn't shown", password=True, console=console)
    scheme = "smtps" if port == str(MAIL_PORTS["smtps"]) else "smtp"
    return f"{scheme}://{quote(user, safe='')}:{quote(password, safe='')}@{host}:{port}/?to={mailbox}"


def _succeeds(console: Console, attempt: Callable[[str], str], value: str) -> bool:
    """Return whether an attempt with this value succeeds, or the value is to stay although it fails."""
    try:
        console.print(escape(attempt(value)), style="green")
    except (CommandError, SettingsError) as error:
        console.print(escape(str(error)), style="red")
        return Confirm.ask("Keep this address all the same?", default=False, console=console)
    return True


def _send_test(settings: Settings) -> str:
    """Send a request that is marked as a test. Return what happened; raises `CommandError` if it was not accepted."""
    gateway = gateway_for(settings)
    assert gateway is not None
    entries = {"name": "TEST", "email": BUSINESS.email, "additionalInfo": TEST}
    lead = new_lead("consultation", entries, page_key=None, via="", reason="", now=now())
    lead.reference = "TEST"
    delivery = asyncio.run(gateway.deliver(lead, within=DEADLINE))
    host = urlsplit(settings.form_endpoint or "").hostname
    if delivery.status is not Status.SENT:
        raise CommandError(f"{host} did not accept a test request ({delivery.code}).")
    return f"{host} accepted a test request from TEST. Check that it has arrived."


def _ask_backup(console: Console) -> str:
    """Make a folder for backups, which only its owner can read. Return the command that makes one; empty if skipped."""
    while folder := _asked(console, "A folder for a backup every day, best on another disk", "/backups"):
        try:
            path = Path(folder).expanduser().resolve()
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
        except (OSError, RuntimeError) as error:  # RuntimeError: ~ is followed by nobody's name
            console.print(f"{escape(folder)} can't be made: {escape(str(error))}.", style="red")
            continue
        command = [sys.executable, "-m", "gym_site", "backup", "--keep", str(DAYS), str(path)]
        return f"cd {shlex.quote(str(ROOT))} && {shlex.join(command)}"
    return ""


def filled(example: str, answers: dict[str, str]) -> str:
    """Return the text of ``.env.example`` with these settings in place of their comments."""
    for name, value in answers.items():
        example = re.sub(rf"(?m)^# {name}=.*$", lambda _, line=f"{name}={value}": line, example)
    return example


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)  # the file may contain a password
