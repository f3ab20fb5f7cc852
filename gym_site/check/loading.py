"""Whether the content can be read at all. Imports none of it: what is broken there must not break this."""

from __future__ import annotations

import ast
import traceback
from decimal import InvalidOperation
from importlib import import_module
from pathlib import Path
from types import ModuleType

from gym_site.check.findings import Finding, place_of
from gym_site.check.kinds import Content, wrong_kinds
from gym_site.settings import ROOT

CONTENT = ROOT / "gym_site" / "content"


def unreadable() -> list[Finding]:
    """Return what keeps the content from being read: every file that isn't Python, else what its records refuse."""
    files = sorted(CONTENT.glob("*.py"))
    if broken := [found for file in files for found in _no_python(file)]:
        return broken
    loaded: list[ModuleType] = []
    refused: list[Finding] = []
    for module in [*(f"gym_site.content.{file.stem}" for file in files), "gym_site.leads.fields"]:
        try:
            loaded.append(import_module(module))
        except Exception as error:  # anything may be written there
            if (found := _refused(error)) not in refused:  # every module that imports a broken one breaks the same way
                refused.append(found)
    # A value of the wrong kind breaks what reckons with it, elsewhere: its own place is the one to mend.
    return (list(wrong_kinds(Content(loaded))) if refused else []) or refused


def read_content() -> Content:
    """Return the whole content, once it can be read."""
    return Content(import_module(f"gym_site.content.{file.stem}") for file in sorted(CONTENT.glob("*.py")))


def _no_python(file: Path) -> list[Finding]:
    try:
        ast.parse(file.read_text(encoding="utf-8"))
    except SyntaxError as error:
        return [place_of(file, error.lineno or 0).error(f"This can't be read: {error.msg}.")]
    except UnicodeDecodeError:
        return [place_of(file).error("This can't be read: save the file as UTF-8.")]
    return []


def _refused(error: Exception) -> Finding:
    package = ROOT / "gym_site"
    frames = [one for one in traceback.extract_tb(error.__traceback__) if Path(one.filename).is_relative_to(package)]
    written = [one for one in frames if Path(one.filename).parent == CONTENT and one.name == "<module>"]
    last = (written or frames)[-1]
    if isinstance(error, InvalidOperation):
        said = 'This is no number: write it as in Decimal("14.99").'
    elif isinstance(error, FileNotFoundError):
        said = f"There is no file {Path(error.filename).relative_to(ROOT).as_posix()}."
    elif isinstance(error, UnicodeDecodeError):
        said = "A file that is read here can't be: save it as UTF-8."
    else:
        said = f"This can't be used: {type(error).__name__}: {error}."
    return place_of(Path(last.filename), last.lineno or 0).error(said)
