"""``new-gym``: asks for another gym's name, towns, addresses and colours, and writes them to ``content/gym.toml``."""

import argparse
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.prompt import Confirm, Prompt
from sqlalchemy.exc import SQLAlchemyError

from gym_site.brand import FILE, read_brand, readable_shade
from gym_site.cli.command import CommandError, Commands, add_command
from gym_site.db.engine import open_engine
from gym_site.db.queries import forget_seeded
from gym_site.settings import ROOT, load_settings

SUPPLIED = ROOT / "gym_site" / "check" / "supplied.toml"
QUESTIONS = {
    "name": "The gym's name",
    "short_name": "Short name, for the icon on a phone (14 characters)",
    "towns": "Towns that it serves, its own first",
    "province": "Province, such as BC",
    "region": "Full name of the province",
    "address": "Street and number",
    "postal_code": "Postal code",
    "phone": "Telephone",
    "email": "E-mail address",
    "instagram": "Instagram name",
    "hours": "Opening hours",
    "links.site": "This website's address",
    "links.portal": "Member portal",
    "links.trial": "Sign-up for the trial pass",
    "links.physio": "Booking of physiotherapy",
    "links.calendar": "Booking calendar",
    "links.reviews": "Reviews",
    "links.instagram": "Instagram's address",
    "links.directions": "Directions",
    "colours.ember": "Accent colour",
}
PARTS = {
    "expansion": "Is the gym building an expansion, or has it just built one",
    "trainers": "Is there a page for the trainers",
    "transformations": "Are there before-and-after pictures",
    "blog": "Is there a blog",
    "booking": "Can appointments be booked online",
    "map": "Is pictures/map.svg a map of the gym's streets",
}
AFTERWARDS = """\
Next:
  make brand                            draws icons, cards and prints in the new colours
  python -m gym_site check              lists mistakes
  python -m gym_site check --launch     lists what is still another gym's, such as trainers, texts and photographs"""


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    command = add_command(commands, "new-gym", "make this another gym's website, by answering questions", _new_gym)
    command.add_argument("--answers", type=Path, metavar="FILE", help="a file like gym.toml, with the values to change")


def _new_gym(chosen: argparse.Namespace) -> None:
    text, supplied = FILE.read_text(encoding="utf-8"), tomllib.loads(SUPPLIED.read_text(encoding="utf-8"))
    if chosen.answers:
        written, notes = _answered(text, supplied, _read(chosen.answers, tomllib.loads(text)))
    elif sys.stdin.isatty():
        written, notes = _asked(text, supplied), []
    else:
        raise CommandError("new-gym needs a terminal for its questions. Without a terminal, use --answers FILE.")
    before, after = tomllib.loads(text), tomllib.loads(written)
    if after["parts"]["map"] and any(before[key] != after[key] for key in ("address", "towns")):
        written = _changed(written, "parts.map", False)
        notes.append("The map shows the streets around the old address, so it is now off: redraw pictures/map.svg.")
    FILE.write_text(written, encoding="utf-8")
    read_again = [sys.executable, "-m", "gym_site", "new-gym", "--help"]  # imports all texts
    tried = subprocess.run(read_again, capture_output=True, text=True, check=False)
    if tried.returncode:
        FILE.write_text(text, encoding="utf-8")
        raise CommandError(f"The texts are invalid with these answers, so nothing was changed:\n{tried.stderr.strip()}")
    with suppress(SQLAlchemyError), open_engine(load_settings().db_url) as engine:  # there may be no database yet
        kept = forget_seeded(engine)
        notes += [f"The database keeps the record of {name}, because it was changed by hand." for name in kept]
    print("Written: gym_site/content/gym.toml.", *notes, AFTERWARDS, sep="\n")


