"""Which photo of a gallery is shown large (spec section 4), in the browser's own modal dialog."""

from __future__ import annotations

import reflex as rx

from gym_site.browser.state import BrowserState, browser_var


class ModalDialog(rx.Component):
    """A native dialog, modal while ``open``; Esc and a click beside it report ``on_close``."""

    library, tag = rx.asset("scripts/lightbox.js").importable_path, "ModalDialog"
    open: rx.Var[bool]
    on_close: rx.EventHandler[rx.event.no_args_event_spec]
    on_previous: rx.EventHandler[rx.event.no_args_event_spec]
    on_next: rx.EventHandler[rx.event.no_args_event_spec]


class Lightbox(BrowserState):
    """Which of ``count`` photos is shown large; -1: none."""

    photo = browser_var(-1)

    def __init__(self, name: str, count: int) -> None:
        super().__init__(name)
        self.count = count

    @property
    def is_open(self) -> rx.Var[bool]:
        """Whether a photo is shown."""
        return self.photo >= 0

    def open(self, photo: int) -> rx.Var:
        """Return the event that shows the photo at position ``photo``."""
        return self.set(photo=photo)

    def close(self) -> rx.Var:
        """Return the event that closes the viewer."""
        return self.open(-1)

    def next(self) -> rx.Var:
        """Return the event that shows the next photo, after the last the first."""
        return self.set(photo=(self.photo + 1) % self.count)

    def previous(self) -> rx.Var:
        """Return the event that shows the photo before, before the first the last."""
        return self.set(photo=(self.photo + self.count - 1) % self.count)
