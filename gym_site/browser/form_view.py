"""State of the forms in the browser: progress, problems, and the notice about the result.

Notices are kept in the browser because a reload must clear them. State on the server survives a reload.
"""

from lean_reflex.browser.state import BrowserState, browser_var


class Notice(BrowserState):
    """The notice about a form's result."""

    attempt = browser_var("")  # the attempt whose result the notice shows


class DirectForm(BrowserState):
    """A form's result on a site without a server: the browser sends the form. Has the variables of `FormState`."""

    received = browser_var("")  # the attempt that is being sent
    answered = browser_var("")  # the last attempt with a result
    ok = browser_var(False)
    problems = browser_var([])  # a form service names none
    invalid = browser_var("")


class FormView(BrowserState):
    """The state of a form beside the entries in its fields."""

    phase = browser_var("")  # busy, offline, sent or empty
    sender = browser_var("")  # the sender's first name
    problems = browser_var([])  # the list above the form: each is a `Problem` of gym_site/forms/entries.py


notice = Notice("page")
