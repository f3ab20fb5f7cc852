"""The pages that lead to an inner page, for its breadcrumbs and for search engines."""

from gym_site.content.content_type import content_type
from gym_site.content.posts import BlogPost
from gym_site.routes import Routes


@content_type
class Crumb:
    """A breadcrumb: the current page, or a page above it."""

    label: str
    path: str


BREADCRUMBS = "You are here"
"""The name of the breadcrumb list, for screen readers."""


def trail(routes: Routes, key: str, post: BlogPost | None = None) -> tuple[Crumb, ...]:
    """Return the breadcrumbs of the page ``key``, and of a blog ``post`` if one is given. The home page has none."""
    if key == "home":
        return ()
    pages = [Crumb(label=routes[page].label, path=routes[page].path) for page in ("home", key)]
    return (*pages, Crumb(label=post.title, path=routes.post_path(post.id))) if post else tuple(pages)
