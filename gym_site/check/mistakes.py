"""Lists the mistakes that keep the site from being shown: ``python -m gym_site.check.mistakes``.

While there are some, `make dev` shows a page with them. Imports the content only when a function is called.
"""

import os
import subprocess
import sys
import traceback
from collections.abc import Sequence
from html import escape
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

from gym_site.folder import FOLDER, MistakesError, early_setting

PAGE_FILE = Path("mistakes.html")
"""The file in Reflex's folder with the page that the development server shows; it is empty while there are none."""

_ROOT = Path(__file__).resolve().parents[2]
_CODE = _ROOT / "gym_site", _ROOT / "lean_reflex"
_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Mistakes</title>
<style>
body {{ margin: 2rem; font: 1rem/1.6 monospace; overflow-wrap: anywhere }}
h1 {{ font: bold 1.5rem sans-serif }}
</style>
<h1>Mistakes</h1>
<ul>{items}</ul>
<p>The site is back as soon as they are corrected.</p>
<script type="module">
const read = () => fetch("", {{ headers: {{ accept: "text/html" }} }}).then((page) => page.text(), () => shown);
const shown = await read();
setInterval(async () => (await read()) !== shown && location.reload(), 500);
</script>
"""


def mistakes() -> list[str]:
    """Return the mistakes in the content or, if there are none, what is missing for a page: ``file:line: message``."""
    try:
        from gym_site.check.loading import unreadable

        if found := unreadable():
            return [f"{mistake.place}: {mistake.message}" for mistake in found]
        from gym_site.check.parts import missing_parts

        return missing_parts(in_development=True)
    except MistakesError as error:
        return [str(mistake) for mistake in error.mistakes]
    except Exception as error:  # a mistake in the code of the content
        return [described(error)]


def described(error: Exception) -> str:
    """Return the place in the project's code where an error was raised, and what it says: ``file:line: message``."""
    places = [(frame.filename, frame.lineno) for frame in traceback.extract_tb(error.__traceback__)]
    message: object = error
    if isinstance(error, SyntaxError):
        places.append((error.filename or "", error.lineno))
        message = error.msg
    own = [each for each in places if any(Path(each[0]).is_relative_to(folder) for folder in _CODE)]
    place = "".join(f"{os.path.relpath(file, _ROOT)}:{line}: " for file, line in own[-1:])
    return f"{place}{type(error).__name__}: {message}"


def page_with(lines: Sequence[str]) -> str:
    """Return a page that shows these mistakes, and reloads itself when the server answers with anything else."""
    return _PAGE.format(items="".join(f"<li>{escape(line)}</li>" for line in lines))


def wait_until_correct() -> None:
    """Show the mistakes at the address of the site until there are none."""
    print(f"The site will be at http://localhost:{_port()}.", flush=True)  # noqa: T201, for the developer
    while lines := mistakes_now(FOLDER):
        print(*lines, sep="\n", file=sys.stderr, flush=True)  # noqa: T201, for the developer
        show_until_saved(page_with(lines))


def show_until_saved(page: str) -> None:
    """Show a page with mistakes at the address of the site until a file is saved."""
    _Page.text = page
    try:
        with HTTPServer(("127.0.0.1", int(_port())), _Page) as server:
            server.timeout, before = 0.3, _saved()
            while _saved() == before:
                server.handle_request()
    except OSError as error:
        sys.exit(f"They can't be shown at http://localhost:{_port()}: {error.strerror}.")
    except KeyboardInterrupt:
        sys.exit(1)


def _port() -> str:
    return early_setting("REFLEX_FRONTEND_PORT") or "3000"


def mistakes_now(folder: Path) -> list[str]:
    """Return the mistakes as a new process finds them in a gym's folder: this one keeps what it has read."""
    command, environment = [sys.executable, "-m", __name__], os.environ | {"GYM_FOLDER": str(folder)}
    done = subprocess.run(command, cwd=_ROOT, env=environment, check=False, capture_output=True, text=True)
    return done.stdout.splitlines() or ([done.stderr] if done.returncode else [])


def _saved() -> dict[Path, float]:
    files = (file for folder in (FOLDER, *_CODE) for file in folder.rglob("*") if "__pycache__" not in file.parts)
    return {file: file.stat().st_mtime for file in files}


class _Page(BaseHTTPRequestHandler):
    text = ""

    def do_GET(self) -> None:
        """Answer every path with the page."""
        self.send_response(200)
        self.send_header("content-type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(self.text.encode())

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing."""


if __name__ == "__main__":
    for line in mistakes():
        print(line)  # noqa: T201, for `wait_until_correct`
