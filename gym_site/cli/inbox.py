"""``leads``: what visitors sent since yesterday, one request per line, fitted to the window."""

import shutil
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, time, timedelta
from typing import Annotated, Any, Literal

from rich.cells import cell_len, set_cell_size
from sqlalchemy import Row
from sqlmodel import col

from gym_site.cli.command import MAX_DAYS, database_url, gym, within
from gym_site.cli.requests import WINDOW, print_paged, say_where_the_desk_is
from gym_site.db.engine import open_engine
from gym_site.db.tables import Lead
from gym_site.forms.all_forms import forms_of
from gym_site.forms.form import Form
from gym_site.forms.tidy import plain
from gym_site.leads.gateway import one_line
from gym_site.leads.status import Status, undecided
from gym_site.leads.store import LeadStore
from gym_site.settings import load_settings, site_command

LIMIT = 1000  # requests that are shown unless more are asked for
Reason = Literal["links", "honeypot", "turn"]
"""Why a request is held."""
MOST = 10**6  # that can be asked for
GAP = "  "
LEAST = 8  # columns of a name, subject or beginning, below which the window is too narrow for it
MOST_WORDS = 200  # characters of a message that a line can show
HEADINGS = ("Reference", "When", "Name", "About", "First words", "State")
ERASED = "(erased)"
LONG_AGO = timedelta(days=300)  # before that, a day and a month could be taken for those of this year


def show_inbox(
    *,
    days: Annotated[int, within(0, MAX_DAYS)] = 1,
    limit: Annotated[int | None, within(1, MOST)] = None,
    reason: Reason | None = None,
    all: bool = False,
) -> None:
    """Show what visitors sent since yesterday, newest last; or run one of the commands below.

    Args:
        days: since DAYS days ago
        limit: at most LIMIT, the newest (default: 1,000)
        reason: only those held for this reason
        all: all of them, however old
    """
    say_where_the_desk_is()
    day = gym().brand.time(datetime.combine(gym().brand.now() - timedelta(days=days), time()))
    where = [] if all else [col(Lead.created_at) >= day]
    where += [col(Lead.reason) == reason] if reason else []
    with open_engine(database_url()) as engine:
        store = LeadStore(engine)
        rows = store.rows(*where, newest=limit or (None if all else LIMIT))[::-1]
        counted = store.counted(*where)
        waiting = store.counted(col(Lead.status).in_(undecided(load_settings()))).total()
    if rows:
        print_paged("\n".join(fitted(rows, shutil.get_terminal_size(WINDOW).columns)))
    total = counted.total()
    since = "" if all else f" since {day:%A, %d %B}, 00:00"
    number = f"{'' if len(rows) == total else f'The newest {len(rows):,} of '}{requests(total)}{since}"
    print(f"{number}{': ' if total else ''}{states(counted)}.")
    if waiting:
        print(f"{waiting:,} of all requests wait for you to decide: {site_command()} leads review")


def requests(number: int) -> str:
    """Return a number of requests in words."""
    return f"{f'{number:,}' if number else 'No'} request{'s' * (number != 1)}"


def states(counted: Counter[str]) -> str:
    """Return the numbers by status, in the order of the statuses."""
    return ", ".join(f"{counted[status]:,} {status}" for status in Status if counted[status])


def fitted(rows: Sequence[Row[Any]], width: int) -> list[str]:
    """Return a heading and a line per request, none wider than ``width``. A narrow window shows fewer columns."""
    long_ago = gym().brand.now() - LONG_AGO
    forms = forms_of(gym())
    lines = [HEADINGS, *(_cells(row, forms, long_ago) for row in rows)]
    widths = [max(map(_width, column)) for column in zip(*lines, strict=True)]
    fixed = widths[0] + widths[1] + widths[-1] + 2 * len(GAP)
    for number in (3, 2, 1, 0):  # of the name, what it is about, and the first words
        room = width - fixed - number * len(GAP)
        if room >= number * LEAST:
            break
    share = room // 4 if number == 3 else room // max(number, 1)
    taken = [min(wide, max(share, LEAST)) for wide in widths[2:4]][:number]
    if number == 3:
        taken.append(room - sum(taken))
    all_widths = [*widths[:2], *taken, widths[-1]]
    return [_line([*cells[: 2 + number], cells[-1]], all_widths) for cells in lines]


def _cells(row: Row[Any], forms: Mapping[str, Form], long_ago: datetime) -> tuple[str, ...]:
    when = gym().brand.time(row.created_at).strftime("%d %b %H:%M" if row.created_at > long_ago else "%Y-%m-%d")
    if row.payload is None:
        return row.reference, when, ERASED, ERASED, "", row.status
    return row.reference, when, *map(tidy, summed_up(row.form, forms.get(row.form), row.payload)), row.status


def _line(cells: Iterable[str], widths: Iterable[int]) -> str:
    return GAP.join(_cut(cell, width) for cell, width in zip(cells, widths, strict=True)).rstrip()


def _cut(text: str, width: int) -> str:
    """Return a text of exactly this width; one that is cut ends with an ellipsis."""
    if text.isascii():  # ten times as fast as to look every character up
        return text.ljust(width) if len(text) <= width else text[: width - 1] + "…"
    return set_cell_size(text, width) if cell_len(text) <= width else set_cell_size(text, width - 1) + "…"


def _width(text: str) -> int:
    return len(text) if text.isascii() else cell_len(text)


def tidy(text: str) -> str:
    """Return a visitor's text in one line, without characters that act on a terminal."""
    return one_line(text if text.isprintable() else plain(text))


def summed_up(name: str, form: Form | None, fields: Mapping[str, str]) -> tuple[str, str, str]:
    """Return a request's sender, what it is about (its service, or its form), and the beginning of its words.

    Without words, the beginning is the first choice that the visitor had to make.
    """
    known = form.fields if form else ()
    service = next((field for field in known if field.name == "service"), None)
    about = service.words_for(fields.get("service", "")) if service else name.capitalize()
    written = (fields.get(field.name, "").strip() for field in known if field.kind == "lines")
    words = next(filter(None, written), "")
    chosen = (field for field in known if field.required and field.options and fields.get(field.name))
    if not words and (choice := next(chosen, None)):
        words = choice.words_for(fields[choice.name])
    return fields.get("name", ""), about, words[:MOST_WORDS]