def _answered(text: str, supplied: Mapping[str, Any], answers: Mapping[str, Any]) -> tuple[str, list[str]]:
    """Return the file's text with the answers, and a note for each value that stays because it was changed by hand."""
    present, kept = tomllib.loads(text), []
    for key, value in answers.items():
        now = _value(present, key)
        if now == _value(supplied, key):
            text = _changed(text, key, value)
        elif value != now:
            kept.append(f"{key} stays {now!r}, because it was changed by hand.")
    try:
        read_brand(text)
    except ValueError as error:
        raise CommandError(str(error)) from error
    return text, kept


def _read(file: Path, present: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answers in a file, by key. The list ``services`` names the services that the gym offers."""
    try:
        answers = dict(_flat(tomllib.loads(file.read_text(encoding="utf-8"))))
    except (OSError, ValueError) as error:
        raise CommandError(f"{file} can't be read: {error}") from error
    staying = answers.pop("services", list(present["services"]))
    unknown = [*(answers.keys() - dict(_flat(present)).keys()), *(set(staying) - present["services"].keys())]
    if unknown:
        raise CommandError(f"{file} contains {', '.join(sorted(unknown))}, which gym.toml doesn't have.")
    answers |= {f"services.{key}": None for key in present["services"] if key not in staying}
    return _shades(answers.get("colours.ember"), present) | answers


def _asked(text: str, supplied: Mapping[str, Any]) -> str:
    """Ask for each value until it is valid; return the file's text with the answers."""
    console, present = Console(), tomllib.loads(text)
    console.print("Press Enter to keep the value in brackets. You can run this again at any time.")
    for key, question in QUESTIONS.items():
        now = _value(present, key)
        default = ", ".join(now) if isinstance(now, list) else now
        hint = "[dim], still the supplied gym's[/dim]" if now == _value(supplied, key) else ""
        while True:
            answer: Any = Prompt.ask(question + hint, default=default, console=console).strip()
            if isinstance(now, list):
                answer = [part.strip() for part in answer.split(",") if part.strip()]
            changed = _changed(text, key, answer)
            if key == "colours.ember":
                for shade, value in _shades(answer, present).items():
                    changed = _changed(changed, shade, value)
            try:
                read_brand(changed)
            except ValueError as error:
                console.print(f"[red]{error}[/red]")
            else:
                text = changed
                break
    for key, service in present["services"].items():
        is_offered = service.get("offered", True)
        if is_offered and not Confirm.ask(f"Do you offer {service['label']}?", default=True, console=console):
            text = _changed(text, f"services.{key}", None)
    for part, has in present["parts"].items():
        text = _changed(text, f"parts.{part}", Confirm.ask(f"{PARTS[part]}?", default=has, console=console))
    return text


def _shades(ember: str | None, present: Mapping[str, Any]) -> dict[str, str]:
    """Return a lighter and a darker shade of a new accent colour, each readable on its background."""
    if not ember or not re.fullmatch("#[0-9a-f]{6}", ember) or ember == present["colours"]["ember"]:
        return {}
    return {
        "colours.ember_light": readable_shade(ember, present["colours"]["coal"], 20),
        "colours.ember_dark": readable_shade(ember, present["colours"]["bone"], 20),
    }


def _flat(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in table.items():
        if isinstance(value, dict) and prefix != "services.":
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield prefix + key, value


def _value(table: Mapping[str, Any], key: str) -> Any:
    return dict(_flat(table)).get(key)


def _changed(text: str, key: str, value: Any) -> str:
    """Return the file's text with one value changed; comments stay. The value None marks a service as not offered."""
    table, _, name = key.rpartition(".")
    begin = text.index(f"\n[{table}]\n") if table else 0
    if value is None:
        return text[:begin] + re.sub(rf"(?m)^{name} = {{ ", f"{name} = {{ offered = false, ", text[begin:], count=1)
    line = re.compile(rf"^{re.escape(name)} = .*?(  #.*)?$", re.MULTILINE)
    written = f"{name} = {json.dumps(value, ensure_ascii=False)}"
    return text[:begin] + line.sub(lambda old: written + (old[1] or ""), text[begin:], count=1)
