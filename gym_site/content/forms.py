"""Words and options of the three forms (spec sections 3, 4, 5 and 8).

Field names and option values are the ones that the form service receives. ``{email}`` and ``{phone}`` stand for the
business record's; `FormWords.filled` puts them in.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from gym_site.content.business import RESPONSE_PROMISE
from gym_site.content.links import LinkKey, OutLink
from gym_site.content.record import record

FormKey = Literal["consultation", "service", "inquiry"]


@record
class Option:
    """One choice of a select. ``value`` is sent, ``label`` is read; no value is no choice."""

    value: str = ""
    label: str


@record
class FieldWords:
    """What a visitor reads at one field.

    A field with ``options`` is a select. There ``placeholder`` labels the empty value; without one the first option is
    the empty value.
    """

    name: str
    label: str
    placeholder: str = ""
    help: str = ""
    options: tuple[Option, ...] = ()

    def __post_init__(self) -> None:
        if self.options and not self.placeholder and self.options[0].value:
            raise ValueError("a first option with a value needs a placeholder before it")


@record
class FormWords:
    """What a visitor reads in and after one form.

    Where there is a ``more``, it opens the fields that are not required. ``sent_heading`` stands in the place of a form
    that was sent, ``{first_name}`` is its sender's; below it ``success_text``, ``next_steps``, how to reach the gym.
    ``failure_text`` may hold ``{email}``, ``unreachable`` holds ``{phone}``; ``direct`` and ``not_sent``, which are for
    pages without a server, hold both. The ``answer_*`` fields belong to the plain page that answers a post made without
    JavaScript or a websocket.
    """

    key: FormKey
    title: str
    intro: str
    fields: tuple[FieldWords, ...]
    submit: str
    busy: str
    promise: str
    privacy: str
    success_title: str
    success_text: str
    failure_text: str
    next_steps: tuple[str, ...]
    more: str = ""
    sent_heading: str = "Got it, {first_name}."
    next_title: str = "What happens next"
    sooner: str = "Sooner than that? Call {phone}."
    calendar: OutLink = OutLink(label="See the booking calendar", link=LinkKey.CALENDAR)
    again: str = "Send another"
    privacy_more: str = "About your privacy (new tab)"
    failure_title: str = "Error"
    invalid_title: str = "Form validation failed"
    unreachable: str = (
        "We can't reach our server right now. What you wrote is still here: try again in a minute, or call {phone}."
    )
    direct: str = "You can call or email instead: {phone}, {email}."  # below a form that no server of ours takes
    not_sent: str = "This website has no way to send forms yet. Please call {phone} or email {email}."
    required_note: str = "Fields marked * are required."
    answer_heading: str = "Nearly there."  # above a form with entries to correct
    answer_invalid: str = "Please check your entries"
    answer_back: str = "Back to the website"

    def field(self, name: str) -> FieldWords:
        """Return the words of one field. Raises `KeyError` for a name that the form doesn't have."""
        for field in self.fields:
            if field.name == name:
                return field
        raise KeyError(name)

    def filled(self, *, email: str, phone: str) -> FormWords:
        """Return the same words with the business's address and telephone number in their places."""
        return replace(
            self,
            failure_text=self.failure_text.replace("{email}", email),
            unreachable=self.unreachable.replace("{phone}", phone),
        )


SELECTABLE_TRAINERS: tuple[str, ...] = (
    "Arjun Dhaliwal",
    "Sofia Marchetti",
    "Malik Osei",
    "Hannah Lindqvist",
    "Amara Okafor",
    "Kevin Tran",
    "Jade Whitford",
)

FITNESS_GOALS: tuple[Option, ...] = (
    Option(value="weight-loss", label="Weight loss"),
    Option(value="muscle-gain", label="Muscle gain"),
    Option(value="strength", label="Strength"),
    Option(value="endurance", label="Endurance"),
    Option(value="toning", label="Toning"),
    Option(value="general-fitness", label="General fitness"),
    Option(value="sport-specific", label="Sport-specific training"),
    Option(value="rehabilitation", label="Rehabilitation"),
)

