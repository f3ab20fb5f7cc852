"""Every path of a gym's site (spec section 2). `pages/register.py` adds the pages at these paths.

Links of the router and these paths don't have the sub-path below which a site may be: `Settings.public_path` adds it.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from gym_site.brand import Brand

_OPTIONAL = {
    "before-after": "transformations",
    "facility-expansion": "expansion",
    "trainers": "trainers",
    "blog": "blog",
    "book-appointment": "booking",
}
"""The part on which each optional page depends. The page of a service depends on the service."""

FEED_PATH = "/feed.xml"
SECURITY_PATH = "/.well-known/security.txt"
BUSINESS_RECORD_PATH = "/records/business"
PAGE_RECORDS_PATH = "/records/pages/"  # followed by a page's key
FORMS_PATH = "/forms/"  # followed by a form's key
HASHED = r"^/(assets/|(images|clips|fonts)/.*\.[0-9a-f]{8}\.)"
"""Matches files with a content hash in their name, which never change."""


@dataclass(frozen=True)
class Route:
    """A page's paths and label."""

    key: str  # also the ``page_slug`` of the page's record in the database
    path: str
    alias: str | None  # a shorter path to the same page, not in the sitemap; the page's canonical URL has ``path``
    label: str  # in menus and breadcrumbs


class Routes(dict[str, Route]):
    """The pages that a gym's site has, by their keys.

    ``known``: the keys of all pages that it could have; ``services``: those of the services that have a page;
    ``present``: the names of the parts that the gym has, and of the services that it offers.
    """

    def __init__(self, brand: Brand, services: Iterable[Route], present: Collection[str]) -> None:
        """Make the routes. ``services`` are the pages of all services, also of those that are not offered."""
        of_services = tuple(services)
        pages = (
            Route("home", "/", None, "Home"),
            *of_services,
            Route("before-after", "/fitness-transformation-results", "/before-after", "Transformation Gallery"),
            Route("facility-expansion", "/new-gym-facility-{area}", "/facility-expansion", "Facility Expansion"),
            Route("trainers", "/certified-personal-trainers-{town}", "/trainers", "Trainers"),
            Route("consultation", "/free-fitness-consultation-{town}", "/consultation", "Free Consultation"),
            Route("blog", "/fitness-blog-{area}", "/blog", "Blog"),
            Route("faq", "/gym-faq-{area}", "/faq", "FAQ"),
            Route("book-appointment", "/book-appointment-{town}", None, "Book Appointment"),
            Route("privacy", "/privacy", None, "Privacy"),
        )
        needs = {**{route.key: route.key for route in of_services}, **_OPTIONAL}
        super().__init__(
            {
                route.key: Route(route.key, brand.path(route.path), route.alias, route.label)
                for route in pages
                if route.key not in needs or needs[route.key] in present
            }
        )
        self.known = tuple(route.key for route in pages)
        self.services = tuple(route.key for route in of_services if route.key in self)
        self.present = frozenset(present)

    def url_for(self, key: str, anchor: str = "") -> str:
        """Return the long path of a page, followed by ``#anchor`` if given. Raises `KeyError` for an unknown key."""
        path = self[key].path
        return f"{path}#{anchor}" if anchor else path

    def alias_for(self, key: str) -> str:
        """Return the short path of a page, or the long one if it has no short one."""
        return self[key].alias or self[key].path

    def post_path(self, post: int) -> str:
        """Return the long path of a blog post."""
        return f"{self.url_for('blog')}/{post}"

    def post_alias(self, post: int) -> str:
        """Return the short path of a blog post."""
        return f"{self.alias_for('blog')}/{post}"


def post_key(post: int) -> str:
    """Return the key of a blog post's page. Posts are not in `Routes`."""
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
