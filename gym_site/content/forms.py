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
    """One choice of a select. The browser shows ``label`` and sends ``value``; an empty ``value`` means no choice."""

    value: Annotated[str, Field(max_length=CHOICE_LIMIT)] = ""
    label: str


Options = Annotated[
    tuple[Option, ...],
    must(lambda options: all(option.value for option in options), "Each of the options needs a value"),
]


@content_type
class FormWords:
    """The texts of a form before and after sending.

    If ``more`` is set, it is the label under which the optional fields are folded. A sent form is replaced by
    ``sent_heading`` with the sender's ``{first_name}``, ``success_text``, ``next_steps`` and the gym's contact details;
    if there is a server, also by the request's ``{reference}``, as staff see it, in ``quote``.
    ``direct`` and ``not_sent`` are for a site without a server. ``answer_heading`` and ``answer_back`` are for the
    server's answer to a plain post; ``answer_invalid`` is the title of every list of problems.
    """

    title: str
    intro: str
    submit: str
    busy: str = "Submitting..."
    privacy: str
    success_title: str
    success_text: str
    failure_text: ContactText
    next_steps: tuple[str, ...]
    more: str = ""
    sent_heading: Annotated[str, Blanks("first_name")] = "Got it, {first_name}."
    quote: Annotated[str, Blanks("reference")] = "Your reference: {reference}. Quote it if you call us."
    next_title: str = "What happens next"
    sooner: ContactText = "Sooner than that? Call {phone}."
    calendar: OutLink | None = None  # by default, the booking calendar's page, if the gym has one
    again: str = "Send another"
    privacy_more: str = "About your privacy (new tab)"
    failure_title: str = "Error"
    invalid_title: str = "Form validation failed"
    unreachable: ContactText = (
        "We can't reach our server right now. What you wrote is still here: try again in a minute, or call {phone}."
    )
    direct: ContactText = "You can call or email instead: {phone}, {email}."  # below the form
    not_sent: ContactText = "This website has no way to send forms yet. Please call {phone} or email {email}."
    required_note: str = "Fields marked * are required."
    answer_heading: str = "Nearly there."  # the heading above a form with entries to correct
    answer_invalid: str = "Please check your entries"
    answer_back: str = "Back to the website"


@content_type
class ConsultationWords(FormWords):
    """The texts of the form for a free consultation."""

    submit: str = "Request my consultation"
    success_title: str = "Consultation Request Sent!"
    failure_text: ContactText = (
        "There was an issue sending your request. Please try again or contact us directly at {email}."
    )
    more: str = "Add details (optional)"


@content_type
class ServiceWords(ConsultationWords):
    """The texts of the form on the services' pages. Those left empty are the same as for a consultation."""

    privacy: str = ""
    success_text: str = ""
    next_steps: tuple[str, ...] = ()
    # The specification has no full stop here.
    failure_text: ContactText = (
        "There was an issue sending your request. Please try again or contact us directly at {email}"
    )


@content_type
class ServiceOption:
    """The inquiry form's words for a service, if not its label. ``value`` is sent in place of the service's key."""

    service: ServiceKey
    value: Annotated[str, Field(max_length=CHOICE_LIMIT)] = ""
    label: str = ""


@content_type
class InquiryWords(FormWords):
    """The texts of the form for an inquiry. A visitor chooses one of the ``topics`` or a service."""

    submit: str = "Send my message"
    busy: str = "Sending..."
    success_title: str = "Message sent successfully!"
    failure_text: ContactText = (
        "There was an issue sending your message. Please try again or contact us directly at {email}."
    )
    services: tuple[ServiceOption, ...] = ()
    topics: Options = ()

    def check(self, _: Known | None) -> None:
        """Raise `ValueError` for values that contradict each other."""
        keys = [option.service for option in self.services]
        if twice := [key for key in keys if keys.count(key) > 1]:
            raise ValueError(f"services names {twice[0]!r} twice")


@content_type
class Forms:
    """The file ``forms.toml``. ``promise`` is shown below each form, and says when the gym answers."""

    promise: str
    consultation: ConsultationWords
    service: ServiceWords
    inquiry: InquiryWords
    goals: Annotated[Options, Field(min_length=1)]
    times: Annotated[Options, Field(min_length=1)]
    trainer_preferences: Options = ()
    activity_levels: Annotated[Options, Field(min_length=1)] = (
        Option(value="sedentary", label="Sedentary (little or no exercise)"),
        Option(value="lightly-active", label="Lightly active (1-3 days/week)"),
        Option(value="moderately-active", label="Moderately active (3-5 days/week)"),
        Option(value="very-active", label="Very active (6-7 days/week)"),
        Option(value="extremely-active", label="Extremely active (twice a day or intense)"),
    )
    experience: Annotated[Options, Field(min_length=1)] = (
        Option(value="beginner", label="Beginner (0-6 months)"),
        Option(value="novice", label="Novice (6 months-2 years)"),
        Option(value="intermediate", label="Intermediate (2-5 years)"),
        Option(value="advanced", label="Advanced (5+ years)"),
    )


CLOSE = "Close"  # the label of a notice's button
HONEYPOT_LABEL = "Website"  # the label of the field that only a bot fills in
REFUSED: dict[int, str] = {403: "Not allowed", 404: "Not found"}  # titles of error pages, by HTTP status
NOT_UNDERSTOOD = "Not understood"  # the title for any other status
TRY_AGAIN = "Please try again in a minute, or call us:"
