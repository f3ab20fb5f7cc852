"""The types of forms and their fields."""

from typing import Annotated, Literal

from gym_site.content.content_type import Known, content_type, must
from gym_site.content.forms import CHOICE_LIMIT, FormWords, Option
from gym_site.forms.kinds import KINDS

FormKey = Literal["consultation", "service", "inquiry"]


@content_type
class FormField:
    """A field: its texts, and the values that it accepts.

    ``kind`` decides validation, on-screen keyboard and autofill; browsers don't remember entries of the kind
    ``health``. A field with ``options`` is a select. Its ``placeholder`` is the label of the empty value; without a
    placeholder, the first option has the empty value.
    """

    name: str
    kind: Annotated[str, must(KINDS.__contains__, f"A kind is one of {', '.join(KINDS)}")] = "line"
    label: str
    placeholder: str = ""
    help: str = ""
    choices: str = ""  # the name of the list from which the gym fills ``options`` (`gym_site.forms.all_forms`)
    options: tuple[Option, ...] = ()
    limit: int = CHOICE_LIMIT  # maximum number of characters; a line break counts as one
    required: bool = False  # in the page; an empty value breaks the rules of section 5 only if ``missing`` is set
    missing: str = ""  # the error message for an empty value
    invalid: str = ""  # the error message for a value that breaks the rule of the ``kind``
    allowed: str = ""  # a second sentence beside ``invalid`` at the field: the values that the rule accepts
    browser_checks: bool = False  # whether the browser checks the e-mail address by its own rule
    blank: str = "Not specified"  # replaces an empty value in the message to staff
    rows: int = 3  # the initial height, if the field has several lines
    hidden: bool = False  # filled in by the page

    def check(self, _: Known | None) -> None:
        """Raise `ValueError` for values that don't go together."""
        if bool(KINDS[self.kind].fits) != bool(self.invalid):
            raise ValueError("a kind with a rule needs `invalid`; the other kinds can't have it")
        if self.options and self.kind != "line":
            raise ValueError(f"a field with options can't be of the kind {self.kind}")
        if self.browser_checks and self.kind != "email":
            raise ValueError("browser_checks is only for the kind email")
        if self.options and not self.placeholder and self.options[0].value and not self.hidden:
            raise ValueError("set a placeholder, or give the first option an empty value")
        if long := [option.value for option in self.options if len(option.value) > self.limit]:
            raise ValueError(f"the option {long[0]!r} has {len(long[0])} characters; the field accepts {self.limit}")

    def words_for(self, value: str) -> str:
        """Return a value as staff see it: ``blank`` if it is empty, an option's label, or the value itself."""
        if not value.strip():
            return self.blank
        return next((option.label for option in self.options if option.value == value), value)


@content_type
class Form(FormWords):
    """A form: its fields and texts.

    The server removes markup from a ``sanitised`` form, and checks it more strictly than browsers do. Any other form is
    checked by the browser alone (spec section 5).
    """

    key: FormKey
    page: str  # where the server redirects a visitor who opens the form's post URL
    heading: str  # the heading of the message to staff
    fields: tuple[FormField, ...]
    sanitised: bool = True
    promise: str

    def field(self, name: str) -> FormField:
        """Return the field ``name``. Raises `KeyError` if the form has no such field."""
        for field in self.fields:
            if field.name == name:
                return field
        raise KeyError(name)
