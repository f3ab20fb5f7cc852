"""Targets of links: a page, a section of the home page, or an external URL from the settings (spec section 2)."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BeforeValidator

from gym_site.content.record import PageKey, WebPath, record
from gym_site.routes import ROUTES, alias_for, url_for

if TYPE_CHECKING:
    from gym_site.settings import Settings

_PAGES = frozenset(route.key for route in ROUTES)

HomeAnchor = Literal[
    "home", "about", "membership", "facility", "services", "consultation", "testimonials", "social", "contact"
]


class LinkKey(StrEnum):
    """The name of an external URL: ``portal`` for the field ``portal_url`` of `Settings`."""

    PORTAL = "portal"
    TRIAL = "trial"
    PHYSIO = "physio"
    CALENDAR = "calendar"
    REVIEWS = "reviews"
    INSTAGRAM = "instagram"
    DIRECTIONS = "directions"


@record
class Destination:
    """An external URL from the settings, with ``path`` appended to it. ``path`` begins with a slash."""

    link: LinkKey = LinkKey.PORTAL
    path: WebPath = ""

    def url(self, settings: Settings) -> str:
        """Return the URL."""
        base: str = getattr(settings, f"{self.link}_url")
        return base.rstrip("/") + self.path if self.path else base


def _target(written: Any) -> Any:
    if not isinstance(written, str):
        return written
    if written.startswith("/"):
        return {"path": written}
    if written not in list(LinkKey):
        names = ", ".join(map(repr, LinkKey))
        raise ValueError(f"A link is a path on the member portal, such as '/join/24-hours', or one of {names}")
    return {"link": written}


Target = Annotated[Destination, BeforeValidator(_target, json_schema_input_type=str)]
"""A destination, written as a path on the member portal, or as the name of a link in ``gym.toml``."""


@record
class OutLink(Destination):
    """A link that leaves the site and opens in a new tab."""

    label: str


@record
class NavLink:
    """A link inside the site: to the page with the route ``key``, or to the section ``anchor`` of the home page.

    If ``alias`` is true, the link uses the page's short path.
    """

    label: str
    key: PageKey = "home"
    anchor: Literal["", HomeAnchor] = ""
    alias: bool = False

    def __post_init__(self) -> None:
        if self.anchor and self.key != "home":
            raise ValueError(f"The page {self.key!r} has no section {self.anchor!r}")

    @property
    def href(self) -> str:
        """The URL of the target, valid on every page. On the home page, `site_link` uses only a section's anchor."""
        return alias_for(self.key) if self.alias else url_for(self.key, self.anchor)


@record
class Call:
    """A call to action. On the home page it scrolls to ``anchor``; on every other page it is the link ``elsewhere``."""

    label: str
    anchor: HomeAnchor
    elsewhere: NavLink


Action = NavLink | OutLink


def present(*links: NavLink) -> tuple[NavLink, ...]:
    """Return the links to pages that exist on this gym's site."""
    return tuple(link for link in links if link.key in _PAGES)
