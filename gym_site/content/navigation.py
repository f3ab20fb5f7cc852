"""The navigation bar and floating buttons of every page, the 404 page and the error screen (spec sections 2 and 8)."""

from gym_site.content.links import Call, LinkKey, NavLink, OutLink, present
from gym_site.content.record import ContactText, record
from gym_site.routes import ROUTES, SERVICE_KEYS

_LABELS = {route.key: route.label for route in ROUTES}
_RETURN_HOME = NavLink(label="Return to Home")


@record
class ShellWords:
    """The texts of the shell around every page, mostly for screen readers.

    ``menu_picture`` is the name of the picture in the menu of tablets. On phones the menu has no picture.
    """

    skip_link: str = "Skip to content"
    main_navigation: str = "Main"
    services_menu: str = "Services"
    open_menu: str = "Open menu"
    close_menu: str = "Close menu"
    call: ContactText = "Call {phone}"
    floating: str = "Quick actions"
    menu_picture: str = "tour-11"


@record
class NotFoundWords:
    """The 404 page (spec sections 2 and 8)."""

    title: str = "Oops! Page not found"
    text: str = "This door doesn't open. The front one always does."
    meant: str = "Go to"  # followed by the path of the page that was meant
    home: NavLink = _RETURN_HOME
    plans: NavLink = NavLink(label="See memberships", anchor="membership")
    picture: str = "tour-11"


@record
class ErrorScreenWords:
    """The screen shown after an unexpected error (spec section 8). The error's message or status follows the title."""

    title: str = "Unexpected Application Error!"
    text: ContactText = "Something broke on our side. Reload the page, or call us at {phone}."
    reload: str = "Reload the page"
    home: NavLink = _RETURN_HOME


SHELL = ShellWords()
NOT_FOUND = NotFoundWords()
ERROR_SCREEN = ErrorScreenWords()

NAV_LINKS: tuple[NavLink, ...] = present(
    NavLink(label="Home"),
    NavLink(label="Membership", anchor="membership"),
    NavLink(label="About", anchor="about"),
    NavLink(label="Book Appointment", key="book-appointment"),
    NavLink(label="Trainers", key="trainers"),
    NavLink(label="Facility Expansion", key="facility-expansion"),
    NavLink(label="Testimonials", anchor="testimonials"),
    NavLink(label="Contact", anchor="contact"),
    NavLink(label="Blog", key="blog"),
)

SERVICE_LINKS: tuple[NavLink, ...] = tuple(NavLink(label=_LABELS[key], key=key) for key in SERVICE_KEYS)

FREE_CONSULTATION = Call(
    label="Free Consultation",
    anchor="consultation",
    elsewhere=NavLink(label="Free Consultation", key="consultation"),
)

SIGN_UP_ONLINE = Call(
    label="Sign Up Online",
    anchor="membership",
    elsewhere=NavLink(label="Sign Up Online", anchor="membership"),
)

FLOATING_TRIAL = OutLink(label="3 Day Trial", link=LinkKey.TRIAL)
FLOATING_CONSULTATION = FREE_CONSULTATION
