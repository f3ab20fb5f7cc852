"""Every path of the site (spec section 2). `pages/register.py` adds the pages at these paths."""

from dataclasses import dataclass, replace

from gym_site.brand import BRAND
from gym_site.built import SUB_PATH


@dataclass(frozen=True)
class Route:
    """A page's paths and label."""

    key: str  # also the ``page_slug`` of the page's record in the database
    path: str
    alias: str | None  # a shorter path to the same page, not in the sitemap; the page's canonical URL has ``path``
    label: str  # in menus and breadcrumbs


# The service or part on which each optional page depends, by the key of the page.
_OPTIONAL: dict[str, str] = {
    **{key: key for key in BRAND.services},
    "before-after": "transformations",
    "facility-expansion": "expansion",
    "trainers": "trainers",
    "blog": "blog",
    "book-appointment": "booking",
}
SERVICE_KEYS = tuple(key for key in BRAND.services if BRAND.has(key))
_PAGES = (
    Route("home", "/", None, "Home"),
    *(Route(key, service.path, f"/{key}", service.label) for key, service in BRAND.services.items()),
    Route("before-after", "/fitness-transformation-results", "/before-after", "Transformation Gallery"),
    Route("facility-expansion", "/new-gym-facility-{area}", "/facility-expansion", "Facility Expansion"),
    Route("trainers", "/certified-personal-trainers-{town}", "/trainers", "Trainers"),
    Route("consultation", "/free-fitness-consultation-{town}", "/consultation", "Free Consultation"),
    Route("blog", "/fitness-blog-{area}", "/blog", "Blog"),
    Route("faq", "/gym-faq-{area}", "/faq", "FAQ"),
    Route("book-appointment", "/book-appointment-{town}", None, "Book Appointment"),
    Route("privacy", "/privacy", None, "Privacy"),
)
KNOWN_PAGES = tuple(route.key for route in _PAGES)
ROUTES: tuple[Route, ...] = tuple(
    replace(route, path=BRAND.path(route.path))
    for route in _PAGES
    if route.key not in _OPTIONAL or BRAND.has(_OPTIONAL[route.key])
)


def public_path(path: str) -> str:
    """Return the path at which browsers find a page or a file: below `SUB_PATH`, which other paths here don't contain.

    Links of the router don't need it, as the router adds the sub-path itself.
    """
    return SUB_PATH + path


FEED_PATH = "/feed.xml"
SECURITY_PATH = "/.well-known/security.txt"
BUSINESS_RECORD_PATH = public_path("/records/business")
PAGE_RECORDS_PATH = public_path("/records/pages/")  # followed by a page's key
FORMS_PATH = public_path("/forms/")  # followed by a form's key
HASHED = r"^/(assets/|(images|clips|fonts)/.*\.[0-9a-f]{8}\.)"
"""Matches files with a content hash in their name, which never change."""

_BY_KEY = {route.key: route for route in ROUTES}


def url_for(key: str, anchor: str = "") -> str:
    """Return the long path of a page, followed by ``#anchor`` if given. Raises `KeyError` for an unknown key."""
    path = _BY_KEY[key].path
    return f"{path}#{anchor}" if anchor else path


def alias_for(key: str) -> str:
    """Return the short path of a page, or the long one if it has no short one."""
    return _BY_KEY[key].alias or _BY_KEY[key].path


def post_path(post: int) -> str:
    """Return the long path of a blog post."""
    return f"{url_for('blog')}/{post}"


def post_alias(post: int) -> str:
    """Return the short path of a blog post."""
    return f"{alias_for('blog')}/{post}"


def post_key(post: int) -> str:
    """Return the key of a blog post's page. Posts are not in `ROUTES`."""
    return f"post-{post}"


def card_path(key: str) -> str:
    """Return the path of a page's preview picture for shared links."""
    return f"/images/card-{key}.jpg"


def form_path(form: str) -> str:
    """Return the path to which a form is posted."""
    return FORMS_PATH + form


def sent_path(form: str) -> str:
    """Return the path of the page that confirms the receipt of a form posted without a websocket."""
    return f"{form_path(form)}/sent"
