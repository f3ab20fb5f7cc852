"""The shell around every page: skip link, navigation, breadcrumbs, footer, floating buttons, notices."""

from collections.abc import Iterable

import reflex as rx

from gym_site.components.link import PlainLink
from gym_site.content.posts import BlogPost
from gym_site.layout.breadcrumbs import breadcrumbs
from gym_site.layout.floating_buttons import floating_buttons
from gym_site.layout.footer import footer
from gym_site.layout.marks import marked_lines, marks
from gym_site.layout.navbar import navbar
from gym_site.layout.toasts import toasts
from gym_site.routes import BUSINESS_RECORD_PATH
from gym_site.seo.breadcrumbs import trail
from gym_site.seo.records import encoded, record_url
from gym_site.site import Site

_MAIN = "main"


class LateLinks(rx.Component):
    """Adds ``<link>`` elements for the icons and the manifest to the document's head, after the first paint."""

    library, tag = rx.asset("scripts/late_links.js").importable_path, "LateLinks"


class BusinessRecord(rx.Component):
    """Fetches the business record from ``url``. ``built`` is the version of the record at build."""

    library, tag = rx.asset("scripts/records.js").importable_path, "BusinessRecord"
    url: rx.Var[str]
    built: rx.Var[str]


def shell(sections: Iterable[rx.Component | None], site: Site, post: BlogPost | None = None) -> rx.Component:
    """Return a page: these ``sections`` inside the shell. ``post`` is the page's blog post, if it has one."""
    crumbs = trail(site.routes, site.page, post) if site.page else ()
    sections = [section for section in sections if section is not None]
    first = str(sections[0].class_name or "").split() if sections else []
    return rx.fragment(
        marks(marked_lines(site.gym)) if site.settings.env_mode == "dev" else None,
        PlainLink.create(site.gym.site.shell.skip_link, href=f"#{_MAIN}", class_name="skip-link"),
        navbar(site),
        rx.el.main(
            breadcrumbs(crumbs, first) if crumbs else None,
            *sections,
            id=_MAIN,
            tab_index=-1,
            class_name=None if site.page == "home" else "below-bar",  # the home page's hero begins behind the bar
        ),
        footer(site),
        floating_buttons(site),
        BusinessRecord.create(
            url=record_url(BUSINESS_RECORD_PATH, site.settings), built=encoded(site.business.facts())[1]
        ),
    )


def opening_attributes(site: Site) -> dict[str, str]:
    """Return the attribute of the root element that tells scripts and CSS about the expansion's opening."""
    if site.gym.opens_at is None:
        return {}
    if site.gym.has_opened:
        return {"data-opened": ""}
    return {"data-opens-at": site.gym.opens_at.isoformat(timespec="seconds")}


def notices(site: Site) -> rx.Component:
    """Return the elements that stay when the page changes: form notices and links to icons."""
    return rx.fragment(toasts(site), LateLinks.create())
