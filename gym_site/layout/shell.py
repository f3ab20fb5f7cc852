"""The shell round every page: skip link, navigation, footer, floating buttons; and what stands in its head."""

from __future__ import annotations

import reflex as rx

from gym_site.browser.navigation import PageChange, PlainLink
from gym_site.components.contact import fact
from gym_site.components.toast import Kind, form_toasts, toaster
from gym_site.content.breadcrumbs import trail
from gym_site.content.business import Business
from gym_site.content.forms import CLOSE, CONSULTATION_FORM, INQUIRY_FORM, SERVICE_FORM, FormWords
from gym_site.content.navigation import SHELL
from gym_site.content.posts import BLOG_WORDS, BlogPost
from gym_site.layout.footer import floating_buttons, footer
from gym_site.layout.navbar import navbar
from gym_site.layout.record import business_record
from gym_site.routes import FEED_PATH, post_path, url_for
from gym_site.sections.breadcrumbs import breadcrumbs
from gym_site.seo.feed import MEDIA_TYPE
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
    post: BlogPost | None = None,
    top_picture: bool = False,
) -> rx.Component:
    """Return a whole page.

    ``current`` is its route's key, None for a page without one; ``post`` is the post whose page it is.
    A page with a ``top_picture`` begins behind the bar.
    """
    at_home = current == "home"
    path = post_path(post.id) if post else url_for(current) if current else ""
    way = trail(current, post) if current else ()
    return rx.fragment(
        rx.el.link(rel="canonical", href=settings.site_url + path) if path else None,
        PlainLink.create(SHELL.skip_link, to=f"#{_MAIN}", class_name="skip-link"),
        navbar(business, settings, current=current),
        rx.el.main(
            breadcrumbs(way) if way else None,
            *sections,
            id=_MAIN,
            tab_index=-1,
            class_name=None if top_picture else "below-bar",
        ),
        footer(business, settings, at_home=at_home),
        floating_buttons(settings, at_home=at_home),
        business_record(business, settings),
    )


def opening_attributes(settings: Settings) -> dict[str, str]:
    """Return the attributes of every page's root that say whether the expansion has opened, or when it will.

    build/start.js and browser/countdown.js set ``data-opened`` when the moment has come by the visitor's clock.
    """
    if settings.expansion_has_opened:
        return {"data-opened": ""}
    return {"data-opens-at": settings.expansion_opens_at.isoformat(timespec="seconds")}


def head(business: Business) -> list[rx.Component]:
    """Return what stands in every page's head: icons, colours, feed, and the fonts before any CSS asks for them."""
    fonts = sorted(path.name for path in (ROOT / "assets" / "fonts").glob("*.woff2"))
    return [
        rx.el.meta(name="theme-color", content="#0b0c0e"),
        rx.el.link(rel="icon", href="/favicon.ico", custom_attrs={"sizes": "32x32"}),
        rx.el.link(rel="icon", href="/favicon.svg", type="image/svg+xml"),
        rx.el.link(rel="apple-touch-icon", href="/apple-touch-icon.png"),
        rx.el.link(rel="manifest", href="/site.webmanifest"),
        rx.el.link(
            rel="alternate",
            type=MEDIA_TYPE,
            href=FEED_PATH,
            custom_attrs={"title": BLOG_WORDS.feed_title.replace("{name}", business.name)},
        ),
        *(
            rx.el.link(
                rel="preload",
                href=f"/fonts/{name}",
                custom_attrs={"as": "font", "type": "font/woff2", "crossOrigin": "anonymous"},
            )
            for name in fonts
        ),
    ]


def notices(business: Business) -> rx.Component:
    """Return what is said outside the pages and survives a change of page: the forms' notices, a new page's title."""
    looks: tuple[tuple[type[LeadForm], FormWords, Kind], ...] = (
        (ConsultationForm, CONSULTATION_FORM, "error"),
        (ServiceForm, SERVICE_FORM, "destructive"),
        (InquiryForm, INQUIRY_FORM, "error"),
    )
    toasts = toaster(
        *(
            form_toasts(state, words, fact(words.failure_text, business), close=CLOSE, failure=failure)
            for state, words, failure in looks
        ),
        invalid_title=CONSULTATION_FORM.invalid_title,
        close=CLOSE,
    )
    return rx.fragment(PageChange.create(class_name="visually-hidden"), toasts)
