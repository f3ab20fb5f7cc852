"""How a form's fields look in HTML: the same for the site's pages and for the page that answers a plain post."""

from gym_site.content.forms import MISSING, FieldWords, FormWords, Option
from gym_site.leads.fields import FORMS, MAX_AGE, MIN_AGE, REFUSED, Field

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

    def __init__(self, form: FormWords, words: FieldWords, rule: Field) -> None:
        self.id = f"{form.key}-{words.name}"  # two forms of a page must not share ids, and an id must not be a name
        self.name, self.label, self.help = words.name, words.label, words.help
        self.required, self.wide = rule.required, rule.lines
        unchosen = (Option(label=words.placeholder),) if words.options and words.placeholder else ()
        self.options = (*unchosen, *words.options)
        self.tag = "select" if words.options else "textarea" if rule.lines else "input"
        self.attrs = self._attributes(form, words, rule)

    def _attributes(self, form: FormWords, words: FieldWords, rule: Field) -> dict[str, Attr]:
        """Return the attributes; ``data-missing`` and ``data-invalid`` replace the browser's own messages."""
        described_by = f"{self.id}-error {self.id}-help" if words.help else f"{self.id}-error"
        attrs: dict[str, Attr] = {"aria-describedby": described_by}
        if rule.required:
            attrs |= {"required": True, "data-missing": rule.missing or MISSING.format(label=words.label)}
        if words.options:
            return attrs
        if words.placeholder:
            attrs["placeholder"] = words.placeholder
        attrs |= {"maxLength": rule.limit} | ({"rows": 3} if rule.lines else {}) | _INPUT.get(words.name, {})
        if form.key == "service" and words.name == "email":  # on the service pages alone (spec section 5)
            attrs["type"] = "email"
        if attrs.get("type") in ("email", "number"):
            attrs["data-invalid"] = REFUSED[words.name]
        return attrs


def controls(words: FormWords) -> list[Control]:
    """Return the controls of a form in its order."""
    rules = {rule.name: rule for rule in FORMS[words.key].fields}
    return [Control(words, field, rules[field.name]) for field in words.fields]


def split(words: FormWords) -> tuple[list[Control], list[Control]]:
    """Return the controls that a form shows at once, and those that open on demand, which are not required."""
    shown = controls(words)
    folded = [control for control in shown if words.more and not control.required]
    return [control for control in shown if control not in folded], folded
