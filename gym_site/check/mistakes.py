"""Lists the mistakes that keep the site from being shown, in the gym's folder and in the code that reads it.

While there are some, `make dev` shows a page with them. Imports that code only when a function is called.
"""

import os
import traceback
from collections.abc import Sequence
from html import escape
from pathlib import Path

from gym_site.errors import SettingsError
from gym_site.folder import ROOT, MistakesError

PAGE_FILE = Path("mistakes.html")
"""The file in Reflex's folder with the page that the development server shows; it is empty while there are none."""

CODE = ROOT / "gym_site", ROOT / "lean_reflex"
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
    """Return the mistakes in the folder or, if there are none, what is missing for a page: ``file:line: message``.

    Raises `SettingsError`.
    """
    try:
        from gym_site.check.parts import missing_parts
        from gym_site.settings import load_settings
        from gym_site.site import edited

        return missing_parts(edited(load_settings())[0], in_development=True)
    except MistakesError as error:
        return [str(mistake) for mistake in error.mistakes]
    except SettingsError:
        raise
    except Exception as error:  # a mistake in the code
        return [described(error)]


def described(error: Exception) -> str:
    """Return the place in the project's code where an error was raised, and what it says: ``file:line: message``."""
    places = [(frame.filename, frame.lineno) for frame in traceback.extract_tb(error.__traceback__)]
    message: object = error
    if isinstance(error, SyntaxError):
        places.append((error.filename or "", error.lineno))
        message = error.msg
    own = [each for each in places if any(Path(each[0]).is_relative_to(folder) for folder in CODE)]
    place = "".join(f"{os.path.relpath(file, ROOT)}:{line}: " for file, line in own[-1:])
    return f"{place}{type(error).__name__}: {message}"


def page_with(lines: Sequence[str]) -> str:
    """Return a page that shows these mistakes, and reloads itself when the server answers with anything else."""
    return _PAGE.format(items="".join(f"<li>{escape(line)}</li>" for line in lines))
