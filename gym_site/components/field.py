"""A labelled control with its help and its error."""

from __future__ import annotations

from typing import Any

import reflex as rx

from gym_site.components.lead_form import FieldError
from gym_site.content.forms import FieldWords


def _options(words: FieldWords) -> list[rx.Component]:
    first = [rx.el.option(words.placeholder, value="")] if words.placeholder else []
    return [*first, *(rx.el.option(option.label, value=option.value) for option in words.options)]


def field(
    form: str, words: FieldWords, *, missing: str = "", attrs: dict[str, Any] | None = None, wide: bool = False
) -> rx.Component:
    """Return one field: a select where it has options, a text area where ``attrs`` has ``rows``, else an input.

    ``missing`` is what an empty field is told; without it the field is optional. ``attrs`` are HTML's own (``type``,
    ``maxLength``, ...). The id is the form's name and the field's: two forms of a page must not share ids, and an id
    must not be a name. ``wide`` takes the form's whole width.
    """
    id_ = f"{form}-{words.name}"
    described = [f"{id_}-error", *([f"{id_}-help"] if words.help else [])]
    html = {"placeholder": words.placeholder or None} | (attrs or {})
    if missing:
        html |= {"required": True, "data-missing": missing}
    control = {
        "id": id_,
        "name": words.name,
        "aria_describedby": " ".join(described),
        "custom_attrs": {name: value for name, value in html.items() if value is not None},
    }
    if words.options:
        control["custom_attrs"].pop("placeholder", None)
        element = rx.el.select(*_options(words), **control)
    else:
        element = (rx.el.textarea if "rows" in html else rx.el.input)(**control)
    return rx.el.div(
        rx.el.label(
            words.label,
            rx.el.span(" *", class_name="required-mark", aria_hidden=True) if missing else None,
            html_for=id_,
        ),
        element,
        rx.el.p(words.help, id=f"{id_}-help", class_name="field-help") if words.help else None,
        FieldError.create(control=id_, name=words.name, id=f"{id_}-error", class_name="field-error"),
        class_name="field field-wide" if wide else "field",
    )
