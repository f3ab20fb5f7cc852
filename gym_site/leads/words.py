"""Sums up requests in words: for the desk's list, and for the state of the site."""

from collections import Counter
from collections.abc import Mapping

from gym_site.forms.form import Form
from gym_site.leads.status import Status

MOST_WORDS = 200
"""Characters of a request's beginning that are shown."""


def requests(number: int) -> str:
    """Return a number of requests in words."""
    return f"{f'{number:,}' if number else 'No'} request{'s' * (number != 1)}"


def states(counted: Counter[str]) -> str:
    """Return the numbers by status, in the order of the statuses."""
    return ", ".join(f"{counted[status]:,} {status}" for status in Status if counted[status])


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
