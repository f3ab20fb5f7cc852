"""The appointment booking page (spec section 2)."""

from gym_site.content.links import Destination, LinkKey, NavLink, OutLink, present
from gym_site.content.parts import either, only
from gym_site.content.record import ContactText, record
from gym_site.content.services import SERVICE_PRICES


@record
class VendorBanner:
    """The banner about ICBC, the province's car insurer."""

    badge: str
    title: str
    text: str


@record
class AppointmentCard:
    """A type of appointment. ``more`` links to the service, and ``book`` to where the appointment is booked."""

    title: str
    text: str
    facts: tuple[str, ...]
    picture: str
    more: NavLink
    book: Destination = Destination(link=LinkKey.CALENDAR)


@record
class WidgetWords:
    """The texts of the booking widget, including those for a widget that is loading or can't be loaded."""

    title: str = "Booking calendar"
    notice: str = "The calendar comes from our booking service, which will see that you're here."
    loading: str = "Loading the calendar..."
    blocked: ContactText = "The calendar can't load here. Open it in a new window, or call us at {phone}."


@record
class BookingWords:
    """The texts of the page."""

    title: str
    intro: str
    head_picture: str
    banner: VendorBanner | None
    cards_title: str
    book: str
    calendar_title: str
    calendar_text: str
    calendar: OutLink
    calendar_hint: str
    physio: OutLink | None
    bring_title: str
    bring: tuple[str, ...]
    trouble_title: str
    trouble_text: str
    trouble_phone: ContactText
    trouble_email: ContactText
    trouble_subject: str
    widget: WidgetWords


_VENDOR = VendorBanner(
    badge="ICBC vendor",
    title="Hurt in a crash? Start here.",
    text=(
        "We are an ICBC vendor for physiotherapy and kinesiology, and direct billing is available. Have your claim "
        "number ready when you book."
    ),
)

BOOKING = BookingWords(
    title="Book an appointment",
    intro="Choose what you need, pick a time, done. The calendar never sleeps either.",
    head_picture=either("physiotherapy-kinesiology", "facility-14", "facility-15"),
    banner=either("physiotherapy-kinesiology", _VENDOR, None),
    cards_title="What you can book",
    book="Book",
    calendar_title="Pick your time",
    calendar_text="The calendar shows what's free. You book there, with our booking service.",
    calendar=OutLink(label="Open the booking calendar", link=LinkKey.CALENDAR),
    calendar_hint="Opens in a new window.",
    physio=either(
        "physiotherapy-kinesiology", OutLink(label="Book a physiotherapy assessment", link=LinkKey.PHYSIO), None
    ),
    bring_title="What to bring",
    bring=(
        "Clothes you can move in, clean shoes, water",
        *only("physiotherapy-kinesiology", "For an ICBC visit: your claim number"),
        "Notes or reports from your doctor, if you have any",
        "A list of your medications, and of what hurts",
    ),
    trouble_title="Booking won't work?",
    trouble_text="Call or email and we'll book it for you.",
    trouble_phone="Call {phone}",
    trouble_email="Email {email}",
    trouble_subject="Help with a booking",
    widget=WidgetWords(),
)

_CARDS = (
    AppointmentCard(
        title="Physiotherapy assessment",
        text="What happened, what hurts, what moves. You leave with a plan in plain words.",
        facts=("45-60 mins", "Direct billing available", "ICBC vendor"),
        picture="service-physiotherapy",
        more=NavLink(label="About physiotherapy", key="physiotherapy-kinesiology"),
        book=Destination(link=LinkKey.PHYSIO),
    ),
    AppointmentCard(
        title="Kinesiology and active rehab",
        text="Exercise as treatment: from the first careful movement back to load, on the gym floor.",
        facts=("45-60 mins", "Direct billing available", "ICBC vendor"),
        picture="service-athletic-performance",
        more=NavLink(label="About kinesiology", key="physiotherapy-kinesiology"),
    ),
    AppointmentCard(
        title="EMS session",
        text="Electrical muscle stimulation while you move. Tell us first about implants, heart trouble or pregnancy.",
        facts=("1-2 sessions per week recommended", "With a member of our team beside you"),
        picture="tour-12",
        more=NavLink(label="About EMS", key="physiotherapy-kinesiology"),
    ),
    AppointmentCard(
        title="Personal training session",
        text="One trainer, one hour, one plan: yours. First-timers welcome.",
        facts=("60 mins", "1-on-1", f"{SERVICE_PRICES['personal-training']}, plus taxes"),
        picture="service-personal-training",
        more=NavLink(label="About personal training", key="personal-training"),
    ),
)

APPOINTMENT_CARDS: tuple[AppointmentCard, ...] = tuple(card for card in _CARDS if present(card.more))
