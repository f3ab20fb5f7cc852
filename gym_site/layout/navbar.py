"""The navigation bar of every page (spec section 2)."""

from collections.abc import Sequence

import reflex as rx

from gym_site.components.calls import free_consultation, service_links, sign_up_online
from gym_site.components.contact import fact, fact_link
from gym_site.components.icon import IconName, icon
from gym_site.components.link import site_link
from gym_site.components.section import breakable
from gym_site.content.links import NavLink
from gym_site.site import Site
from lean_reflex.browser.state import script

_SHEET = "menu-sheet"


def _logo(site: Site) -> rx.Component:
    return rx.el.a(
        rx.el.span(class_name="mark", aria_hidden=True),
        fact("{name}", site),
        href=site.routes.url_for("home"),
        class_name="logo",
    )


def _links(links: Sequence[NavLink], site: Site, class_name: str) -> rx.Component:
    items = (rx.el.li(site_link(link, site)) for link in links)
    return rx.el.ul(*items, class_name=class_name)


def _sheet_services(site: Site) -> rx.Component:
    items = (
        rx.el.li(site_link(link, site, label=rx.fragment(*breakable(link.label)))) for link in service_links(site.gym)
    )
    return rx.el.ul(*items, class_name="sheet-links sheet-services")


def _bar_links(site: Site) -> rx.Component:
    words, menu = site.gym.site.shell, site.gym.site.menu
    here = [link for link in menu if link.key == site.page and not link.anchor]
    items = [rx.el.li(site_link(link, site, aria_current="page" if link in here else None)) for link in menu]
    services = rx.el.details(
        rx.el.summary(words.services_menu, icon("chevron-down")),
        _links(service_links(site.gym), site, "services-menu"),
        class_name="nav-services",
    )
    items.insert(3, rx.el.li(services))
    return rx.el.nav(rx.el.ul(*items, class_name="nav-links"), aria_label=words.main_navigation, class_name="bar-nav")


def _calls(site: Site) -> list[rx.Component]:
    return [
        site_link(free_consultation(site.gym), site, look="line"),
        site_link(sign_up_online(site.gym), site, look="ember"),
    ]


def _sheet_button(sign: IconName, label: str, class_name: str, **attrs: str) -> rx.Component:
    attrs |= {"popoverTarget": _SHEET}
    return rx.el.button(icon(sign), type="button", class_name=class_name, aria_label=label, custom_attrs=attrs)


def _menu_sheet(site: Site) -> rx.Component:
    words = site.gym.site.shell
    shown = site.gym.pictures.get(words.menu_picture)
    size = {"width": shown.width, "height": shown.height} if shown else {}
    return rx.el.div(
        rx.el.div(
            _logo(site),
            _sheet_button("close", words.close_menu, "bar-button", popoverTargetAction="hide", autoFocus="true"),
            class_name="sheet-head",
        ),
        rx.el.nav(
            _links(site.gym.site.menu, site, "sheet-links"),
            rx.el.div(
                rx.el.p(words.services_menu, class_name="eyebrow"),
                _sheet_services(site),
            ),
            aria_label=words.main_navigation,
        ),
        rx.el.div(
            rx.el.img(src=site.settings.public_path(shown.webp), alt="", loading="lazy", custom_attrs=size)
            if shown
            else None,
            rx.el.p(fact("{business_hours}", site), class_name="sheet-hours"),
            *_calls(site),
            fact_link("{phone}", "{tel}", site, class_name="sheet-phone", aria_label=words.call),
            class_name="sheet-calls",
        ),
        id=_SHEET,
        class_name="menu-sheet",
        custom_attrs={"popover": "auto"},
    )


def navbar(site: Site) -> rx.Component:
    """Return the bar and, for small screens, the menu sheet."""
    words = site.gym.site.shell
    header = rx.el.header(
        rx.el.div(
            _logo(site),
            _bar_links(site),
            fact_link("{phone}", "{tel}", site, class_name="bar-phone"),
            rx.el.div(*_calls(site), class_name="bar-calls"),
            fact_link(icon("phone"), "{tel}", site, class_name="bar-button", aria_label=words.call),
            _sheet_button("menu", words.open_menu, "bar-button bar-menu"),
            class_name="bar",
        ),
        _menu_sheet(site),
        custom_attrs={"ref": script("header", "closeMenus")},
        class_name="site-header",
    )
    watched = {"ref": script("header", "scrollSentinel")}
    sentinel = rx.el.div(class_name="scroll-sentinel", aria_hidden=True, custom_attrs=watched)
    return rx.el.div(sentinel, header, class_name="site-header-frame")
