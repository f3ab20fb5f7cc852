"""The appointment booking page (spec section 2), an optional part."""

from gym_site.content.content_type import ContactText, content_type
from gym_site.content.links import Destination, LinkKey, NavLink, OutLink, Target


@content_type
class VendorBanner:
    """The banner above the cards, such as one for patients of an insurer."""

    badge: str
    title: str
    text: str


@content_type
class AppointmentCard:
    """A type of appointment. ``more`` links to the service, and ``book`` to where the appointment is booked."""

    title: str
    text: str
    facts: tuple[str, ...]
    picture: str
    more: NavLink
    book: Target = Destination(link=LinkKey.CALENDAR)


@content_type
class WidgetWords:
    """The texts of the booking widget, including those for a widget that is loading or can't be loaded."""

    title: str = "Booking calendar"
    notice: str = "The calendar comes from our booking service, which will see that you're here."
    loading: str = "Loading the calendar..."
    blocked: ContactText = "The calendar can't load here. Open it in a new window, or call us at {phone}."


@content_type
class BookingWords:
    """The texts of the page."""

    title: str
    intro: str
    head_picture: str
    banner: VendorBanner | None = None
    cards_title: str
    book: str = "Book"
    calendar_title: str
    calendar_text: str
    calendar: OutLink
    calendar_hint: str = "Opens in a new window."
    physio: OutLink | None = None
    bring_title: str
    bring: tuple[str, ...]
    trouble_title: str = "Booking won't work?"
    trouble_text: str
    trouble_phone: ContactText = "Call {phone}"
    trouble_email: ContactText = "Email {email}"
    trouble_subject: str = "Help with a booking"
    widget: WidgetWords = WidgetWords()


@content_type
class Booking:
    """The file ``booking.toml``."""

    words: BookingWords
    cards: tuple[AppointmentCard, ...]
