"""Media that are added to the page when a visitor asks for them."""

from lean_reflex.browser.state import BrowserState, browser_var


class LiveMap(BrowserState):
    """Whether the live map is shown instead of the map's picture."""

    shown = browser_var(False)


class Loop(BrowserState):
    """Whether the clip of a post is to play, which it does only while it is on screen, and whether it couldn't."""

    wanted = browser_var(False)
    failed = browser_var(False)