FITNESS_LEVELS: tuple[Option, ...] = (
    Option(value="sedentary", label="Sedentary (little or no exercise)"),
    Option(value="lightly-active", label="Lightly active (1-3 days/week)"),
    Option(value="moderately-active", label="Moderately active (3-5 days/week)"),
    Option(value="very-active", label="Very active (6-7 days/week)"),
    Option(value="extremely-active", label="Extremely active (twice a day or intense)"),
)

WORKOUT_EXPERIENCE: tuple[Option, ...] = (
    Option(value="beginner", label="Beginner (0-6 months)"),
    Option(value="novice", label="Novice (6 months-2 years)"),
    Option(value="intermediate", label="Intermediate (2-5 years)"),
    Option(value="advanced", label="Advanced (5+ years)"),
)

PREFERRED_TIMES: tuple[Option, ...] = (
    Option(value="early-morning", label="Early morning (6-8 AM)"),
    Option(value="morning", label="Morning (8-11 AM)"),
    Option(value="midday", label="Midday (11 AM-2 PM)"),
    Option(value="afternoon", label="Afternoon (2-5 PM)"),
    Option(value="evening", label="Evening (5-8 PM)"),
    Option(value="late-evening", label="Late evening (8+ PM)"),
)

TRAINER_PREFERENCES: tuple[Option, ...] = (
    Option(value="", label="No preference"),
    Option(value="male", label="A male trainer"),
    Option(value="female", label="A female trainer"),
)

INQUIRY_SERVICES: tuple[Option, ...] = (
    Option(value="personal-training", label="Personal training"),
    Option(value="group-fitness", label="Group fitness"),
    Option(value="physiotherapy", label="Physiotherapy and kinesiology"),
    Option(value="athletic-performance", label="Athletic performance"),
    Option(value="kickboxing-boxing", label="Kickboxing and boxing"),
    Option(value="prenatal-training", label="Pre and post natal training"),
    Option(value="online-coaching", label="Online coaching"),
)

_NAME = FieldWords(name="name", label="Full name", placeholder="Your first and last name")
_EMAIL = FieldWords(name="email", label="Email", placeholder="you@mail.example")
_PHONE = FieldWords(name="phone", label="Phone", placeholder="604-555-0100", help="With area code.")

_HEALTH_PRIVACY = (
    "We ask about your health so that your trainer can plan around it. You may leave it blank. Your request reaches "
    "our team through the form service we use."
)
_MORE = "Add details (optional)"
_NEXT_STEPS = (
    "We'll find a time that works for you.",
    "We'll talk, watch how you move, and suggest a first step.",
    "You decide. It commits you to nothing.",
)
_SUCCESS_TITLE = "Consultation Request Sent!"
_SUCCESS_TEXT = "We'll get back to you within 24 hours to schedule your consultation."

CONSULTATION_FORM = FormWords(
    key="consultation",
    title="Your free consultation",
    intro="A few lines are enough. We'll take it from there.",
    fields=(
        _NAME,
        _EMAIL,
        _PHONE,
        FieldWords(name="age", label="Age", help="12 to 100."),
        FieldWords(
            name="selectedTrainer",
            label="Preferred trainer",
            options=(
                Option(value="", label="No preference"),
                *(Option(value=name, label=name) for name in SELECTABLE_TRAINERS),
            ),
        ),
        FieldWords(name="fitnessGoals", label="Primary goal", placeholder="Choose your goal", options=FITNESS_GOALS),
        FieldWords(
            name="currentFitnessLevel",
            label="Activity level",
            placeholder="How active are you now?",
            options=FITNESS_LEVELS,
        ),
        FieldWords(
            name="workoutExperience",
            label="Fitness experience",
            placeholder="How long have you trained?",
            options=WORKOUT_EXPERIENCE,
        ),
        FieldWords(
            name="healthConditions",
            label="Health concerns",
            placeholder="Injuries, surgery, pain, pregnancy",
            help="Up to 500 characters.",
        ),
        FieldWords(name="availableDays", label="Days that suit you", placeholder="Monday, Wednesday, Saturday"),
        FieldWords(name="preferredTime", label="Preferred time", placeholder="Any time", options=PREFERRED_TIMES),
        FieldWords(
            name="additionalInfo",
            label="Anything else",
            placeholder="What should we know before we meet?",
            help="Up to 1,000 characters.",
        ),
    ),
    submit="Request my free consultation",
    busy="Submitting...",
    promise=RESPONSE_PROMISE,
    privacy=_HEALTH_PRIVACY,
    success_title=_SUCCESS_TITLE,
    success_text=_SUCCESS_TEXT,
    failure_text=("There was an issue sending your request. Please try again or contact us directly at {email}."),
    next_steps=_NEXT_STEPS,
    more=_MORE,
)

