"""``reflex run`` follows a gym's folder outside the project, and shows the mistakes in it and in the code."""

import re
import shutil

from playwright.sync_api import expect

from tests.build import copy_project
from tests.gym import GYM
from tests.site import WEB, change_a_price, develop

SEEN_WITHIN = 60_000  # milliseconds


def test_a_saved_price_and_a_mistake_are_seen_and_the_site_is_back_after_the_correction(tmp_path, browser):
    project = copy_project(tmp_path / "project")
    folder = shutil.copytree(GYM.folder.path, tmp_path / "gym", ignore=shutil.ignore_patterns("originals"))
    page = browser.new_page()
    web = str(WEB.with_name("web-of-folder"))
    with develop(project, GYM_FOLDER=str(folder), REFLEX_WEB_WORKDIR=web) as url:
        page.goto(url, timeout=SEEN_WITHIN)
        price = page.locator(".plan-amount").first
        expect(price).to_have_text(change_a_price(folder), timeout=SEEN_WITHIN)
        sheet, log = project / "assets" / "css" / "base.css", project / "develop.log"
        compiled = log.read_text().count("Compiling")
        sheet.write_text(sheet.read_text(encoding="utf-8") + "html { outline-offset: 7px }", encoding="utf-8")
        expect(page.locator("html")).to_have_css("outline-offset", "7px", timeout=SEEN_WITHIN)
        assert log.read_text().count("Compiling") == compiled
        plans, mistake = folder / "plans.toml", page.get_by_text(f"{folder / 'plans.toml'}:")
        right = plans.read_text(encoding="utf-8")
        plans.write_text(right.replace("price = ", "price = about ", 1), encoding="utf-8")
        expect(mistake).to_be_visible(timeout=SEEN_WITHIN)
        page.goto(url + GYM.routes.url_for("faq"))
        expect(mistake).to_be_visible()
        plans.write_text(right, encoding="utf-8")
        expect(page.locator("main h1").first).to_be_visible(timeout=SEEN_WITHIN)
        code = project / "gym_site" / "pages" / "faq.py"
        right = code.read_text(encoding="utf-8")
        for wrong, described in [
            (right + "\nwrong = (1,\n", r"pages/faq\.py:\d+: SyntaxError: '\(' was never closed"),
            (right.replace("    return ", "    wrong_name\n    return ", 1), r"pages/faq\.py:\d+: \w+: .*wrong"),
        ]:
            code.write_text(wrong, encoding="utf-8")
            expect(page.get_by_text(re.compile(described))).to_be_visible(timeout=SEEN_WITHIN)
        code.write_text(right, encoding="utf-8")
        expect(page.locator("main h1").first).to_be_visible(timeout=SEEN_WITHIN)
        page.goto(url)
        expect(price).to_have_text(change_a_price(folder), timeout=SEEN_WITHIN)
    page.close()
