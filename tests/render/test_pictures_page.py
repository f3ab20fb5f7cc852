"""The development page that shows every picture."""

from PIL import Image

from gym_site.components.picture import Picture
from gym_site.content.business import BUSINESS
from gym_site.content.page_records import PAGE_RECORDS
from gym_site.pages import pictures as page
from gym_site.settings import Settings
from gym_site.site import Site

SITE = Site(settings=Settings(env_mode="dev"), business=BUSINESS, page_records=PAGE_RECORDS)


def test_a_picture_without_its_original_is_marked(tmp_path, monkeypatch):
    (tmp_path / "originals").mkdir()
    Image.new("RGB", (1, 1)).save(tmp_path / "originals" / "kept.jpg")
    entry = Picture(
        "A rope", "0" * 16, 480, 480, "ink", {"480": "/images/rope.avif"}, "/images/rope.webp", "/images/rope.jpg"
    )
    monkeypatch.setattr(page, "pictures", lambda: {"kept": entry, "lost": entry})
    monkeypatch.setattr(page, "PICTURES", tmp_path)
    (section,) = page.all_pictures(SITE, {})
    shown = str(section.render())
    assert [shown.count(original) for original in ('"original kept"', '"no original"')] == [1, 1]