SERVICE_FORM = FormWords(
    key="service",
    title="Start with a free consultation",
    intro="A few lines are enough. We'll call, we'll plan, you'll train.",
    fields=(
        _NAME,
        _EMAIL,
        _PHONE,
        FieldWords(name="trainerPreference", label="Trainer preference", options=TRAINER_PREFERENCES),
        FieldWords(name="fitnessGoals", label="Fitness goals", placeholder="What do you want to be able to do?"),
        FieldWords(
            name="currentFitnessLevel",
            label="Activity level",
            placeholder="How active are you now?",
            options=FITNESS_LEVELS,
        ),
        FieldWords(
            name="medicalConditions",
            label="Medical conditions",
            placeholder="Injuries, surgery, pain, pregnancy",
        ),
        FieldWords(name="availability", label="Availability", placeholder="Weekday evenings, Saturday mornings"),
        FieldWords(name="additionalNotes", label="Notes", placeholder="Anything else we should know"),
    ),
    submit="Request my consultation",
    busy="Submitting...",
    promise=RESPONSE_PROMISE,
    privacy=_HEALTH_PRIVACY,
    success_title=_SUCCESS_TITLE,
    success_text=_SUCCESS_TEXT,
    failure_text="There was an issue sending your request. Please try again or contact us directly at {email}",
    next_steps=_NEXT_STEPS,
    more=_MORE,
)

INQUIRY_FORM = FormWords(
    key="inquiry",
    title="Ask us anything",
    intro="Memberships, services, the new space. Write to us and a person will answer.",
    fields=(
        _NAME,
        _EMAIL,
        FieldWords(name="phone", label="Phone", placeholder="604-555-0100"),
        FieldWords(name="service", label="Service", placeholder="What is it about?", options=INQUIRY_SERVICES),
        FieldWords(name="message", label="Message", placeholder="Your question"),
    ),
    submit="Send my message",
    busy="Sending...",
    promise=RESPONSE_PROMISE,
    privacy="Your message reaches our team through the form service we use.",
    success_title="Message sent successfully!",
    success_text="We'll get back to you within 24 hours.",
    failure_text=("There was an issue sending your message. Please try again or contact us directly at {email}."),
    next_steps=("A person reads your message.", "They'll answer by email, or call if you left a number."),
)

MISSING = "{label} is required"  # of a field that must not be empty and has no words of its own
CLOSE = "Close"  # of a notice
HONEYPOT_LABEL = "Website"  # of the field that only a bot fills in
REFUSED: dict[int, str] = {403: "Not allowed", 404: "Not found"}  # by HTTP status
NOT_UNDERSTOOD = "Not understood"  # any other request that no form of the site sends
# What the server says instead of an answer, by HTTP status, and what to do then.
TURNED_AWAY: dict[int, str] = {
    400: NOT_UNDERSTOOD,
    408: "That took too long",
    429: "Too many requests at once",
    431: NOT_UNDERSTOOD,
    503: "Too many visitors at once",
}
TRY_AGAIN = "Please try again in a minute, or call us:"

FORMS: dict[FormKey, FormWords] = {
    "consultation": CONSULTATION_FORM,
    "service": SERVICE_FORM,
    "inquiry": INQUIRY_FORM,
}
