"""The package's own scripts, which `lean_reflex.build.lean_bundle` adds to the site's."""

from collections.abc import Iterator
from pathlib import Path

_SCRIPTS = Path(__file__).with_name("scripts")
_FOLDER = "lean_reflex"  # among the public files


def library(name: str) -> str:
    """Return the path by which a page imports one of the package's scripts. Raises `FileNotFoundError`."""
    if not (_SCRIPTS / f"{name}.js").exists():
        raise FileNotFoundError(_SCRIPTS / f"{name}.js")
    return f"$/public/{_FOLDER}/{name}.js"


def library_files() -> Iterator[tuple[Path, str]]:
    """Yield the path of each script, relative to the public files, and its text."""
    for file in sorted(_SCRIPTS.glob("*.js")):
        yield Path(_FOLDER) / file.name, file.read_text(encoding="utf-8")
