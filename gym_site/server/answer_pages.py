"""The HTML responses to forms posted without a websocket. The templates escape every value."""

from base64 import b64encode
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from mako.lookup import TemplateLookup
from markupsafe import Markup

from gym_site.content.business import Business
from gym_site.forms.controls import Attr, split
from gym_site.forms.entries import Problem
from gym_site.forms.form import Form
from gym_site.leads.spam import HONEYPOT
from gym_site.routes import form_path
from gym_site.site import Site
from gym_site.text import fill, parts

_FOLDER = Path(__file__).with_name("templates")
_TEMPLATES = TemplateLookup([_FOLDER.as_posix()], default_filters=["h"], strict_undefined=True, filesystem_checks=False)
for _file in _FOLDER.glob("*.html"):  # all at the start, as an update may change a running server's folder
    _TEMPLATES.get_template(_file.name)


def sent(site: Site, form: Form, business: Business, calendar_url: str, reference: str = "") -> str:
    """Return the page shown after a success: what happens next and, if it is known, the request's ``reference``."""
    phone, email = _link(business.tel, business.phone), _link(f"mailto:{business.email}", business.email)
    sooner = Markup("").join(parts(form.sooner, phone=phone, email=email))
    # The site's page has stored the entries (assets/scripts/entries.js), and this page is the first to know that they
    # were sent. The empty text tells the site's page, if the visitor goes back to it: at once, perhaps, so the script
    # comes before the style sheets.
    quote = fill(form.quote, reference=reference) if reference else ""
    forget = f'try {{ sessionStorage.setItem("form-{form.key}", "") }} catch {{}}'
    return _page(
        site,
        "sent",
        form.success_title,
        business,
        script=forget,
        form=form,
        quote=quote,
        sooner=sooner,
        calendar_url=calendar_url,
    )


def unsent(site: Site, form: Form, raw: Mapping[str, str], problems: Sequence[Problem], business: Business) -> str:
    """Return a page with the filled-in form: to correct the ``problems``, or to send it again if there are none."""
    shown, folded = split(form)
    in_page = {control.name for control in (*shown, *folded)}
    names = ["key", HONEYPOT, *(field.name for field in form.fields)]
    found = {problem.field: problem for problem in problems}
    return _page(
        site,
        "form",
        form.invalid_title if problems else form.failure_title,
        business,
        heading=form.answer_heading if problems else "",
        form=form,
        raw=raw,
        problems=found,
        shown=shown,
        folded=folded,
        begun=any(raw.get(control.name) or control.name in found for control in folded),
        hidden=[name for name in names if raw.get(name) and name not in in_page],
        action=site.settings.public_path(form_path(form.key)),
        policy=site.settings.public_path(site.routes.url_for("privacy")),
        attributes=_attributes,
    )


def notice(site: Site, title: str, text: str, business: Business) -> str:
    """Return a page with a notice and the gym's telephone number."""
    return _page(site, "notice", title, business, text=text)


def _page(
    site: Site, template: str, title: str, business: Business, *, heading: str = "", script: str = "", **values: Any
) -> str:
    """Return a complete HTML page. If there is a ``heading``, the title is the small line above the heading."""
    policy = f"script-src 'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'; " if script else ""
    page = _TEMPLATES.get_template(f"{template}.html")
    known = {
        "title": title,
        "heading": heading,
        "business": business,
        "home": site.settings.public_path(site.routes.url_for("home")),
        "sub_path": site.settings.frontend_path,
    }
    return str(page.render_unicode(**known, script=Markup(script), script_policy=Markup(policy), **values))


def _link(href: str, text: str) -> Markup:
    return Markup('<a href="{}">{}</a>').format(href, text)


def _attributes(attrs: Mapping[str, Attr]) -> Markup:
    """Return HTML attributes, with a space before each. An attribute that is True has no value."""
    return Markup("").join(
        Markup(" {}" if value is True else ' {}="{}"').format(name.lower(), "false" if value is False else value)
        for name, value in attrs.items()
    )
