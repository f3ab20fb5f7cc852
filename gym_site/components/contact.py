"""Telephone numbers and e-mail addresses one can tap."""

from __future__ import annotations

import re

import reflex as rx

from gym_site.seo.contact import tel


def phone_link(phone: str, **props) -> rx.Component:
    """Return a number one can call."""
    return rx.el.a(phone, href=tel(phone), **props)


def mail_link(email: str, **props) -> rx.Component:
    """Return an address one can write to."""
    return rx.el.a(email, href=f"mailto:{email}", **props)


def with_contacts(text: str, *, phone: str, email: str = "") -> list[str | rx.Component]:
    """Return the text with links in the places of ``{phone}`` and ``{email}``."""
    links = {"{phone}": phone_link(phone), "{email}": mail_link(email)}
    return [links.get(part, part) for part in re.split(r"(\{phone\}|\{email\})", text) if part]
