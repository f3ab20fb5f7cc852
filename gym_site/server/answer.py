"""The page that answers a form posts without a websocket or JavaScript: the site's look, nothing but HTML.

On failure it holds the same form with everything that was entered, and the form's key: a correction is the same lead.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from gym_site.content.business import Business
from gym_site.content.forms import FieldWords, FormWords
from gym_site.leads.fields import FORMS, Field
from gym_site.leads.spam_filter import HONEYPOT
from gym_site.leads.validate import Problem
from gym_site.routes import form_path, url_for

_STYLES = ("tokens", "fonts", "base", "icons", "components", "layout", "sections", "pages", "print")


def answer_page(title: str, body: str, business: Business, *, heading: str = "") -> str:
    """Return a whole page; ``body`` is HTML, ``title`` is text. Below a ``heading`` it is the small line above that."""
    eyebrow = f'<p class="eyebrow">{escape(title)}</p>' if heading else ""
    links = "".join(f'<link rel="stylesheet" href="/css/{name}.css">' for name in _STYLES)
    return (
        '<!doctype html><html lang="en-CA"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">'
        f"<title>{escape(title)} | {escape(business.name)}</title>"
        f'<link rel="icon" href="/favicon.svg" type="image/svg+xml">{links}</head><body>'
        f'<header class="site-header" data-solid><div class="bar"><a class="logo" href="{url_for("home")}">'
        f'<span class="mark" aria-hidden="true"></span>{escape(business.name)}</a></div></header>'
        f'<main class="below-bar"><div class="frame section answer">{eyebrow}'
        f"<h1>{escape(heading or title)}</h1>{body}</div></main>"
        "</body></html>"
    )


def sent(words: FormWords, business: Business) -> str:
    """Return what is said after a success."""
    back = f'<a class="button button-ember" href="{url_for("home")}">{escape(words.answer_back)}</a>'
    return answer_page(
        words.success_title, f'<p class="lead" role="status">{escape(words.success_text)}</p>{back}', business
    )


def failed(words: FormWords, raw: Mapping[str, str], business: Business) -> str:
    """Return what is said when the sending failed, with the form to try again."""
    filled = words.filled(email=business.email, phone=business.phone)
    notice = f'<div class="error-summary" role="alert"><p>{escape(filled.failure_text)}</p></div>'
    return answer_page(words.failure_title, _again(words, notice, _form(words, raw, (), business)), business)


def invalid(words: FormWords, raw: Mapping[str, str], problems: Sequence[Problem], business: Business) -> str:
    """Return what is said about entries that can't be sent, with the form to correct them."""
    items = "".join(
        f'<li><a href="#{words.key}-{escape(one.field)}">{escape(one.message)}</a></li>' for one in problems
    )
    heading = f"<h3>{_icon('warning')}{escape(words.answer_invalid)}</h3>"
    summary = f'<div class="error-summary" role="alert">{heading}<ul>{items}</ul></div>'
    body = _again(words, summary, _form(words, raw, problems, business))
    return answer_page(words.invalid_title, body, business, heading=words.answer_heading)


def refused(title: str, business: Business) -> str:
    """Return a bare page for a request that no form of the site sends."""
    return answer_page(title, f'<p><a href="{url_for("home")}">{escape(business.name)}</a></p>', business)


def _icon(name: str) -> str:
    return f'<span class="icon icon-{name}" aria-hidden="true"></span>'


def _again(words: FormWords, notice: str, form: str) -> str:
    """Return a form to send again under its title and a notice, and the link back to the site."""
    back = f'<a class="back" href="{url_for("home")}">{_icon("chevron-left")}{escape(words.answer_back)}</a>'
    return f"<h2>{escape(words.title)}</h2>{notice}{form}{back}"


def _form(words: FormWords, raw: Mapping[str, str], problems: Sequence[Problem], business: Business) -> str:
    rules = {rule.name: rule for rule in FORMS[words.key].fields}
    said = {one.field: one.message for one in problems}
    shown = "".join(
        _field(words.key, field, rules[field.name], raw.get(field.name, ""), said.get(field.name, ""))
        for field in words.fields
    )
    named = {field.name for field in words.fields}
    hidden = "".join(
        f'<input type="hidden" name="{escape(name)}" value="{escape(raw.get(name, ""))}">'
        for name in ("key", HONEYPOT, *rules)
        if name not in named and raw.get(name)
    )
    phone = f'<a href="{business.tel}">{escape(business.phone)}</a>'
    privacy = (
        f'<a href="{url_for("privacy")}" target="_blank" rel="noopener noreferrer">{escape(words.privacy_more)}</a>'
    )
    return (
        f'<form class="lead-form" method="post" action="{form_path(words.key)}">{hidden}{shown}<div class="form-foot">'
        f'<button class="button button-ember">{escape(words.submit)}</button>'
        f'<p class="form-promise">{escape(words.promise)} {phone}</p>'
        f'<p class="fine-print">{escape(words.privacy)} {privacy}</p></div></form>'
    )


def _field(form: str, words: FieldWords, rule: Field, value: str, problem: str) -> str:
    id_ = f"{form}-{words.name}"
    attrs = f'id="{id_}" name="{escape(words.name)}"'
    if rule.required:
        attrs += " required"
    if problem:
        attrs += f' aria-invalid="true" aria-describedby="{id_}-error"'
    if words.options:
        options = [("", words.placeholder)] if words.placeholder else []
        options += [(one.value, one.label) for one in words.options]
        control = f"<select {attrs}>" + "".join(
            f'<option value="{escape(one)}"{" selected" if one == value else ""}>{escape(label)}</option>'
            for one, label in options
        )
        control += "</select>"
    elif rule.lines:  # the first line break after the tag is the parser's, not the visitor's
        control = f'<textarea {attrs} rows="4" maxlength="{rule.limit}">\n{escape(value)}</textarea>'
    else:
        control = f'<input {attrs} maxlength="{rule.limit}" value="{escape(value)}">'
    error = f'<p class="field-error" id="{id_}-error">{escape(problem)}</p>' if problem else ""
    mark = ' <span class="required-mark" aria-hidden="true">*</span>' if rule.required else ""
    wide = " field-wide" if rule.lines else ""
    return f'<div class="field{wide}"><label for="{id_}">{escape(words.label)}{mark}</label>{control}{error}</div>'
