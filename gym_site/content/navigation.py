"""The words around every page: menu, footer, floating buttons, the 404 page, the error screen (spec sections 2, 8)."""

from typing import Annotated

from gym_site.content.content_type import Blanks, ContactText, PictureName, content_type
from gym_site.content.links import LinkKey, NavLink, NavLinks, OutLink

_RETURN_HOME = NavLink(label="Return to Home")


@content_type
class ShellWords:
    """Words around every page, mostly for people who hear it."""

    skip_link: str = "Skip to content"
    """Link to the content"""
    main_navigation: str = "Main"
    """Name of the menu"""
    services_menu: str = "Services"
    """Menu of the services"""
    open_menu: str = "Open menu"
    """Button to open the menu"""
    close_menu: str = "Close menu"
    """Button to close the menu"""
    call: ContactText = "Call {phone}"
    """Label of the telephone"""
    floating: str = "Quick actions"
    """Name of the buttons at the edge"""
    menu_picture: PictureName = ""
    """Picture in the menu of tablets"""


@content_type
class ButtonLabels:
    """The buttons on every page."""

    consultation: str
    """Button for a consultation: such as Free Consultation."""
    sign_up: str
    """Button to sign up: such as Sign Up Online."""
    trial: str = ""
    """Button for a trial: the price follows, such as 3 Day Trial."""


@content_type
class FooterColumn:
    """A list of links. Without links, it has the services."""

    title: str
    links: NavLinks | None = None


@content_type
class FooterWords:
    """The foot of every page."""

    line: str
    """Below the name: a sentence such as Open all night."""
    columns: tuple[FooterColumn, ...]
    visit_title: str = "Visit"
    """Title of the contact details"""
    instagram: OutLink | None = None
    """Link to Instagram: without it, the link is made of the name in gym.toml."""
    directions: OutLink = OutLink(label="Directions", link=LinkKey.DIRECTIONS)
    """Link to the directions"""
    small_print: tuple[str, ...] = ()
    """Notes at the end of the page, one entry for each."""
    rights: Annotated[str, Blanks("name")] = "© {name}"
    """Copyright"""


@content_type
class NotFoundWords:
    """The page for unknown addresses."""

    title: str = "Oops! Page not found"
    text: str
    meant: str = "Go to"
    """Before a suggestion: the address of the page that was meant follows."""
    home: NavLink = _RETURN_HOME
    """Link to the home page"""
    plans: NavLink = NavLink(label="See memberships", anchor="membership")
    """Link to the memberships"""
    picture: PictureName = ""


@content_type
class ErrorScreenWords:
    """The screen after an unexpected error."""

    title: str = "Unexpected Application Error!"
    text: ContactText = "Something broke on our side. Reload the page, or call us at {phone}."
    reload: str = "Reload the page"
    """Button to load the page again"""
    home: NavLink = _RETURN_HOME
    """Link to the home page"""


@content_type
class SiteWords:
    """The words around every page."""

    menu: NavLinks
    shell: ShellWords
    """Around the page"""
    buttons: ButtonLabels
    footer: FooterWords
    not_found: NotFoundWords
    """Page for unknown addresses"""
    error_screen: ErrorScreenWords = ErrorScreenWords()
