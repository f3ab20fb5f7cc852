"""The arguments that this site gives to `lean_reflex`: for the plugins of its build, and the rules of its server."""

import re
from collections.abc import Collection
from pathlib import Path

from gym_site.gym import Gym
from gym_site.routes import FORMS_PATH, HASHED, Routes
from gym_site.settings import Settings
from gym_site.site import Current
from lean_reflex.network import origin_of
from lean_reflex.server.rules import Limits, Rules, strict

FOLDED = "main > section:nth-child(n + 2), .tour, footer"  # also in base.css and tour.css
PRUNED = ("images", "clips")
"""The folders of public files from which a build leaves out what no page shows, as of a part that is switched off."""
_BUTTONS = '<div class="button-row">'


def head_scripts(gym: Gym) -> list[Path]:
    """Return the scripts that every page has in its head, beside those of `lean_reflex`."""
    names = ["at_top"] if gym.has_opened else ["at_top", "opening"]
    return [Path(__file__).parent / "build" / f"{name}.js" for name in names]


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


def rules(current: Current) -> Rules:
    """Return the rules of the server."""
    settings = current.site.settings
    return strict(
        origins=settings.allowed_origins,
        refused=settings.refused,
        limits=Limits(
            websockets=settings.limit_connections,
            messages=settings.limit_events,
            are_counted=bool(settings.limit_total),
        ),
        own_paths=(settings.public_path(FORMS_PATH),),
        # No cache may store the response to a form: it contains the visitor's input. Pages on another host check
        # whether the server is up before they post a form.
        own_headers={"cache-control": "no-store", "cross-origin-resource-policy": "cross-origin"},
        unchanging=HASHED,
        redirect=lambda path, files: _redirect(current.site.routes, path, files),
        suggest=lambda html, path: _suggest(current.site.gym.site.not_found.meant, html, path),
    )


def _redirect(routes: Routes, path: str, files: Collection[str]) -> str:
    """Return the path to which a blog post leads that doesn't exist, or whose number has zeros in front (spec 5)."""
    starts = (routes.url_for("blog"), routes.alias_for("blog")) if "blog" in routes else ()
    if not any(path.startswith(f"{start}/") and path.removeprefix(start).strip("/") for start in starts):
        return ""
    post = re.sub("/0+(?=[1-9])", "/", path)
    return post if post in files else routes.alias_for("blog")


def _suggest(meant: str, html: str, path: str) -> str:
    """Return the 404 page with a button that leads to the page that was meant."""
    link = f'<a class="button button-line" href="{path}">{meant} {path}</a>'
    return html.replace(_BUTTONS, _BUTTONS + link, 1)
