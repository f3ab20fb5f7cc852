"""How a form's fields look in HTML: the same for the site's pages and for the page that answers a plain post."""

from dataclasses import dataclass
from typing import Literal

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


@dataclass(frozen=True, kw_only=True)
class Control:
    """A labelled control. ``attrs`` are HTML's, spelt as React spells them; HTML itself takes any case.

    The id is the form's name and the field's: two forms of a page must not share ids, and an id must not be a name.
    """

    id: str
    name: str
    tag: Literal["input", "select", "textarea"]
    attrs: dict[str, Attr]
    label: str
    help: str
    required: bool
    options: tuple[Option, ...]
    wide: bool


def controls(words: FormWords) -> list[Control]:
    """Return the controls of a form in its order, with the limits and requirements that the server enforces."""
    rules = {rule.name: rule for rule in FORMS[words.key].fields}
    return [_control(words, field, rules[field.name]) for field in words.fields]


def split(words: FormWords) -> tuple[list[Control], list[Control]]:
    """Return the controls that a form shows at once, and those that open on demand, which are not required."""
    shown = controls(words)
    folded = [control for control in shown if words.more and not control.required]
    return [control for control in shown if control not in folded], folded


def _control(form: FormWords, words: FieldWords, rule: Field) -> Control:
    """Return a field's control; ``data-missing`` and ``data-invalid`` replace the browser's own messages."""
    id_ = f"{form.key}-{words.name}"
    attrs: dict[str, Attr] = {"aria-describedby": f"{id_}-error {id_}-help" if words.help else f"{id_}-error"}
    if rule.required:
        attrs |= {"required": True, "data-missing": rule.missing or MISSING.format(label=words.label)}
    options = words.options
    if options:
        if words.placeholder:
            options = (Option(label=words.placeholder), *options)
    else:
        if words.placeholder:
            attrs["placeholder"] = words.placeholder
        attrs |= {"maxLength": rule.limit} | ({"rows": 3} if rule.lines else {}) | _INPUT.get(words.name, {})
        if form.key == "service" and words.name == "email":  # on the service pages alone (spec section 5)
            attrs["type"] = "email"
        if attrs.get("type") in ("email", "number"):
            attrs["data-invalid"] = REFUSED[words.name]
    return Control(
        id=id_,
        name=words.name,
        tag="select" if options else "textarea" if rule.lines else "input",
        attrs=attrs,
        label=words.label,
        help=words.help,
        required=rule.required,
        options=options,
        wide=rule.lines,
    )
