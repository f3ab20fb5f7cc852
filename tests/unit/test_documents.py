"""The documents agree with the project: links, commands, paths, settings and quoted messages."""

import argparse
import re
import shlex
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from sysconfig import get_path

import pytest

from gym_site.cli import main
from gym_site.settings import ROOT
from tests.build import apply_guide, copy_project

DOCUMENTS = sorted(
    [
        *ROOT.glob("*.md"),
        *ROOT.glob("docs/**/*.md"),
        ROOT / "lean_reflex" / "README.md",
        ROOT / "gym" / "pictures" / "LICENCES.md",
    ]
)
TEXTS = {file.relative_to(ROOT).as_posix(): file.read_text(encoding="utf-8") for file in DOCUMENTS}
PAST = ("CHANGELOG.md", "LICENSES.md", "docs/decisions/0022-mail-by-smtp.md")
NOW = {name: text for name, text in TEXTS.items() if name not in PAST}
"""The documents about the present state. Those in `PAST` are about older versions, packages or rejected settings."""
MADE_LATER = (".web/", ".data/", ".cache", "dist", "posts/8", "posts/15", "-15.", "card-post-8", "card-parking")
"""Parts of paths that exist only after a build, or once a reader has followed a recipe."""
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
SETTINGS = "".join(
    (ROOT / file).read_text(encoding="utf-8")
    for file in (
        "gym_site/settings.py",
        "lean_reflex/environment.py",
        "rxconfig.py",
        ".env.example",
        "deploy/compose.yaml",
    )
)
EXAMPLES = {"PAGE": "faq", "FROM": "sqlite:///a.db", "TO": "sqlite:///b.db", "REFERENCE": "K7Q2-9M", "...": "x"}
"""Values for the placeholders of commands."""


def code(text: str) -> list[str]:
    """Return the indented lines of a document and its code in running text, without comments."""
    lines = re.findall(r"^ {4,}(\S.*)$", re.sub(r"```.*?```", "", text, flags=re.DOTALL), re.MULTILINE)
    return [line.partition("  #")[0].strip() for line in [*lines, *re.findall(r"`([^`\n]+)`", text)]]


def commands() -> list[tuple[str, str]]:
    """Return each command of the site with the document that it is in."""
    found: dict[tuple[str, str], None] = {}
    for name, text in NOW.items():
        for line in code(text):
            called = re.search(r"(?:python -m gym_site|(?:^|&& |\s)gym-site)((?: (?!&&|>|<).+)?)$", line)
            if called and called[1] and called[1] != " update":  # of deploy/gym-site itself
                found[name, re.sub(r"\$\(.*?\)", "x", called[1]).strip()] = None
    return list(found)


def words(command: str) -> list[str]:
    """Return the command's words up to the next command or redirection, with values for placeholders."""
    given = [EXAMPLES.get(word, word) for word in shlex.split(command)]
    end = next((number for number, word in enumerate(given) if word in ("&&", ">", "<")), len(given))
    return given[:end]


def anchors(text: str) -> set[str]:
    """Return the anchors that GitHub gives a document's headings."""
    headings = re.findall(r"^#+ (.+)$", re.sub(r"```.*?```", "", text, flags=re.DOTALL), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("name", TEXTS)
def test_every_link_in_the_docs_leads_to_an_existing_file_and_heading(name):
    broken = []
    for target in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"```.*?```", "", TEXTS[name], flags=re.DOTALL)):
        path, _, anchor = target.partition("#")
        if "://" in target:
            continue
        file = (ROOT / name).parent / path if path else ROOT / name
        if not file.exists() or (anchor and anchor not in anchors(file.read_text(encoding="utf-8"))):
            broken.append(target)
    assert broken == []


