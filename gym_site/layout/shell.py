"""The shell round every page: skip link, navigation, footer, floating buttons; and what stands in its head."""

from __future__ import annotations

import reflex as rx

from gym_site.browser.navigation import OpenAtTop, PlainLink
from gym_site.components.toast import Kind, form_toasts, toaster
from gym_site.content.business import Business
from gym_site.content.forms import CLOSE, CONSULTATION_FORM, INQUIRY_FORM, SERVICE_FORM, FormWords
from gym_site.content.navigation import SHELL
from gym_site.layout.footer import floating_buttons, footer
from gym_site.layout.navbar import navbar
from gym_site.routes import url_for
from gym_site.settings import ROOT, Settings
from gym_site.state.forms import ConsultationForm, InquiryForm, ServiceForm
from gym_site.state.lead_form import LeadForm

STYLESHEETS = (
    "css/tokens.css",
    "css/fonts.css",
    "css/base.css",
    "css/icons.css",
    "css/components.css",
    "css/layout.css",
    "css/sections.css",
    "css/pages.css",
    "css/picture-grounds.css",
    "css/print.css",
)
_MAIN = "main"


def page(
    *sections: rx.Component,
    business: Business,
    settings: Settings,
    current: str | None,
    address: str = "",
    top_picture: bool = False,
) -> rx.Component:
    """Return a whole page.

    ``current`` is its route's key, None for a page without one; ``address`` is its path where that isn't the route's.
    A page with a ``top_picture`` begins behind the bar.
    """
    at_home = current == "home"
    classes = ([] if top_picture else ["below-bar"]) + (["opened"] if settings.expansion_has_opened else [])
    path = address or (url_for(current) if current else "")
    return rx.fragment(
        rx.el.link(rel="canonical", href=settings.site_url + path) if path else None,
        OpenAtTop.create(),
        PlainLink.create(SHELL.skip_link, to=f"#{_MAIN}", class_name="skip-link"),
        navbar(business, settings, current=current),
        rx.el.main(*sections, id=_MAIN, tab_index=-1, class_name=" ".join(classes) or None),
        footer(business, settings, at_home=at_home),
        floating_buttons(settings, at_home=at_home),
    )


def head() -> list[rx.Component]:
    """Return what stands in the head of every page: icons, colours, and the fonts before any CSS asks for them."""
    fonts = sorted(path.name for path in (ROOT / "assets" / "fonts").glob("*.woff2"))
    return [
        rx.el.meta(name="theme-color", content="#0b0c0e"),
        rx.el.link(rel="icon", href="/favicon.ico", custom_attrs={"sizes": "32x32"}),
        rx.el.link(rel="icon", href="/favicon.svg", type="image/svg+xml"),
        rx.el.link(rel="apple-touch-icon", href="/apple-touch-icon.png"),
        rx.el.link(rel="manifest", href="/site.webmanifest"),
        *(
            rx.el.link(
                rel="preload",
                href=f"/fonts/{name}",
                custom_attrs={"as": "font", "type": "font/woff2", "crossOrigin": "anonymous"},
            )
            for name in fonts
        ),
    ]


def sharing_meta(
    title: str, description: str, path: str, business: Business, settings: Settings
) -> list[dict[str, str]]:
    """Return the Open Graph and card tags of a page; ``path`` is the long one."""
    pairs = {
        "og:title": title,
        "og:description": description,
        "og:url": settings.site_url + path,
        "og:type": "website",
        "og:site_name": business.name,
        "og:locale": "en_CA",
    }
    return [
        *({"property": name, "content": content} for name, content in pairs.items()),
        {"name": "twitter:card", "content": "summary_large_image"},
    ]


def notices(business: Business) -> rx.Component:
    """Return the place of the forms' notices, outside the pages: they survive a change of page."""
    looks: tuple[tuple[type[LeadForm], FormWords, Kind], ...] = (
        (ConsultationForm, CONSULTATION_FORM, "error"),
        (ServiceForm, SERVICE_FORM, "destructive"),
        (InquiryForm, INQUIRY_FORM, "error"),
    )
    return toaster(
        *(
            form_toasts(state, words.filled(email=business.email, phone=business.phone), close=CLOSE, failure=failure)
            for state, words, failure in looks
        ),
        invalid_title=CONSULTATION_FORM.invalid_title,
        close=CLOSE,
    )
