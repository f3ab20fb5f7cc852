"""The navigation bar of every page (spec section 2)."""

from __future__ import annotations

import reflex as rx

from gym_site.browser.state import script
from gym_site.components.contact import fact, fact_link
from gym_site.components.icon import icon
from gym_site.components.link import site_link
from gym_site.components.picture import pictures
from gym_site.content.business import Business
from gym_site.content.navigation import FREE_CONSULTATION, NAV_LINKS, SERVICE_LINKS, SHELL, SIGN_UP_ONLINE
from gym_site.routes import url_for
from gym_site.settings import Settings

_SHEET = "menu-sheet"


def _logo(business: Business) -> rx.Component:
    return rx.el.a(
        rx.el.span(class_name="mark", aria_hidden=True),
        fact("{name}", business),
        href=url_for("home"),
        class_name="logo",
    )


def _services_menu(settings: Settings) -> rx.Component:
    return rx.el.details(
        rx.el.summary(SHELL.services_menu, icon("chevron-down")),
        rx.el.ul(*(rx.el.li(site_link(link, settings)) for link in SERVICE_LINKS), class_name="services-menu"),
        class_name="nav-services",
    )


def _bar_links(settings: Settings, *, at_home: bool, current: str | None) -> rx.Component:
    items = [
        rx.el.li(
            site_link(
                link,
                settings,
                at_home=at_home,
                aria_current="page" if link.key == current and not link.anchor else None,
            )
        )
        for link in NAV_LINKS
    ]
    items.insert(3, rx.el.li(_services_menu(settings)))
    return rx.el.nav(rx.el.ul(*items, class_name="nav-links"), aria_label=SHELL.main_navigation, class_name="bar-nav")


def _calls(settings: Settings, *, at_home: bool) -> list[rx.Component]:
    return [
        site_link(FREE_CONSULTATION, settings, at_home=at_home, look="line"),
        site_link(SIGN_UP_ONLINE, settings, at_home=at_home, look="ember"),
    ]


def _menu_sheet(business: Business, settings: Settings, *, at_home: bool) -> rx.Component:
    picture = pictures()[SHELL.menu_picture]
    return rx.el.div(
        rx.el.div(
            _logo(business),
            rx.el.button(
                icon("close"),
                type="button",
                class_name="bar-button",
                aria_label=SHELL.close_menu,
                custom_attrs={"popoverTarget": _SHEET, "popoverTargetAction": "hide"},
            ),
            class_name="sheet-head",
        ),
        rx.el.nav(
            rx.el.ul(
                *(rx.el.li(site_link(link, settings, at_home=at_home)) for link in NAV_LINKS), class_name="sheet-links"
            ),
            rx.el.div(
                rx.el.p(SHELL.services_menu, class_name="eyebrow"),
                rx.el.ul(
                    *(rx.el.li(site_link(link, settings)) for link in SERVICE_LINKS),
                    class_name="sheet-links sheet-services",
                ),
            ),
            aria_label=SHELL.main_navigation,
        ),
        rx.el.div(
            rx.el.img(
                src=picture.webp,
                alt="",
                loading="lazy",
                custom_attrs={"width": picture.width, "height": picture.height},
            ),
            rx.el.p(fact("{business_hours}", business), class_name="sheet-hours"),
            *_calls(settings, at_home=at_home),
            fact_link("{phone}", "{tel}", business, class_name="sheet-phone", aria_label=SHELL.call),
            class_name="sheet-calls",
        ),
        id=_SHEET,
        class_name="menu-sheet",
        custom_attrs={"popover": "auto"},
    )


def navbar(business: Business, settings: Settings, *, current: str | None) -> rx.Component:
    """Return the bar and, for small screens, the menu sheet; ``current`` is the key of its page."""
    at_home = current == "home"
    header = rx.el.header(
        rx.el.div(
            _logo(business),
            _bar_links(settings, at_home=at_home, current=current),
            fact_link("{phone}", "{tel}", business, class_name="bar-phone"),
            rx.el.div(*_calls(settings, at_home=at_home), class_name="bar-calls"),
            fact_link(icon("phone"), "{tel}", business, class_name="bar-button", aria_label=SHELL.call),
            rx.el.button(
                icon("menu"),
                type="button",
                class_name="bar-button bar-menu",
                aria_label=SHELL.open_menu,
                custom_attrs={"popoverTarget": _SHEET},
            ),
            class_name="bar",
        ),
        _menu_sheet(business, settings, at_home=at_home),
        custom_attrs={"ref": script("header", "closeMenus")},
        class_name="site-header",
    )
    sentinel = rx.el.div(
        class_name="scroll-sentinel", aria_hidden=True, custom_attrs={"ref": script("header", "scrollSentinel")}
    )
    return rx.el.div(sentinel, header, class_name="site-header-frame")
