"""``dev``: run the site with hot reload, until it is stopped. Shows mistakes in the browser while there are some."""

import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

from gym_site.built import web_folder
from gym_site.check.mistakes import CODE, PAGE_FILE, mistakes, page_with
from gym_site.cli.processes import alone_in, check_free, run_whole
from gym_site.folder import early_setting, gym_folder
from gym_site.settings import load_settings


def dev() -> int:
    """Run the site with hot reload."""
    load_settings()  # an error in them is reported before Reflex begins
    page = web_folder() / PAGE_FILE
    with alone_in(web_folder(), waits=False):
        check_free("127.0.0.1", int(_port()), "Stop what runs there, or: REFLEX_FRONTEND_PORT=3001 make dev")
        wait_until_correct()
        while True:
            page.unlink(missing_ok=True)
            code = run_whole("reflex", "run")
            if not code or not page.exists() or not (text := page.read_text(encoding="utf-8")):
                return code
            _show_until_saved(text)
            wait_until_correct()


def wait_until_correct() -> None:
    """Show the mistakes at the address of the site until there are none."""
    print(f"The site will be at http://localhost:{_port()}.", flush=True)
    while lines := _mistakes_now():
        print(*lines, sep="\n", file=sys.stderr, flush=True)
        _show_until_saved(page_with(lines))


def _mistakes_now() -> list[str]:
    """Return the mistakes, and forget the code imported to find them, so that it is read anew the next time."""
    before = {*sys.modules}
    try:
        return mistakes()
    finally:
        for name in {*sys.modules} - before:
            if name.startswith(("gym_site.", "lean_reflex.")):
                del sys.modules[name]


def _show_until_saved(page: str) -> None:
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


def _saved() -> dict[Path, float]:
    files = (file for folder in (gym_folder(), *CODE) for file in folder.rglob("*") if "__pycache__" not in file.parts)
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
