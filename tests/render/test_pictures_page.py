"""The development page that shows every picture."""

import json

from PIL import Image

from gym_site.components.picture import pictures
from gym_site.content.business import BUSINESS
from gym_site.content.page_records import PAGE_RECORDS
from gym_site.pages import pictures as page
from gym_site.settings import Settings
from gym_site.site import Site

SITE = Site(settings=Settings(env_mode="dev"), business=BUSINESS, page_records=PAGE_RECORDS)


def test_a_picture_is_marked_as_supplied_until_its_original_changes(tmp_path, monkeypatch):
    supplied, own, *_ = pictures()
    (tmp_path / "originals").mkdir()
    for name in (supplied, own):
        Image.new("RGB", (len(name), 1)).save(tmp_path / "originals" / f"{name}.jpg")
    digest = page.digest_of(tmp_path / "originals" / f"{supplied}.jpg")
    (tmp_path / "originals" / f"{own}.jpg").write_bytes(b"another")
    (tmp_path / "supplied.json").write_text(json.dumps([digest]))
    monkeypatch.setattr(page, "FOLDER", tmp_path)
    (section,) = page.all_pictures(SITE, {})
    shown = str(section.render())
    assert [shown.count(whose) for whose in ('"supplied"', '"your own"', '"no original"')] == [
        1,
        1,
        len(pictures()) - 2,
    ]
