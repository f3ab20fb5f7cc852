"""The words of the forms (``forms.toml``), and the choices that visitors have (spec sections 3, 4 and 8)."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from gym_site.content.content_type import Blanks, ContactText, Known, ServiceKey, content_type, must
from gym_site.content.links import OutLink

CHOICE_LIMIT = 50  # characters of an option's value
# Error messages for fields that have none of their own.
MISSING = "{label} is required"
CHOOSE = "Please choose one of the options"
TOO_LONG = "{label} must be at most {limit} characters"


@content_type
class Option:
    """One of the choices."""

    value: Annotated[str, Field(max_length=CHOICE_LIMIT)] = ""
    """The value that the form sends for this choice, such as weight-loss; never change it once it is in use."""
    label: str
    """Words: what visitors read."""


Options = Annotated[
    tuple[Option, ...],
    must(lambda options: all(option.value for option in options), "Each of the options needs a value"),
]


@content_type
class FormWords:
    """A form, before and after it is sent."""

    title: str
    intro: str
    submit: str
    """Button"""
    busy: str = "Submitting..."
    """Button while the form is sent"""
    privacy: str
    """The words about the use of an entry."""
    success_title: str
    """Title after sending"""
    success_text: str
    """Text after sending"""
    failure_text: ContactText
    """Text if sending fails"""
    next_steps: tuple[str, ...]
    """The steps after the form was sent, one entry for each."""
    more: str = ""
    """Optional fields: the button that shows them; without these words they are always shown."""
    sent_heading: Annotated[str, Blanks("first_name")] = "Got it, {first_name}."
    """Heading after sending"""
    quote: Annotated[str, Blanks("reference")] = "Your reference: {reference}. Quote it if you call us."
    """Reference"""
    next_title: str = "What happens next"
    """Title of the next steps"""
    sooner: ContactText = "Sooner than that? Call {phone}."
    """If the answer is too late"""
    calendar: OutLink | None = None
    """Link to the calendar: without it, the link is to the booking calendar, if the gym has one."""
    again: str = "Send another"
    """Button for another request"""
    privacy_more: str = "About your privacy (new tab)"
    """Link to the privacy page"""
    failure_title: str = "Error"
    """Title if sending fails"""
    invalid_title: str = "Form validation failed"
    """Title if entries are wrong"""
    unreachable: ContactText = (
        "We can't reach our server right now. What you wrote is still here: try again in a minute, or call {phone}."
    )
    """If the server is out of reach"""
    direct: ContactText = "You can call or email instead: {phone}, {email}."
    """Other ways, below the form"""
    not_sent: ContactText = "This website has no way to send forms yet. Please call {phone} or email {email}."
    """If the site can't send forms"""
    required_note: str = "Fields marked * are required."
    """Above the fields"""
    answer_heading: str = "Nearly there."
    """Above a form with entries to correct"""
    answer_invalid: str = "Please check your entries"
    """Above the list of wrong entries"""
    answer_back: str = "Back to the website"
    """Link back to the website"""


@content_type
class ConsultationWords(FormWords):
    """The form for a free consultation."""

    submit: str = "Request my consultation"
    success_title: str = "Consultation Request Sent!"
    failure_text: ContactText = (
        "There was an issue sending your request. Please try again or contact us directly at {email}."
    )
    more: str = "Add details (optional)"


@content_type
class ServiceWords(ConsultationWords):
    """The form on the services' pages. What is left out is as in the form for a consultation."""

    privacy: str = ""
    success_text: str = ""
    next_steps: tuple[str, ...] = ()
    # The specification has no full stop here.
    failure_text: ContactText = (
        "There was an issue sending your request. Please try again or contact us directly at {email}"
    )


@content_type
class ServiceOption:
    """A service in the form for questions, with other words than elsewhere."""

    service: ServiceKey
    value: Annotated[str, Field(max_length=CHOICE_LIMIT)] = ""
    """The value that the form sends for it, if not the key; never change it once it is in use."""
    label: str = ""
    """Words: what visitors read, if not the name of the service."""


@content_type
class InquiryWords(FormWords):
    """The form for questions, on the home page."""

    submit: str = "Send my message"
    busy: str = "Sending..."
    success_title: str = "Message sent successfully!"
    failure_text: ContactText = (
        "There was an issue sending your message. Please try again or contact us directly at {email}."
    )
    services: tuple[ServiceOption, ...] = ()
    """Services with other words"""
    topics: Options = ()
    """Other subjects that visitors can choose."""

    def check(self, _: Known | None) -> None:
        """Raise `ValueError` for values that contradict each other."""
        keys = [option.service for option in self.services]
        if twice := [key for key in keys if keys.count(key) > 1]:
            raise ValueError(f"services names {twice[0]!r} twice")


@content_type
class Forms:
    """The texts of the forms, and the choices in them."""

    promise: str
    """Below each form, such as We'll answer within a day."""
    consultation: ConsultationWords
    """Form for a consultation"""
    service: ServiceWords
    """Form on the services' pages"""
    inquiry: InquiryWords
    """Form for questions"""
    goals: Annotated[Options, Field(min_length=1)]
    """Goals of visitors"""
    times: Annotated[Options, Field(min_length=1)]
    """Times of day"""
    trainer_preferences: Options = ()
    """Wishes for a trainer"""
    activity_levels: Annotated[Options, Field(min_length=1)] = (
        Option(value="sedentary", label="Sedentary (little or no exercise)"),
        Option(value="lightly-active", label="Lightly active (1-3 days/week)"),
        Option(value="moderately-active", label="Moderately active (3-5 days/week)"),
        Option(value="very-active", label="Very active (6-7 days/week)"),
        Option(value="extremely-active", label="Extremely active (twice a day or intense)"),
    )
    """Levels of activity"""
    experience: Annotated[Options, Field(min_length=1)] = (
        Option(value="beginner", label="Beginner (0-6 months)"),
        Option(value="novice", label="Novice (6 months-2 years)"),
        Option(value="intermediate", label="Intermediate (2-5 years)"),
        Option(value="advanced", label="Advanced (5+ years)"),
    )
    """Levels of experience"""


CLOSE = "Close"  # the label of a notice's button
HONEYPOT_LABEL = "Website"  # the label of the field that only a bot fills in
REFUSED: dict[int, str] = {403: "Not allowed", 404: "Not found"}  # titles of error pages, by HTTP status
NOT_UNDERSTOOD = "Not understood"  # the title for any other status
TRY_AGAIN = "Please try again in a minute, or call us:"
