"""Lists the mistakes that keep the site from being shown: ``python -m gym_site.check.mistakes``.

While there are some, `make dev` shows a page with them. Imports the content only when a function is called.
"""

import subprocess
import sys
from collections.abc import Sequence
from html import escape
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

from gym_site.folder import FOLDER, MistakesError, early_setting

PAGE_FILE = Path("mistakes.html")
"""The file in Reflex's folder with the page that the development server shows; it is empty while there are none."""

_ROOT = Path(__file__).resolve().parents[2]
_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Mistakes in the gym's folder</title>
<style>
body {{ margin: 2rem; font: 1rem/1.6 monospace; overflow-wrap: anywhere }}
h1 {{ font: bold 1.5rem sans-serif }}
</style>
<h1>Mistakes in the gym's folder</h1>
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


def page_with(lines: Sequence[str]) -> str:
    """Return a page that shows these mistakes, and reloads itself when the server answers with anything else."""
    return _PAGE.format(items="".join(f"<li>{escape(line)}</li>" for line in lines))


def wait_until_correct() -> None:
    """Show the mistakes at the address of the site until there are none."""
    port = early_setting("REFLEX_FRONTEND_PORT") or 3000
    while lines := _mistakes_now():
        print(*lines, sep="\n", file=sys.stderr, flush=True)  # noqa: T201, for the developer
        _Page.text = page_with(lines)
        try:
            with HTTPServer(("127.0.0.1", int(port)), _Page) as server:
                server.timeout, before = 0.3, _saved()
                while _saved() == before:
                    server.handle_request()
        except OSError as error:
            sys.exit(f"They can't be shown at http://localhost:{port}: {error.strerror}.")
        except KeyboardInterrupt:
            sys.exit(1)


def _mistakes_now() -> list[str]:
    """Return the mistakes as a new process finds them: this one keeps what it has read."""
    command = [sys.executable, "-m", __name__]
    return subprocess.run(command, cwd=_ROOT, check=False, capture_output=True, text=True).stdout.splitlines()


def _saved() -> dict[Path, float]:
    return {file: file.stat().st_mtime for file in FOLDER.rglob("*")}


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
