"""Media that a visitor asks for: until then they aren't in the page."""

from gym_site.browser.state import BrowserState, browser_var


class LiveMap(BrowserState):
    """Whether the live map stands in its picture's place."""

    shown = browser_var(False)


class Loop(BrowserState):
    """Whether the loop of a post plays."""

    wanted = browser_var(False)
