"""The words around every page: menu, footer, floating buttons, the 404 page, the error screen (spec sections 2, 8)."""

from typing import Annotated

from gym_site.content.content_type import Blanks, ContactText, content_type
from gym_site.content.links import LinkKey, NavLink, NavLinks, OutLink

_RETURN_HOME = NavLink(label="Return to Home")


@content_type
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
    menu_picture: str = ""


@content_type
class ButtonLabels:
    """The labels of the buttons on every page. There is a button for the trial if the gym has plans for it."""

    consultation: str
    sign_up: str
    trial: str = ""


@content_type
class FooterColumn:
    """A titled list of links, by default to the pages of the services."""

    title: str
    links: NavLinks | None = None


@content_type
class FooterWords:
    """The footer: links to all pages except blog posts, and ways to reach the gym (spec section 2).

    Address, telephone, e-mail and hours come from the business record; ``{name}`` is the gym's name.
    """

    line: str
    columns: tuple[FooterColumn, ...]
    visit_title: str = "Visit"
    instagram: OutLink | None = None  # by default, the gym's name on Instagram
    directions: OutLink = OutLink(label="Directions", link=LinkKey.DIRECTIONS)
    small_print: tuple[str, ...] = ()
    rights: Annotated[str, Blanks("name")] = "© {name}"


@content_type
class NotFoundWords:
    """The 404 page (spec sections 2 and 8)."""

    title: str = "Oops! Page not found"
    text: str
    meant: str = "Go to"  # followed by the path of the page that was meant
    home: NavLink = _RETURN_HOME
    plans: NavLink = NavLink(label="See memberships", anchor="membership")
    picture: str = ""


@content_type
class ErrorScreenWords:
    """The screen shown after an unexpected error (spec section 8). The error's message or status follows the title."""

    title: str = "Unexpected Application Error!"
    text: ContactText = "Something broke on our side. Reload the page, or call us at {phone}."
    reload: str = "Reload the page"
    home: NavLink = _RETURN_HOME


@content_type
class SiteWords:
    """The file ``site.toml``."""

    menu: NavLinks
    shell: ShellWords
    buttons: ButtonLabels
    footer: FooterWords
    not_found: NotFoundWords
    error_screen: ErrorScreenWords = ErrorScreenWords()