@pytest.mark.parametrize(("name", "command"), commands())
def test_every_documented_command_is_accepted_with_its_options(name, command, monkeypatch):
    def parse_only(parser, given, parse=argparse.ArgumentParser.parse_args):
        parse(parser, given)
        return argparse.Namespace(run=lambda _: None)

    monkeypatch.setattr(argparse.ArgumentParser, "parse_args", parse_only)
    given = words(command)
    if len(given) < 3 and not any(word.startswith("-") for word in given):
        given.append("--help")  # a mention such as `leads`, without its arguments
    try:
        exit_code = main(given)
    except SystemExit as leaving:  # --help
        exit_code = leaving.code
    assert exit_code == 0, name


def test_the_code_of_the_guide_passes_the_linter(tmp_path):
    apply_guide(copy_project(tmp_path))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for command in (["check"], ["format", "--check"]):
        linter = [sys.executable, "-m", "ruff", *command, "gym_site"]
        done = subprocess.run(linter, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("name", NOW)
def test_files_and_modules_and_settings_named_in_the_docs_exist(name):
    text = "\n".join(code(NOW[name]))
    modules = re.findall(r"-m ((?:scripts|bench|tests)\.[\w.]+)", text)
    targets = re.findall(r"^(?:\S+=\S+ )*make (?:\S+=\S+ )*([a-z-]+)", text, re.MULTILINE)
    settings = re.findall(r"\b(?:GYM|REFLEX)_[A-Z_]+\b(?!_)", text)
    folders = "gym|gym_site|lean_reflex|assets|docs|tests|scripts|bench|deploy|alembic"
    paths = re.findall(rf"^((?:{folders})/[\w./-]+)$", text, re.MULTILINE)
    if name == "docs/for-staff.md":
        paths += [f"gym/{file}" for file in re.findall(r"^([\w-]+\.(?:toml|md))$", text, re.MULTILINE)]
    assert [module for module in modules if not find_spec(module)] == []
    assert [target for target in targets if f"\n{target}:" not in MAKEFILE] == []
    assert [setting for setting in settings if setting not in SETTINGS] == []
    beside = (ROOT / name).parent
    missing = [path for path in paths if not (ROOT / path).exists() and not (beside / path).exists()]
    assert [path for path in missing if not any(part in path for part in MADE_LATER)] == []


def test_documented_recipes_of_make_targets_match_the_makefile():
    rows = dict(re.findall(r"^\| `make ([\w-]+)` \| (.+) \|$", TEXTS["docs/for-developers.md"], re.MULTILINE))
    for target, row in rows.items():
        (recipe,) = re.findall(rf"^{target}:.*\n((?:\t.+\n)+)", MAKEFILE, re.MULTILINE)
        lines = [
            line.strip().replace("$(BIN)", ".venv/bin").replace("$(WORKERS)", "-n 3") for line in recipe.splitlines()
        ]
        if target == "clean":
            assert set(re.findall(r"`([\w.]+)`", row)) == set(lines[0].replace("$(VENV)", ".venv").split()[2:])
        elif "the line above" not in row:
            assert re.findall(r"`([^`]+)`", row) == lines


def test_every_error_message_quoted_in_the_guide_occurs_in_the_code():
    """The code includes pip's and Reflex's. Of a message, only the part before its first value is compared."""
    table = TEXTS["docs/for-developers.md"].partition("## When something is in the way")[2]
    quoted = [
        message for message in re.findall(r"^\| `([^`]+)`", table, re.MULTILINE) if message != "make: command not found"
    ]
    assert len(quoted) > 6
    packages = Path(get_path("purelib"))
    files = [
        ROOT / "Makefile",
        *ROOT.glob("gym_site/**/*.py"),
        *ROOT.glob("lean_reflex/**/*.py"),
        *ROOT.glob("lean_reflex/build/*.mjs"),
        *packages.glob("pip/_internal/**/*.py"),
        *packages.glob("reflex*/**/*.py"),
    ]
    written = "\n".join(file.read_text(encoding="utf-8") for file in files)
    beginnings = [re.split(r" ?(?:\.\.\.|\d\S*\.\d|[A-Z]+_)", message)[0].strip() for message in quoted]
    assert [beginning for beginning in beginnings if beginning not in written] == []
