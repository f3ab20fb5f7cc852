"""Composition root: settings -> database -> content -> pages -> the app. Nothing is decided here, only put together."""

from __future__ import annotations

import reflex as rx
from reflex.utils.prerequisites import get_web_dir
from reflex_base.constants import Dirs

from gym_site.content.business import BUSINESS
from gym_site.content.page_records import PAGE_RECORDS
from gym_site.db.engine import make_engine
from gym_site.db.prepare import prepare_database
from gym_site.db.queries import Records
from gym_site.layout.shell import STYLESHEETS, head, notices, sharing_meta
from gym_site.leads.pipeline import LeadDesk
from gym_site.pages.home import home
from gym_site.server.forms import form_posts
from gym_site.server.policy import guard
from gym_site.settings import load_settings
from gym_site.state.lead_form import LeadForm

settings = load_settings()
engine = make_engine(settings.db_url)
if prepare_database(engine, BUSINESS, PAGE_RECORDS):
    records = Records(engine)
    record = records.business()
else:
    record = BUSINESS
desk = LeadDesk(settings, engine)
LeadForm.desk = desk
business = record or BUSINESS

app = rx.App(
    html_lang="en-CA",
    stylesheets=list(STYLESHEETS),
    reset_style=False,
    head_components=head(),
    toaster=None,
    app_wraps={(5, "Toasts"): lambda _stateful: rx.fragment(notices(business))},
    api_transformer=[form_posts(desk, business, settings), guard(get_web_dir() / Dirs.STATIC, settings)],
)
said = PAGE_RECORDS["home"]
app.add_page(
    lambda: home(record, settings),
    route="/",
    title=said.title,
    description=said.meta_description,
    image=f"{settings.site_url}/images/card-home.jpg",
    meta=sharing_meta(
        title=said.title, description=said.meta_description, key="home", business=business, settings=settings
    ),
)
