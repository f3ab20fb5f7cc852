"""The page that docs/for-developers.md adds, as the build without a server has it (tests/build.py)."""

from __future__ import annotations

from tests.build import build_without_server
from tests.markup import read
from tests.site import plain_host


def test_the_page_of_the_guide_stands_on_both_paths_and_comes_alive(opener):
    built = build_without_server() / "build" / "client"
    for path in ("parking-surrey", "parking"):
        assert "Free parking" in read(built / path / "index.html").text
    assert "/parking-surrey<" in (built / "sitemap.xml").read_text(encoding="utf-8")
    with plain_host(built) as url:
        page = opener.open(url + "/parking-surrey", server="away")
        assert page.get_by_role("heading", level=1).text_content() == "Free parking"
        assert page.title() == "Free Parking at the Gym | Tideforge 24"
