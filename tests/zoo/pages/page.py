"""The frame of this folder's pages."""

import reflex as rx
from reflex_base.registry import RegistrationContext

STYLES = {"style-src": ["'unsafe-inline'"]}
"""For a page whose libraries write styles into it."""
SCRIPTS = {"script-src": ["'unsafe-eval'"]}
"""For a page to which the server sends scripts."""


def page(route, policy=None, **options):
    """Return the decorator of a page that says what it needs: `rx.page` takes no context."""

    def add(content):
        rx.page(route, **options)(content)
        _, given = RegistrationContext.ensure_context().decorated_pages[-1]
        given["context"] = {"policy": policy or {}}
        return content

    return add


class Zoo(rx.State):
    """The values that these pages' events change."""

    told: str = "nothing"
    crumb: str = rx.Cookie("none", name="crumb")
    files: list[str] = []

    @rx.event
    def toast(self):
        """Send a toast."""
        return rx.toast.success("Baked on the server")

    @rx.event
    def log(self):
        """Send two scripts."""
        return [rx.console_log("from the server"), rx.set_clipboard("copied")]

    @rx.event
    def ask(self):
        """Ask the browser, which answers."""
        return rx.call_script("6 * 7", callback=Zoo.hear_far)

    @rx.event
    def hear(self, answer: int):
        """Keep an answer."""
        self.told = f"heard {answer}"

    @rx.event
    def hear_far(self, answer: int):
        """Keep an answer to the server's own question: no page names this handler."""
        self.told = f"heard {answer}"

    @rx.event
    def bake(self):
        """Set a cookie."""
        self.crumb = "chocolate"


def zoo_page(*content):
    """Return a page with links to two other pages."""
    links = (rx.el.a(name, href=f"/zoo/{name}") for name in ("plain", "radix", "toast", "colour"))
    return rx.el.main(
        rx.el.h1("Zoo"), *content, rx.el.p(*links, rx.el.a("item", href="/zoo/item/bo"), rx.el.a("faq", href="/faq"))
    )
