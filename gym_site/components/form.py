"""A form with its fields, its foot and the panel that replaces it once it is sent (spec sections 2, 3, 5 and 7)."""

import reflex as rx

from gym_site.browser.form_view import FormView
from gym_site.components.contact import phone_link, with_contacts
from gym_site.components.icon import icon
from gym_site.components.lead_form import lead_form, outcome
from gym_site.components.link import EXTERNAL, site_link
from gym_site.forms.controls import Control, split
from gym_site.forms.form import Form
from gym_site.leads.gateway import fixed_keys
from gym_site.routes import form_path
from gym_site.site import Site
from gym_site.state.form_states import FormState
from gym_site.text import parts
from lean_reflex.browser.state import script

_ELEMENTS = {"input": rx.el.input, "select": rx.el.select, "textarea": rx.el.textarea}


def form_of(state: type[FormState], site: Site, head: rx.Component, *, service: str = "") -> rx.Component:
    """Return the form of ``state``.

    Without a server, the browser posts the form to the form service. Without either, contact details replace the form.
    """
    form, settings = site.forms[state.form_key], site.settings
    if not settings.has_server and not settings.form_endpoint:
        return rx.el.p(*with_contacts(form.not_sent, site), class_name="lead")
    hidden = [_hidden("service", service)] if service else []
    if settings.has_server:
        action = f"{settings.server_origin}{settings.public_path(form_path(form.key))}"
    else:
        action = settings.form_endpoint or ""
        hidden += [_hidden(name, value) for name, value in fixed_keys(form, service=service).items()]
    inside = (head, *hidden, *_fields(form), _form_foot(form, site), _sent(state, form, site))
    return lead_form(state, form, *inside, action=action, settings=settings)


def _fields(form: Form) -> list[rx.Component]:
    """Return the fields. If the form has a ``more`` label, the optional fields are folded under that label."""
    shown, folded = split(form)
    more = rx.el.details(
        rx.el.summary(form.more, icon("chevron-down")),
        rx.el.div(*map(_field, folded), class_name="form-grid"),
        class_name="form-more",
    )
    return [*map(_field, shown), *([more] if folded else [])]


def _field(control: Control) -> rx.Component:
    """Return a labelled control with its help text and a place for its error."""
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


def _sent(state: type[FormState], form: Form, site: Site) -> rx.Component:
    """Return the panel that replaces a sent form.

    The panel's title takes focus when it appears, unless the visitor has focused something outside the form.
    """
    view, answer = FormView(form.key), outcome(state, site.settings)
    # Without a server, a request is not stored, and has no reference.
    quote = rx.el.p(*parts(form.quote, reference=answer.reference)) if isinstance(answer, type) and form.quote else None
    title = {"tabIndex": -1, "ref": script("lead_form", "sentTitle")}
    panel = rx.el.div(
        rx.el.h3(*parts(form.sent_heading, first_name=view.sender), custom_attrs=title),
        rx.el.p(form.success_text, class_name="lead"),
        quote,
        rx.el.h4(form.next_title),
        rx.el.ol(*(rx.el.li(step) for step in form.next_steps)),
        rx.el.p(*with_contacts(form.sooner, site)),
        rx.el.p(site_link(form.calendar, site)) if form.calendar else None,
        rx.el.button(form.again, type="button", class_name="button button-line", on_click=view.set(phase="")),
        class_name="form-sent",
    )
    return rx.cond(view.phase == "sent", panel)


def _hidden(name: str, value: str) -> rx.Component:
    return rx.el.input(type="hidden", name=name, custom_attrs={"defaultValue": value})


def _form_foot(form: Form, site: Site) -> rx.Component:
    """Return what is below the fields: a message if the server can't be reached, button, promise, contacts, privacy."""
    phase = FormView(form.key).phase
    busy = phase == "busy"
    if site.settings.has_server:
        unreachable = rx.el.p(*with_contacts(form.unreachable, site))
        # The region exists from the start: screen readers ignore a live region that is added together with its text.
        region = rx.el.div(rx.cond(phase == "offline", unreachable), role="alert", class_name="unreachable")
        contacts = [phone_link(site)]
    else:
        region, contacts = None, with_contacts(form.direct, site)
    return rx.el.div(
        region,
        rx.el.button(
            rx.cond(busy, form.busy, form.submit), type="submit", disabled=busy, class_name="button button-ember"
        ),
        rx.el.p(f"{form.promise} ", *contacts, class_name="form-promise"),
        rx.el.p(
            f"{form.privacy} ",
            # In a new tab, so that the form keeps its entries.
            rx.el.a(form.privacy_more, href=site.routes.url_for("privacy"), **EXTERNAL),
            class_name="fine-print",
        ),
        class_name="form-foot",
    )
