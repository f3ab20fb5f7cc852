"""A change of the gym's content, as docs/for-staff.md describes it, turns no test of the code red."""

from __future__ import annotations

import re
import shutil

from gym_site.content.business import BUSINESS
from gym_site.content.forms import SELECTABLE_TRAINERS
from gym_site.content.posts import POSTS
from gym_site.settings import ROOT
from tests.staff_tree import plant

CONTENT = "gym_site/content"
# What reads the content without a browser or a build; the last one changes every part of it once more.
READERS = [
    "tests/render/test_home_page.py::test_without_a_server_and_a_form_service_the_gyms_telephone_and_mail_stand_for_the_forms",
    *(f"tests/unit/test_{name}.py" for name in ("answer_headers", "content_functions", "seo", "leads_words")),
    "tests/unit/test_check.py::test_every_mistake_is_named_with_its_file_and_line_and_nothing_else_is[to be mended]",
]
WITHOUT_CHANCE = "not (stranger or sanitising or far_too_long or every_text)"  # what hypothesis writes reads no content


def test_a_price_a_trainer_a_post_a_question_a_picture_and_a_telephone_number_may_change(tmp_path, prepared):
    tree = plant(tmp_path / "site", prepared, folders=("scripts", "tests", "docs"))
    for file in ("pyproject.toml", "Makefile", "rxconfig.py", ".env.example"):
        shutil.copy(ROOT / file, tree.root / file)

    tree.replace(f"{CONTENT}/plans.py", re.compile(r'\bprice=Decimal\("[\d.]+"\)'), 'price=Decimal("1.25")')
    tree.replace(f"{CONTENT}/services.py", re.compile(r'low=Decimal\("60"\)'), 'low=Decimal("61")')
    tree.replace(f"{CONTENT}/business.py", f'phone="{BUSINESS.phone}"', 'phone="604-555-0177"')
    tree.replace(f"{CONTENT}/trainers.py", re.compile(r'"\d{3}-\d{3}-\d{4}"'), '"604-555-0178"')
    for file in ("trainers.py", "forms.py"):
        tree.replace(f"{CONTENT}/{file}", f'"{SELECTABLE_TRAINERS[-1]}"', '"Sasha Underhill"')
    tree.replace(f"{CONTENT}/faq.py", re.compile('question="[^"]+"'), 'question="Who is new here?"')
    tree.replace(f"{CONTENT}/posts.py", re.compile('title="[^"]+"'), 'title="What is new here"')
    oldest = re.compile(rf"    BlogPost\(\n        id={POSTS[-1].id},\n.*?\n    \),\n", re.DOTALL)
    tree.replace(f"{CONTENT}/posts.py", oldest, "")
    (tree.root / f"{CONTENT}/posts/{POSTS[-1].id}.md").unlink()
    tree.replace("pictures/alt.toml", 'hero = "', 'hero = "New: ')
    tree.replace("pictures/manifest.json", re.compile(r'("hero": \{\s*"alt": ")'), r"\1New: ")

    done = tree.run("-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", WITHOUT_CHANCE, *READERS)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr
