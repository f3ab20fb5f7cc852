"""The documents name only what exists: files, headings, commands with their options, modules, settings."""

import re
import shlex
from collections.abc import Iterator
from importlib.util import find_spec

from cyclopts import CycloptsError

from gym_site.cli import app
from gym_site.settings import ROOT
from tests.build import apply_guide, copy_project

DOCUMENTS = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), ROOT / "lean_reflex/README.md", ROOT / "gym/pictures/LICENCES.md"]  # fmt: skip
TEXTS = {file.relative_to(ROOT).as_posix(): file.read_text(encoding="utf-8") for file in DOCUMENTS}
PAST = ("CHANGELOG.md", "LICENSES.md")
"""Documents about older versions or packages."""
MADE_LATER = (".web/", ".data/", ".cache", "dist", "posts/8", "posts/15", "-15.", "card-post-8", "card-parking")
"""Parts of paths that exist only after a build, or once a reader has followed a recipe."""
FOLDERS = "gym|gym_site|lean_reflex|assets|docs|tests|scripts|bench|deploy|alembic"
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
SOURCES = ("gym_site/settings.py", "lean_reflex/environment.py", "rxconfig.py", ".env.example", "deploy/compose.yaml")
SETTINGS = "".join((ROOT / file).read_text(encoding="utf-8") for file in SOURCES)
EXAMPLES = {"PAGE": "faq", "FROM": "sqlite:///a.db", "TO": "sqlite:///b.db", "REFERENCE": "K7Q2-9M", "...": "x"}
"""Values for the placeholders of commands."""


def without_blocks(text: str) -> str:
    return re.sub(r"```.*?```", "", text, flags=re.DOTALL)


def code(text: str) -> list[str]:
    """Return the indented lines of a document and its code in running text, without comments."""
    lines = re.findall(r"^ {4,}(\S.*)$", without_blocks(text), re.MULTILINE)
    return [line.partition("  #")[0].strip() for line in [*lines, *re.findall(r"`([^`\n]+)`", text)]]


def anchors(text: str) -> set[str]:
    """Return the anchors that GitHub gives a document's headings."""
    headings = re.findall(r"^#+ (.+)$", without_blocks(text), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def dead_links(name: str) -> Iterator[str]:
    for target in re.findall(r"\]\(([^)\s]+)\)", without_blocks(TEXTS[name])):
        path, _, anchor = target.partition("#")
        file = (ROOT / name).parent / path if path else ROOT / name
        if "://" not in target and not (
            file.exists() and (not anchor or anchor in anchors(file.read_text(encoding="utf-8")))
        ):
            yield target


def dead_names(name: str) -> Iterator[str]:
    """Yield the modules, targets of make, settings and paths that don't exist."""
    text = "\n".join(code(TEXTS[name]))
    yield from (one for one in re.findall(r"-m ((?:scripts|bench|tests)\.[\w.]+)", text) if not find_spec(one))
    targets = re.findall(r"^(?:\S+=\S+ )*make (?:\S+=\S+ )*([a-z-]+)", text, re.MULTILINE)
    yield from (f"make {target}" for target in targets if f"\n{target}:" not in MAKEFILE)
    yield from (one for one in re.findall(r"\b(?:GYM|REFLEX)_[A-Z_]+\b(?!_)", text) if one not in SETTINGS)
    paths = re.findall(rf"^((?:{FOLDERS})/[\w./-]+)$", text, re.MULTILINE)
    if name == "docs/files.md":
        paths += [f"gym/{file}" for file in re.findall(r"^([\w-]+\.(?:toml|md))$", text, re.MULTILINE)]
    for path in paths:
        exists = (ROOT / path).exists() or ((ROOT / name).parent / path).exists()
        if not exists and not any(part in path for part in MADE_LATER):
            yield path


def refused_commands(name: str) -> Iterator[str]:
    """Yield the commands of the site that are refused with their options."""
    for line in code(TEXTS[name]):
        called = re.search(
            r"(?:python -m gym_site|(?:^|&& |\s)gym-site) (?!&&|>|<|update$|desk (?:on|off|backup|texts on)$)(.+)$",
            line,
        )
        if not called:
            continue
        command = re.split(r" (?:&&|>|<) ", re.sub(r"\$\(.*?\)", "x", called[1]))[0]
        given = [EXAMPLES.get(word, word) for word in shlex.split(command)]
        if len(given) < 3 and not any(word.startswith("-") for word in given):
            given.append("--help")  # a mention such as `leads`, without its arguments
        try:
            app.parse_args(given)
        except CycloptsError:
            yield f"gym_site {command}"


def test_the_documents_name_only_what_exists():
    dead = [f"{name}: {target}" for name in TEXTS for target in dead_links(name)]
    for name in TEXTS.keys() - set(PAST):
        dead += [f"{name}: {what}" for what in (*dead_names(name), *refused_commands(name))]
    assert not dead, "\n".join(dead)


def test_commands_that_write_what_visitors_sent_write_it_for_their_user_alone():
    paragraphs = [(name, part) for name, text in TEXTS.items() for part in text.split("\n\n")]
    writing = [one for one in paragraphs if re.search(r"(backup -|--csv -|pg_dump .*) > ", one[1])]
    assert len(writing) >= 4
    assert [(name, part) for name, part in writing if "umask 077" not in part] == []


def test_the_code_of_the_developers_guide_fits_the_project(tmp_path):
    apply_guide(copy_project(tmp_path / "project"))
