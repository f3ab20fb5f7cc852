"""Every path of the site (spec section 2). Data only: `pages/register.py` maps a key to its page."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Route:
    """A page's address."""

    key: str  # also the slug of its record in the table ``local_seo_content``
    path: str
    alias: str | None  # shows the same page; canonical to ``path``, and not in the sitemap
    label: str  # in menus and breadcrumbs


_SERVICES = (
    Route("personal-training", "/personal-trainer-surrey-delta", "/personal-training", "Personal Training"),
    Route("group-fitness", "/group-fitness-classes-surrey", "/group-fitness", "Group Fitness"),
    Route(
        "physiotherapy-kinesiology",
        "/physiotherapy-kinesiology-surrey-delta",
        "/physiotherapy-kinesiology",
        "Physiotherapy/Kinesiology",
    ),
    Route(
        "athletic-performance", "/athletic-performance-training-delta", "/athletic-performance", "Athletic Performance"
    ),
    Route("kickboxing-boxing", "/kickboxing-boxing-gym-surrey", "/kickboxing-boxing", "Kickboxing & Boxing"),
    Route(
        "prenatal-postnatal", "/prenatal-postnatal-fitness-surrey", "/prenatal-postnatal", "Pre & Post Natal Training"
    ),
    Route("online-coaching", "/online-personal-training-coach", "/online-coaching", "Online Fitness Coaching"),
)
ROUTES: tuple[Route, ...] = (
    Route("home", "/", None, "Home"),
    *_SERVICES,
    Route("before-after", "/fitness-transformation-results", "/before-after", "Transformation Gallery"),
    Route("facility-expansion", "/new-gym-facility-surrey-delta", "/facility-expansion", "Facility Expansion"),
    Route("trainers", "/certified-personal-trainers-surrey", "/trainers", "Trainers"),
    Route("consultation", "/free-fitness-consultation-surrey", "/consultation", "Free Consultation"),
    Route("blog", "/fitness-blog-surrey-delta", "/blog", "Blog"),
    Route("faq", "/gym-faq-surrey-delta", "/faq", "FAQ"),
    Route("book-appointment", "/book-appointment-surrey", None, "Book Appointment"),
    Route("privacy", "/privacy", None, "Privacy"),
)

BUSINESS_RECORD_PATH = "/records/business"
PAGE_RECORDS_PATH = "/records/pages/"  # and a page's key
FEED_PATH = "/feed.xml"
FORMS_PATH = "/forms/"  # and a form's key
HASHED = r"^/(assets/|(images|clips|fonts)/.*\.[0-9a-f]{8}\.)"
"""A pattern of the files whose name has a hash of what is in them: they never change."""

SERVICE_KEYS = tuple(route.key for route in _SERVICES)
_BY_KEY = {route.key: route for route in ROUTES}


def url_for(key: str, anchor: str = "") -> str:
    """Return the long path of a page, with ``#anchor`` where one is given. Raises `KeyError` for an unknown key."""
    path = _BY_KEY[key].path
    return f"{path}#{anchor}" if anchor else path


def alias_for(key: str) -> str:
    """Return the short path of a page, or the long one where it has no other."""
    return _BY_KEY[key].alias or _BY_KEY[key].path


def post_path(post: int) -> str:
    """Return the long path of a blog post."""
    return f"{url_for('blog')}/{post}"


def post_alias(post: int) -> str:
    """Return the short path of a blog post."""
    return f"{alias_for('blog')}/{post}"


def post_key(post: int) -> str:
    """Return the key of a blog post's page, which has no route."""
    return f"post-{post}"


def card_path(key: str) -> str:
    """Return the picture that is shown when a link to a page is shared."""
    return f"/images/card-{key}.jpg"


def form_path(form: str) -> str:
    """Return where a form is posted to."""
    return FORMS_PATH + form


def sent_path(form: str) -> str:
    """Return the page that answers a form posted without a script."""
    return f"{form_path(form)}/sent"
