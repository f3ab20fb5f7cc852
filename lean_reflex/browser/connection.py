"""Connects a page to the server as soon as it opens, if the page depends on the server.

Other pages connect when the visitor begins to fill in a form, or at their first event for the server. In a tab that was
connected before, all pages connect as they open. Most visitors only read, and need no connection.
"""

import reflex as rx

from lean_reflex.browser.library import library


class Connection(rx.Component):
    """Connects a page to the server when the page opens."""

    library, tag = library("connection"), "Connection"
