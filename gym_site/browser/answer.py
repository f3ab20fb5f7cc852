"""The form results shown in this page view. Server state survives a reload; a notice must not."""

from gym_site.browser.state import BrowserState, browser_var


class Notice(BrowserState):
    """The notice above the page."""

    attempt = browser_var("")  # the attempt whose result is shown
    invalid = browser_var("")  # the problems of a form in one line


class DirectForm(BrowserState):
    """The result of a form that the browser sends itself, on pages without a server, by `LeadForm`'s names."""

    received = browser_var("")  # the attempt that is being sent
    answered = browser_var("")  # the last attempt with a result
    ok = browser_var(False)
    problems = browser_var([])


class FormView(BrowserState):
    """The parts of a form's appearance that change."""

    phase = browser_var("")  # busy, offline, sent or empty
    sender = browser_var("")  # the sender's first name
    problems = browser_var([])  # the errors listed above the form, each with ``field`` and ``message``


notice = Notice("page")
