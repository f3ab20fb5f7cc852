"""How a form's fields look in HTML: the same for the site's pages and for the page that answers a plain post."""

from gym_site.content.forms import MAX_AGE, MIN_AGE, MISSING, Form, FormField, Option
from gym_site.content.text import fill

Attr = str | int | bool

# Attributes for autofill and on-screen keyboards, by the name of the field.
_INPUT: dict[str, dict[str, Attr]] = {
    "name": {"autoComplete": "name", "autoCapitalize": "words"},
    "email": {"inputMode": "email", "autoComplete": "email", "autoCapitalize": "none", "spellCheck": False},
    "phone": {"type": "tel", "autoComplete": "tel"},
    "age": {"type": "number", "inputMode": "numeric", "min": MIN_AGE, "max": MAX_AGE},
    "healthConditions": {"rows": 3, "autoComplete": "off"},
    "additionalInfo": {"rows": 4},
    "medicalConditions": {"rows": 2, "autoComplete": "off"},
    "additionalNotes": {"rows": 3},
    "message": {"rows": 6},
}


class Control:
    """A labelled control with the limits that the server enforces; ``attrs`` are spelt as React spells them."""

    def __init__(self, form: Form, field: FormField) -> None:
        self.id = f"{form.key}-{field.name}"  # two forms of a page must not share ids, and an id must not be a name
        self.name, self.label, self.help = field.name, field.label, field.help
        self.required, self.wide = field.required, field.lines
        unchosen = (Option(label=field.placeholder),) if field.options and field.placeholder else ()
        self.options = (*unchosen, *field.options)
        self.tag = "select" if field.options else "textarea" if field.lines else "input"
        self.attrs = self._attributes(form, field)

    def _attributes(self, form: Form, field: FormField) -> dict[str, Attr]:
        """Return the attributes; ``data-missing`` and ``data-invalid`` replace the browser's own messages."""
        described_by = f"{self.id}-error {self.id}-help" if field.help else f"{self.id}-error"
        attrs: dict[str, Attr] = {"aria-describedby": described_by}
        if field.required:
            attrs |= {"required": True, "data-missing": field.missing or fill(MISSING, label=field.label)}
        if field.options:
            return attrs
        if field.placeholder:
            attrs["placeholder"] = field.placeholder
        attrs |= {"maxLength": field.limit} | ({"rows": 3} if field.lines else {}) | _INPUT.get(field.name, {})
        if form.key == "service" and field.name == "email":  # on the service pages alone (spec section 5)
            attrs["type"] = "email"
        if attrs.get("type") in ("email", "number"):
            attrs["data-invalid"] = field.invalid
        return attrs


def controls(form: Form) -> list[Control]:
    """Return the controls that a visitor sees, in the form's order."""
    return [Control(form, field) for field in form.fields if not field.hidden]


def split(form: Form) -> tuple[list[Control], list[Control]]:
    """Return the controls that a form shows at once, and those that open on demand, which are not required."""
    shown = controls(form)
    folded = [control for control in shown if form.more and not control.required]
    return [control for control in shown if control not in folded], folded
