"""Form fields as HTML controls, for the site's pages and for the server's answer to a form post."""

from gym_site.content.forms import Option
from gym_site.forms.form import Form, FormField
from gym_site.forms.kinds import KINDS, Attr


class Control:
    """A labelled control with the limits that the server enforces. ``attrs`` uses React's attribute names."""

    def __init__(self, form: Form, field: FormField) -> None:
        self.id = f"{form.key}-{field.name}"  # unique even on a page with two forms, and never equal to a field's name
        self.name, self.label, self.help = field.name, field.label, field.help
        self.required, self.wide = field.required, KINDS[field.kind].several_lines
        unchosen = (Option(label=field.placeholder),) if field.options and field.placeholder else ()
        self.options = (*unchosen, *field.options)
        self.tag = "select" if field.options else "textarea" if self.wide else "input"
        self.attrs = self._attributes(field)

    def _attributes(self, field: FormField) -> dict[str, Attr]:
        described_by = f"{self.id}-error {self.id}-help" if field.help else f"{self.id}-error"
        attrs: dict[str, Attr] = {"aria-describedby": described_by}
        if field.required:
            attrs["required"] = True
        if field.options:
            return attrs
        if field.placeholder:
            attrs["placeholder"] = field.placeholder
        if "max" not in KINDS[field.kind].attrs:  # of a number
            attrs["maxLength"] = field.limit
        attrs |= ({"rows": field.rows} if self.wide else {}) | KINDS[field.kind].attrs
        if field.browser_checks:
            attrs["type"] = "email"
        return attrs


def controls(form: Form) -> list[Control]:
    """Return the controls that a visitor sees, in the form's order."""
    return [Control(form, field) for field in form.fields if not field.hidden]


def split(form: Form) -> tuple[list[Control], list[Control]]:
    """Return the controls that a form always shows, and the optional controls in its collapsed part."""
    shown = controls(form)
    folded = [control for control in shown if form.more and not control.required]
    return [control for control in shown if control not in folded], folded
