"""The appointment booking page (spec section 2), an optional part."""

from gym_site.content.content_type import ContactText, PictureName, content_type
from gym_site.content.links import Destination, LinkKey, NavLink, OutLink, Target


@content_type
class VendorBanner:
    """The banner above the cards, such as one for patients of an insurer."""

    badge: str
    """A few words above the title, such as Direct billing."""
    title: str
    text: str


@content_type
class AppointmentCard:
    """A kind of appointment."""

    title: str
    text: str
    facts: tuple[str, ...]
    """Short facts such as 60 min, one entry for each."""
    picture: PictureName
    more: NavLink
    """Link to the service"""
    book: Target = Destination(link=LinkKey.CALENDAR)
    """Booked at"""


@content_type
class WidgetWords:
    """The texts of a calendar on the page."""

    title: str = "Booking calendar"
    notice: str = "The calendar comes from our booking service, which will see that you're here."
    """Privacy note"""
    loading: str = "Loading the calendar..."
    """While it loads"""
    blocked: ContactText = "The calendar can't load here. Open it in a new window, or call us at {phone}."
    """If it can't load"""


@content_type
class BookingWords:
    """The texts of the page."""

    title: str
    intro: str
    head_picture: PictureName
    """Picture beside the title"""
    banner: VendorBanner | None = None
    cards_title: str
    """Title of the cards"""
    book: str = "Book"
    """Button on a card"""
    calendar_title: str
    """Title of the calendar"""
    calendar_text: str
    """Text of the calendar"""
    calendar: OutLink
    """Link to the calendar"""
    calendar_hint: str = "Opens in a new window."
    """Below the link"""
    physio: OutLink | None = None
    """Link for physiotherapy"""
    bring_title: str
    """Title of what to bring"""
    bring: tuple[str, ...]
    """Things to bring: one entry for each thing, such as Clean shoes."""
    trouble_title: str = "Booking won't work?"
    """Title of the help"""
    trouble_text: str
    """Text of the help"""
    trouble_phone: ContactText = "Call {phone}"
    """Link to the telephone"""
    trouble_email: ContactText = "Email {email}"
    """Link to write an email"""
    trouble_subject: str = "Help with a booking"
    """Subject of the email"""
    widget: WidgetWords = WidgetWords()
    """Calendar on the page"""


@content_type
class Booking:
    """The page for appointments."""

    words: BookingWords
    """Texts"""
    cards: tuple[AppointmentCard, ...]
