"""The page that answers a form posts without a websocket or JavaScript: the site's look, nothing but HTML.

On failure it holds the same form with everything that was entered, and the form's key: a correction is the same lead.
Markup is written as templates, which escape all text that is put into them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from markupsafe import Markup

from gym_site.content.business import Business
from gym_site.content.forms import FormWords, Option
from gym_site.leads.controls import Attr, Control, split
from gym_site.leads.fields import FORMS, HONEYPOT, Problem
from gym_site.routes import form_path, url_for

_STYLES = ("tokens", "fonts", "base", "icons", "components", "layout", "sections", "forms", "pages", "print")
_PAGE = Markup("""\
<!doctype html>
<html lang="en-CA">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>{title} | {name}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
{styles}
</head>
<body>
<header class="site-header" data-solid>
<div class="bar"><a class="logo" href="{home}"><span class="mark" aria-hidden="true"></span>{name}</a></div>
</header>
<main class="below-bar"><div class="frame section answer">{eyebrow}<h1>{heading}</h1>{body}</div></main>
</body>
</html>
""")
_SUCCESS = Markup("""\
<p class="lead" role="status">{text}</p>
<h2>{next_title}</h2>
<ol class="next-steps">{steps}</ol>
<p>{sooner}</p>
<p><a href="{calendar_url}" target="_blank" rel="noopener noreferrer">{calendar}</a></p>
<a class="button button-ember" href="{home}">{back}</a>
""")
_NOTICE = Markup('<div class="error-summary" role="alert">{inside}</div>')
_PROBLEMS = Markup('<h3><span class="icon icon-warning" aria-hidden="true"></span>{heading}</h3><ul>{items}</ul>')
_AGAIN = Markup("""\
<h2>{title}</h2>
{notice}
<form class="lead-form" method="post" action="{action}">
{hidden}
{fields}
<div class="form-foot">
<button class="button button-ember">{submit}</button>
<p class="form-promise">{promise} {phone}</p>
<p class="fine-print">{privacy} <a href="{policy}" target="_blank" rel="noopener noreferrer">{privacy_more}</a></p>
</div>
</form>
<a class="back" href="{home}"><span class="icon icon-chevron-left" aria-hidden="true"></span>{back}</a>
""")
_MORE = Markup("""\
<details class="form-more"{open}>
<summary>{label}<span class="icon icon-chevron-down" aria-hidden="true"></span></summary>
<div class="form-grid">{fields}</div>
</details>
""")
_HELP = Markup('<p class="field-help" id="{id}-help">{text}</p>')
_FIELD = Markup("""\
<div class="{class_name}">
<label for="{id}">{label}{mark}</label>
{control}
{help}
<p class="field-error" id="{id}-error">{problem}</p>
</div>
""")


def answer_page(title: str, body: Markup, business: Business, *, heading: str = "") -> str:
    """Return a whole page. Below a ``heading`` the title is the small line above that."""
    return _PAGE.format(
        title=title,
        name=business.name,
        styles=_join('<link rel="stylesheet" href="/css/{}.css">', _STYLES),
        home=url_for("home"),
        eyebrow=Markup('<p class="eyebrow">{}</p>').format(title) if heading else "",
        heading=heading or title,
        body=body,
    )


def phone_link(business: Business) -> Markup:
    """Return the gym's number, which one can call."""
    return Markup('<a href="{}">{}</a>').format(business.tel, business.phone)


def notice(*paragraphs: str) -> Markup:
    """Return what stands above a form, or in its place; a paragraph may be markup."""
    return _NOTICE.format(inside=_join("<p>{}</p>", paragraphs))


def sent(words: FormWords, business: Business, calendar_url: str) -> str:
    """Return what is said after a success, and what happens next."""
    before, after = words.sooner.split("{phone}")
    body = _SUCCESS.format(
        text=words.success_text,
        next_title=words.next_title,
        steps=_join("<li>{}</li>", words.next_steps),
        sooner=Markup("{}{}{}").format(before, phone_link(business), after),
        calendar_url=calendar_url,
        calendar=words.calendar.label,
        home=url_for("home"),
        back=words.answer_back,
    )
    return answer_page(words.success_title, body, business)


