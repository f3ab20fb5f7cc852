"""Targets of links: a page, a section of the home page, or an external URL from the settings (spec section 2)."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Discriminator, Tag, ValidationInfo

from gym_site.brand import Address
from gym_site.content.content_type import Known, PageKey, WebPath, content_type
from gym_site.text import typed

if TYPE_CHECKING:
    from gym_site.routes import Routes
    from gym_site.settings import Settings

HomeAnchor = Literal[
    "home", "about", "membership", "facility", "services", "consultation", "testimonials", "social", "contact"
]


class LinkKey(StrEnum):
    """The name of a link in gym.toml."""

    PORTAL = "portal"
    TRIAL = "trial"
    PHYSIO = "physio"
    CALENDAR = "calendar"
    REVIEWS = "reviews"
    INSTAGRAM = "instagram"
    DIRECTIONS = "directions"


@content_type
class Destination:
    """A page of another website."""

    link: LinkKey = LinkKey.PORTAL
    """One of the links in gym.toml, such as trial."""
    path: WebPath = ""
    """Rest of the address: added to that of the link, such as /join."""
    address: Address = ""
    """The whole address, if it isn't in gym.toml."""

    def url(self, settings: Settings) -> str:
        """Return the URL."""
        if self.address:
            return self.address
        base: str = getattr(settings, f"{self.link}_url")
        return base.rstrip("/") + self.path if self.path else base


_WRITTEN = typed(
    "An address with https://, the end of one on the member portal such as /join, or the name of a link in gym.toml"
)


def _target(written: Any) -> Any:
    if not isinstance(written, str):
        return written
    if written.startswith(("/", "https://")):
        return {"path" if written.startswith("/") else "address": written}
    if written not in list(LinkKey):
        known = f"such as /join, or one of {', '.join(LinkKey)}"
        raise ValueError(f"A link is an address that begins with https://, the end of one on the member portal {known}")
    return {"link": written}


Target = Annotated[Destination, BeforeValidator(_target, json_schema_input_type=Annotated[str, _WRITTEN])]
"""A destination, written as a path on the member portal, a whole address, or the name of a link in ``gym.toml``."""


@content_type
class OutLink(Destination):
    """A link to another website, which opens in a new tab."""

    label: str
    """Words of the link"""


@content_type
class NavLink:
    """A link to a page of this site, or to a section of the home page."""

    label: str
    """Words of the link"""
    key: PageKey = "home"
    """Page"""
    anchor: Literal["", HomeAnchor] = ""
    """Section of the home page: only for a link to the home page."""
    alias: bool = False
    """Short address: whether the address that visitors see is the page's short one."""

    def check(self, _: Known | None) -> None:
        """Raise `ValueError` for a section on another page than the home page."""
        if self.anchor and self.key != "home":
            raise ValueError(f"The page {self.key!r} has no section {self.anchor!r}")

    def href(self, routes: Routes) -> str:
        """Return the URL of the target, valid on every page. On the home page, `site_link` uses only the anchor."""
        return routes.alias_for(self.key) if self.alias else routes.url_for(self.key, self.anchor)


@content_type
class Call:
    """A call to action. On the home page it scrolls to ``anchor``; on every other page it is the link ``elsewhere``."""

    label: str
    anchor: HomeAnchor
    elsewhere: NavLink


def _class_of(written: Any) -> str:
    """Return the name of the class of a link, so that mistakes in it are explained by that class alone."""
    leaves = isinstance(written, OutLink) or (isinstance(written, dict) and ("link" in written or "path" in written))
    return OutLink.__name__ if leaves else NavLink.__name__


Action = Annotated[
    Annotated[NavLink, Tag(NavLink.__name__)] | Annotated[OutLink, Tag(OutLink.__name__)], Discriminator(_class_of)
]
"""A link to a page, a section or another site."""
_FILES = {"about": "home.toml", "testimonials": "home.toml", "facility": "facility.toml"}
"""The file in which each section of the home page stands that a gym may lack, as a table of its name."""


def _present(links: tuple[Any, ...], info: ValidationInfo) -> tuple[Any, ...]:
    """Return the links to pages and sections that this gym's site has, and those to other sites."""
    known: Known | None = info.context
    if known is None:
        return links
    return tuple(link for link in links if isinstance(link, OutLink) or _leads_somewhere(link, known))


def _leads_somewhere(link: NavLink, known: Known) -> bool:
    if file := _FILES.get(link.anchor):
        return known.folder.has(file) and link.anchor in known.folder.read(file)
    return link.key in known.routes and (link.anchor != "social" or known.folder.has("social.toml"))


NavLinks = Annotated[tuple[NavLink, ...], AfterValidator(_present)]
Actions = Annotated[tuple[Action, ...], AfterValidator(_present)]
"""Links without those to pages and sections that this gym lacks."""
