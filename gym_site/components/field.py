"""A labelled control with its help and its error."""

from __future__ import annotations

import reflex as rx

from gym_site.leads.controls import Control

_ELEMENTS = {"input": rx.el.input, "select": rx.el.select, "textarea": rx.el.textarea}


def field(control: Control) -> rx.Component:
    """Return one field."""
    options = (rx.el.option(option.label, value=option.value) for option in control.options)
    return rx.el.div(
        rx.el.label(
            control.label,
            rx.el.span(" *", class_name="required-mark", aria_hidden=True) if control.required else None,
            html_for=control.id,
        ),
        _ELEMENTS[control.tag](*options, id=control.id, name=control.name, custom_attrs=control.attrs),
        rx.el.p(control.help, id=f"{control.id}-help", class_name="field-help") if control.help else None,
        rx.el.p(id=f"{control.id}-error", class_name="field-error"),  # filled in by assets/scripts/lead_form.js
        class_name="field field-wide" if control.wide else "field",
    )
