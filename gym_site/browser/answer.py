"""What this page view shows of the answers to its forms; the server's state outlives a reload, a notice must not."""

from gym_site.browser.state import BrowserState, browser_var


class Notice(BrowserState):
    """Which notice is shown above the page."""

    attempt = browser_var("")  # the attempt whose success or failure is shown
    invalid = browser_var("")  # the problems of a form in one line


class DirectForm(BrowserState):
    """The outcome of a form that the browser sends itself, on pages without a server: as `LeadForm` has a server's."""

    received = browser_var("")  # the attempt that is being sent
    answered = browser_var("")  # the last that has an outcome
    ok = browser_var(False)
    problems = browser_var([])


class FormView(BrowserState):
    """How a form looks."""

    phase = browser_var("")  # busy, offline, sent or none
    sender = browser_var("")  # the first name in what was sent
    problems = browser_var([])  # listed above it, each with ``field`` and ``message``


notice = Notice("page")
