"""The arguments that this site gives to `lean_reflex`: for the plugins of its build, and the rules of its server."""

import re
from collections.abc import Collection
from pathlib import Path

from gym_site.brand import BRAND
from gym_site.content.navigation import NOT_FOUND
from gym_site.routes import FORMS_PATH, HASHED, alias_for, url_for
from gym_site.settings import Settings
from lean_reflex.network import origin_of
from lean_reflex.server.rules import Rules

FOLDED = "main > section:nth-child(n + 2), .tour, footer"  # also in base.css and tour.css
PRUNED = ("images", "clips")
"""The folders of public files from which a build leaves out what no page shows, as of a part that is switched off."""
_POST = re.compile(rf"({url_for('blog')}|{alias_for('blog')})/+[^/]" if BRAND.has("blog") else "(?!)")
_BUTTONS = '<div class="button-row">'


def head_scripts(settings: Settings) -> list[Path]:
    """Return the scripts that every page has in its head, beside those of `lean_reflex`."""
    is_ahead = BRAND.has("expansion") and not settings.expansion_has_opened
    return [Path(__file__).parent / "build" / "opening.js"] if is_ahead else []


def page_policy(settings: Settings) -> dict[str, list[str]]:
    """Return what pages need beyond their own files, by directive of their content security policy."""
    form_service = origin_of(settings.form_endpoint) if settings.form_endpoint and not settings.has_server else ""
    widget = sorted({origin_of(url) for url in (settings.widget_library_url, settings.widget_script_url) if url})
    live_map = [origin_of(settings.map_embed_url)] if settings.map_embed_url else []
    return {
        "script-src": widget,
        "connect-src": [form_service, *widget],
        "frame-src": sorted({*widget, *live_map}),
        "form-action": [form_service, *widget],
    }


def rules(settings: Settings) -> Rules:
    """Return the rules of the server."""
    return Rules(
        origins=settings.allowed_origins,
        refused=settings.refused,
        websockets=settings.limit_connections,
        messages=settings.limit_events,
        counts_requests=bool(settings.limit_total),
        own_paths=(FORMS_PATH,),
        # No cache may store the response to a form: it contains the visitor's input. Pages on another host check
        # whether the server is up before they post a form.
        own_headers={"cache-control": "no-store", "cross-origin-resource-policy": "cross-origin"},
        unchanging=HASHED,
        redirect=_redirect,
        suggest=_suggest,
    )


def _redirect(path: str, files: Collection[str]) -> str:
    """Return the path to which a blog post leads that doesn't exist, or whose number has zeros in front (spec 5)."""
    if not _POST.match(path):
        return ""
    post = re.sub("/0+(?=[1-9])", "/", path)
    return post if post in files else alias_for("blog")


def _suggest(html: str, path: str) -> str:
    """Return the 404 page with a button that leads to the page that was meant."""
    link = f'<a class="button button-line" href="{path}">{NOT_FOUND.meant} {path}</a>'
    return html.replace(_BUTTONS, _BUTTONS + link, 1)
