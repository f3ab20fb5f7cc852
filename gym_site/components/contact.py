"""Business facts as text and links, updated when a newer record arrives."""

from urllib.parse import quote

import reflex as rx

from gym_site.site import Site
from gym_site.text import parts


class BusinessFact(rx.Component):
    """Text, inside an ``element`` if one is given. Its blanks are filled from the newest business record."""

    library, tag = rx.asset("scripts/records.js").importable_path, "BusinessFact"
    element: rx.Var[str]
    templates: rx.Var[dict[str, str]]


def fact(text: str, site: Site) -> rx.Component:
    """Return a text whose blanks, such as ``{phone}``, are filled from the business record."""
    return BusinessFact.create(site.business.fill(text), templates={"children": text})


def fact_link(
    label: str | rx.Component, to: str, site: Site, *, class_name: str | None = None, aria_label: str = ""
) -> rx.Component:
    """Return a link. The URL ``to``, the label and ``aria_label`` may have blanks, as in ``mailto:{email}``."""
    templates = {"href": to} | ({"aria-label": aria_label} if aria_label else {})
    attrs = {name: site.business.fill(text) for name, text in templates.items()}
    if isinstance(label, str):
        templates["children"] = label
        label = site.business.fill(label)
    return BusinessFact.create(label, element="a", templates=templates, class_name=class_name, custom_attrs=attrs)


def phone_link(site: Site) -> rx.Component:
    """Return the gym's telephone number as a link."""
    return fact_link("{phone}", "{tel}", site)


def mail_link(site: Site, label: str = "{email}", *, subject: str = "", class_name: str | None = None) -> rx.Component:
    """Return a link for writing to the gym's e-mail address, with a ``subject`` if one is given."""
    to = f"mailto:{{email}}?subject={quote(subject)}" if subject else "mailto:{email}"
    return fact_link(label, to, site, class_name=class_name)


def with_contacts(text: str, site: Site) -> list[str | rx.Component]:
    """Return the text with links in place of ``{phone}`` and ``{email}``."""
    return parts(text, phone=phone_link(site), email=mail_link(site))
