"""A visit to a plain file host with the exported pages: what needs no server works without one."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from gym_site.content.faq import FAQ
from gym_site.content.plans import PLAN_TABS
from gym_site.routes import url_for
from tests.forms import CONSULTATION_FORM, Visitor


def test_a_visit_without_a_server(opener, static_host):
    page = opener.open(static_host, server="away", reduced_motion="reduce")
    page.get_by_role("tab", name=PLAN_TABS[2].label).click()
    expect(page.get_by_role("tabpanel", name=PLAN_TABS[2].label)).to_be_visible()
    page.locator(".photo-button").nth(2).click()
    page.keyboard.press("ArrowRight")
    expect(page.locator("dialog.viewer figure").nth(3)).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Next pictures").click()
    expect(page.locator(".carousel-position")).to_have_text(re.compile("^2 of"))
    visitor = Visitor(page, CONSULTATION_FORM).fill().send()
    expect(visitor.unreachable).to_be_visible()
    assert visitor.now() == visitor.entries

    page.evaluate("window.sameDocument = true")
    page.locator("footer").get_by_role("link", name="FAQ", exact=True).click()
    expect(page.locator("main h1")).to_be_focused()
    page.get_by_label("Find a question").fill(max(FAQ[-1].question.split(), key=len))
    expect(page.locator(".filter-count")).to_contain_text("of")
    question = page.locator(".question:visible").first
    question.locator("summary").click()
    expect(question.locator(".answer-text")).to_be_visible()
    page.go_back()
    expect(page.locator("dialog.viewer")).to_be_attached()
    assert page.evaluate("window.sameDocument")

    page.goto(f"{static_host}/blog/8888")
    expect(page).to_have_url(f"{static_host}/blog")
    page.goto(f"{static_host}/no/such/door")
    page.get_by_role("link", name="Return to Home").click()
    expect(page).to_have_url(f"{static_host}/")
    page.goto(static_host + url_for("trainers"))
    page.locator("main").get_by_role("link", name=re.compile("^Book with ")).first.click()
    expect(page.locator(".wish")).not_to_be_empty()
    unexpected = [said for said in page.watch.errors if not re.search("WebSocket|404|/no/such/door|ERR_|refused", said)]
    assert unexpected == []