def failed(words: FormWords, raw: Mapping[str, str], business: Business) -> str:
    """Return what is said when the sending failed, with the form to try again."""
    filled = words.filled(email=business.email, phone=business.phone)
    return answer_page(words.failure_title, _again(words, notice(filled.failure_text), raw, (), business), business)


def invalid(words: FormWords, raw: Mapping[str, str], problems: Sequence[Problem], business: Business) -> str:
    """Return what is said about entries that can't be sent, with the form to correct them."""
    links = (
        Markup('<a href="#{}-{}">{}</a>').format(words.key, problem.field, problem.message) for problem in problems
    )
    summary = _PROBLEMS.format(heading=words.answer_invalid, items=_join("<li>{}</li>", links))
    body = _again(words, _NOTICE.format(inside=summary), raw, problems, business)
    return answer_page(words.invalid_title, body, business, heading=words.answer_heading)


def refused(title: str, business: Business) -> str:
    """Return a bare page for a request that no form of the site sends."""
    return answer_page(title, Markup('<p><a href="{}">{}</a></p>').format(url_for("home"), business.name), business)


def _again(
    words: FormWords, notice: Markup, raw: Mapping[str, str], problems: Sequence[Problem], business: Business
) -> Markup:
    """Return a form to send again under its title and a notice, and the link back to the site.

    The fields that open on demand are open where one of them has a value or a problem.
    """
    messages = {problem.field: problem.message for problem in problems}
    shown, folded = split(words)

    def fields(controls: Iterable[Control]) -> Markup:
        return _join(
            "{}", (_field(control, raw.get(control.name, ""), messages.get(control.name, "")) for control in controls)
        )

    begun = any(raw.get(control.name) or control.name in messages for control in folded)
    more = _MORE.format(open=Markup(" open") if begun else "", label=words.more, fields=fields(folded))
    in_page = {control.name for control in (*shown, *folded)}
    names = ["key", HONEYPOT, *(field.name for field in FORMS[words.key].fields)]
    hidden = [name for name in names if raw.get(name) and name not in in_page]
    return _AGAIN.format(
        title=words.title,
        notice=notice,
        action=form_path(words.key),
        hidden=_join(
            "<input{}>", (_attributes({"type": "hidden", "name": name, "value": raw[name]}) for name in hidden)
        ),
        fields=fields(shown) + (more if folded else ""),
        submit=words.submit,
        promise=words.promise,
        phone=phone_link(business),
        privacy=words.privacy,
        policy=url_for("privacy"),
        privacy_more=words.privacy_more,
        home=url_for("home"),
        back=words.answer_back,
    )


def _field(control: Control, value: str, problem: str) -> Markup:
    """Return what `gym_site.components.field` shows, with a value and the problem with it."""
    attrs = {"id": control.id, "name": control.name, **control.attrs} | ({"aria-invalid": "true"} if problem else {})
    if control.tag == "select":
        options = _join("{}", (_option(option, selected=option.value == value) for option in control.options))
        element = Markup("<select{}>{}</select>").format(_attributes(attrs), options)
    elif control.tag == "textarea":  # the first line break after the tag is the parser's, not the visitor's
        element = Markup("<textarea{}>\n{}</textarea>").format(_attributes(attrs), value)
    else:
        element = Markup("<input{}>").format(_attributes(attrs | {"value": value}))
    return _FIELD.format(
        class_name="field field-wide" if control.wide else "field",
        id=control.id,
        label=control.label,
        mark=Markup('<span class="required-mark" aria-hidden="true"> *</span>') if control.required else "",
        control=element,
        help=_HELP.format(id=control.id, text=control.help) if control.help else "",
        problem=problem,
    )


def _option(option: Option, *, selected: bool) -> Markup:
    attrs = {"value": option.value} | ({"selected": True} if selected else {})
    return Markup("<option{}>{}</option>").format(_attributes(attrs), option.label)


def _attributes(attrs: Mapping[str, Attr]) -> Markup:
    """Return attributes as a tag has them, each after a space; a true one has no value."""
    return Markup("").join(
        Markup(" {}" if value is True else ' {}="{}"').format(name.lower(), "false" if value is False else value)
        for name, value in attrs.items()
    )


def _join(template: str, texts: Iterable[str]) -> Markup:
    return Markup("").join(Markup(template).format(text) for text in texts)
