"""The navigation bar of every page (spec section 2)."""

from collections.abc import Sequence

import reflex as rx

from gym_site.components.contact import fact, fact_link
from gym_site.components.icon import IconName, icon
from gym_site.components.link import site_link
from gym_site.components.picture import pictures
from gym_site.components.section import breakable
from gym_site.content.links import NavLink
from gym_site.content.navigation import FREE_CONSULTATION, NAV_LINKS, SERVICE_LINKS, SHELL, SIGN_UP_ONLINE
from gym_site.routes import url_for
from gym_site.site import Site
from lean_reflex.browser.state import script

_SHEET = "menu-sheet"


def _logo(site: Site) -> rx.Component:
    return rx.el.a(
        rx.el.span(class_name="mark", aria_hidden=True),
        fact("{name}", site),
        href=url_for("home"),
        class_name="logo",
    )


def _links(links: Sequence[NavLink], site: Site, class_name: str) -> rx.Component:
    items = (rx.el.li(site_link(link, site)) for link in links)
    return rx.el.ul(*items, class_name=class_name)


def _sheet_services(site: Site) -> rx.Component:
    items = (rx.el.li(site_link(link, site, label=rx.fragment(*breakable(link.label)))) for link in SERVICE_LINKS)
    return rx.el.ul(*items, class_name="sheet-links sheet-services")


def _bar_links(site: Site) -> rx.Component:
    here = [link for link in NAV_LINKS if link.key == site.page and not link.anchor]
    items = [rx.el.li(site_link(link, site, aria_current="page" if link in here else None)) for link in NAV_LINKS]
    services = rx.el.details(
        rx.el.summary(SHELL.services_menu, icon("chevron-down")),
        _links(SERVICE_LINKS, site, "services-menu"),
        class_name="nav-services",
    )
    items.insert(3, rx.el.li(services))
    return rx.el.nav(rx.el.ul(*items, class_name="nav-links"), aria_label=SHELL.main_navigation, class_name="bar-nav")


def _calls(site: Site) -> list[rx.Component]:
    return [
        site_link(FREE_CONSULTATION, site, look="line"),
        site_link(SIGN_UP_ONLINE, site, look="ember"),
    ]


def _sheet_button(sign: IconName, label: str, class_name: str, **attrs: str) -> rx.Component:
    attrs |= {"popoverTarget": _SHEET}
    return rx.el.button(icon(sign), type="button", class_name=class_name, aria_label=label, custom_attrs=attrs)


def _menu_sheet(site: Site) -> rx.Component:
    shown = pictures().get(SHELL.menu_picture)
    size = {"width": shown.width, "height": shown.height} if shown else {}
    return rx.el.div(
        rx.el.div(
            _logo(site),
            _sheet_button("close", SHELL.close_menu, "bar-button", popoverTargetAction="hide", autoFocus="true"),
            class_name="sheet-head",
        ),
        rx.el.nav(
            _links(NAV_LINKS, site, "sheet-links"),
            rx.el.div(
                rx.el.p(SHELL.services_menu, class_name="eyebrow"),
                _sheet_services(site),
            ),
            aria_label=SHELL.main_navigation,
        ),
        rx.el.div(
            rx.el.img(src=shown.webp, alt="", loading="lazy", custom_attrs=size) if shown else None,
            rx.el.p(fact("{business_hours}", site), class_name="sheet-hours"),
            *_calls(site),
            fact_link("{phone}", "{tel}", site, class_name="sheet-phone", aria_label=SHELL.call),
            class_name="sheet-calls",
        ),
        id=_SHEET,
        class_name="menu-sheet",
        custom_attrs={"popover": "auto"},
    )


def navbar(site: Site) -> rx.Component:
    """Return the bar and, for small screens, the menu sheet."""
    header = rx.el.header(
        rx.el.div(
            _logo(site),
            _bar_links(site),
            fact_link("{phone}", "{tel}", site, class_name="bar-phone"),
            rx.el.div(*_calls(site), class_name="bar-calls"),
            fact_link(icon("phone"), "{tel}", site, class_name="bar-button", aria_label=SHELL.call),
            _sheet_button("menu", SHELL.open_menu, "bar-button bar-menu"),
            class_name="bar",
        ),
        _menu_sheet(site),
        custom_attrs={"ref": script("header", "closeMenus")},
        class_name="site-header",
    )
    watched = {"ref": script("header", "scrollSentinel")}
    sentinel = rx.el.div(class_name="scroll-sentinel", aria_hidden=True, custom_attrs=watched)
    return rx.el.div(sentinel, header, class_name="site-header-frame")
